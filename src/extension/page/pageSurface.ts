import type * as vscode from 'vscode';

/** Where a page is shown: a tab among the editors, or a view, which the user can put into panel, side bar or window. */
export interface PageSurface {
  readonly webview: vscode.Webview;
  readonly visible: boolean;
  /** The user is in the tab. Of a view, VS Code does not say so: then the page says it (`focused` in `FromPage`). */
  readonly active: boolean;
  /** `undefined` for a view: it stands in no column of editors. */
  readonly viewColumn: vscode.ViewColumn | undefined;
  reveal(preserveFocus: boolean): void;
  /** A view stays: VS Code closes none for an extension. */
  close(): void;
  /** It is visible or active now, or no longer. */
  onDidChange(listener: () => void): vscode.Disposable;
  onDidDispose(listener: () => void): vscode.Disposable;
}

export function tabSurface(panel: vscode.WebviewPanel): PageSurface {
  return {
    webview: panel.webview,
    get visible() {
      return panel.visible;
    },
    get active() {
      return panel.active;
    },
    get viewColumn() {
      return panel.viewColumn;
    },
    // Name the column: without it, VS Code opens an editor that can be split once more, in the group with the focus.
    reveal: (preserveFocus) => panel.reveal(panel.viewColumn, preserveFocus),
    close: () => panel.dispose(),
    onDidChange: (listener) => panel.onDidChangeViewState(listener),
    onDidDispose: (listener) => panel.onDidDispose(listener),
  };
}

export function viewSurface(view: vscode.WebviewView): PageSurface {
  return {
    webview: view.webview,
    get visible() {
      return view.visible;
    },
    active: false,
    viewColumn: undefined,
    reveal: (preserveFocus) => view.show(preserveFocus),
    close: () => {},
    onDidChange: (listener) => view.onDidChangeVisibility(listener),
    onDidDispose: (listener) => view.onDidDispose(listener),
  };
}
