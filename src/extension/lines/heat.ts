import * as vscode from 'vscode';
import type { LineAnnotation, LineAnnotationsParams } from '../../protocol.ts';
import type { Pages } from '../page/pages.ts';
import type { LanguageServer } from '../server/languageServer.ts';
import { EditorRooms } from './editorRooms.ts';
import { defaultColor, heatColor, heatMarkSvg, mutedColor, type ThemeKind } from './heatMark.ts';
import { costWidth, drawnWidth, type TextStyle, textColumns, textStyle } from './textPlaces.ts';

/**
 * Draws the costs beside the lines: a mark with the share in the gutter, a quiet text in a column behind the code, and a
 * mark in the overview ruler, coloured by heat. It draws what the server has sent last for the document. Between an edit
 * and the next message, VS Code itself keeps the marks on their lines.
 */
export class Heat implements vscode.Disposable {
  readonly #manifest: unknown;
  readonly #rooms = new EditorRooms(() => this.#latest.size > 0);
  /**
   * The gutter's picture is a part of a type, so there is a type for each different mark, made when it is needed. Their
   * pictures are for one kind of theme.
   */
  readonly #types = new Map<string, vscode.TextEditorDecorationType>();
  /** The types that each editor has ranges of. */
  readonly #drawn = new WeakMap<vscode.TextEditor, Set<vscode.TextEditorDecorationType>>();
  /** Editors that have a caret in a line with a cost. */
  readonly #withCaret = new WeakSet<vscode.TextEditor>();
  /** What the server has sent last, by the document's URI. Documents that are closed are removed. */
  readonly #latest = new Map<string, LineAnnotationsParams>();
  readonly #subscriptions: vscode.Disposable[];

