import path from 'node:path';
import * as vscode from 'vscode';
import { escapeMarkdown, plainMessage, plainText } from '../../base/escape.ts';
import type { KeptRunSummary } from '../../protocol.ts';
import { openDropped } from '../page/profileFiles.ts';
import { commandId } from '../server/commandNames.ts';
import type { LanguageServer } from '../server/languageServer.ts';
import type { Sessions } from '../sessions/sessions.ts';
import {
  type BenchmarkNode,
  type FileNode,
  isCpuProfile,
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
  type ServerNode,
  timeText,
} from './profilesTree.ts';

const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;

/** What dropped files are: from the Explorer, from tabs, from the system. */
const uriList = 'text/uri-list';

/** The view of benchmarks, their runs, and profile files. A click on a profile shows its flame graph and its hottest line. */
export class ProfilesView implements vscode.TreeDataProvider<ProfilesNode> {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #view: vscode.TreeView<ProfilesNode>;

  readonly onDidChangeTreeData = this.#changed.event;

  constructor(
    private readonly server: LanguageServer,
    private readonly sessions: Sessions,
    subscriptions: vscode.Disposable[],
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
    subscriptions.push(
      this.#view,
      this.#changed,
      server.history.onDidChange(({ runs }) => {
        void vscode.commands.executeCommand('setContext', 'pprofLens.runs', runs.length);
        changed();
      }),
      // The view marks the run that the lines show.
      sessions.onDidChange(changed),
      server.remotes.onDidChange(changed),
    );
  }

  get selection(): readonly ProfilesNode[] {
    return this.#view.selection;
  }

  getChildren(node?: ProfilesNode): ProfilesNode[] {
    const servers = this.server.remotes.value.items;
    const { runs, more } = this.server.history.value;
    if (node === undefined) {
      const group: ProfilesNode[] = servers.length === 0 ? [] : [{ type: 'servers' }];
      return [...group, ...rootNodes(runs, this.sessions.all, more)];
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
    const hasNewest = [node, ...subs].some((each) => each.runs[0] === this.server.history.value.runs[0]);
    const result =
      subs.length > 0
        ? vscode.l10n.t('{0} sub-benchmarks', subs.length + (node.more?.count ?? 0))
        : newest === undefined
          ? ''
          : resultText(newest);
    const relative = vscode.workspace.asRelativePath(directory);
    // The path stays as it is for the workspace folder itself, and for folders outside of the workspace.
    const place = relative === directory ? path.basename(directory) : relative;
    const description = (isSub ? [result] : [result, place]).filter((text) => text !== '').join(' · ');
    return treeItem({
      label: rowName(node),
      state: hasNewest && !isSub ? Expanded : Collapsed,
      description,
      icon:
        newest === undefined || subs.length > 0
          ? new vscode.ThemeIcon('beaker')
          : this.#newestIcon(newest, isSub),
      tooltip: newest !== undefined && isSub ? runTooltip(newest) : directory,
      contextValue: 'benchmark',
      spoken: [benchmark, description].join(', '),
    });
  }

  /** A sub-benchmark is a row as a run is. */
  #newestIcon(newest: KeptRunSummary, isSub: boolean): vscode.ThemeIcon {
    return isSub ? runIcon(newest, this.#isShown(newest)) : runIcon(newest, false, 'beaker');
  }

  #runItem(run: KeptRunSummary): vscode.TreeItem {
    const time = timeText(run.takenAt, new Date(), vscode.env.language);
    const result = resultText(run);
    const isShown = this.#isShown(run);
    const states = [
      ...(run.pinned ? [vscode.l10n.t('pinned as baseline')] : []),
      ...(isShown ? [vscode.l10n.t('shown in the editor')] : []),
    ];
    return treeItem({
      label: run.label ?? time,
      state: run.profiles.length < 2 ? None : Collapsed,
      description: run.label === null ? result : `${result} · ${time}`,
      icon: runIcon(run, isShown),
      tooltip: runTooltip(run),
      contextValue: `run${run.pinned ? ' pinned' : ''}${run.profiles.length > 0 ? ' profiled' : ''}`,
      spoken: [run.label ?? time, run.benchmark, result, ...states].join(', '),
    });
  }

  #isShown({ profiles }: KeptRunSummary): boolean {
    return profiles.some(({ path }) => path === this.sessions.activeSession?.profilePath);
  }

  #profileItem({ label, profilePath }: ProfileNode): vscode.TreeItem {
    const isShown = this.sessions.activeSession?.profilePath === profilePath;
    const icon = new vscode.ThemeIcon(isShown ? 'eye' : 'flame');
    return treeItem({ label, icon, tooltip: profilePath, contextValue: 'profile', spoken: label });
  }

  #fileItem({ session }: FileNode): vscode.TreeItem {
    const { title, origin, profilePath, whole = '' } = session;
    const isShown = this.sessions.activeSession === session;
    // What was fetched, or recorded by a run, is in a file of ours, which says nothing to the user.
    const named = [title, whole].filter((part) => part !== '').join(', ');
    const isOfUser = origin.from === 'file' && origin.source === undefined;
    return treeItem({
      label: title,
      description: isOfUser ? vscode.workspace.asRelativePath(profilePath) : whole,
      icon: new vscode.ThemeIcon(isShown ? 'eye' : 'file'),
      tooltip: isOfUser ? profilePath : title,
      contextValue: isCpuProfile(session) ? 'file cpu' : 'file',
      // Otherwise a screen reader says the tooltip.
      spoken: isShown ? vscode.l10n.t('{0}, shown in the editor', named) : named,
    });
  }
}

/** A row of the view. What it says can be outside text. */
function treeItem(row: {
  label: string;
  state?: vscode.TreeItemCollapsibleState;
  description?: string;
  icon: vscode.ThemeIcon;
  tooltip: string | vscode.MarkdownString;
  contextValue: string;
  spoken: string;
}): vscode.TreeItem {
  const { label, state = None, description = '', icon, tooltip, contextValue, spoken } = row;
  const item = new vscode.TreeItem(plainText(label), state);
  item.description = plainText(description);
  item.iconPath = icon;
  item.tooltip = typeof tooltip === 'string' ? plainMessage(tooltip) : tooltip;
  item.contextValue = contextValue;
  item.accessibilityInformation = { label: plainMessage(spoken) };
  return item;
}

const serverIcons = { idle: 'server', busy: 'loading~spin', watching: 'pulse' };

/** The row of a server or a store. Its context value has its kind and what it does, for the menus. */
function remoteTreeItem(node: ServerNode): vscode.TreeItem {
  const { kind, state, label, description, tooltip } = node.item;
  const icon = new vscode.ThemeIcon(kind === 'store' && state === 'idle' ? 'database' : serverIcons[state]);
  const spoken = [label, description].join(', ');
  const item = treeItem({ label, description, icon, tooltip, contextValue: `${kind} ${state}`, spoken });
  const title = vscode.l10n.t('Fetch Profile');
  if (state === 'idle')
    item.command = { command: commandId('profileServer'), title, arguments: [node, 'once'] };
  return item;
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
