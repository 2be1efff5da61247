import * as vscode from 'vscode';
import { number, property } from '../../base/outsideValues.ts';
import { type CodeRoom, codeRoom, groupWidths } from './textPlaces.ts';

/** Several changes of the layout at once, as while the user scrolls, are answered together. In milliseconds. */
const coalesceMs = 100;

/**
 * How much room for code each editor has. VS Code tells the widths of groups of editors if asked, but not when they
 * change; so they are asked for whenever something happens in the editors.
 */
export class EditorRooms implements vscode.Disposable {
  readonly #isWanted: () => boolean;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscriptions: vscode.Disposable[];
  #widths: readonly (number | null)[] = [];
  #timer: NodeJS.Timeout | undefined;

  /** Editors have become wider or narrower. */
  readonly onDidChange = this.#changed.event;

  /** @param isWanted false while nothing is drawn, so that nobody asks */
  constructor(isWanted: () => boolean) {
    this.#isWanted = isWanted;
    const { window, workspace } = vscode;
    this.#subscriptions = [
      this.#changed,
      window.onDidChangeVisibleTextEditors(() => this.check()),
      window.onDidChangeTextEditorVisibleRanges(() => this.check()),
      window.onDidChangeTextEditorSelection(() => this.check()),
      window.onDidChangeWindowState(() => this.check()),
      window.tabGroups.onDidChangeTabGroups(() => this.check()),
      vscode.debug.onDidChangeBreakpoints(() => this.#changed.fire()),
      workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('editor')) this.#changed.fire();
      }),
    ];
  }

  /** Asks for the widths, in a moment. */
  check(): void {
    if (this.#isWanted()) this.#timer ??= setTimeout(() => void this.#ask(), coalesceMs);
  }

  async #ask(): Promise<void> {
    const layout = await vscode.commands.executeCommand<unknown>('vscode.getEditorLayout');
    this.#timer = undefined;
    const widths = groupWidths(layout);
    if (widths.join() === this.#widths.join()) return;
    this.#widths = widths;
    this.#changed.fire();
  }

  /** `null` if it is not known. */
  roomOf({ document, viewColumn, options }: vscode.TextEditor): CodeRoom | null {
    const width = viewColumn === undefined ? null : this.#widths[viewColumn - 1];
    const group = vscode.window.tabGroups.all.find((each) => each.viewColumn === viewColumn);
    // In a comparison, two editors share the group.
    if (width == null || !(group?.activeTab?.input instanceof vscode.TabInputText)) return null;
    const settings = vscode.workspace.getConfiguration('editor', document);
    const size = (name: string, fallback: number) => number(settings.get<unknown>(name)) ?? fallback;
    const fontSize = size('fontSize', 14);
    return codeRoom({
      width,
      fontSize,
      lineHeight: lineHeight(size('lineHeight', 0), fontSize),
      glyphLanes: settings.get<unknown>('glyphMargin') === false ? 0 : hasBreakpoint(document) ? 2 : 1,
      hasFolding: settings.get<unknown>('folding') !== false,
      lineNumberDigits:
        options.lineNumbers === vscode.TextEditorLineNumbersStyle.Off
          ? 0
          : Math.max(3, String(document.lineCount).length),
      minimapColumns: minimapColumns(settings.get<unknown>('minimap')),
      scrollbarWidth: number(property(settings.get<unknown>('scrollbar'), 'verticalScrollbarSize')) ?? 14,
    });
  }

  dispose(): void {
    clearTimeout(this.#timer);
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}

/** VS Code makes room for a second icon while one line has both; any breakpoint of the file may be on such a line. */
function hasBreakpoint({ uri }: vscode.TextDocument): boolean {
  return vscode.debug.breakpoints.some(
    (each) => each instanceof vscode.SourceBreakpoint && each.location.uri.toString() === uri.toString(),
  );
}

/** In pixels. VS Code takes small numbers for a factor of the font's size, and has a factor of its own for 0. */
function lineHeight(setting: number, fontSize: number): number {
  const usual = process.platform === 'darwin' ? 1.5 : 1.35;
  if (setting === 0) return Math.round(usual * fontSize);
  return setting < 8 ? setting * fontSize : setting;
}

function minimapColumns(settings: unknown): number {
  if (property(settings, 'enabled') === false) return 0;
  return (number(property(settings, 'maxColumn')) ?? 120) * (number(property(settings, 'scale')) ?? 1);
}