  /** @param manifest the extension's package.json */
  constructor(server: LanguageServer, pages: Pages, manifest: unknown) {
    this.#manifest = manifest;
    const { window, workspace } = vscode;
    this.#subscriptions = [
      this.#rooms,
      server.onLineAnnotations((params) => this.#receive(params)),
      server.onStopped(() => {
        this.#latest.clear();
        this.#disposeTypes();
      }),
      pages.onDidMove(() => this.#rooms.check()),
      this.#rooms.onDidChange(() => this.#drawAll()),
      window.onDidChangeVisibleTextEditors(() => this.#drawAll()),
      window.onDidChangeActiveColorTheme(() => {
        this.#disposeTypes();
        this.#drawAll();
      }),
      window.onDidChangeTextEditorSelection(({ textEditor }) => this.#caretMoved(textEditor)),
      window.onDidChangeTextEditorOptions(({ textEditor }) => this.#draw(textEditor)),
      workspace.onDidCloseTextDocument(({ uri }) => this.#latest.delete(uri.toString())),
    ];
  }

  #receive(params: LineAnnotationsParams): void {
    const uri = vscode.Uri.parse(params.uri).toString();
    this.#latest.set(uri, params);
    this.#rooms.check();
    for (const editor of vscode.window.visibleTextEditors) {
      if (editor.document.uri.toString() === uri) this.#draw(editor);
    }
  }

  #drawAll(): void {
    for (const editor of vscode.window.visibleTextEditors) this.#draw(editor);
  }

  /** A text over the code gives way to the caret, and comes back behind it. */
  #caretMoved(editor: vscode.TextEditor): void {
    const annotations = this.#latest.get(editor.document.uri.toString())?.annotations ?? [];
    const carets = new Set(editor.selections.map(({ active }) => active.line));
    const hasCaret = annotations.some(({ line }) => carets.has(line));
    if (!hasCaret && !this.#withCaret.has(editor)) return;
    if (hasCaret) this.#withCaret.add(editor);
    else this.#withCaret.delete(editor);
    this.#draw(editor);
  }

  #draw(editor: vscode.TextEditor): void {
    const { document } = editor;
    const latest = this.#latest.get(document.uri.toString());
    // Annotations of another version would stand beside the wrong code. Those of this version come soon.
    if (latest === undefined || latest.version !== document.version) return;
    const ranges = new Map<vscode.TextEditorDecorationType, vscode.DecorationOptions[]>();
    for (const type of this.#drawn.get(editor) ?? []) ranges.set(type, []);
    for (const { annotation, place } of this.#placed(editor, latest.annotations)) {
      const type = this.#typeOf(annotation);
      const list = ranges.get(type) ?? [];
      list.push(decoration(document, annotation, place));
      ranges.set(type, list);
    }
    for (const [type, list] of ranges) editor.setDecorations(type, list);
    this.#drawn.set(editor, new Set([...ranges].flatMap(([type, list]) => (list.length > 0 ? [type] : []))));
  }

  /** The texts of an editor's lines, and where they stand. */
  #placed(editor: vscode.TextEditor, all: readonly LineAnnotation[]) {
    const { document, options } = editor;
    const tabSize = typeof options.tabSize === 'number' ? options.tabSize : 4;
    const room = this.#rooms.roomOf(editor);
    const carets = caretColumns(editor, tabSize);
    const annotations = all
      .filter(({ line }) => line < document.lineCount)
      .sort((one, other) => one.line - other.line);
    const columns = textColumns(
      annotations.map(({ line, text }) => ({
        line,
        end: drawnWidth(document.lineAt(line).text, tabSize),
        cost: costWidth(text),
      })),
      room?.characters ?? null,
    );
    return annotations.map((annotation, i) => ({
      annotation,
      place: textStyle(columns[i] ?? 0, annotation.text, room, carets.get(annotation.line) ?? 0),
    }));
  }

  #typeOf({ mark, heat, muted = false, faint = false }: LineAnnotation): vscode.TextEditorDecorationType {
    const color = muted ? mutedColor : heatColor(heat);
    const key = `${color} ${faint} ${mark}`;
    let type = this.#types.get(key);
    if (type === undefined) {
      const picture = defaultColor(this.#manifest, color, themeKind());
      const style = muted || faint ? 'outlined' : 'filled';
      type = createType(color, picture === null ? null : heatMarkSvg(mark, picture, style), muted);
      this.#types.set(key, type);
    }
    return type;
  }

  #disposeTypes(): void {
    for (const type of this.#types.values()) type.dispose();
    this.#types.clear();
  }

  dispose(): void {
    this.#disposeTypes();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}

/** Of every line with a caret, the column of the last one. */
function caretColumns({ document, selections }: vscode.TextEditor, tabSize: number): Map<number, number> {
  const columns = new Map<number, number>();
  for (const { active } of selections) {
    if (active.line >= document.lineCount) continue;
    const column = drawnWidth(document.lineAt(active.line).text.slice(0, active.character), tabSize);
    columns.set(active.line, Math.max(column, columns.get(active.line) ?? 0));
  }
  return columns;
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
  { style, isOverCode }: TextStyle,
): vscode.DecorationOptions {
  const { firstNonWhitespaceCharacterIndex: start, range } = document.lineAt(line);
  return {
    range: new vscode.Range(line, start, line, range.end.character),
    renderOptions: {
      after: {
        contentText: text,
        // VS Code has no names for these properties, and takes what follows this one as it is.
        textDecoration: `none;${style}`,
        ...(isOverCode ? { backgroundColor: new vscode.ThemeColor('editor.background') } : {}),
        ...(faint === true ? faintStyle : {}),
      },
    },
  };
}

function createType(colorId: string, mark: string | null, isMuted: boolean): vscode.TextEditorDecorationType {
  const color = new vscode.ThemeColor(colorId);
  return vscode.window.createTextEditorDecorationType({
    after: { color },
    ...(isMuted ? {} : { overviewRulerColor: color, overviewRulerLane: vscode.OverviewRulerLane.Right }),
    ...(mark === null
      ? {}
      : {
          gutterIconPath: vscode.Uri.parse(`data:image/svg+xml;utf8,${encodeURIComponent(mark)}`),
          gutterIconSize: 'contain',
        }),
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
  });
}

function themeKind(): ThemeKind {
  switch (vscode.window.activeColorTheme.kind) {
    case vscode.ColorThemeKind.Light:
      return 'light';
    case vscode.ColorThemeKind.HighContrast:
      return 'highContrast';
    case vscode.ColorThemeKind.HighContrastLight:
      return 'highContrastLight';
    case vscode.ColorThemeKind.Dark:
      return 'dark';
  }
}
