import * as vscode from 'vscode';
import { columnForSource } from './editorColumn.ts';

/** The column in which code is shown without covering the page in the column given. */
export function besidePage(page: vscode.ViewColumn | undefined): vscode.ViewColumn {
  const { activeTextEditor, visibleTextEditors } = vscode.window;
  const columns = [activeTextEditor, ...visibleTextEditors].flatMap((editor) => editor?.viewColumn ?? []);
  return columnForSource(page, columns);
}
