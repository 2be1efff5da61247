import * as vscode from 'vscode';
import { plainText } from '../../base/escape.ts';
import { oneOf } from '../../base/outsideValues.ts';
import { openRequest, type SessionSummary } from '../../protocol.ts';
import type { LanguageServer } from '../server/languageServer.ts';
import { runsPrograms, uriOf } from '../server/places.ts';
import { noProfileInWeb } from '../sessions/switchProfile.ts';
import type { PageHost, PageOwner } from './pageHost.ts';
import { columnForPage } from './pageLayout.ts';
import type { PageProblem, PageRequest } from './pageState.ts';
import { type PageSurface, tabSurface, viewSurface } from './pageSurface.ts';
import type { Pages } from './pages.ts';
import type { ProfileEditors } from './profileEditors.ts';
import { reopeningRequest } from './revive.ts';

const tabType = 'pprofLens.flameGraph';
const viewId = 'pprofLens.page';

/** The key of an `OpenRequest`: it opens the page's profile again after the window has been reloaded. */
const lastProfileKey = 'flameGraph.profile';

/** Where the user wants the page, which a setting says. `none`: nowhere by itself, and in its view if asked for. */
const pagePlace = oneOf('panel', 'beside', 'none');

/** A page that is open, and how its profile is named around it. */
interface OpenPage {
  readonly host: PageHost;
  readonly surface: PageSurface;
  readonly name: (title: string) => void;
}

/**
 * The page of the active profile: a view, in the panel unless the user has put it elsewhere, or a tab among the editors.
 * While there is a tab, the view says so. If the active profile has an editor of its own, the page keeps what it shows.
 */
export class FlameGraph implements vscode.WebviewViewProvider {
  readonly #memory: vscode.Memento;
  #view: OpenPage | null = null;
  #tab: OpenPage | null = null;
  /** The page has been open in this window. If it is not any more, the user has closed it. */
  #wasOpen = false;
  /** For the view, which VS Code makes a moment after it has been asked for. */
  #request: PageRequest | undefined;
  #opened: (() => void) | undefined;

