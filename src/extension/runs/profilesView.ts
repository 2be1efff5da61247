import path from 'node:path';
import * as vscode from 'vscode';
import { escapeMarkdown, plainMessage, plainText } from '../../base/escape.ts';
import type { KeptRunSummary } from '../../protocol.ts';
import { openDropped } from '../page/profileFiles.ts';
import { commandId } from '../server/commandNames.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { KeptRuns } from './keptRuns.ts';
import {
  type BenchmarkNode,
  type FileNode,
  type MoreNode,
  nodeId,
  type ProfileNode,
  type ProfilesNode,
  profileNodes,
  resultText,
  rootNodes,
  rowName,
  runIconOf,
  runNode,
  timeText,
} from './profilesTree.ts';
import { type Remotes, remoteTreeItem } from './remotes.ts';

const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;

/** What dropped files are: from the Explorer, from tabs, from the system. */
const uriList = 'text/uri-list';

/** The view of benchmarks, their runs, and profile files. A click on a profile shows its flame graph and its hottest line. */
export class ProfilesView implements vscode.TreeDataProvider<ProfilesNode>, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #view: vscode.TreeView<ProfilesNode>;
  readonly #subscriptions: vscode.Disposable[];

  readonly onDidChangeTreeData = this.#changed.event;

  constructor(
    private readonly runs: KeptRuns,
    private readonly sessions: Sessions,
    private readonly remotes: Remotes,
  ) {
    this.#view = vscode.window.createTreeView('pprofLens.profiles', {
      treeDataProvider: this,
      canSelectMany: true,
      showCollapseAll: true,
      dragAndDropController: {
        dragMimeTypes: [],
        dropMimeTypes: [uriList],
        handleDrop: async (_, dropped) => {
          const text = await dropped.get(uriList)?.asString();
          if (text !== undefined) await openDropped(text);
        },
      },
    });
    const changed = () => this.#changed.fire();
    this.#subscriptions = [
      this.#view,
      this.#changed,
      runs.onDidChange(changed),
      // The view marks the run that the lines show.
      sessions.onDidChange(changed),
      remotes.onDidChange(changed),
    ];
  }

  get selection(): readonly ProfilesNode[] {
    return this.#view.selection;
  }

  getChildren(node?: ProfilesNode): ProfilesNode[] {
    const servers = this.remotes.all;
    if (node === undefined) {
      const group: ProfilesNode[] = servers.length === 0 ? [] : [{ type: 'servers' }];
      return [...group, ...rootNodes(this.runs.all, this.sessions.all, this.runs.more)];
    }
    if (node.type === 'servers') return servers.map((item) => ({ type: 'server', item }));
    if (node.type === 'benchmark') {
      return [...node.subs, ...(node.more === undefined ? [] : [node.more]), ...node.runs.map(runNode)];
    }
    return node.type === 'run' ? profileNodes(node.run) : [];
  }

  getTreeItem(node: ProfilesNode): vscode.TreeItem {
    const item = this.#itemOf(node);
    item.id = nodeId(node);
    const shown = shownBy(node);
    if (shown.type === 'file' || ('profilePath' in shown && shown.profilePath !== undefined)) {
      const title = vscode.l10n.t('Show Flame Graph');
      item.command = { command: commandId('showFlameGraph'), title, arguments: [{ ...shown, lines: true }] };
    }
    return item;
  }

  #itemOf(node: ProfilesNode): vscode.TreeItem {
    switch (node.type) {
      case 'benchmark':
        return this.#benchmarkItem(node);
      case 'more':
        return moreItem(node);
      case 'run':
        return this.#runItem(node.run);
      case 'profile':
        return this.#profileItem(node);
      case 'file':
        return this.#fileItem(node);
      case 'servers':
        return new vscode.TreeItem(vscode.l10n.t('Servers'), Expanded);
      case 'server':
        return remoteTreeItem(node);
    }
  }

  #benchmarkItem(node: BenchmarkNode): vscode.TreeItem {
    const { benchmark, directory, runs, subs } = node;
    const [newest] = runs;
    const isSub = benchmark.includes('/');
    const hasNewest = [node, ...subs].some((each) => each.runs[0] === this.runs.all[0]);
    const item = new vscode.TreeItem(plainText(rowName(node)), hasNewest && !isSub ? Expanded : Collapsed);
    const result =
      subs.length > 0
        ? vscode.l10n.t('{0} sub-benchmarks', subs.length + (node.more?.count ?? 0))
        : newest === undefined
          ? ''
          : resultText(newest);
    const relative = vscode.workspace.asRelativePath(directory);
    // The path stays as it is for the workspace folder itself, and for folders outside of the workspace.
    const place = relative === directory ? path.basename(directory) : relative;
    item.description = plainText(
      (isSub ? [result] : [result, place]).filter((text) => text !== '').join(' · '),
    );
    item.iconPath =
      newest === undefined || subs.length > 0
        ? new vscode.ThemeIcon('beaker')
        : this.#newestIcon(newest, isSub);
    item.tooltip = newest !== undefined && isSub ? runTooltip(newest) : plainMessage(directory);
    item.contextValue = 'benchmark';
    item.accessibilityInformation = { label: plainMessage([benchmark, item.description].join(', ')) };
    return item;
  }

  /** A sub-benchmark is a row as a run is. */
  #newestIcon(newest: KeptRunSummary, isSub: boolean): vscode.ThemeIcon {
    return isSub ? runIcon(newest, this.#isShown(newest)) : runIcon(newest, false, 'beaker');
  }

  #runItem(run: KeptRunSummary): vscode.TreeItem {
    const time = timeText(run.takenAt, new Date(), vscode.env.language);
    const item = new vscode.TreeItem(
      plainText(run.label ?? time),
      run.profiles.length < 2 ? None : Collapsed,
    );
    const result = resultText(run);
    item.description = plainText(run.label === null ? result : `${result} · ${time}`);
    const isShown = this.#isShown(run);
    item.iconPath = runIcon(run, isShown);
    item.tooltip = runTooltip(run);
    item.contextValue = `run${run.pinned ? ' pinned' : ''}${run.profiles.length > 0 ? ' profiled' : ''}`;
    const states = [
      ...(run.pinned ? [vscode.l10n.t('pinned as baseline')] : []),
      ...(isShown ? [vscode.l10n.t('shown in the editor')] : []),
    ];
    item.accessibilityInformation = {
      label: plainMessage([run.label ?? time, run.benchmark, result, ...states].join(', ')),
    };
    return item;
  }

  /** Whether the lines show one of its profiles. */
  #isShown({ profiles }: KeptRunSummary): boolean {
    return profiles.some(({ path }) => path === this.sessions.activeSession?.profilePath);
  }

  #profileItem({ label, profilePath }: ProfileNode): vscode.TreeItem {
    const item = new vscode.TreeItem(plainText(label));
    const isShown = this.sessions.activeSession?.profilePath === profilePath;
    item.iconPath = new vscode.ThemeIcon(isShown ? 'eye' : 'flame');
    item.tooltip = plainMessage(profilePath);
    item.contextValue = 'profile';
    item.accessibilityInformation = { label: plainMessage(label) };
    return item;
  }

  #fileItem({ session }: FileNode): vscode.TreeItem {
    const item = new vscode.TreeItem(plainText(session.title));
    const isShown = this.sessions.activeSession === session;
    item.iconPath = new vscode.ThemeIcon(isShown ? 'eye' : 'file');
    // What was fetched, or recorded by a run, is in a file of ours, which says nothing to the user.
    const isOfUser = session.origin.from === 'file' && session.origin.source === undefined;
    if (isOfUser) item.description = plainText(vscode.workspace.asRelativePath(session.profilePath));
    item.tooltip = plainMessage(isOfUser ? session.profilePath : session.title);
    item.contextValue = 'file';
    // Otherwise a screen reader says the tooltip.
    item.accessibilityInformation = {
      label: plainMessage(isShown ? vscode.l10n.t('{0}, shown in the editor', session.title) : session.title),
    };
    return item;
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}

