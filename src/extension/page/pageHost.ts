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
import { stackOf } from '../server/outputs.ts';
import { sayWarning } from '../server/say.ts';
import { costGroups } from '../sessions/costGroups.ts';
import { type PageAnswers, replyTo } from './fromPage.ts';
import { createPageAnswers, failureText, type PageServices } from './pageAnswers.ts';
import { saveFile } from './pageFiles.ts';
import {
  type OpeningFile,
  type PageNews,
  type PageProblem,
  type PageProfile,
  type PageRequest,
  PageState,
} from './pageState.ts';
import type { PageSurface } from './pageSurface.ts';
import { pageWatch } from './pageWatch.ts';
import { readProfile } from './profileMessage.ts';

/** Decides what is in a page: the flame graph's, or a profile editor. */
export interface PageOwner {
  /** The page is to show another profile, another sample type of it, or none. */
  changed(): void;
  /** The user has come back to the page, and the server no longer knows its profile. */
  recover?(): void;
  /** The user has pressed the button of an offer. */
  offered?(chosen: PageOffer): void;
}

/**
 * A page in a webview. It shows the profile of one session. Its sample type follows that of the lines; and while the
 * user is in the page, the lines show the costs of its session.
 */
export class PageHost implements vscode.Disposable {
  readonly #answers: PageAnswers;
  readonly #subscriptions: vscode.Disposable;
  readonly #state = new PageState();
  /** The user is in the page. */
  #isActive: boolean;
  #isClosed = false;
  #view: object | undefined;
  /** The page does not have the view yet: it was chosen in another one. */
  #isViewNew = false;

