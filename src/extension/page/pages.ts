import * as vscode from 'vscode';
import type { PageServices } from './pageAnswers.ts';
import { PageHost, type PageOwner } from './pageHost.ts';

/** All pages that are open: the flame graph's panel and the profile editors. */
export class Pages {
  readonly #services: PageServices;
  readonly #hosts = new Set<PageHost>();
  readonly #changed = new vscode.EventEmitter<void>();

  /** A page was opened or closed, or shows another profile. */
  readonly onDidChange = this.#changed.event;

  constructor(services: PageServices) {
    this.#services = services;
  }

  get all(): Iterable<PageHost> {
    return this.#hosts;
  }

  get isEmpty(): boolean {
    return this.#hosts.size === 0;
  }

  /** The column of the page that the user is in; `undefined` while the user is elsewhere. */
  get columnInFocus(): vscode.ViewColumn | undefined {
    for (const { columnInFocus } of this.#hosts) if (columnInFocus !== undefined) return columnInFocus;
    return undefined;
  }

  get files(): PageServices['files'] {
    return this.#services.files;
  }

  get sessions(): PageServices['sessions'] {
    return this.#services.sessions;
  }

  /** Puts a page into a panel, until the panel is closed. */
  open(panel: vscode.WebviewPanel, owner: PageOwner): PageHost {
    const host = new PageHost(panel, this.#services, {
      ...owner,
      changed: () => {
        owner.changed();
        this.#changed.fire();
      },
    });
    this.#hosts.add(host);
    panel.onDidDispose(() => {
      host.dispose();
      this.#hosts.delete(host);
      this.#changed.fire();
    });
    return host;
  }

  dispose(): void {
    this.#changed.dispose();
    for (const host of this.#hosts) host.dispose();
  }
}
