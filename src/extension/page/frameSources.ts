import * as vscode from 'vscode';
import type { FrameSource, SourcePosition, SourceText } from '../../protocol.ts';
import type { Server } from '../server/server.ts';
import { besidePage } from './besidePage.ts';

/** The sources of a profile's frames, wherever they are on this machine. */
export class FrameSources {
  readonly #server: Server;

  constructor(server: Server) {
    this.#server = server;
  }

  /** Opens the source; says so where there is none. */
  async open(source: FrameSource, pageColumn: vscode.ViewColumn | undefined): Promise<void> {
    const position = await this.#resolve(source);
    if (position !== null) return show(position, pageColumn, {});
    const message =
      source.file === ''
        ? vscode.l10n.t('The profile does not say where the source of this frame is.')
        : vscode.l10n.t('The source of this frame, {0}, is not on this machine.', source.file);
    vscode.window.setStatusBarMessage(message, 5000);
  }

  /**
   * Shows the source beside the page without taking the focus, as a preview. Not where that would open an editor
   * that was not there: the user looks at the page.
   */
  async reveal(source: FrameSource, pageColumn: vscode.ViewColumn | undefined): Promise<void> {
    const hasEditorBeside = vscode.window.visibleTextEditors.some(
      ({ viewColumn }) => viewColumn !== undefined && viewColumn !== pageColumn,
    );
    if (!hasEditorBeside) return;
    const position = await this.#resolve(source);
    if (position !== null) await show(position, pageColumn, { preserveFocus: true, preview: true });
  }

  /** The text that the profile's lines of a file mean. */
  text(sessionId: string, file: string): Promise<SourceText> {
    return this.#server.execute('frameText', { sessionId, file, line: 0 });
  }

  #resolve(source: FrameSource): Promise<SourcePosition | null> {
    return this.#server.execute('resolveFrame', source);
  }
}

async function show(
  { uri, line, character }: SourcePosition,
  pageColumn: vscode.ViewColumn | undefined,
  options: vscode.TextDocumentShowOptions,
): Promise<void> {
  const at = new vscode.Position(line, character);
  await vscode.window.showTextDocument(vscode.Uri.parse(uri), {
    ...options,
    viewColumn: besidePage(pageColumn),
    selection: new vscode.Range(at, at),
  });
}
