import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import * as vscode from 'vscode';
import {
  type FromPage,
  type GrowthTable,
  type OpenOutcome,
  type PageToSave,
  type SessionSummary,
  serverCommands,
  type ToPage,
} from '../protocol.ts';
import { standalonePage } from '../standalonePage.ts';
import { flameGraphHtml } from './flameGraphHtml.ts';
import { FrameSources } from './frameSources.ts';
import { readFromPage } from './fromPage.ts';
import type { Outputs } from './outputs.ts';
import { property } from './property.ts';
import { openRequest } from './revive.ts';
import { saveFile } from './saveFile.ts';
import type { Server } from './server.ts';
import type { Sessions } from './sessions.ts';

const viewType = 'pprofLens.flameGraph';

/** `OpenRequest` of the profile that was in the page, to bring it back after the window is reloaded. */
const lastProfileKey = 'flameGraph.profile';

/** What the page has been sent. */
interface Shown {
  readonly sessionId: string;
  readonly sampleType: number;
}

/**
 * The flame graph's panel. It shows the active profile: switching elsewhere switches the page, and switching
 * the sample type in the page switches it everywhere. VS Code drops the page when it is hidden; it asks for
 * the profile again when it is back.
 */
export class FlameGraph implements vscode.Disposable {
  readonly #extension: vscode.ExtensionContext;
  readonly #server: Server;
  readonly #sessions: Sessions;
  readonly #outputs: Outputs;
  readonly #sources: FrameSources;
  readonly #subscriptions: vscode.Disposable[];
  #panel: vscode.WebviewPanel | null = null;
  /** The page listens. */
  #ready = false;
  #shown: Shown | null = null;
  /** Counts what was begun to be sent; a profile read too late is not sent after a newer one. */
  #turn = 0;
  #search: string | null = null;
  #closedByUser = false;

  constructor(extension: vscode.ExtensionContext, server: Server, sessions: Sessions, outputs: Outputs) {
    this.#extension = extension;
    this.#server = server;
    this.#sessions = sessions;
    this.#outputs = outputs;
    this.#sources = new FrameSources(server);
    this.#subscriptions = [
      sessions.onDidChange(() => void this.#send()),
      vscode.window.registerWebviewPanelSerializer(viewType, {
        deserializeWebviewPanel: async (panel) => {
          this.#adopt(panel);
          await this.#restore();
        },
      }),
    ];
  }

