import * as vscode from 'vscode';
import { columnForSource } from './pageLayout.ts';

/** The column in which code is shown, so that it does not cover the page. `page` is the page's column. */
export function besidePage(page: vscode.ViewColumn | undefined): vscode.ViewColumn {
  const { activeTextEditor, visibleTextEditors } = vscode.window;
  const columns = [activeTextEditor, ...visibleTextEditors].flatMap((editor) => editor?.viewColumn ?? []);
  return columnForSource(page, columns);
}