  constructor(
    { workspaceState, subscriptions }: vscode.ExtensionContext,
    private readonly server: LanguageServer,
    private readonly pages: Pages,
    private readonly editors: ProfileEditors,
  ) {
    this.#memory = workspaceState;
    subscriptions.push(
      pages.services.sessions.onDidChange(() => this.#followAll()),
      editors.onDidClose(() => this.#followAll()),
      vscode.window.registerWebviewViewProvider(viewId, this),
      vscode.window.registerWebviewPanelSerializer(tabType, {
        deserializeWebviewPanel: async (panel) => this.#restore(this.#adoptTab(panel)),
      }),
    );
  }

  /** The page is a view: what else is shown in the panel would be hidden by it, or hide it. */
  get isView(): boolean {
    return this.#tab === null && place() !== 'beside';
  }

  /** Called by VS Code when the view is in sight for the first time, also after it has been put elsewhere. */
  async resolveWebviewView(view: vscode.WebviewView): Promise<void> {
    const name = (title: string) => {
      view.description = title;
    };
    const isFirst = !this.#wasOpen;
    const page = this.#open(viewSurface(view), name, (chosen) => {
      if (chosen === 'showHere') this.#tab?.surface.close();
    });
    this.#view = page;
    view.onDidDispose(() => {
      if (this.#view === page) this.#view = null;
    });
    if (this.#request !== undefined) page.host.request(this.#request);
    this.#opened?.();
    this.#request = this.#opened = undefined;
    if (isFirst) await this.#restore(page);
    else this.#follow(page);
  }

  /** Opens the page, or brings it to the front. */
  show(preserveFocus: boolean, request?: PageRequest): void {
    this.#wasOpen = true;
    const open = this.#tab ?? (place() === 'beside' ? null : this.#view);
    if (open !== null) open.surface.reveal(preserveFocus);
    else if (place() === 'beside') this.openTab(preserveFocus, besideColumn());
    else {
      this.#request = request;
      // Makes the view, too; it has no object before.
      void vscode.commands.executeCommand(`${viewId}.focus`, { preserveFocus });
      return;
    }
    if (request !== undefined) (open ?? this.#tab)?.host.request(request);
  }

  /** Shows the page in a tab among the editors, where it can be large. */
  openTab(preserveFocus = false, viewColumn = vscode.ViewColumn.Active): void {
    if (this.#tab !== null) {
      this.#tab.surface.reveal(preserveFocus);
      return;
    }
    const title = vscode.l10n.t('Flame Graph');
    const panel = vscode.window.createWebviewPanel(tabType, title, { viewColumn, preserveFocus });
    this.#follow(this.#adoptTab(panel));
  }

  /**
   * Opens the page after a run, if it has not been open yet: a user who has closed it does not want it after each run.
   *
   * @param opened called when it has taken its room from the code
   * @param isCovered the run itself has put something into its place
   * @returns whether it is in sight
   */
  showAfterRun(opened?: () => void, isCovered = false): boolean {
    const { isInSight } = this;
    if (isInSight || place() === 'none' || (this.#wasOpen && !isCovered)) return isInSight;
    this.#opened = opened;
    this.show(true);
    return true;
  }

  get isInSight(): boolean {
    return this.#holder?.surface.visible === true;
  }

  /** The one that shows the profile. */
  get #holder(): OpenPage | null {
    return this.#tab ?? this.#view;
  }

  #adoptTab(panel: vscode.WebviewPanel): OpenPage {
    panel.iconPath = this.pages.services.files.icon;
    const name = (title: string) => {
      panel.title = title === '' ? vscode.l10n.t('Flame Graph') : title;
    };
    const page = this.#open(tabSurface(panel), name);
    this.#tab = page;
    const view = this.#view;
    if (view !== null) this.#follow(view);
    panel.onDidDispose(() => {
      if (this.#tab === page) this.#tab = null;
      if (this.#view === null) return;
      this.#view.host.begin(page.host.view);
      this.#follow(this.#view);
    });
    return page;
  }

  #open(surface: PageSurface, name: OpenPage['name'], offered?: PageOwner['offered']): OpenPage {
    this.#wasOpen = true;
    const view = this.#holder?.host.view;
    const changed = () => this.#remember(host);
    const host = this.pages.open(surface, { changed, ...(offered === undefined ? {} : { offered }) });
    host.begin(view);
    return { host, surface, name };
  }

  /** After a reload of the window, opens the page's profile as a session again, unless something else has been shown since. */
  async #restore(page: OpenPage): Promise<void> {
    const { host } = page;
    const { sessions } = this.pages.services;
    const last = openRequest(this.#memory.get<unknown>(lastProfileKey));
    const { activeSession } = sessions;
    const isShown = activeSession !== undefined && !this.editors.has(activeSession);
    if (last === undefined || isShown || page !== this.#holder) return this.#follow(page);
    const { sampleType, ...request } = last;
    try {
      await vscode.workspace.fs.stat(uriOf(request.path));
    } catch {
      host.showProblem({
        message: vscode.l10n.t('The profile that was shown here is gone. Profile again, or fetch it again.'),
      });
      return;
    }
    const outcome = await this.server.open({ ...request, forPage: true });
    if (outcome.status === 'failed') return host.showProblem({ message: outcome.message });
    const session = sessions.get(outcome.sessionId);
    if (session === undefined || page !== this.#holder) return;
    this.#showIn(page, session, sampleType);
    // A profile editor that was restored too and has the focus has set the active profile already: it wins.
    if (sessions.active === null) await sessions.show(host.cost);
  }

  #followAll(): void {
    for (const page of [this.#tab, this.#view]) if (page !== null) this.#follow(page);
  }

  #follow(page: OpenPage): void {
    const session = this.pages.services.sessions.activeSession;
    if (page !== this.#holder) {
      page.name('');
      page.host.showProblem(openElsewhere());
    } else if (session === undefined) {
      page.name('');
      page.host.showProblem({
        message: runsPrograms
          ? vscode.l10n.t('No profile is shown. Profile a benchmark or open a profile file.')
          : noProfileInWeb(),
      });
    } else if (page.host.cost === null || !this.editors.has(session)) {
      this.#showIn(page, session);
    }
  }

  #showIn({ host, name }: OpenPage, session: SessionSummary, sampleType?: number): void {
    name(plainText(session.title, 100));
    host.show(session, sampleType);
  }

  #remember({ cost }: PageHost): void {
    const session = cost === null ? undefined : this.pages.services.sessions.get(cost.sessionId);
    if (cost === null || session === undefined) return;
    void this.#memory.update(lastProfileKey, reopeningRequest(session, cost.sampleType));
  }
}

function openElsewhere(): PageProblem {
  return {
    heading: vscode.l10n.t('The page is open in an editor'),
    message: vscode.l10n.t('Close that editor to have it here again.'),
    offers: ['showHere'],
  };
}

function place(): 'panel' | 'beside' | 'none' {
  return pagePlace(vscode.workspace.getConfiguration('pprofLens').get<unknown>('page')) ?? 'panel';
}

/** A column for the page in which it hides no code. */
function besideColumn(): vscode.ViewColumn {
  const { all, activeTabGroup } = vscode.window.tabGroups;
  const withCode = new Set(vscode.window.visibleTextEditors.map(({ viewColumn }) => viewColumn));
  const groups = all.map(({ viewColumn }) => ({ column: viewColumn, hasCode: withCode.has(viewColumn) }));
  return columnForPage(activeTabGroup.viewColumn, groups);
}
