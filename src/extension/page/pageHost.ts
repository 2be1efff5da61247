import * as vscode from 'vscode';
import type { ActiveCost, FromPage, PageOffer, SessionSummary, SourceText, ToPage } from '../../protocol.ts';
import { goCommandOf } from '../server/goExtension.ts';
import type { Outputs } from '../server/outputs.ts';
import { readFromPage } from '../server/outsideValues.ts';
import type { Server } from '../server/server.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { FrameSources } from './frameSources.ts';
import type { PageFiles } from './pageFiles.ts';
import { saveFile } from './saveFile.ts';

/** What every page needs of the extension. */
export interface PageServices {
  readonly files: PageFiles;
  readonly server: Server;
  readonly sources: FrameSources;
  readonly sessions: Sessions;
  readonly outputs: Outputs;
}

/** Whoever decides what is in a page. */
export interface PageOwner {
  /** The page holds another profile, another sample type of it, or none. */
  changed(): void;
  /** The user has come back to the page, and the server no longer knows its profile. */
  recover?(): void;
  offered?(chosen: PageOffer): void;
}

export type PageProblem = Omit<Extract<ToPage, { type: 'problem' }>, 'type'>;

/** Something of the profile that the page is to go to. */
export type PageRequest = Extract<ToPage, { type: 'search' | 'neighbours' }>;

/**
 * A page in a webview, and all that it asks for. It shows one session's profile; its sample type follows the lines',
 * and the lines show its session's costs while the user is in it. VS Code drops the page when it is hidden; it asks
 * for the profile again when it is back.
 */
export class PageHost implements vscode.Disposable {
  readonly #panel: vscode.WebviewPanel;
  readonly #services: PageServices;
  readonly #owner: PageOwner;
  readonly #subscriptions: vscode.Disposable[];
  /** The page listens. */
  #ready = false;
  #active: boolean;
  #content: { readonly session: SessionSummary; readonly sampleType: number } | PageProblem | null = null;
  /** The server has forgotten the session: its id may by now be another's. */
  #isOrphan = false;
  /** What the page has been sent. */
  #shown: ActiveCost | null = null;
  /** Counts what was begun to be sent; a profile read too late is not sent after a newer one. */
  #turn = 0;
  #requests: PageRequest[] = [];
  #notice = '';
  #marked: readonly string[] = [];

