import * as vscode from 'vscode';
import type { FrameSource, SourcePosition, SourceText } from '../../protocol.ts';
import type { LanguageServer } from '../server/languageServer.ts';
import { sayBriefly, sayInfo } from '../server/say.ts';
import { columnForSource } from './pageLayout.ts';

/** Shows and reads the sources of a profile's frames. The server finds where they are on this machine. */
export class FrameSources {
  constructor(private readonly server: LanguageServer) {}

  /** Opens the source in an editor. If it is not shown, a sentence says why; the user may know where it is. */
  async open(source: FrameSource, pageColumn: vscode.ViewColumn | undefined): Promise<void> {
    const position = await this.server.execute('resolveFrame', source);
    if ('uri' in position) return show(position, pageColumn);
    if (!position.canMap) return sayBriefly(position.problem);
    await sayInfo(position.problem, [
      vscode.l10n.t('Map This Path…'),
      async () => {
        if (await this.map(source)) await this.open(source, pageColumn);
      },
    ]);
  }

  /** Lets the user say which file it is. Answers whether it is found now. */
  map({ sessionId, file }: Pick<FrameSource, 'sessionId' | 'file'>): Promise<boolean> {
    return this.server.execute('mapPath', { sessionId, file });
  }

  /** The text of a file as it was when the profile was taken: its line numbers are those of the profile. */
  text(sessionId: string, file: string): Promise<SourceText> {
    return this.server.execute('frameText', { sessionId, file, line: 0 });
  }
}

async function show(
  { uri, line, character }: SourcePosition,
  pageColumn: vscode.ViewColumn | undefined,
): Promise<void> {
  const at = new vscode.Position(line, character);
  await vscode.window.showTextDocument(vscode.Uri.parse(uri), {
    viewColumn: besidePage(pageColumn),
    selection: new vscode.Range(at, at),
  });
}

/** The column in which code is shown, so that it does not cover the page. `page` is the page's column. */
export function besidePage(page: vscode.ViewColumn | undefined): vscode.ViewColumn {
  const { activeTextEditor, visibleTextEditors } = vscode.window;
  const columns = [activeTextEditor, ...visibleTextEditors].flatMap((editor) => editor?.viewColumn ?? []);
  return columnForSource(page, columns);
}
