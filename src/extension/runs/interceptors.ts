/** What the extension does around some commands of the server: before a command is sent, and with its result. */
import path from 'node:path';
import * as vscode from 'vscode';
import { list, property, text } from '../../base/outsideValues.ts';
import { benchmarkAddress, type RunOutcome } from '../../protocol.ts';
import type { FlameGraph } from '../page/flameGraph.ts';
import { commandId } from '../server/commandNames.ts';
import type { CommandInterceptor } from '../server/languageServer.ts';
import type { Outputs } from '../server/outputs.ts';
import { sayError, sayInfo, sayWarning } from '../server/say.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { linesOfFunction, onFirstLines } from './firstLines.ts';

const failed: RunOutcome = { status: 'failed', sessionIds: [] };

/**
 * Moves the messages that stand on the screen to the list behind the bell. An extension cannot withdraw a message, and one
 * with buttons stays until it is closed: after the next run it would be wrong.
 */
const hideMessages = 'notifications.hideToasts';

/**
 * For the server command `run`, from a lens or from a command. Saves the package first: the benchmark must measure
 * what is on the screen. Opens the flame graph with the first profile, while others are still taken.
 */
export function createRunInterceptor(flameGraph: FlameGraph, sessions: Sessions): CommandInterceptor {
  /** The message of a failed run may still stand on the screen. */
  let saysFailed = false;
  return ifTrusted(async (argument, next) => {
    const request = benchmarkAddress(argument);
    if (request === undefined) return next();
    if (saysFailed) await vscode.commands.executeCommand(hideMessages);
    saysFailed = false;
    const uri = vscode.Uri.parse(request.uri);
    // The server refuses what is outside the workspace, so nothing is saved there.
    const { getWorkspaceFolder, workspaceFolders = [] } = vscode.workspace;
    const isOutside = workspaceFolders.length > 0 && getWorkspaceFolder(uri) === undefined;
    if (!isOutside && !(await savePackage(uri))) return failed;
    const firstLines = onFirstLines(sessions, () =>
      flameGraph.showAfterRun(keptInSight(uri, request.benchmark)),
    );
    const outcome = await next().finally(() => firstLines.dispose());
    saysFailed = property(outcome, 'status') === 'failed';
    // A second click on a benchmark that runs or waits: its progress is shown instead.
    if (property(outcome, 'status') === 'running') {
      await vscode.commands.executeCommand('notifications.showList');
    }
    if (property(outcome, 'status') === 'done') {
      const wasShown = flameGraph.showAfterRun(keptInSight(uri, request.benchmark));
      // Of all benchmarks of a file, the results come first: the page shows one profile, and which one is chance.
      if (request.benchmark === null) void showResults(request.uri, wasShown);
    }
    return outcome;
  });
}

/**
 * For the server commands `profileTests` and `profileProgram`: as for `run`, but saves all files, as tests of other packages may
 * run too.
 *
 * @param hasTerminal the run has a terminal, which covers the page if both are in the panel
 */
export function createTestsInterceptor(flameGraph: FlameGraph, hasTerminal = false): CommandInterceptor {
  return ifTrusted(async (argument, next) => {
    const uri = vscode.Uri.parse(text(property(argument, 'uri')) ?? '');
    if (vscode.workspace.getWorkspaceFolder(uri) !== undefined && !(await vscode.workspace.saveAll(false))) {
      return failed;
    }
    const isCovered = hasTerminal && flameGraph.isInSight;
    const outcome = await next();
    // Without a session, the run has left nothing to look at.
    const hasProfile = (list(text)(property(outcome, 'sessionIds'))?.length ?? 0) > 0;
    if (property(outcome, 'status') === 'done' && hasProfile) flameGraph.showAfterRun(undefined, isCovered);
    return outcome;
  });
}

/** For the server command `measureInTurns`: as for `run`, but nothing is built, and nothing new is shown. */
export function createTurnsInterceptor(): CommandInterceptor {
  return ifTrusted((_, next) => next());
}

/** Offers to trust the workspace, where it is not trusted yet, instead of running its code. */
function ifTrusted(interceptor: CommandInterceptor): CommandInterceptor {
  return async (argument, next) => {
    if (vscode.workspace.isTrusted) return interceptor(argument, next);
    await offerTrust();
    return failed;
  };
}

/** The table of a file's results: in the page if it is open, else behind a button. */
async function showResults(uri: string, isOpen: boolean): Promise<void> {
  const show = () => vscode.commands.executeCommand(commandId('showResults'), { uri, benchmark: null });
  if (isOpen) return void (await show());
  const file = path.basename(vscode.Uri.parse(uri).fsPath);
  const text = vscode.l10n.t('All benchmarks of {0} have been profiled.', file);
  await sayInfo(text, [vscode.l10n.t('Show Results'), show]);
}

/** In lines: it is in view as a whole wherever it stands above the page. */
const shortFunction = 8;

/** Answers a function that shows the benchmark again, if it is in sight now, and is not when the page has opened below it. */
function keptInSight(uri: vscode.Uri, benchmark: string | null): (() => void) | undefined {
  const editor = vscode.window.visibleTextEditors.find(({ document }) => document.uri.path === uri.path);
  const lines = linesOfFunction(editor?.document.getText() ?? '', benchmark?.split('/', 1)[0] ?? '');
  if (editor === undefined || lines === null) return undefined;
  const isInSight = editor.visibleRanges.some(
    ({ start, end }) => start.line <= lines.first && lines.first <= end.line,
  );
  if (!isInSight) return undefined;
  // With the line above, between which and the function the lens stands.
  const range = new vscode.Range(Math.max(0, lines.first - 1), 0, lines.last, 0);
  // In the middle, a long one would leave lines above it in view, and its loop would not be.
  const { AtTop, InCenter } = vscode.TextEditorRevealType;
  return () => editor.revealRange(range, lines.last - lines.first > shortFunction ? AtTop : InCenter);
}

/**
 * Saves what the benchmark can read: the files in the package's directory and below, where embedded files and
 * test data are. Returns false if one could not be saved.
 */
async function savePackage(benchmarkFile: vscode.Uri): Promise<boolean> {
  const directory = path.dirname(benchmarkFile.fsPath) + path.sep;
  const dirty = vscode.workspace.textDocuments.filter(
    ({ isDirty, uri }) => isDirty && uri.scheme === 'file' && uri.fsPath.startsWith(directory),
  );
  for (const document of dirty) {
    if (await document.save()) continue;
    void sayError(
      vscode.l10n.t(
        '{0} could not be saved, so nothing was run: the profile would be of the old text.',
        path.basename(document.fileName),
      ),
    );
    return false;
  }
  return true;
}

function offerTrust(): Promise<void> {
  return sayWarning(
    vscode.l10n.t(
      'Profiling runs code, and this workspace is not trusted. Trust it to profile benchmarks and tests.',
    ),
    [vscode.l10n.t('Manage Workspace Trust'), () => vscode.commands.executeCommand('workbench.trust.manage')],
  );
}

/**
 * For the server command `compareRuns`, from a lens or from the view. The server makes the comparison the active
 * profile and prints its table to the output. Both are shown then, where one does not hide the other, else the page; the focus
 * stays in the code.
 */
export function createCompareInterceptor(flameGraph: FlameGraph, outputs: Outputs): CommandInterceptor {
  return async (runs, next) => {
    const outcome = await next();
    if (property(outcome, 'status') === 'opened') {
      if (!flameGraph.isView) outputs.runs.show(true);
      flameGraph.show(true, property(runs, 'between') === undefined ? undefined : { type: 'stages' });
    }
    return outcome;
  };
}
