import * as vscode from 'vscode';
import { columnForPage, editorLayout, pageLayout, pageLayoutIn } from './pageLayout.ts';

const placeKey = 'flameGraph.place';

/** While the user drags the page's edge, it changes its size many times. Only the last one counts. In milliseconds. */
const restingMs = 500;

/** Opens the flame graph's panel where the user wants it: where they have put it last, and never over code. */
export class RememberedLayout implements vscode.Disposable {
  readonly #memory: vscode.Memento;
  #resting: NodeJS.Timeout | undefined;

  /** @param memory for all windows */
  constructor(memory: vscode.Memento) {
    this.#memory = memory;
  }

  /** @param create makes the panel in a column */
  open(create: (column: vscode.ViewColumn) => vscode.WebviewPanel): vscode.WebviewPanel {
    const { all, activeTabGroup } = vscode.window.tabGroups;
    const withCode = new Set(vscode.window.visibleTextEditors.map(({ viewColumn }) => viewColumn));
    const groups = all.map(({ viewColumn }) => ({ column: viewColumn, hasCode: withCode.has(viewColumn) }));
    const panel = create(columnForPage(activeTabGroup.viewColumn, groups));
    const layout = pageLayout(this.#memory.get<unknown>(placeKey));
    // With more groups, they are as the user has arranged them.
    if (layout !== undefined && all.length === 1) void this.#arrange(panel, editorLayout(layout));
    return panel;
  }

  async #arrange(panel: vscode.WebviewPanel, layout: object): Promise<void> {
    await opened(panel);
    if (vscode.window.tabGroups.all.length === 2) {
      await vscode.commands.executeCommand('vscode.setEditorLayout', layout);
    }
  }

  /** The panel may have been moved, or have another size now. */
  changed(panel: vscode.WebviewPanel): void {
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => void this.#remember(panel.viewColumn), restingMs);
  }

  async #remember(column: vscode.ViewColumn | undefined): Promise<void> {
    const layout = pageLayoutIn(await vscode.commands.executeCommand('vscode.getEditorLayout'), column);
    if (layout !== null) await this.#memory.update(placeKey, layout);
  }

  dispose(): void {
    clearTimeout(this.#resting);
  }
}

/** Waits until a new panel has its tab. */
async function opened(panel: vscode.WebviewPanel): Promise<void> {
  if (panel.visible && vscode.window.tabGroups.all.length > 1) return;
  await new Promise<void>((resolve) => {
    const subscription = vscode.window.tabGroups.onDidChangeTabGroups(() => {
      subscription.dispose();
      resolve();
    });
    panel.onDidDispose(() => {
      subscription.dispose();
      resolve();
    });
  });
}
