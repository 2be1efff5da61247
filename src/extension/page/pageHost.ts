import * as vscode from 'vscode';
import {
  type ActiveCost,
  type AskFromPage,
  type FromPage,
  fromPage,
  type PageOffer,
  type SessionSummary,
  type ToPage,
} from '../../protocol.ts';
import { commandId } from '../server/commandNames.ts';
import { sayWarning } from '../server/say.ts';
import { costGroups, runOf } from '../sessions/costGroups.ts';
import { type PageAnswers, replyTo } from './fromPage.ts';
import { createPageAnswers, failureText, type PageServices } from './pageAnswers.ts';
import { saveFile } from './pageFiles.ts';
import {
  type OpeningFile,
  type PageProblem,
  type PageProfile,
  type PageRequest,
  PageState,
} from './pageState.ts';

/** Decides what is in a page: the flame graph's panel, or a profile editor. */
export interface PageOwner {
  /** The page is to show another profile, another sample type of it, or none. */
  changed(): void;
  /** The user has come back to the page, and the server no longer knows its profile. */
  recover?(): void;
  /** The page may stand elsewhere now, or have another size. */
  moved?(): void;
  /** The user has pressed the button of an offer. */
  offered?(chosen: PageOffer): void;
}

/**
 * A page in a webview. It shows the profile of one session. Its sample type follows that of the lines; and while the
 * user is in the page, the lines show the costs of its session.
 */
export class PageHost implements vscode.Disposable {
  readonly #panel: vscode.WebviewPanel;
  readonly #services: PageServices;
  readonly #answers: PageAnswers;
  readonly #owner: PageOwner;
  readonly #subscriptions: vscode.Disposable[];
  readonly #state = new PageState();
  /** The user is in the page. */
  #isActive: boolean;
  #isClosed = false;

  constructor(panel: vscode.WebviewPanel, services: PageServices, owner: PageOwner) {
    this.#panel = panel;
    this.#services = services;
    this.#answers = createPageAnswers(services);
    this.#owner = owner;
    this.#isActive = panel.active;
    this.#subscriptions = [
      panel.webview.onDidReceiveMessage((message: unknown) => this.#received(message)),
      panel.onDidChangeViewState(() => this.#viewChanged()),
      services.sessions.onDidChange(() => {
        if (this.#state.follow(services.sessions)) this.#contentChanged();
        this.#offerChoices();
        this.#sayAge();
      }),
      services.server.onResults(() => this.#post(this.#state.resultsChanged())),
    ];
    services.files.load(panel.webview);
  }

  /** The column of the page, while the user is in the page. */
  get columnInFocus(): vscode.ViewColumn | undefined {
    return this.#isActive ? this.#panel.viewColumn : undefined;
  }

  /** The profile that is shown, and its sample type; `null` where there is none that the server knows. */
  get cost(): ActiveCost | null {
    return this.#state.cost;
  }

  /**
   * Shows the session's profile from now on.
   *
   * @param preferred the sample type to begin with, unless the lines show another one of this session
   */
  show(session: SessionSummary, preferred = session.defaultSampleType): void {
    if (!this.#state.show(session, preferred, this.#services.sessions)) return;
    if (this.#isActive) this.#showInLines();
    this.#contentChanged();
  }

  /** The server reads this file, whose profile the page will show. */
  opening(file: OpeningFile): void {
    this.#state.opening(file);
    this.#sendMissing();
  }

  /** Says why there is no profile. */
  showProblem(problem: PageProblem): void {
    if (this.#state.showProblem(problem)) this.#contentChanged();
  }

  /** Goes to a part of the profile, as soon as the page has the profile. */
  request(request: PageRequest): void {
    this.#state.request(request);
    this.#sendMissing();
  }

  /** Shows a sentence above the profile; empty for none. */
  notice(text: string): void {
    this.#post(this.#state.notice(text));
  }

  /** Marks the frames of functions. */
  mark(functionNames: readonly string[]): void {
    this.#post(this.#state.mark(functionNames));
  }

  reveal(preserveFocus: boolean): void {
    // Name the column: without it, VS Code opens an editor that can be split once more, in the group with the focus.
    this.#panel.reveal(this.#panel.viewColumn, preserveFocus);
  }

  #viewChanged(): void {
    const { visible, active } = this.#panel;
    this.#owner.moved?.();
    if (!visible) this.#state.hidden();
    const hasCome = active && !this.#isActive;
    this.#isActive = active;
    if (!hasCome) return;
    if (this.#state.isOrphan) this.#owner.recover?.();
    else this.#showInLines();
  }

  #showInLines(): void {
    const { cost } = this.#state;
    const { sessions } = this.#services;
    if (cost !== null && sessions.active?.sessionId !== cost.sessionId) void sessions.show(cost);
  }

  #offerChoices(): void {
    const { sessions } = this.#services;
    this.#post(this.#state.choices(costGroups(sessions.all, this.#state.cost?.sessionId ?? null)));
  }

  /** Says whether the profile that the page has is of now. */
  #sayAge(): void {
    const sent = this.#state.sentSession;
    const session = sent === null ? undefined : this.#services.sessions.get(sent);
    this.#post(this.#state.age(session?.age ?? null));
  }

  #contentChanged(): void {
    this.#offerChoices();
    this.#owner.changed();
    this.#sendMissing();
  }

  #sendMissing(): void {
    this.#post(this.#state.takeMessages());
    const profile = this.#state.takeProfile();
    if (profile !== null) void this.#sendProfile(profile);
  }

  async #sendProfile(profile: PageProfile): Promise<void> {
    const message = await this.#read(profile);
    this.#post(this.#state.profileRead(profile, message));
    this.#sayAge();
  }

