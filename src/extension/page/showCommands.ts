import { posix } from 'node:path';
import * as vscode from 'vscode';
import {
  type BenchmarkAddress,
  benchmarkAddress,
  type LineFunctions,
  type ProfileStoreArgs,
  type ResultsScope,
  type SessionSummary,
  type ShowFlameGraphArgs,
  type SourcePosition,
  showFlameGraphArgs,
} from '../../protocol.ts';
import type { LanguageServer } from '../server/languageServer.ts';
import { chooseValue, sayInfo } from '../server/say.ts';
import { newestCost } from '../sessions/costGroups.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { showNoProfile } from '../sessions/switchProfile.ts';
import type { FlameGraph } from './flameGraph.ts';
import type { PageRequest } from './pageState.ts';
import type { ProfileEditors } from './profileEditors.ts';

/** The commands that show a profile, or a function of it, in its page. */
export class ShowCommands {
  readonly #flameGraph: FlameGraph;

  constructor(
    private readonly server: LanguageServer,
    private readonly sessions: Sessions,
    flameGraph: FlameGraph,
    private readonly editors: ProfileEditors,
    /** Shows the hottest line of the profile in the editor. */
    private readonly showLines: () => Promise<void>,
  ) {
    this.#flameGraph = flameGraph;
  }

  /** Fetches a profile of production, and shows it. If the lines show one, it can be compared instead, or shown per request. */
  async fromStore(): Promise<void> {
    const isShown = this.sessions.activeSession?.isProduction === true;
    const action = isShown ? await chooseStoreAction() : 'fetch';
    if (action === undefined) return;
    const sessionId = await this.server.execute('profileStore', { action });
    if (sessionId !== null) await this.flameGraph({ sessionId });
  }

  /** @param raw `ShowFlameGraphArgs` from a lens, a hover or a list; `undefined` from the palette, for the active profile */
  async flameGraph(raw: unknown): Promise<void> {
    const args = showFlameGraphArgs(raw) ?? {};
    await this.#showProfile(args, raw !== undefined);
    if (args.lines === true) await this.showLines();
  }

  /** @param preserveFocus from a lens or a hover, the focus stays in the code; from the palette, it goes to the graph */
  async #showProfile(args: ShowFlameGraphArgs, preserveFocus: boolean): Promise<void> {
    const { profilePath, sampleType, functionName } = args;
    const request: PageRequest | undefined =
      functionName === undefined ? undefined : { type: 'search', text: functionName };
    if (profilePath !== undefined) {
      // A link can name any path. Files that are no kept run's are opened in another way.
      const open = { path: profilePath, onlyKept: true, ...(sampleType === undefined ? {} : { sampleType }) };
      const outcome = await this.server.execute('openProfile', open);
      const opened = outcome.status === 'opened' ? this.sessions.get(outcome.sessionId) : undefined;
      if (opened !== undefined) this.#show(opened, preserveFocus, request);
      return;
    }
    const { activeSession, all, active } = this.sessions;
    const sessionId = args.sessionId ?? activeSession?.id ?? newestCost(all)?.sessionId;
    const session = sessionId === undefined ? undefined : this.sessions.get(sessionId);
    if (session === undefined) {
      await showNoProfile();
      return;
    }
    const isActive = active?.sessionId === session.id;
    const wanted = sampleType ?? (isActive ? active.sampleType : session.defaultSampleType);
    if (!isActive || active.sampleType !== wanted) {
      await this.sessions.show({ sessionId: session.id, sampleType: wanted });
    }
    this.#show(session, preserveFocus, request);
  }

  /**
   * Shows the table of all results of a benchmark with its sub-benchmarks, or of a file.
   *
   * @param raw `BenchmarkAddress`; `undefined` from the palette, for what the lines show, else for the editor's file
   */
  async results(raw: unknown): Promise<void> {
    const args = benchmarkAddress(raw);
    const { activeSession } = this.sessions;
    if (args === undefined && activeSession?.origin.from === 'benchmark') {
      this.#show(activeSession, false, { type: 'results', scope: null });
      return;
    }
    const editorUri = vscode.window.activeTextEditor?.document.uri.toString();
    const wanted = args ?? (editorUri === undefined ? undefined : { uri: editorUri, benchmark: null });
    if (wanted === undefined) return showNoProfile();
    const outcome = await this.server.execute('showResult', wanted);
    const session = outcome.status === 'opened' ? this.sessions.get(outcome.sessionId) : undefined;
    if (session !== undefined) {
      this.#show(session, args !== undefined, { type: 'results', scope: scopeOf(wanted) });
    } else if (outcome.status === 'failed' && outcome.message !== '') {
      void sayInfo(outcome.message);
    }
  }

  /** Searches the flame graph for the function on the cursor's line. */
  async lineInFlameGraph(): Promise<void> {
    await this.#showLine((text) => ({ type: 'search', text }));
  }

  async callersAndCallees(): Promise<void> {
    await this.#showLine((functionName) => ({ type: 'neighbours', functionName }));
  }

  async #showLine(requestFor: (functionName: string) => PageRequest): Promise<void> {
    if (this.sessions.active === null) return showNoProfile();
    const editor = vscode.window.activeTextEditor;
    const found = editor === undefined ? null : await functionsAtCursor(this.server, editor);
    const [functionName] = found?.functionNames ?? [];
    const session = found === null ? undefined : this.sessions.get(found.sessionId);
    if (functionName === undefined || session === undefined) {
      void sayInfo(
        vscode.l10n.t(
          'This line has no cost in the profile that is shown. Put the cursor on a line with a cost.',
        ),
      );
      return;
    }
    this.#show(session, false, requestFor(functionName));
  }

  #show(session: SessionSummary, preserveFocus: boolean, request: PageRequest | undefined): void {
    if (!this.editors.reveal(session, preserveFocus, request)) this.#flameGraph.show(preserveFocus, request);
  }
}

function chooseStoreAction(): Promise<ProfileStoreArgs['action'] | undefined> {
  return chooseValue({ title: vscode.l10n.t('Profile Production') }, [
    ['fetch', vscode.l10n.t('Another Profile…'), vscode.l10n.t('from this store or another one')],
    [
      'compare',
      vscode.l10n.t('Compare with Another Version or Time…'),
      vscode.l10n.t('the profile that the lines show'),
    ],
    [
      'perRequest',
      vscode.l10n.t('Costs per Request…'),
      vscode.l10n.t('where you know how many requests there were'),
    ],
  ]);
}

function scopeOf({ uri, benchmark }: BenchmarkAddress): ResultsScope {
  return benchmark === null
    ? { of: 'file', name: posix.basename(vscode.Uri.parse(uri).path) }
    : { of: 'benchmark', name: benchmark };
}

/** The functions that cause the cost of the cursor's line; `null` if the line has no cost. */
export async function functionsAtCursor(
  server: LanguageServer,
  { document, selection }: vscode.TextEditor,
): Promise<LineFunctions | null> {
  const { line, character } = selection.active;
  const position: SourcePosition = { uri: document.uri.toString(), line, character };
  return server.execute('lineFunctions', position);
}
