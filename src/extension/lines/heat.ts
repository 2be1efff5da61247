import * as vscode from 'vscode';
import { listAt, madeOnce } from '../../base/maps.ts';
import type { BenchmarkNews, LineAnnotation, LineAnnotationsParams } from '../../protocol.ts';
import type { LanguageServer } from '../server/languageServer.ts';
import { annotationStyle } from './annotationStyle.ts';
import { defaultColor, heatColor, heatMarkSvg, mutedColor, newsMarkSvg, type ThemeKind } from './heatMark.ts';
import { costWidth, drawnWidth, shownText, textMargins } from './textPlaces.ts';

/**
 * Draws the costs beside the lines: a mark with the share in the gutter, a quiet text behind the code, and a mark in the
 * overview ruler, coloured by heat. It draws what the server has sent last for the document. Between an edit and the next
 * message, VS Code itself keeps the marks on their lines.
 */
export class Heat {
  /** Texts, which bring their own colours. */
  readonly #texts = vscode.window.createTextEditorDecorationType({ rangeBehavior });
  /**
   * Marks. The gutter's picture is a part of a type, so there is a type for each different mark, made when it is needed.
   * Their pictures are for one kind of theme.
   */
  readonly #marks = new Map<string, vscode.TextEditorDecorationType>();
  /** The marks that each editor has ranges of. */
  readonly #drawn = new WeakMap<vscode.TextEditor, Set<vscode.TextEditorDecorationType>>();
  /** What the server has sent last, by the document's URI. Documents that are closed are removed. */
  readonly #latest = new Map<string, LineAnnotationsParams>();

  constructor(
    server: LanguageServer,
    private readonly manifest: unknown,
    subscriptions: vscode.Disposable[],
  ) {
    const { window, workspace } = vscode;
    subscriptions.push(
      this.#texts,
      server.onLineAnnotations((params) => this.#receive(params)),
      server.onStopped(() => {
        this.#latest.clear();
        for (const editor of window.visibleTextEditors) editor.setDecorations(this.#texts, []);
        this.#disposeMarks();
      }),
      window.onDidChangeVisibleTextEditors(() => this.#drawAll()),
      window.onDidChangeActiveColorTheme(() => {
        this.#disposeMarks();
        this.#drawAll();
      }),
      window.onDidChangeTextEditorSelection(({ textEditor }) => {
        if (annotationStyle() === 'currentLine') this.#drawTexts(textEditor);
      }),
      window.onDidChangeTextEditorOptions(({ textEditor }) => this.#drawTexts(textEditor)),
      workspace.onDidCloseTextDocument(({ uri }) => this.#latest.delete(uri.toString())),
      { dispose: () => this.#disposeMarks() },
    );
  }

  #receive(params: LineAnnotationsParams): void {
    const uri = vscode.Uri.parse(params.uri).toString();
    this.#latest.set(uri, params);
    for (const editor of vscode.window.visibleTextEditors) {
      if (editor.document.uri.toString() === uri) this.#draw(editor);
    }
  }

  #drawAll(): void {
    for (const editor of vscode.window.visibleTextEditors) this.#draw(editor);
  }

  #draw(editor: vscode.TextEditor): void {
    this.#drawTexts(editor);
    this.#drawMarks(editor);
  }

  #latestOf({ document }: vscode.TextEditor): LineAnnotationsParams | null {
    const latest = this.#latest.get(document.uri.toString());
    return latest === undefined || latest.version !== document.version ? null : latest;
  }

  /** In ascending order. `null`: those of another version would stand beside the wrong code. Those of this one come soon. */
  #annotations(editor: vscode.TextEditor): readonly LineAnnotation[] | null {
    const { document } = editor;
    const annotations = this.#latestOf(editor)?.annotations ?? null;
    if (annotations === null) return null;
    return annotations
      .filter(({ line }) => line < document.lineCount)
      .sort((one, other) => one.line - other.line);
  }

  #drawTexts(editor: vscode.TextEditor): void {
    const annotations = this.#annotations(editor);
    if (annotations === null) return;
    const style = annotationStyle();
    const carets = new Set(editor.selections.map(({ active }) => active.line));
    const isShown = ({ line }: LineAnnotation) => style !== 'currentLine' || carets.has(line);
    const shown = style === 'gutter' ? [] : placedTexts(editor, annotations).filter(isShown);
    editor.setDecorations(
      this.#texts,
      shown.map((text) => textDecoration(editor.document, text)),
    );
  }

