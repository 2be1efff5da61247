/** The tree of the Profiles view, without the view: its nodes, what is below each, and their texts. */
import { listAt } from '../../base/maps.ts';
import { property, text } from '../../base/outsideValues.ts';
import type { KeptRunSummary, MoreBenchmarks, RemoteItem, SessionSummary } from '../../protocol.ts';

/** Menus hand a node to a command as its argument. So the nodes have the properties of `ShowFlameGraphArgs`. */
export type ProfilesNode =
  | BenchmarkNode
  | MoreNode
  | RunNode
  | ProfileNode
  | FileNode
  | ServersNode
  | ServerNode;

export interface BenchmarkNode {
  readonly type: 'benchmark';
  readonly benchmark: string;
  readonly directory: string;
  /** Newest first. */
  readonly runs: readonly KeptRunSummary[];
  /** In the order in which they ran. */
  readonly subs: readonly BenchmarkNode[];
  /** For its other sub-benchmarks, if there are too many. */
  readonly more?: MoreNode;
}

/** Stands for the sub-benchmarks of a benchmark that are not in the list. */
export interface MoreNode extends MoreBenchmarks {
  readonly type: 'more';
}

export interface RunNode {
  readonly type: 'run';
  readonly run: KeptRunSummary;
  readonly profilePath?: string;
}

/** One of the profiles of a run that has several. */
export interface ProfileNode {
  readonly type: 'profile';
  readonly run: KeptRunSummary;
  readonly label: string;
  readonly profilePath: string;
}

/** A profile file that the user has opened, or a profile of tests. */
export interface FileNode {
  readonly type: 'file';
  readonly session: SessionSummary;
  readonly sessionId: string;
}

export interface ServersNode {
  readonly type: 'servers';
}

export interface ServerNode {
  readonly type: 'server';
  readonly item: RemoteItem;
}

/** Benchmarks, the one that ran last first; then the opened files, newest first. */
export function rootNodes(
  runs: readonly KeptRunSummary[],
  sessions: readonly SessionSummary[],
  more: readonly MoreBenchmarks[] = [],
): (BenchmarkNode | FileNode)[] {
  const top = ({ benchmark, directory }: KeptRunSummary) => `${directory}\n${benchmark.split('/')[0]}`;
  const benchmarks = groups(runs, top).map((group) => familyNode(group, more));
  const files = sessions
    .filter(({ origin }) => origin.from !== 'benchmark')
    .map((session): FileNode => ({ type: 'file', session, sessionId: session.id }));
  return [...benchmarks, ...files];
}

/** The node of a benchmark with those of its sub-benchmarks. */
function familyNode([newest, ...older]: Group, more: readonly MoreBenchmarks[]): BenchmarkNode {
  const [benchmark = ''] = newest.benchmark.split('/');
  const { directory } = newest;
  const [own, below] = [true, false].map((isOwn) =>
    [newest, ...older].filter((run) => (run.benchmark === benchmark) === isOwn),
  );
  const subs = byBenchmark(below ?? [])
    .sort(([a], [b]) => a.place - b.place)
    .map(
      (ofSub): BenchmarkNode => ({
        type: 'benchmark',
        benchmark: ofSub[0].benchmark,
        directory,
        runs: ofSub,
        subs: [],
      }),
    );
  const left = more.find((each) => each.benchmark === benchmark && each.directory === directory);
  return {
    type: 'benchmark',
    benchmark,
    directory,
    runs: own ?? [],
    subs,
    ...(left === undefined ? {} : { more: { type: 'more', ...left } }),
  };
}

type Group = [newest: KeptRunSummary, ...older: KeptRunSummary[]];

function byBenchmark(runs: readonly KeptRunSummary[]): Group[] {
  return groups(runs, ({ benchmark, directory }) => `${directory}\n${benchmark}`);
}

function groups(runs: readonly KeptRunSummary[], keyOf: (run: KeptRunSummary) => string): Group[] {
  const found = new Map<string, Group>();
  for (const run of runs) {
    listAt(found, keyOf(run)).push(run);
  }
  return [...found.values()];
}

