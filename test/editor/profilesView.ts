import type { Locator } from 'playwright-core';
import type { Workbench } from './workbench.ts';

/** The Profiles view in the side bar. */
export class ProfilesView {
  readonly #workbench: Workbench;

  constructor(workbench: Workbench) {
    this.#workbench = workbench;
  }

  static async open(workbench: Workbench): Promise<ProfilesView> {
    const view = new ProfilesView(workbench);
    const title = view.pane.locator('.title-label', { hasText: 'Profiles' });
    if (!(await title.isVisible())) {
      await workbench.page.locator('.activitybar .action-item a[aria-label^="pprof Lens"]').click();
    }
    await title.waitFor();
    return view;
  }

  get pane(): Locator {
    return this.#workbench.page.locator('.part.sidebar');
  }

  /** The row of a run, newest first, of the benchmark that is unfolded. */
  run(index: number): Locator {
    return this.pane.locator('.monaco-list-row[aria-level="2"]').nth(index);
  }

  /** The texts of the runs, newest first. */
  async runs(): Promise<string[]> {
    return this.pane.locator('.monaco-list-row[aria-level="2"]').allInnerTexts();
  }

  /** Chooses from a run's menu. */
  async act(index: number, label: string): Promise<void> {
    await this.#workbench.chooseFromMenu(this.run(index), label);
  }
}