  /** Opens the panel, or brings it to the front. */
  show(options: { readonly preserveFocus: boolean; readonly search?: string | undefined }): void {
    this.#search = options.search ?? null;
    if (this.#panel === null) {
      const panel = vscode.window.createWebviewPanel(
        viewType,
        vscode.l10n.t('Flame Graph'),
        { viewColumn: vscode.ViewColumn.Beside, preserveFocus: options.preserveFocus },
        { enableScripts: true, localResourceRoots: [this.#file('dist')] },
      );
      this.#adopt(panel);
    } else {
      this.#panel.reveal(undefined, options.preserveFocus);
    }
    void this.#send();
  }

  /** Opens the panel beside after a run, unless the user has closed it: then they do not want it each time. */
  showAfterRun(): void {
    if (this.#panel === null && !this.#closedByUser) this.show({ preserveFocus: true });
  }

  #file(...segments: string[]): vscode.Uri {
    return vscode.Uri.joinPath(this.#extension.extensionUri, ...segments);
  }

  #adopt(panel: vscode.WebviewPanel): void {
    this.#panel?.dispose();
    this.#panel = panel;
    this.#closedByUser = false;
    this.#ready = false;
    const { webview } = panel;
    panel.iconPath = {
      light: this.#file('media', 'flame-light.svg'),
      dark: this.#file('media', 'flame-dark.svg'),
    };
    const subscriptions = [
      webview.onDidReceiveMessage((message: unknown) => void this.#receive(message)),
      panel.onDidChangeViewState(() => {
        if (!panel.visible) this.#ready = false;
      }),
      panel.onDidDispose(() => {
        for (const subscription of subscriptions) subscription.dispose();
        if (this.#panel !== panel) return;
        this.#panel = null;
        this.#ready = false;
        this.#shown = null;
        this.#closedByUser = true;
      }),
    ];
    webview.html = flameGraphHtml({
      script: webview.asWebviewUri(this.#file('dist', 'page.js')).toString(),
      style: webview.asWebviewUri(this.#file('dist', 'page.css')).toString(),
      cspSource: webview.cspSource,
      nonce: randomBytes(24).toString('base64url'),
      title: vscode.l10n.t('Flame Graph'),
      language: vscode.env.language,
      translations: vscode.l10n.bundle,
    });
  }

  /** After a reload of the window there are no sessions: the page's profile becomes one again. */
  async #restore(): Promise<void> {
    const last = this.#extension.workspaceState.get<unknown>(lastProfileKey);
    const path = property(last, 'path');
    if (typeof path !== 'string' || this.#sessions.active !== null) return;
    try {
      await vscode.workspace.fs.stat(vscode.Uri.file(path));
    } catch {
      await this.#post({
        type: 'problem',
        message: vscode.l10n.t(
          'The profile shown here is no longer on the disk. Profile the benchmark again.',
        ),
      });
      return;
    }
    const outcome = await this.#server.execute<OpenOutcome>(serverCommands.openProfile, last);
    if (outcome.status === 'failed') await this.#post({ type: 'problem', message: outcome.message });
  }

  /** Sends the active profile, unless the page has it. */
  async #send(): Promise<void> {
    if (this.#panel === null || !this.#ready) return;
    const turn = ++this.#turn;
    const { active, activeSession: session } = this.#sessions;
    if (active === null || session === undefined) {
      this.#shown = null;
      await this.#post({
        type: 'problem',
        message: vscode.l10n.t('No profile is shown. Profile a benchmark or open a profile file.'),
      });
      return;
    }
    const { sampleType } = active;
    if (this.#shown?.sessionId !== session.id || this.#shown.sampleType !== sampleType) {
      const message = await this.#profileMessage(session, sampleType);
      if (turn !== this.#turn) return;
      this.#shown = message.type === 'profile' ? { sessionId: session.id, sampleType } : null;
      await this.#post(message);
    }
    if (this.#search !== null) {
      const text = this.#search;
      this.#search = null;
      await this.#post({ type: 'search', text });
    }
  }

  async #profileMessage(session: SessionSummary, sampleType: number): Promise<ToPage> {
    const { title, profilePath, operations, base } = session;
    try {
      const bytes = await readOwn(profilePath);
      const profile = { type: 'profile', title, bytes, sampleType, operations } as const;
      const compared =
        base === undefined
          ? profile
          : { ...profile, base: { bytes: await readOwn(base.profilePath), operations: base.operations } };
      this.#remember(session, sampleType);
      return compared;
    } catch (error) {
      this.#outputs.log.error(String(error));
      return { type: 'problem', message: vscode.l10n.t('The profile {0} cannot be read.', profilePath) };
    }
  }

  #remember(session: SessionSummary, sampleType: number): void {
    void this.#extension.workspaceState.update(lastProfileKey, openRequest(session, sampleType));
  }

  async #post(message: ToPage): Promise<void> {
    if (this.#panel === null) return;
    this.#panel.title =
      message.type === 'profile'
        ? vscode.l10n.t('Flame Graph: {0}', message.title)
        : message.type === 'problem'
          ? vscode.l10n.t('Flame Graph')
          : this.#panel.title;
    await this.#panel.webview.postMessage(message);
  }

  async #receive(raw: unknown): Promise<void> {
    const message: FromPage | null = readFromPage(raw);
    if (message === null) {
      this.#outputs.log.warn(`The flame graph page sent something unknown: ${JSON.stringify(raw)}`);
      return;
    }
    switch (message.type) {
      case 'ready':
        this.#ready = true;
        this.#shown = null;
        return this.#send();
      case 'open':
      case 'reveal': {
        if (this.#shown === null) return;
        const { file, line, type } = message;
        return this.#sources[type]({ sessionId: this.#shown.sessionId, file, line }, this.#panel?.viewColumn);
      }
      case 'source':
        return this.#sendSource(message.file);
      case 'graphviz':
        return this.#sendGraphviz();
      case 'growth':
        return this.#sendGrowth();
      case 'save':
        return saveFile(message.name, message.bytes);
      case 'savePage':
        return this.#savePage(message.name, message.page);
      case 'sampleType':
        return this.#switchSampleType(message.sampleType);
      case 'painted':
        return;
    }
  }

  /** The page shows it already: the sessions' answer must not send the profile again. */
  async #switchSampleType(sampleType: number): Promise<void> {
    if (this.#shown === null) return;
    const { sessionId } = this.#shown;
    this.#shown = { sessionId, sampleType };
    const session = this.#sessions.get(sessionId);
    if (session !== undefined) this.#remember(session, sampleType);
    await this.#sessions.show({ sessionId, sampleType });
  }

  async #sendGrowth(): Promise<void> {
    const { sessionId } = this.#shown ?? {};
    const table =
      sessionId === undefined
        ? null
        : await this.#server.execute<GrowthTable | null>(serverCommands.growth, { sessionId });
    await this.#post({ type: 'growth', table });
  }

  async #sendGraphviz(): Promise<void> {
    try {
      const script = await vscode.workspace.fs.readFile(this.#file('dist', 'graphviz.js'));
      await this.#post({ type: 'graphviz', script: new TextDecoder().decode(script) });
    } catch (error) {
      this.#outputs.log.error(String(error));
      await this.#post({ type: 'graphviz', script: null });
    }
  }

  async #savePage(name: string, page: PageToSave): Promise<void> {
    const [pageScript, styles, graphviz] = await Promise.all(
      ['page.js', 'page.css', 'graphviz.js'].map((file) =>
        vscode.workspace.fs.readFile(this.#file('dist', file)),
      ),
    );
    const text = new TextDecoder();
    const html = standalonePage({
      ...page,
      pageScript: text.decode(pageScript),
      styles: text.decode(styles),
      graphviz: gzipSync(graphviz ?? ''),
      language: vscode.env.language,
      ...(vscode.l10n.bundle === undefined ? {} : { translations: vscode.l10n.bundle }),
      nonce: randomBytes(18).toString('base64url'),
    });
    await saveFile(name, new TextEncoder().encode(html));
  }

  async #sendSource(file: string): Promise<void> {
    if (this.#shown === null) return;
    const source = await this.#sources.text(this.#shown.sessionId, file);
    await this.#post({ type: 'source', file, source });
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#panel?.dispose();
  }
}

/** A file's bytes in a buffer of their own: a view can be a window on a larger one. */
async function readOwn(path: string): Promise<ArrayBuffer> {
  const bytes = await vscode.workspace.fs.readFile(vscode.Uri.file(path));
  const own = new ArrayBuffer(bytes.byteLength);
  new Uint8Array(own).set(bytes);
  return own;
}