  constructor(panel: vscode.WebviewPanel, services: PageServices, owner: PageOwner) {
    this.#panel = panel;
    this.#services = services;
    this.#owner = owner;
    this.#active = panel.active;
    this.#subscriptions = [
      panel.webview.onDidReceiveMessage((message: unknown) => void this.#receive(message)),
      panel.onDidChangeViewState(() => this.#viewChanged()),
      services.sessions.onDidChange(() => this.#follow()),
    ];
    services.files.load(panel.webview);
  }

  /** The column the page is in, while the user is in the page. */
  get columnInFocus(): vscode.ViewColumn | undefined {
    return this.#active ? this.#panel.viewColumn : undefined;
  }

  /** The profile that is shown, and its sample type; `null` where there is none that the server knows. */
  get cost(): ActiveCost | null {
    if (this.#content === null || !('session' in this.#content) || this.#isOrphan) return null;
    return { sessionId: this.#content.session.id, sampleType: this.#content.sampleType };
  }

  /**
   * Shows the session's profile from now on.
   *
   * @param preferred the sample type to begin with, where the lines do not show another
   */
  show(session: SessionSummary, preferred = session.defaultSampleType): void {
    if (this.cost?.sessionId === session.id) return;
    const { active } = this.#services.sessions;
    const wanted = active?.sessionId === session.id ? active.sampleType : preferred;
    const isThere = session.sampleTypes[wanted] !== undefined;
    this.#content = { session, sampleType: isThere ? wanted : session.defaultSampleType };
    this.#isOrphan = false;
    if (this.#active) this.#showInLines();
    this.#owner.changed();
    void this.#send();
  }

  /** Says why there is no profile. */
  tell(problem: PageProblem): void {
    if (this.#content !== null && 'message' in this.#content && this.#content.message === problem.message)
      return;
    this.#content = problem;
    this.#shown = null;
    this.#requests = [];
    this.#owner.changed();
    void this.#send();
  }

  /** Goes to a part of the profile, as soon as it stands. */
  request(request: PageRequest): void {
    this.#requests = [request];
    void this.#send();
  }

  /** Says something of the profile above it; empty for nothing. */
  notice(text: string): void {
    if (text === this.#notice) return;
    this.#notice = text;
    if (this.#shown !== null) void this.#post({ type: 'notice', text });
  }

  /** Marks the frames of functions. */
  mark(functionNames: readonly string[]): void {
    if (functionNames.join('\n') === this.#marked.join('\n')) return;
    this.#marked = functionNames;
    if (this.#shown !== null) void this.#post({ type: 'mark', functionNames });
  }

  reveal(preserveFocus: boolean): void {
    // Without its column, an editor that can be split would open once more in the group that has the focus.
    this.#panel.reveal(this.#panel.viewColumn, preserveFocus);
  }

  #viewChanged(): void {
    const { visible, active } = this.#panel;
    if (!visible) this.#ready = false;
    const came = active && !this.#active;
    this.#active = active;
    if (!came) return;
    if (this.#isOrphan) this.#owner.recover?.();
    else this.#showInLines();
  }

  #showInLines(): void {
    if (this.#content === null || !('session' in this.#content)) return;
    const { session, sampleType } = this.#content;
    const { sessions } = this.#services;
    if (sessions.active?.sessionId === session.id) return;
    void sessions.show({ sessionId: session.id, sampleType });
  }

  #follow(): void {
    if (this.#content === null || !('session' in this.#content) || this.#isOrphan) return;
    const { sessions } = this.#services;
    const session = sessions.get(this.#content.session.id);
    this.#isOrphan = session === undefined;
    if (session === undefined || sessions.active?.sessionId !== session.id) return;
    if (sessions.active.sampleType === this.#content.sampleType) return;
    this.#content = { session, sampleType: sessions.active.sampleType };
    this.#owner.changed();
    void this.#send();
  }

  /** Sends what the page lacks. */
  async #send(): Promise<void> {
    if (!this.#ready || this.#content === null) return;
    const turn = ++this.#turn;
    if (!('session' in this.#content)) {
      await this.#post({ type: 'problem', ...this.#content });
      return;
    }
    const { session, sampleType } = this.#content;
    if (this.#shown?.sessionId !== session.id || this.#shown.sampleType !== sampleType) {
      const message = await this.#profileMessage(session, sampleType);
      if (turn !== this.#turn) return;
      await this.#post(message);
      if (message.type !== 'profile') return;
      this.#shown = { sessionId: session.id, sampleType };
      if (this.#notice !== '') await this.#post({ type: 'notice', text: this.#notice });
      if (this.#marked.length > 0) await this.#post({ type: 'mark', functionNames: this.#marked });
    }
    for (const request of this.#requests.splice(0)) await this.#post(request);
  }

  async #profileMessage(session: SessionSummary, sampleType: number): Promise<ToPage> {
    const { title, profilePath, operations, base } = session;
    try {
      const bytes = await readOwn(profilePath);
      const profile = { type: 'profile', title, bytes, sampleType, operations } as const;
      if (base === undefined) return profile;
      return { ...profile, base: { bytes: await readOwn(base.profilePath), operations: base.operations } };
    } catch (error) {
      this.#services.outputs.log.error(String(error));
      return { type: 'problem', message: vscode.l10n.t('The profile {0} cannot be read.', profilePath) };
    }
  }

  async #post(message: ToPage): Promise<void> {
    await this.#panel.webview.postMessage(message);
  }

  async #receive(raw: unknown): Promise<void> {
    const message: FromPage | null = readFromPage(raw);
    const { outputs, sources } = this.#services;
    if (message === null) {
      outputs.log.warn(`The flame graph page sent something unknown: ${JSON.stringify(raw)}`);
      return;
    }
    switch (message.type) {
      case 'ready':
        this.#ready = true;
        this.#shown = null;
        return this.#send();
      case 'open':
      case 'reveal': {
        if (this.cost === null) return;
        const { file, line, type } = message;
        return sources[type]({ sessionId: this.cost.sessionId, file, line }, this.#panel.viewColumn);
      }
      case 'source':
        return this.#sendSource(message.file);
      case 'assembly':
        return this.#sendAssembly(message.id, message.functionName);
      case 'graphviz':
        return this.#sendGraphviz();
      case 'growth':
        return this.#sendGrowth();
      case 'save':
        return saveFile(message.name, message.bytes);
      case 'savePage':
        return saveFile(message.name, await this.#services.files.standalone(message.page));
      case 'sampleType':
        return this.#switchSampleType(message.sampleType);
      case 'offer':
        return this.#owner.offered?.(message.chosen);
      case 'painted':
        return;
    }
  }

  /** The page shows it already: the sessions' answer must not send the profile again. */
  async #switchSampleType(sampleType: number): Promise<void> {
    if (this.#content === null || !('session' in this.#content)) return;
    const { session } = this.#content;
    this.#content = { session, sampleType };
    this.#shown = { sessionId: session.id, sampleType };
    this.#owner.changed();
    if (!this.#isOrphan) await this.#services.sessions.show({ sessionId: session.id, sampleType });
  }

  async #sendGraphviz(): Promise<void> {
    try {
      await this.#post({ type: 'graphviz', script: await this.#services.files.graphviz() });
    } catch (error) {
      this.#services.outputs.log.error(String(error));
      await this.#post({ type: 'graphviz', script: null });
    }
  }

  async #sendGrowth(): Promise<void> {
    const { server } = this.#services;
    const table =
      this.cost === null ? null : await server.execute('growth', { sessionId: this.cost.sessionId });
    await this.#post({ type: 'growth', table });
  }

  async #sendSource(file: string): Promise<void> {
    const { cost } = this;
    const source: SourceText =
      cost === null ? { missing: 'absent' } : await this.#services.sources.text(cost.sessionId, file);
    await this.#post({ type: 'source', file, source });
  }

  async #sendAssembly(id: number, functionName: string): Promise<void> {
    const { server, sessions, outputs } = this.#services;
    // Of the profile in the page, which another may be about to replace; the server says that there is no session ''.
    const sessionId = this.cost === null ? '' : (this.#shown?.sessionId ?? '');
    const folder = vscode.Uri.file(sessions.get(sessionId)?.profilePath ?? '');
    const goCommand = await goCommandOf(folder, outputs.log);
    const assembly = await server.execute('assembly', {
      sessionId,
      functionName,
      ...(goCommand === undefined ? {} : { goCommand }),
    });
    await this.#post({ type: 'assembly', id, assembly });
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}

/** A file's bytes in a buffer of their own: a view can be a window on a larger one. */
async function readOwn(path: string): Promise<ArrayBuffer> {
  const bytes = await vscode.workspace.fs.readFile(vscode.Uri.file(path));
  const own = new ArrayBuffer(bytes.byteLength);
  new Uint8Array(own).set(bytes);
  return own;
}