/** What a click on a node shows: of a benchmark, the result that its row has. */
function shownBy(node: ProfilesNode): ProfilesNode {
  const newest = node.type === 'benchmark' && node.subs.length === 0 ? node.runs[0] : undefined;
  return newest === undefined ? node : runNode(newest);
}

/** The row of the sub-benchmarks that are not in the list. A click shows the table that has them. */
function moreItem({ benchmark, directory, count }: MoreNode): vscode.TreeItem {
  const item = new vscode.TreeItem(vscode.l10n.t('{0} more', count));
  item.description = vscode.l10n.t('All results');
  item.iconPath = new vscode.ThemeIcon('table');
  // Any file name will do: it stands for its folder.
  const uri = vscode.Uri.joinPath(vscode.Uri.file(directory), 'm_test.go').toString();
  item.command = { command: commandId('showResults'), title: '', arguments: [{ uri, benchmark }] };
  return item;
}

function runIcon(run: KeptRunSummary, isShown: boolean, other?: string): vscode.ThemeIcon {
  const { id, color } = runIconOf(run, isShown);
  return new vscode.ThemeIcon(other ?? id, color === undefined ? undefined : new vscode.ThemeColor(color));
}

function runTooltip({ benchmark, takenAt, details }: KeptRunSummary): vscode.MarkdownString {
  const taken = new Date(takenAt).toLocaleString(vscode.env.language, {
    dateStyle: 'full',
    timeStyle: 'medium',
  });
  const rows = details.map(({ name, value }) => `**${escapeMarkdown(name)}** ${escapeMarkdown(value)}`);
  const title = `**${escapeMarkdown(benchmark)}**`;
  return new vscode.MarkdownString([title, escapeMarkdown(taken), '', ...rows].join('  \n'));
}