  constructor(
    private readonly surface: PageSurface,
    private readonly services: PageServices,
    private readonly owner: PageOwner,
  ) {
    this.#answers = createPageAnswers(services);
    this.#isActive = surface.active;
    this.#subscriptions = vscode.Disposable.from(
      surface.webview.onDidReceiveMessage((message: unknown) => this.#received(message)),
      surface.onDidChange(() => this.#surfaceChanged()),
      services.sessions.onDidChange(() => {
        if (this.#state.follow(services.sessions)) this.#contentChanged();
        this.#offerChoices();
        this.#sayAge();
        this.#tellWatch();
      }),
      services.server.remotes.onDidChange(() => this.#tellWatch()),
      services.server.onResults(() => this.#post(this.#state.resultsChanged())),
    );
    services.files.load(surface.webview);
  }

  /** The column of the page, while the user is in the page. */
  get columnInFocus(): vscode.ViewColumn | undefined {
    return this.#isActive ? this.surface.viewColumn : undefined;
  }

  /** What the user has chosen in the page. */
  get view(): object | undefined {
    return this.#view;
  }

  /** The next profile begins with what the user has chosen in another page. */
  begin(view: object | undefined): void {
    if (view === undefined) return;
    this.#view = view;
    this.#isViewNew = true;
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
    if (!this.#state.show(session, preferred, this.services.sessions)) return;
    if (this.#isActive) this.#showInLines();
    this.#contentChanged();
  }

  /** The server reads this file, whose profile the page will show. */
  opening(file: OpeningFile): void {
    this.#state.opening(file);
    this.#sendMissing();
  }

  showProblem(problem: PageProblem): void {
    if (this.#state.showProblem(problem)) this.#contentChanged();
  }

  /** Goes to a part of the profile, as soon as the page has the profile. */
  request(request: PageRequest): void {
    this.#state.request(request);
    this.#sendMissing();
  }

  tell(news: PageNews): void {
    this.#post(this.#state.tell(news));
  }

  reveal(preserveFocus: boolean): void {
    this.surface.reveal(preserveFocus);
  }

  #surfaceChanged(): void {
    const { visible, active } = this.surface;
    if (!visible) this.#state.hidden();
    const hasCome = active && !this.#isActive;
    this.#isActive = active;
    if (hasCome) this.#focused();
  }

  #focused(): void {
    if (this.#state.isOrphan) this.owner.recover?.();
    else this.#showInLines();
  }

  #showInLines(): void {
    const { cost } = this.#state;
    const { sessions } = this.services;
    if (cost !== null && sessions.active?.sessionId !== cost.sessionId) void sessions.show(cost);
  }

  #offerChoices(): void {
    const { sessions } = this.services;
    this.tell({ type: 'choices', groups: costGroups(sessions.all, this.#state.cost?.sessionId ?? null) });
    this.tell({ type: 'offers', offers: this.#session?.waitingRun === undefined ? [] : ['profileWaiting'] });
  }

  /** Says whether the profile that the page has is of now. */
  #sayAge(): void {
    const sent = this.#state.sentSession;
    const session = sent === null ? undefined : this.services.sessions.get(sent);
    this.tell({ type: 'age', age: session?.age ?? null });
  }

  #tellWatch(): void {
    const { sessions, server } = this.services;
    const session = sessions.get(this.#state.cost?.sessionId ?? '');
    this.tell({ type: 'watch', watch: pageWatch(session, server.remotes.value.items) });
  }

  #contentChanged(): void {
    this.#offerChoices();
    this.#tellWatch();
    this.owner.changed();
    this.#sendMissing();
  }

  #sendMissing(): void {
    this.#post(this.#state.takeMessages());
    const profile = this.#state.takeProfile();
    if (profile !== null) void this.#sendProfile(profile);
  }

  async #sendProfile(profile: PageProfile): Promise<void> {
    const message = await readProfile(profile, this.services);
    const view = this.#isViewNew ? this.#view : undefined;
    const sent = this.#state.profileRead(
      profile,
      view === undefined || message.type === 'problem' ? message : { ...message, view },
    );
    if (sent.length > 0) this.#isViewNew = false;
    this.#post(sent);
    this.#sayAge();
  }

  /** Posts in this order, without waiting in between: what is posted later must also arrive later. */
  #post(messages: readonly ToPage[]): void {
    if (this.#isClosed) return;
    for (const message of messages) void this.surface.webview.postMessage(message);
  }

  #received(raw: unknown): void {
    const message = fromPage(raw);
    const { log } = this.services.outputs;
    if (message === undefined) {
      log.warn(`The page sent an unknown message: ${JSON.stringify(raw)}`);
      return;
    }
    this.#handle(message).catch((error: unknown) =>
      log.error(`The page’s ${message.type}: ${stackOf(error)}`),
    );
  }

  async #handle(message: FromPage): Promise<void> {
    const { files, sources } = this.services;
    switch (message.type) {
      case 'ready':
        this.#state.ready();
        return this.#sendMissing();
      case 'open': {
        const sessionId = this.#state.sentSession;
        if (sessionId === null) return;
        const { file, line } = message;
        return sources.open({ sessionId, file, line }, this.surface.viewColumn);
      }
      case 'mapPath': {
        const sessionId = this.#state.sentSession;
        if (sessionId !== null) await sources.map({ sessionId, file: message.file });
        return;
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
        return this.#showResult(message.runId, message.lines);
      case 'onServer': {
        const { action, id, moments } = message;
        const asked = { action, id, ...(moments === undefined ? {} : { moments }) };
        await this.services.server.execute('profileServer', asked);
        return;
      }
      case 'offer':
        if (message.chosen === 'profileWaiting') return this.#profileWaiting();
        return this.owner.offered?.(message.chosen);
      case 'focused':
        return this.#focused();
      case 'saved':
        this.#view = message.view;
        return;
      case 'painted':
        return;
    }
  }

  get #session(): SessionSummary | undefined {
    return this.services.sessions.get(this.#state.cost?.sessionId ?? '');
  }

  /** Profiles the benchmark again: what it waits for. */
  async #profileWaiting(): Promise<void> {
    const request = this.#session?.waitingRun;
    if (request !== undefined) await this.services.server.execute('run', request);
  }

  async #sampleTypeChosen(sampleType: number): Promise<void> {
    if (!this.#state.sampleTypeChosen(sampleType)) return;
    this.owner.changed();
    if (this.cost !== null) await this.services.sessions.show(this.cost);
  }

  /** The lines show the result, and with them the flame graph's page. It may be that this page is another. */
  async #showResult(runId: string, lines = false): Promise<void> {
    const outcome = await this.services.server.execute('showResult', { runId });
    if (outcome.status === 'opened') {
      await vscode.commands.executeCommand(commandId('showFlameGraph'), {
        sessionId: outcome.sessionId,
        lines,
      });
    } else if (outcome.message !== '') void sayWarning(outcome.message);
  }

  async #reply(question: AskFromPage): Promise<void> {
    const reply = await replyTo(question, this.#state.sentSession, this.#answers, (kind, error) => {
      this.services.outputs.log.error(`The page’s question ${kind}: ${stackOf(error)}`);
      return failureText(kind);
    });
    this.#post([reply]);
  }

  dispose(): void {
    this.#isClosed = true;
    this.#subscriptions.dispose();
  }
}
