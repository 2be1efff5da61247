import path from 'node:path';
import * as vscode from 'vscode';
import { property } from '../../base/outsideValues.ts';
import type { ActiveCost, HotLine } from '../../protocol.ts';
import { besidePage } from '../page/frameSources.ts';
import type { Pages } from '../page/pages.ts';
import { commandId } from '../server/commandNames.ts';
import type { LanguageServer } from '../server/languageServer.ts';
import { createPicker, plainItems, sayBriefly, sayInfo } from '../server/say.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { switchProfile } from '../sessions/switchProfile.ts';
import { nextHotLine } from './hotLineWalk.ts';

/** A line with less than this share of the hottest line's cost may have been met by a single sample. */
const comparable = 0.1;

/** Which lines one goes through: the hottest one first, or along the hot path, from the outermost call inwards. */
type Walk = 'hotLines' | 'hotPath';

/** The walk that a key asks for. */
export function walkOf(args: unknown): Walk {
  return property(args, 'along') === 'hotPath' ? 'hotPath' : 'hotLines';
}

/**
 * The commands that go to the hottest lines: one after the other across files, or one that the user chooses
 * from a list.
 */
export class HotLines {
  /** The line that was visited last: its index, and the list that it is in. */
  #last: { readonly active: ActiveCost; readonly walk: Walk; readonly index: number } | null = null;

  constructor(
    private readonly server: LanguageServer,
    private readonly sessions: Sessions,
    private readonly pages: Pages,
  ) {}

  /** @param step 1 to the next cooler line, or inwards; -1 to the next hotter one, or outwards */
  async go(step: 1 | -1, walk: Walk): Promise<void> {
    const lines = await this.#lines(walk);
    const { active } = this.sessions;
    if (lines === null || active === null) return;
    const editor = vscode.window.activeTextEditor;
    const cursor =
      editor === undefined
        ? null
        : { uri: editor.document.uri.toString(), line: editor.selection.active.line };
    const index = nextHotLine(lines, cursor, this.#lastIndex(active, walk), step);
    const line = lines[index];
    if (line === undefined) return;
    this.#last = { active, walk, index };
    await reveal(line, { viewColumn: this.#column(), preview: false });
    const place =
      walk === 'hotPath'
        ? vscode.l10n.t('Hot path {0} of {1}: {2}', index + 1, lines.length, line.text)
        : vscode.l10n.t('Hot line {0} of {1}: {2}', index + 1, lines.length, line.text);
    sayBriefly(place, '$(flame) ');
  }

  /** Shows the hottest line if no line is in sight that compares with it. The focus stays where it is. */
  async showHottest(): Promise<void> {
    const lines = await this.server.execute('hotLines');
    const [hottest] = lines;
    if (hottest === undefined || lines.some((line) => line.ofHottest >= comparable && isInSight(line)))
      return;
    await reveal(hottest, { viewColumn: this.#column(), preview: true, preserveFocus: true });
  }

  /**
   * Shows a list of the hottest lines. Each line is shown while it is selected; Escape goes back to what was
   * shown before.
   */
  async list(): Promise<void> {
    const lines = await this.#lines('hotLines');
    if (lines === null) return;
    const onPath = await this.server.execute('hotPath');
    const viewColumn = this.#column();
    const from = editorIn(viewColumn);
    const selection = from?.selection;
    const picker = createPicker<LineItem>(
      vscode.l10n.t('Hot Lines by {0}', this.sessions.activeTitle),
      vscode.l10n.t('Hottest first, by cost with everything that a line of your code calls'),
    );
    picker.matchOnDescription = true;
    picker.matchOnDetail = true;
    const heading = { label: vscode.l10n.t('hot path'), kind: vscode.QuickPickItemKind.Separator };
    picker.items = plainItems([
      ...lines.map(itemOf),
      ...(onPath.length === 0 ? [] : [heading, ...onPath.map(itemOf)]),
    ]);
    let chosen = false;
    picker.onDidChangeActive(([item]) => {
      if (item?.line !== undefined)
        void reveal(item.line, { viewColumn, preview: true, preserveFocus: true });
    });
    picker.onDidAccept(() => {
      const [item] = picker.selectedItems;
      chosen = item !== undefined;
      picker.hide();
      if (item?.line !== undefined) void reveal(item.line, { viewColumn, preview: false });
    });
    picker.onDidHide(() => {
      picker.dispose();
      if (chosen || from === undefined || selection === undefined) return;
      void vscode.window.showTextDocument(from.document, {
        selection,
        viewColumn,
        // The list gives the focus back itself. By now, the user may have taken it elsewhere.
        preserveFocus: true,
      });
    });
    picker.show();
  }

  /** The column in which lines are shown: the one with the focus, unless a page is there, which the line would cover. */
  #column(): vscode.ViewColumn {
    const page = this.pages.columnInFocus;
    return page === undefined ? vscode.ViewColumn.Active : besidePage(page);
  }

  #lastIndex(active: ActiveCost, walk: Walk): number | null {
    const last = this.#last;
    const sameList =
      last !== null &&
      last.walk === walk &&
      last.active.sessionId === active.sessionId &&
      last.active.sampleType === active.sampleType;
    return sameList ? last.index : null;
  }

  /** The hot lines. If there are none, tells the user why and returns `null`. */
  async #lines(walk: Walk): Promise<readonly HotLine[] | null> {
    if (this.sessions.active === null) {
      await switchProfile(this.sessions);
      return null;
    }
    const lines = await this.server.execute(walk);
    if (lines.length > 0) return lines;
    const why =
      walk === 'hotPath'
        ? vscode.l10n.t('No chain of calls through your own code carries half of the cost.')
        : vscode.l10n.t('No line of your own code on this machine shows a cost of this profile.');
    await sayInfo(why, [
      vscode.l10n.t('Show Flame Graph'),
      () => vscode.commands.executeCommand(commandId('showFlameGraph')),
    ]);
    return null;
  }
}

interface LineItem extends vscode.QuickPickItem {
  readonly line?: HotLine;
}

function itemOf(line: HotLine): LineItem {
  return {
    label: `${path.basename(vscode.Uri.parse(line.uri).fsPath)}:${line.line + 1}`,
    description: line.text,
    detail: line.functionName,
    line,
  };
}

/** The visible text editor in a column. */
function editorIn(column: vscode.ViewColumn): vscode.TextEditor | undefined {
  const { activeTextEditor, visibleTextEditors } = vscode.window;
  if (column === vscode.ViewColumn.Active) return activeTextEditor;
  return visibleTextEditors.find(({ viewColumn }) => viewColumn === column);
}

function isInSight({ uri, line }: HotLine): boolean {
  return vscode.window.visibleTextEditors.some(
    ({ document, visibleRanges }) =>
      document.uri.toString() === uri &&
      visibleRanges.some(({ start, end }) => start.line <= line && line <= end.line),
  );
}

async function reveal({ uri, line }: HotLine, options: vscode.TextDocumentShowOptions): Promise<void> {
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
  const start = document.lineAt(Math.min(line, document.lineCount - 1)).firstNonWhitespaceCharacterIndex;
  const at = new vscode.Position(line, start);
  const editor = await vscode.window.showTextDocument(document, options);
  editor.selection = new vscode.Selection(at, at);
  editor.revealRange(new vscode.Range(at, at), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}
