import * as vscode from 'vscode';
import type { PageServices } from './pageAnswers.ts';
import { PageHost, type PageOwner } from './pageHost.ts';
import type { PageSurface } from './pageSurface.ts';

/** All pages that are open: the flame graph's and the profile editors. */
export class Pages {
  readonly #hosts = new Set<PageHost>();
  readonly #changed = new vscode.EventEmitter<void>();

  /** A page was opened or closed, or shows another profile. */
  readonly onDidChange = this.#changed.event;

  constructor(readonly services: PageServices) {}

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

  /** Puts a page into a tab or a view, until that is closed. */
  open(surface: PageSurface, owner: PageOwner): PageHost {
    const changed = () => {
      owner.changed();
      this.#changed.fire();
    };
    const host = new PageHost(surface, this.services, { ...owner, changed });
    this.#hosts.add(host);
    surface.onDidDispose(() => {
      host.dispose();
      this.#hosts.delete(host);
      this.#changed.fire();
    });
    return host;
  }
}
