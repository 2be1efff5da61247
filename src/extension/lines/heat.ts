import * as vscode from 'vscode';
import type { LineAnnotation, LineAnnotationsParams } from '../../protocol.ts';
import type { Server } from '../server/server.ts';
import { defaultHeatColor, heatColor, heatIconSvg, heatSteps, mutedColor } from './heatIcon.ts';

/**
 * Draws the costs beside the lines: a quiet text after the line's end, a mark in the gutter and one in the
 * overview ruler, coloured by heat. What is drawn is what the server pushed last for the document; between
 * an edit and the next push VS Code itself keeps the marks on their lines.
 */
export class Heat implements vscode.Disposable {
  /** One per step, coolest first; made once, because every type costs a style rule per editor. */
  readonly #types: readonly vscode.TextEditorDecorationType[];
  /** For costs that no operation pays: text alone. */
  readonly #muted = createMutedType();
  /** What the server pushed last, by the document's URI. Only `#receive` and `#clear` change it. */
  readonly #latest = new Map<string, LineAnnotationsParams>();
  readonly #subscriptions: vscode.Disposable[];

  constructor(server: Server, manifest: unknown) {
    this.#types = Array.from({ length: heatSteps }, (_, heat) => createType(heat, manifest));
    this.#subscriptions = [
      ...this.#types,
      this.#muted,
      server.onLineAnnotations((params) => this.#receive(params)),
      server.onStopped(() => this.#clear()),
      vscode.window.onDidChangeVisibleTextEditors((editors) => {
        for (const editor of editors) this.#draw(editor);
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#latest.delete(uri.toString())),
    ];
  }

  #receive(params: LineAnnotationsParams): void {
    const uri = vscode.Uri.parse(params.uri).toString();
    this.#latest.set(uri, params);
    for (const editor of vscode.window.visibleTextEditors) {
      if (editor.document.uri.toString() === uri) this.#draw(editor);
    }
  }

  #clear(): void {
    this.#latest.clear();
    for (const editor of vscode.window.visibleTextEditors) {
      for (const type of [...this.#types, this.#muted]) editor.setDecorations(type, []);
    }
  }

  #draw(editor: vscode.TextEditor): void {
    const { document } = editor;
    const latest = this.#latest.get(document.uri.toString());
    // Lines of another version would stand beside the wrong code; the server pushes this version's soon.
    if (latest === undefined || latest.version !== document.version) return;
    const byHeat = this.#types.map((): vscode.DecorationOptions[] => []);
    const muted: vscode.DecorationOptions[] = [];
    for (const annotation of latest.annotations) {
      if (annotation.line >= document.lineCount) continue;
      const list = annotation.muted === true ? muted : byHeat[annotation.heat];
      list?.push(decoration(document, annotation));
    }
    editor.setDecorations(this.#muted, muted);
    for (const [heat, type] of this.#types.entries()) editor.setDecorations(type, byHeat[heat] ?? []);
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}

/** Grey and slanted, so that it is not the colour alone that says so. */
const faintStyle: vscode.ThemableDecorationAttachmentRenderOptions = {
  color: new vscode.ThemeColor(mutedColor),
  fontStyle: 'italic',
};

/** From the line's first character: a line broken before it takes the mark along, one broken after it leaves it. */
function decoration(
  document: vscode.TextDocument,
  { line, text, faint }: LineAnnotation,
): vscode.DecorationOptions {
  const { firstNonWhitespaceCharacterIndex: start, range } = document.lineAt(line);
  return {
    range: new vscode.Range(line, start, line, range.end.character),
    renderOptions: { after: { contentText: text, ...(faint === true ? faintStyle : {}) } },
  };
}

function createType(heat: number, manifest: unknown): vscode.TextEditorDecorationType {
  const color = new vscode.ThemeColor(heatColor(heat));
  return vscode.window.createTextEditorDecorationType({
    after: { color, margin: '0 0 0 3em' },
    overviewRulerColor: color,
    overviewRulerLane: vscode.OverviewRulerLane.Right,
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
    dark: gutter(heat, defaultHeatColor(manifest, heat, 'dark')),
    light: gutter(heat, defaultHeatColor(manifest, heat, 'light')),
  });
}

function createMutedType(): vscode.TextEditorDecorationType {
  return vscode.window.createTextEditorDecorationType({
    after: { color: new vscode.ThemeColor(mutedColor), margin: '0 0 0 3em' },
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
  });
}

/** Gutter icons are pictures and know no theme colours, so light and dark have their own. */
function gutter(heat: number, color: string | null): vscode.ThemableDecorationRenderOptions {
  if (color === null) return {};
  const svg = encodeURIComponent(heatIconSvg(heat, color));
  return {
    gutterIconPath: vscode.Uri.parse(`data:image/svg+xml;utf8,${svg}`),
    gutterIconSize: 'contain',
  };
}
