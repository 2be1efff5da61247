import * as vscode from 'vscode';
import { plainText } from '../../base/escape.ts';
import { openRequest, type SessionSummary } from '../../protocol.ts';
import type { LanguageServer } from '../server/languageServer.ts';
import type { PageHost } from './pageHost.ts';
import type { PageRequest } from './pageState.ts';
import type { Pages } from './pages.ts';
import type { ProfileEditors } from './profileEditors.ts';
import { RememberedLayout } from './rememberedLayout.ts';
import { reopeningRequest } from './revive.ts';

const viewType = 'pprofLens.flameGraph';

/** The key of an `OpenRequest`: it opens the page's profile again after the window has been reloaded. */
const lastProfileKey = 'flameGraph.profile';

/** The key of a flag: the user has closed the page and not asked for it since. */
const closedKey = 'flameGraph.closed';

/**
 * The flame graph's panel. It shows the active profile. If the active profile has an editor of its own, the panel
 * keeps what it shows.
 */
export class FlameGraph implements vscode.Disposable {
  readonly #memory: vscode.Memento;
  readonly #server: LanguageServer;
  readonly #pages: Pages;
  readonly #editors: ProfileEditors;
  readonly #subscriptions: vscode.Disposable[];
  #panel: vscode.WebviewPanel | null = null;
  #host: PageHost | null = null;
  readonly #layout: RememberedLayout;

  constructor(
    { workspaceState, globalState }: Pick<vscode.ExtensionContext, 'workspaceState' | 'globalState'>,
    server: LanguageServer,
    pages: Pages,
    editors: ProfileEditors,
  ) {
    this.#memory = workspaceState;
    this.#layout = new RememberedLayout(globalState);
    this.#server = server;
    this.#pages = pages;
    this.#editors = editors;
    this.#subscriptions = [
      pages.sessions.onDidChange(() => this.#follow()),
      vscode.window.registerWebviewPanelSerializer(viewType, {
        deserializeWebviewPanel: async (panel) => {
          const host = this.#adopt(panel);
          await this.#restore(host);
        },
      }),
    ];
  }

  /** Opens the panel, or brings it to the front. */
  show(preserveFocus: boolean, request?: PageRequest): void {
    if (this.#host === null) {
      const title = vscode.l10n.t('Flame Graph');
      const panel = this.#layout.open((viewColumn) =>
        vscode.window.createWebviewPanel(viewType, title, { viewColumn, preserveFocus }),
      );
      this.#adopt(panel);
    } else {
      this.#host.reveal(preserveFocus);
    }
    this.#follow();
    if (request !== undefined) this.#host?.request(request);
  }

  /**
   * Opens the panel after a run, unless the user has closed it: then they do not want it after each run.
   *
   * @returns whether it is open
   */
  showAfterRun(): boolean {
    if (this.#panel === null && this.#memory.get<unknown>(closedKey) !== true) this.show(true);
    return this.#panel !== null;
  }

  #adopt(panel: vscode.WebviewPanel): PageHost {
    this.#panel?.dispose();
    void this.#memory.update(closedKey, undefined);
    panel.iconPath = this.#pages.files.icon;
    const host = this.#pages.open(panel, {
      changed: () => this.#remember(),
      moved: () => this.#layout.changed(panel),
    });
    this.#panel = panel;
    this.#host = host;
    panel.onDidDispose(() => {
      if (this.#panel !== panel) return;
      this.#panel = null;
      this.#host = null;
      void this.#memory.update(closedKey, true);
    });
    return host;
  }

  /** After a reload of the window, opens the page's profile as a session again. */
  async #restore(host: PageHost): Promise<void> {
    const last = openRequest(this.#memory.get<unknown>(lastProfileKey));
    if (last === undefined) return this.#follow();
    const { sampleType, ...request } = last;
    try {
      await vscode.workspace.fs.stat(vscode.Uri.file(request.path));
    } catch {
      host.showProblem({
        message: vscode.l10n.t(
          'The profile shown here is no longer on the disk. Profile the benchmark again.',
        ),
      });
      return;
    }
    const outcome = await this.#server.open({ ...request, forPage: true });
    if (outcome.status === 'failed') return host.showProblem({ message: outcome.message });
    const { sessions } = this.#pages;
    const session = sessions.get(outcome.sessionId);
    if (session === undefined || this.#panel === null || this.#host !== host) return;
    this.#show(this.#panel, host, session, sampleType);
    // A profile editor that was restored too and has the focus has set the active profile already: it wins.
    if (sessions.active === null) await sessions.show(host.cost);
  }

  /** Shows the active profile. */
  #follow(): void {
    if (this.#panel === null || this.#host === null) return;
    const session = this.#pages.sessions.activeSession;
    if (session === undefined) {
      this.#panel.title = vscode.l10n.t('Flame Graph');
      this.#host.showProblem({
        message: vscode.l10n.t('No profile is shown. Profile a benchmark or open a profile file.'),
      });
    } else if (this.#host.cost === null || !this.#editors.has(session)) {
      this.#show(this.#panel, this.#host, session);
    }
  }

  #show(panel: vscode.WebviewPanel, host: PageHost, session: SessionSummary, sampleType?: number): void {
    panel.title = plainText(session.title, 100);
    host.show(session, sampleType);
  }

  #remember(): void {
    const cost = this.#host?.cost;
    const session = cost == null ? undefined : this.#pages.sessions.get(cost.sessionId);
    if (cost == null || session === undefined) return;
    void this.#memory.update(lastProfileKey, reopeningRequest(session, cost.sampleType));
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#layout.dispose();
    this.#panel?.dispose();
  }
}
