import * as vscode from 'vscode';
import type { LineAnnotation, LineAnnotationsParams } from '../../protocol.ts';
import type { Server } from '../server/server.ts';
import { defaultHeatColor, heatColor, heatIconSvg, heatSteps, mutedColor } from './heatIcon.ts';

/**
 * Draws the costs beside the lines: a quiet text after the line's end, a mark in the gutter and one in the overview
 * ruler, coloured by heat. It draws what the server has sent last for the document. Between an edit and the next
 * message, VS Code itself keeps the marks on their lines.
 */
export class Heat implements vscode.Disposable {
  /** One type for each step of heat, coolest first. Made once: each type adds a style rule to every editor. */
  readonly #types: readonly vscode.TextEditorDecorationType[];
  /** For costs outside of the operations, such as the setup's: text only. */
  readonly #muted = createMutedType();
  /** What the server has sent last, by the document's URI. Documents that are closed are removed. */
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
    // Annotations of another version would stand beside the wrong code. Those of this version come soon.
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

/** Grey and italic, so that the colour alone does not make the difference. */
const faintStyle: vscode.ThemableDecorationAttachmentRenderOptions = {
  color: new vscode.ThemeColor(mutedColor),
  fontStyle: 'italic',
};

/**
 * The range begins at the line's first visible character. If the user breaks the line before it, the mark
 * moves down with the text; if after it, the mark stays.
 */
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

/**
 * Gutter icons are pictures, which cannot use theme colours. So there is one for light themes and one for
 * dark themes.
 */
function gutter(heat: number, color: string | null): vscode.ThemableDecorationRenderOptions {
  if (color === null) return {};
  const svg = encodeURIComponent(heatIconSvg(heat, color));
  return {
    gutterIconPath: vscode.Uri.parse(`data:image/svg+xml;utf8,${svg}`),
    gutterIconSize: 'contain',
  };
}
