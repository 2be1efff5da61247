import * as vscode from 'vscode';
import { wholeNumber } from '../../base/outsideValues.ts';
import type { PageOffer, SessionSummary } from '../../protocol.ts';
import { commandId } from '../server/commandNames.ts';
import type { LanguageServer } from '../server/languageServer.ts';
import type { PageHost } from './pageHost.ts';
import type { PageRequest } from './pageState.ts';
import { tabSurface } from './pageSurface.ts';
import type { Pages } from './pages.ts';
import { ProfileDocument } from './profileDocument.ts';

/** The editor of files that can only be profiles, such as `*.pprof`. VS Code opens it by default. */
const profileViewType = 'pprofLens.profile';

/**
 * The same editor for names that say little, such as `*.out`. VS Code offers it. Each of the two priorities
 * needs a view type.
 */
const byContentViewType = 'pprofLens.profileByContent';

/**
 * Opens profile files in editors of their own. If a file is no profile, the page says what is wrong with it. The
 * lines show the costs of the profile whose editor had the focus last.
 */
export class ProfileEditors implements vscode.CustomReadonlyEditorProvider<ProfileDocument> {
  readonly #storage: vscode.Uri;
  readonly #memory: vscode.Memento;
  readonly #documents = new Map<PageHost, ProfileDocument>();
  readonly #closed = new vscode.EventEmitter<void>();

  readonly onDidClose = this.#closed.event;

  constructor(
    context: vscode.ExtensionContext,
    private readonly server: LanguageServer,
    private readonly pages: Pages,
  ) {
    this.#storage = context.storageUri ?? context.globalStorageUri;
    this.#memory = context.workspaceState;
    const options = { supportsMultipleEditorsPerDocument: true };
    for (const viewType of [profileViewType, byContentViewType]) {
      context.subscriptions.push(vscode.window.registerCustomEditorProvider(viewType, this, options));
    }
  }

  /** Whether an editor shows this session, or will show it as soon as the file has been read. */
  has(session: SessionSummary): boolean {
    return this.#hostOf(session) !== undefined;
  }

  /** Brings the editor of this session to the front. Returns false if it has none. */
  reveal(session: SessionSummary, preserveFocus: boolean, request?: PageRequest): boolean {
    const host = this.#hostOf(session);
    if (host === undefined) return false;
    host.reveal(preserveFocus);
    if (request !== undefined) host.request(request);
    return true;
  }

  /** Compares paths, not ids: a file that is read again becomes another session. */
  #hostOf({ profilePath, base, merged }: SessionSummary): PageHost | undefined {
    // A comparison is not a file, so no editor shows it. Nor are several files.
    if (base !== undefined || merged !== undefined) return undefined;
    for (const [host, { path }] of this.#documents) if (path === profilePath) return host;
    return undefined;
  }

  openCustomDocument(uri: vscode.Uri): ProfileDocument {
    const document = new ProfileDocument(uri, this.server, this.#storage);
    void document.read();
    return document;
  }

  resolveCustomEditor(document: ProfileDocument, panel: vscode.WebviewPanel): void {
    const key = `sampleType ${document.uri}`;
    const host = this.pages.open(tabSurface(panel), {
      changed: () => this.#remember(key, host),
      recover: () => void document.read(),
      offered: (chosen) => void this.#take(chosen, document, panel),
    });
    this.#documents.set(host, document);
    const subscription = document.onDidChange(() => this.#update(host, document, key));
    panel.onDidDispose(() => {
      subscription.dispose();
      this.#documents.delete(host);
      this.#closed.fire();
    });
    this.#update(host, document, key);
  }

  #update(host: PageHost, { state, name: title }: ProfileDocument, key: string): void {
    if (state.is === 'reading') host.opening({ title, bytes: state.bytes });
    if (state.is === 'problem') host.showProblem(state.problem);
    if (state.is !== 'open') return;
    const session = this.pages.services.sessions.get(state.sessionId);
    const remembered = wholeNumber(this.#memory.get<unknown>(key));
    if (session !== undefined) host.show(session, remembered);
    host.tell({ type: 'notice', text: state.notice });
  }

  /** Keeps the sample type that the user has chosen, for the next time the file is opened. */
  #remember(key: string, { cost }: PageHost): void {
    if (cost === null) return;
    const isDefault = this.pages.services.sessions.get(cost.sessionId)?.defaultSampleType === cost.sampleType;
    void this.#memory.update(key, isDefault ? undefined : cost.sampleType);
  }

  async #take(chosen: PageOffer, { uri }: ProfileDocument, panel: vscode.WebviewPanel): Promise<void> {
    if (chosen === 'showOutput') {
      await vscode.commands.executeCommand(commandId('showOutput'));
      return;
    }
    await vscode.commands.executeCommand('vscode.openWith', uri, 'default', panel.viewColumn);
  }
}