  #drawMarks(editor: vscode.TextEditor): void {
    const latest = this.#latestOf(editor);
    if (latest === null) return;
    const { document } = editor;
    const ranges = new Map<vscode.TextEditorDecorationType, vscode.Range[]>();
    for (const type of this.#drawn.get(editor) ?? []) ranges.set(type, []);
    const mark = (type: vscode.TextEditorDecorationType, line: number) => {
      if (line < document.lineCount) listAt(ranges, type).push(codeRange(document, line));
    };
    for (const annotation of latest.annotations)
      if (annotation.mark !== '') mark(this.#markOf(annotation), annotation.line);
    // Beside the functions of benchmarks.
    for (const news of latest.news) mark(this.#newsMarkOf(news), news.line);
    for (const [type, list] of ranges) editor.setDecorations(type, list);
    this.#drawn.set(editor, new Set([...ranges].flatMap(([type, list]) => (list.length > 0 ? [type] : []))));
  }

  #markOf(annotation: LineAnnotation): vscode.TextEditorDecorationType {
    const { mark, heat, muted = false, faint = false, onHotPath = false } = annotation;
    const color = muted ? mutedColor : heatColor(heat);
    return madeOnce(this.#marks, `${color} ${faint} ${onHotPath} ${mark}`, () => {
      const picture = defaultColor(this.manifest, color, themeKind());
      const style = muted || faint ? 'outlined' : 'filled';
      const svg = picture === null ? null : heatMarkSvg(mark, picture, style, onHotPath);
      return createMark(muted ? null : color, svg, onHotPath);
    });
  }

  #newsMarkOf({ isBetter, isMore }: BenchmarkNews): vscode.TextEditorDecorationType {
    const gutter = (theme: 'light' | 'dark') => ({
      gutterIconPath: svgUri(newsMarkSvg({ isBetter, isMore }, theme)),
      gutterIconSize: 'contain',
    });
    return madeOnce(this.#marks, `news ${isBetter} ${isMore}`, () =>
      vscode.window.createTextEditorDecorationType({
        light: gutter('light'),
        dark: gutter('dark'),
        rangeBehavior,
      }),
    );
  }

  #disposeMarks(): void {
    for (const type of this.#marks.values()) type.dispose();
    this.#marks.clear();
  }
}

const rangeBehavior = vscode.DecorationRangeBehavior.ClosedClosed;

/** An annotation, with what its line says and how far behind the code, in characters. */
type PlacedText = LineAnnotation & { readonly margin: number };

/** The texts of an editor's lines. Lines that say nothing are left out, but count for the column. */
function placedTexts(
  { document, options }: vscode.TextEditor,
  annotations: readonly LineAnnotation[],
): PlacedText[] {
  const tabSize = typeof options.tabSize === 'number' ? options.tabSize : 4;
  const lines = annotations.map((annotation) => {
    const end = drawnWidth(document.lineAt(annotation.line).text, tabSize);
    return { line: annotation.line, end, cost: costWidth(annotation.text) };
  });
  const margins = textMargins(lines);
  return annotations.flatMap((annotation, i) => {
    const text = shownText(annotation, lines[i]?.end ?? 0);
    return text === '' ? [] : [{ ...annotation, text, margin: margins[i] ?? 0 }];
  });
}

/**
 * A line's code. The range begins at the line's first visible character. If the user breaks the line before it, the mark
 * moves down with the text; if after it, the mark stays.
 */
function codeRange(document: vscode.TextDocument, line: number): vscode.Range {
  const { firstNonWhitespaceCharacterIndex: start, range } = document.lineAt(line);
  return new vscode.Range(line, start, line, range.end.character);
}

/** Faint texts are grey and italic, so that the colour alone does not make the difference. */
function textDecoration(
  document: vscode.TextDocument,
  { line, text, heat, margin, muted = false, faint = false }: PlacedText,
): vscode.DecorationOptions {
  const after = {
    contentText: text,
    // In the flow of the line, behind its code: so it can never stand over it.
    margin: `0 0 0 ${margin}ch`,
    color: new vscode.ThemeColor(muted || faint ? mutedColor : heatColor(heat)),
    ...(faint ? { fontStyle: 'italic' } : {}),
  };
  return { range: codeRange(document, line), renderOptions: { after } };
}

function svgUri(svg: string): vscode.Uri {
  return vscode.Uri.parse(`data:image/svg+xml;utf8,${encodeURIComponent(svg)}`);
}

/** @param colorId in the overview ruler; `null` for no mark there */
function createMark(
  colorId: string | null,
  mark: string | null,
  onHotPath: boolean,
): vscode.TextEditorDecorationType {
  const { Full, Right } = vscode.OverviewRulerLane;
  return vscode.window.createTextEditorDecorationType({
    ...(colorId === null
      ? {}
      : {
          overviewRulerColor: new vscode.ThemeColor(colorId),
          overviewRulerLane: onHotPath ? Full : Right,
        }),
    ...(mark === null ? {} : { gutterIconPath: svgUri(mark), gutterIconSize: 'contain' }),
    rangeBehavior,
  });
}

function themeKind(): ThemeKind {
  const { Dark, HighContrast, HighContrastLight, Light } = vscode.ColorThemeKind;
  const kinds: Record<vscode.ColorThemeKind, ThemeKind> = {
    [Dark]: 'dark',
    [Light]: 'light',
    [HighContrast]: 'highContrast',
    [HighContrastLight]: 'highContrastLight',
  };
  return kinds[vscode.window.activeColorTheme.kind];
}