  async #read({
    session,
    sampleType,
  }: PageProfile): Promise<Extract<ToPage, { type: 'profile' | 'problem' }>> {
    const { title, profilePath, operations, perUnit, base } = session;
    try {
      const bytes = await readOwn(session.bytesPath ?? profilePath);
      const timed = await this.#services.server.execute('timedSamples', { sessionId: session.id });
      const { origin } = session;
      // All profiles of one server keep what the user has chosen: while it is watched, one replaces the other.
      const isFetched = origin.from === 'file' && origin.source !== undefined;
      const own = { id: session.id, run: isFetched ? `server ${origin.source}` : runOf(session) };
      const profile = {
        type: 'profile',
        title,
        session: own,
        bytes,
        sampleType,
        operations,
        perUnit,
        timed: timed.own,
      } as const;
      if (base === undefined) return profile;
      return {
        ...profile,
        base: {
          bytes: await readOwn(base.bytesPath ?? base.profilePath),
          operations: base.operations,
          ratio: base.ratio,
          timed: timed.base,
        },
      };
    } catch (error) {
      this.#services.outputs.log.error(String(error));
      return { type: 'problem', message: vscode.l10n.t('The profile {0} cannot be read.', profilePath) };
    }
  }

  /** Posts in this order, without waiting in between: what is posted later must also arrive later. */
  #post(messages: readonly ToPage[]): void {
    if (this.#isClosed) return;
    for (const message of messages) void this.#panel.webview.postMessage(message);
  }

  #received(raw: unknown): void {
    const message = fromPage(raw);
    const { log } = this.#services.outputs;
    if (message === undefined) {
      log.warn(`The page sent an unknown message: ${JSON.stringify(raw)}`);
      return;
    }
    this.#handle(message).catch((error: unknown) =>
      log.error(`The page’s ${message.type}: ${stackOf(error)}`),
    );
  }

  async #handle(message: FromPage): Promise<void> {
    const { files, sources } = this.#services;
    switch (message.type) {
      case 'ready':
        this.#state.ready();
        return this.#sendMissing();
      case 'open':
      case 'reveal': {
        const sessionId = this.#state.sentSession;
        if (sessionId === null) return;
        const { file, line, type } = message;
        return sources[type]({ sessionId, file, line }, this.#panel.viewColumn);
      }
      case 'ask':
        return this.#reply(message);
      case 'save':
        return saveFile(message.name, message.bytes);
      case 'savePage':
        return saveFile(message.name, await files.standalone(message.page));
      case 'sampleType':
        return this.#sampleTypeChosen(message.sampleType);
      case 'show':
        // Its page comes to the front: the flame graph's, or that of the file's own editor.
        return vscode.commands.executeCommand(commandId('showFlameGraph'), message.cost);
      case 'showResult':
        return this.#showResult(message.runId);
      case 'offer':
        return this.#owner.offered?.(message.chosen);
      case 'resized':
        return this.#owner.moved?.();
      case 'painted':
        return;
    }
  }

  async #sampleTypeChosen(sampleType: number): Promise<void> {
    if (!this.#state.sampleTypeChosen(sampleType)) return;
    this.#owner.changed();
    if (this.cost !== null) await this.#services.sessions.show(this.cost);
  }

  /** The lines show the result, and with them the flame graph's panel. It may be that this page is another. */
  async #showResult(runId: string): Promise<void> {
    const outcome = await this.#services.server.execute('showResult', { runId });
    if (outcome.status === 'opened') {
      await vscode.commands.executeCommand(commandId('showFlameGraph'), { sessionId: outcome.sessionId });
    } else if (outcome.message !== '') void sayWarning(outcome.message);
  }

  async #reply(question: AskFromPage): Promise<void> {
    const reply = await replyTo(question, this.#state.sentSession, this.#answers, (kind, error) => {
      this.#services.outputs.log.error(`The page’s question ${kind}: ${stackOf(error)}`);
      return failureText(kind);
    });
    this.#post([reply]);
  }

  dispose(): void {
    this.#isClosed = true;
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** A file's bytes in a buffer of their own: a view can be a window on a larger one. */
async function readOwn(path: string): Promise<ArrayBuffer> {
  const bytes = await vscode.workspace.fs.readFile(vscode.Uri.file(path));
  const own = new ArrayBuffer(bytes.byteLength);
  new Uint8Array(own).set(bytes);
  return own;
}
