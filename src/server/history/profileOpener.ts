import path from 'node:path';
import * as l10n from '@vscode/l10n';
import type { Problem, Result } from '../../base/result.ts';
import { recordFile } from '../../go/results/runRecord.ts';
import { samePath } from '../../go/sources/sourcePaths.ts';
import type { OpenOutcome, OpenRequest } from '../../protocol.ts';
import { localSentence } from '../client/messages.ts';
import type { Services } from '../services/services.ts';
import { outcomeOf, showOpened } from '../sessions/openOutcome.ts';
import { openComparison, openProfileFile, rootsFor } from '../sessions/openProfile.ts';
import type { Session, SessionSource } from '../sessions/session.ts';
import { type History, runGone } from './history.ts';
import { type KeptResult, resultOf } from './keptRun.ts';
import type { KeptSessions } from './keptSessions.ts';

export interface OpenerContext
  extends Pick<
    Services,
    | 'sessions'
    | 'settings'
    | 'messages'
    | 'results'
    | 'isTrusted'
    | 'files'
    | 'copies'
    | 'folder'
    | 'workspaceFiles'
    | 'mapping'
    | 'background'
  > {
  /** Resolves once the runs of earlier are read. */
  readonly history: () => Promise<History>;
  readonly keptSessions: KeptSessions;
  /** Results have changed: the editor should ask for lenses again. */
  readonly resultsChanged: () => void;
  /** Opens a profile file that came from a store; `null` for any other file. */
  readonly openRemote: (file: string, base?: string) => Promise<Result<SessionSource> | null>;
  /** Resolves once the results of programs and servers of earlier are open. */
  readonly restored: () => Promise<void>;
}

/** Opens profile files as sessions. A file of a kept run brings along everything that is kept of the run. */
export class ProfileOpener {
  constructor(private readonly context: OpenerContext) {}

  async open(request: OpenRequest): Promise<OpenOutcome> {
    const { basePath } = request;
    const history = await this.context.history();
    if (path.basename(request.path) === recordFile) return this.#openRun(history, request);
    const kept = history.ofProfile(request.path);
    if (kept === undefined) {
      if (request.onlyKept === true) return this.#failed(runGone().problem, 'warning');
      const own = await this.#ownSession(request);
      return own === undefined ? this.#openFile(request) : showOpened(this.context.sessions, own, request);
    }
    const base = basePath === undefined ? undefined : history.ofProfile(basePath);
    return this.#openKept(kept, base, request);
  }

  #failed(problem: Problem, severity: 'error' | 'warning'): OpenOutcome {
    this.context.messages.problem(problem, severity);
    return { status: 'failed', message: localSentence(problem) };
  }

  /** The session of a profile that we have recorded or fetched: it is known what the profile is of. */
  async #ownSession({ path: file, merged = [], basePath }: OpenRequest): Promise<Session | undefined> {
    await this.context.restored();
    if (merged.length > 0 || basePath !== undefined) return undefined;
    return this.context.sessions.all.find(
      ({ origin, profilePath, base }) =>
        (origin.from === 'run' || (origin.from === 'file' && origin.source !== undefined)) &&
        base === undefined &&
        samePath(profilePath, file),
    );
  }

  /** Takes a run from elsewhere into the history, and shows the first of its profiles. */
  async #openRun(history: History, request: OpenRequest): Promise<OpenOutcome> {
    const { settings, results, resultsChanged, isTrusted, files, folder } = this.context;
    const from = path.dirname(request.path);
    const { modules } = await rootsFor(folder ?? from, await settings.general(), isTrusted(), files);
    const imported = await history.import(from, ({ package: importPath, directory }) => {
      const module = modules.find(({ path: name }) => `${importPath}/`.startsWith(`${name}/`));
      if (module !== undefined) return path.join(module.directory, importPath.slice(module.path.length));
      const known = history.results.find(({ benchmark }) => benchmark.package === importPath);
      return known?.benchmark.directory ?? directory;
    });
    if (!imported.ok) return this.#failed(imported.problem, 'error');
    for (const kept of imported.value) results.put(resultOf(kept), []);
    resultsChanged();
    const first = imported.value.find(({ benchmark }) => benchmark.profiles.length > 0);
    if (first !== undefined) return this.#openKept(first, undefined, request);
    const message = l10n.t(
      'The run is in the Profiles view now. It has no profiles that could be shown here.',
    );
    return { status: 'failed', message };
  }

  /**
   * Opens all profiles of a kept result, each against the base's if there is one, and shows the profile that the request
   * names. If that file is gone, another profile is shown.
   */
  async #openKept(
    kept: KeptResult,
    base: KeptResult | undefined,
    request: OpenRequest,
  ): Promise<OpenOutcome> {
    const { keptSessions, sessions, messages } = this.context;
    const opened =
      base === undefined ? await keptSessions.open(kept) : await keptSessions.compare(kept, base);
    for (const problem of opened.problems) messages.problem(problem, 'warning');
    const named = opened.sessions.find(({ profilePath }) => samePath(profilePath, request.path));
    if (named !== undefined) return showOpened(sessions, named, request);
    const [other] = opened.sessions;
    if (other !== undefined) return showOpened(sessions, other, { forPage: request.forPage === true });
    return { status: 'failed', message: opened.problems.map(localSentence).join(' ') };
  }

  async #openFile(request: OpenRequest): Promise<OpenOutcome> {
    const { path: file, merged = [], basePath } = request;
    const stored = merged.length === 0 ? await this.context.openRemote(file, basePath) : null;
    const opened =
      stored ??
      (basePath === undefined
        ? await openProfileFile(file, this.context, merged)
        : await openComparison(file, basePath, this.context));
    return outcomeOf(opened, request, this.context);
  }
}
