import path from 'node:path';
import type { OpenOutcome, OpenRequest } from '../../protocol.ts';
import type { Problem } from '../../result.ts';
import { localSentence, type Messages } from '../client/messages.ts';
import type { Settings } from '../client/settings.ts';
import { openProfileFile } from '../sessions/openProfile.ts';
import type { SessionStore } from '../sessions/sessions.ts';
import type { History } from './history.ts';
import { type HistoryCommands, showOpened } from './historyCommands.ts';

/** What opening works with. */
export interface OpenerContext {
  readonly history: () => Promise<History>;
  readonly historyCommands: HistoryCommands;
  readonly sessions: SessionStore;
  readonly settings: Settings;
  readonly messages: Messages;
  readonly isTrusted: () => boolean;
  /** The first workspace folder, if there is one. */
  readonly folder: string | null;
}

/** Opens profile files as sessions. A file of a kept run brings along everything that is kept of the run. */
export class ProfileOpener {
  readonly #context: OpenerContext;

  constructor(context: OpenerContext) {
    this.#context = context;
  }

  async open(request: OpenRequest): Promise<OpenOutcome> {
    const { basePath } = request;
    const history = await this.#context.history();
    const kept = history.ofProfile(request.path);
    if (kept === undefined) return this.#openFile(request);
    const base = basePath === undefined ? undefined : history.ofProfile(basePath);
    return this.#context.historyCommands.open(kept, base, request);
  }

  async #openFile(request: OpenRequest): Promise<OpenOutcome> {
    const { path: file, forPage } = request;
    const { sessions, settings, messages, isTrusted, folder } = this.#context;
    const goFolder = folder ?? path.dirname(file);
    const opened = await openProfileFile(file, goFolder, await settings.general(), isTrusted());
    if (opened.ok) return showOpened(sessions, sessions.addFile(opened.value), request);
    const problem = withFile(path.basename(file), opened.problem);
    if (forPage) messages.logProblem(problem);
    else messages.problem(problem, 'error');
    const message = localSentence(forPage ? opened.problem : problem);
    return { status: 'failed', message, hasDetails: problem.details !== undefined };
  }
}

/** The problem, with the name of the file before it: the user may read a notification long after the click. */
function withFile(file: string, problem: Problem): Problem {
  return { ...problem, template: '{0}: {1}', args: [file, localSentence(problem)] };
}
