import path from 'node:path';
import * as vscode from 'vscode';
import { property, text } from '../../outsideValues.ts';
import type { RunOutcome } from '../../protocol.ts';
import type { FlameGraph } from '../page/flameGraph.ts';
import { namesBenchmark } from '../server/commandArguments.ts';
import { goCommandOf } from '../server/goExtension.ts';
import type { Outputs } from '../server/outputs.ts';
import type { CommandInterceptor } from '../server/server.ts';

const failed: RunOutcome = { status: 'failed', sessionIds: [] };

/**
 * Stands before `serverCommands.run`, from a lens as from a command: what is measured must be what is on
 * the screen, with the go command the Go extension uses; and afterwards the flame graph opens beside.
 */
export function createRunInterceptor(flameGraph: FlameGraph, outputs: Outputs): CommandInterceptor {
  return async (command, args, next) => {
    const [request] = args;
    if (!namesBenchmark(request)) return next(command, args);
    if (!vscode.workspace.isTrusted) {
      await offerTrust();
      return failed;
    }
    const uri = vscode.Uri.parse(request.uri);
    if (!(await savePackage(uri))) return failed;
    const goCommand =
      text(property(request, 'goCommand')) ?? (await goCommandOf(vscode.extensions, uri, outputs.log));
    const completed = { ...request, ...(goCommand === undefined ? {} : { goCommand }) };
    const outcome = await next(command, [completed]);
    if (property(outcome, 'status') === 'done' && showsFlameGraph(uri)) flameGraph.showAfterRun();
    return outcome;
  };
}

function showsFlameGraph(uri: vscode.Uri): boolean {
  return vscode.workspace.getConfiguration('pprofLens', uri).get<unknown>('showFlameGraphAfterRun') !== false;
}

/** Saves what the benchmark can read: the package's directory and below, where embedded files and test data are. */
async function savePackage(benchmarkFile: vscode.Uri): Promise<boolean> {
  const directory = path.dirname(benchmarkFile.fsPath) + path.sep;
  const dirty = vscode.workspace.textDocuments.filter(
    ({ isDirty, uri }) => isDirty && uri.scheme === 'file' && uri.fsPath.startsWith(directory),
  );
  for (const document of dirty) {
    if (await document.save()) continue;
    void vscode.window.showErrorMessage(
      vscode.l10n.t(
        '{0} could not be saved, so nothing was run: the profile would be of the old text.',
        path.basename(document.fileName),
      ),
    );
    return false;
  }
  return true;
}

async function offerTrust(): Promise<void> {
  const manage = vscode.l10n.t('Manage Workspace Trust');
  const pressed = await vscode.window.showWarningMessage(
    vscode.l10n.t(
      'Running a benchmark runs code, and this workspace is not trusted. Trust it to profile benchmarks.',
    ),
    manage,
  );
  if (pressed === manage) await vscode.commands.executeCommand('workbench.trust.manage');
}

/**
 * Stands before `serverCommands.compareRuns`, from a lens as from a view: the server makes the comparison the active
 * profile and writes its table into the output, and both are brought into sight. The user stays in the code.
 */
export function createCompareInterceptor(flameGraph: FlameGraph, outputs: Outputs): CommandInterceptor {
  return async (command, args, next) => {
    const outcome = await next(command, args);
    if (property(outcome, 'status') === 'opened') {
      outputs.runs.show(true);
      flameGraph.show(true);
    }
    return outcome;
  };
}
