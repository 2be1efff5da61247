import * as vscode from 'vscode';
import { standalonePage } from '../../base/standalonePage.ts';
import type { PageToSave } from '../../protocol.ts';
import { sayError } from '../server/say.ts';
import { flameGraphHtml } from './flameGraphHtml.ts';

const text = new TextDecoder();

function nonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function gzipped(bytes: Uint8Array): Promise<Uint8Array> {
  const packed = new Blob([new Uint8Array(bytes)]).stream().pipeThrough(new CompressionStream('gzip'));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

export class PageFiles {
  constructor(private readonly extension: vscode.Uri) {}

  get icon(): { light: vscode.Uri; dark: vscode.Uri } {
    return { light: this.#file('media', 'flame-light.svg'), dark: this.#file('media', 'flame-dark.svg') };
  }

  /** Loads the page into a webview. */
  load(webview: vscode.Webview): void {
    webview.options = { enableScripts: true, localResourceRoots: [this.#file('dist')] };
    webview.html = flameGraphHtml({
      script: webview.asWebviewUri(this.#file('dist', 'page.js')).toString(),
      style: webview.asWebviewUri(this.#file('dist', 'page.css')).toString(),
      cspSource: webview.cspSource,
      nonce: nonce(),
      title: vscode.l10n.t('Flame Graph'),
      language: vscode.env.language,
      translations: vscode.l10n.bundle,
    });
  }

  /** The script that draws call graphs. Rejects if the file cannot be read. */
  async graphviz(): Promise<string> {
    return text.decode(await this.#read('graphviz.js'));
  }

  /** The page with a profile in it, as one HTML file. Rejects if a file cannot be read. */
  async standalone(page: PageToSave): Promise<Uint8Array> {
    const [pageScript, styles, graphviz] = await Promise.all([
      this.#read('page.js'),
      this.#read('page.css'),
      this.#read('graphviz.js'),
    ]);
    const html = standalonePage({
      ...page,
      pageScript: text.decode(pageScript),
      styles: text.decode(styles),
      graphviz: await gzipped(graphviz),
      language: vscode.env.language,
      ...(vscode.l10n.bundle === undefined ? {} : { translations: vscode.l10n.bundle }),
      nonce: nonce(),
    });
    return new TextEncoder().encode(html);
  }

  async #read(file: string): Promise<Uint8Array> {
    return vscode.workspace.fs.readFile(this.#file('dist', file));
  }

  #file(...segments: string[]): vscode.Uri {
    return vscode.Uri.joinPath(this.extension, ...segments);
  }
}

/** Asks the user where to save a file that the page has made, and writes it there. */
export async function saveFile(name: string, bytes: Uint8Array): Promise<void> {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  const target = await vscode.window.showSaveDialog(
    folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder.uri, name) },
  );
  if (target === undefined) return;
  try {
    await vscode.workspace.fs.writeFile(target, bytes);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    void sayError(vscode.l10n.t('{0} could not be written: {1}', target.fsPath, reason));
  }
}