/** The name on a benchmark's row; of a sub-benchmark, without the name of the benchmark above it. */
export function rowName({ benchmark }: BenchmarkNode): string {
  const slash = benchmark.indexOf('/');
  return slash === -1 ? benchmark : benchmark.slice(slash + 1);
}

export function runNode(run: KeptRunSummary): RunNode {
  const [first] = run.profiles;
  return first === undefined ? { type: 'run', run } : { type: 'run', run, profilePath: first.path };
}

/** The profiles below a run. None if it has only one: then the run's node stands for its profile. */
export function profileNodes(run: KeptRunSummary): ProfileNode[] {
  if (run.profiles.length < 2) return [];
  return run.profiles.map(({ label, path }) => ({ type: 'profile', run, label, profilePath: path }));
}

/** The run of a node that a menu hands to a command; `undefined` where it has none. */
export function runIdOf(node: unknown): string | undefined {
  return text(property(property(node, 'run'), 'runId'));
}

/** Whether the compiler can learn from a session's profile. */
export function isCpuProfile({ sampleTypes, base }: SessionSummary): boolean {
  return base === undefined && sampleTypes.some(({ type, unit }) => type === 'cpu' && unit === 'nanoseconds');
}

/** The benchmark of a node that a menu hands to a command; `null` where the value is no such node. */
export function readBenchmarkNode(node: unknown): Pick<BenchmarkNode, 'directory' | 'benchmark'> | null {
  const directory = text(property(node, 'directory'));
  const benchmark = text(property(node, 'benchmark'));
  return directory === undefined || benchmark === undefined ? null : { directory, benchmark };
}

/** A name that stays, by which the view remembers what is expanded and selected. */
export function nodeId(node: ProfilesNode): string {
  switch (node.type) {
    case 'benchmark':
      return `benchmark ${node.directory} ${node.benchmark}`;
    case 'more':
      return `more ${node.directory} ${node.benchmark}`;
    case 'run':
      return `run ${node.run.runId}`;
    case 'profile':
      return `profile ${node.profilePath}`;
    case 'file':
      return `file ${node.sessionId}`;
    case 'servers':
      return 'servers';
    case 'server':
      return `server ${node.item.id}`;
  }
}

/**
 * When a run was taken. Of today: the time with seconds, because runs can follow each other quickly. Of another
 * day: the date and the time.
 *
 * @param language BCP 47, as `vscode.env.language`
 */
export function timeText(milliseconds: number, now: Date, language: string): string {
  const date = new Date(milliseconds);
  const isToday = date.toDateString() === now.toDateString();
  return isToday
    ? date.toLocaleTimeString(language, { hourCycle: 'h23' })
    : date.toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' });
}

/**
 * `5.4µs/op ±2%  −76% (p<0.001 n=10) · 480 B/op · 3 allocs/op`. What matters most comes first: the view may
 * be narrow.
 */
export function resultText({ result, change, others }: KeptRunSummary): string {
  const changed = change === '' ? result : `${result}  ${change}`;
  return [changed, others].filter((text) => text !== '').join(' · ');
}

/**
 * The icon shows one thing: that the run is pinned, else that the lines show it, else what it has changed. Its colour says
 * whether that is good or bad, in any case.
 */
export function runIconOf(
  { pinned, verdict, isMore }: KeptRunSummary,
  isShown: boolean,
): { readonly id: string; readonly color?: 'charts.green' | 'charts.red' } {
  const isGoodOrBad = verdict === 'better' || verdict === 'worse';
  const arrow = isMore ? 'arrow-up' : 'arrow-down';
  const change = isGoodOrBad ? arrow : verdict === 'different' ? 'arrow-both' : 'circle-outline';
  const id = pinned ? 'pinned' : isShown ? 'eye' : change;
  return isGoodOrBad ? { id, color: verdict === 'better' ? 'charts.green' : 'charts.red' } : { id };
}
