import path from 'node:path';
import * as l10n from '@vscode/l10n';
import { CancellationToken } from 'vscode-languageserver';
import type { Problem, Result } from '../../../base/result.ts';
import { takeTurn } from '../../../go/machine/machineTurn.ts';
import {
  type BenchmarkAddress,
  type BisectRequest,
  type RunEnd,
  type RunOutcome,
  type RunRequest,
  type SettingParams,
  settingMethod,
  type TurnsRequest,
} from '../../../protocol.ts';
import type { LensCommand } from '../../client/lensCommand.ts';
import { filePath } from '../../client/lspTerms.ts';
import type { MessageAction } from '../../client/messages.ts';
import { whyNotRun } from '../queue/insideWorkspace.ts';
import { cancelled, doneWith, failed, runInTurn } from '../queue/openRun.ts';
import { type QueuedRun, RunQueue, type Turn } from '../queue/runQueue.ts';
import { runOnce } from './oneRun.ts';
import { type BenchmarkServices, benchmarksIn } from './prepareRun.ts';
import { runInTurns } from './runInTurns.ts';
import {
  type RunningBenchmark,
  type RunningFile,
  runningFileLenses,
  runningLenses,
} from './runningLenses.ts';
import { turnsPairs } from './turnsPairs.ts';

const untrusted =
  'Running a benchmark runs code, and this workspace is not trusted. Trust it to profile benchmarks.';

/** Runs benchmarks, from a click to the costs on the lines. */
export class Runs {
  /** Runs of another kind wait for their turn in it, too. */
  readonly queue: RunQueue;

  constructor(private readonly context: BenchmarkServices) {
    this.queue = new RunQueue(() => context.messages.progress(), takeTurn);
    this.queue.onChange(() => (this.isIdle ? context.resultsChanged() : context.lensesChanged()));
  }

  /** Every problem is shown to the user as a message. Rejects only because of a bug. */
  async run(request: RunRequest, token: CancellationToken): Promise<RunOutcome> {
    const file = filePath(request.uri);
    // If it is on no disk, the run says so.
    if (!(await this.#mayRun(file === null ? [] : [path.dirname(file)]))) return failed;
    const queued = await this.#queued(request);
    const { background, failures } = this.context;
    const { directory, names } = queued;
    const runAgain = (part: Partial<RunRequest>) =>
      background(() => this.run({ ...request, ...part }, CancellationToken.None));
    const work = (turn: Turn) => {
      failures.clear(directory, names);
      return runOnce(request, turn, this.context, runAgain);
    };
    return this.#inTurn(queued, token, work, (problem) => {
      failures.put(directory, names, problem);
      this.#tell(problem, request);
    });
  }

  async #inTurn(
    queued: QueuedRun,
    token: CancellationToken,
    work: (turn: Turn) => Promise<Result<RunOutcome>>,
    whenFailed: (problem: Problem) => void,
  ): Promise<RunOutcome> {
    const outcome = await runInTurn(this.queue, queued, token, work, whenFailed);
    if (outcome.status === 'running') this.#sayWhatRuns();
    return outcome;
  }

  /** No run goes or waits. */
  get isIdle(): boolean {
    return this.queue.entries.length === 0;
  }

  /** See the command `measureInTurns`. Every problem is shown to the user as a message. */
  async measureInTurns(request: TurnsRequest, token: CancellationToken): Promise<RunOutcome> {
    if (!(await this.#mayRun([]))) return failed;
    const { history, results, messages } = this.context;
    const warn = (problem: Problem) => messages.problem(problem, 'warning');
    const pairs = turnsPairs(request, await history(), results);
    if (!pairs.ok) {
      warn(pairs.problem);
      return failed;
    }
    const folders = pairs.value.map(({ result }) => result.benchmark.directory);
    if (!(await this.#mayRun(folders))) return failed;
    const { benchmark, runId } = request;
    // The lens that was clicked shows the progress, although sub-benchmarks are measured.
    const isOfParent = benchmark !== null && runId === undefined;
    const queued: QueuedRun = {
      directory: path.normalize(folders[0] ?? ''),
      names: isOfParent ? [benchmark] : pairs.value.map(({ result }) => result.benchmark.name),
      how: pairs.value.map(({ base, result }) => `${base.id} ${result.id}`).join(),
      doing: l10n.t('Measuring in turns'),
      isInTurns: true,
    };
    const work = async (turn: Turn): Promise<Result<RunOutcome>> => {
      const problem = await runInTurns(pairs.value, turn, this.context);
      return problem === null ? doneWith([]) : { ok: false, problem };
    };
    return this.#inTurn(queued, token, work, warn);
  }

  /** See the command `bisect`. Every problem is shown to the user as a message. */
  async bisect(request: BisectRequest, token: CancellationToken): Promise<RunOutcome> {
    const { uri, benchmark } = request;
    if (benchmark === null || !(await this.#mayRun([folderOf(uri)]))) return failed;
    const { chooseEnds, findChange } = await import('./bisect.ts');
    const ends = await chooseEnds({ ...request, benchmark }, this.context);
    if (ends === null) return cancelled;
    const queued: QueuedRun = {
      directory: folderOf(uri),
      names: [benchmark],
      doing: l10n.t('Searching for the commit'),
      how: `${ends.good}..${ends.bad}`,
    };
    const work = (turn: Turn) => findChange({ uri, benchmark, ...ends }, turn, this.context);
    return this.#inTurn(queued, token, work, (problem) => this.context.messages.problem(problem, 'warning'));
  }

  /** Says why not, if benchmarks of these packages may not be run. */
  async #mayRun(directories: readonly string[]): Promise<boolean> {
    const problem = await whyNotRun(this.context, untrusted, directories);
    if (problem !== null) this.context.messages.problem(problem, 'warning');
    return problem === null;
  }

  /** See the command `explainFailure`. */
  explainFailure({ uri, benchmark }: BenchmarkAddress): boolean {
    const problem = benchmark === null ? null : this.context.failures.of(folderOf(uri), benchmark);
    if (problem === null) return false;
    this.#tell(problem, { uri, benchmark });
    return true;
  }

  /** See the command `cancelRun`. */
  async cancel(end: RunEnd | null): Promise<boolean> {
    if (end === null) return this.queue.cancelFirst();
    const { directory, names } = await this.#queued(end);
    return this.queue.cancel(directory, names, end.isStop);
  }

  /** The lenses of a benchmark that runs or waits, and when that run began; `null` if it does neither. */
  running(directory: string, name: string): RunningBenchmark | null {
    return runningLenses(this.queue.entries, directory, name, this.context.options);
  }

  /** Whether a benchmark of this folder is measured now and has a number. */
  measuresIn(directory: string): boolean {
    const [first] = this.queue.entries;
    return first?.run.directory === path.normalize(directory) && (first.progress?.soFar ?? '') !== '';
  }

  /** The lenses of a file whose benchmarks one run has; `null` if none has them all. */
  runningFile(file: RunningFile): readonly LensCommand[] | null {
    return runningFileLenses(this.queue.entries, file, this.context.options);
  }

  /** Stops what runs and waits until no process is left. */
  dispose(): Promise<void> {
    return this.queue.dispose();
  }

  async #queued({ uri, benchmark, ...how }: RunRequest): Promise<QueuedRun> {
    const file = filePath(uri);
    const inFile = file === null || benchmark !== null ? [] : await benchmarksIn(file, this.context);
    return {
      directory: folderOf(uri),
      names: benchmark === null ? inFile : [benchmark],
      how: JSON.stringify(how, Object.keys(how).sort()),
    };
  }

  /** For clients other than ours, which brings the progress to the front. */
  #sayWhatRuns(): void {
    const { messages, options } = this.context;
    const [first] = this.queue.entries;
    if (options.clientCommands.length > 0 || !first?.progress) return;
    messages.tell(first.progress.sentence, 'info');
  }

  /** Shows why a run has failed, with what can be done about it. */
  #tell(problem: Problem, request: RunRequest): void {
    const { connection, background, messages, options } = this.context;
    const change = (params: SettingParams) =>
      background(() => connection.sendNotification(settingMethod, params));
    const actions = remedies(problem, request, {
      setting: options.settings ? change : null,
      openPage: (uri) => background(() => connection.window.showDocument({ uri, external: true })),
      runAgain: (again) => background(() => this.run(again, CancellationToken.None)),
    });
    messages.problem(problem, 'error', actions);
  }
}

function folderOf(uri: string): string {
  return path.dirname(filePath(uri) ?? uri);
}

interface RemedyActions {
  /** Changes or shows a setting; `null` if the client cannot. */
  readonly setting: ((params: SettingParams) => void) | null;
  readonly openPage: (address: string) => void;
  readonly runAgain: (request: RunRequest) => void;
}

/** The buttons for a problem of `prepareRun`; often none. */
export function remedies(problem: Problem, request: RunRequest, actions: RemedyActions): MessageAction[] {
  const { code, args } = problem;
  const { setting, openPage, runAgain } = actions;
  const { uri } = request;
  const openSetting = (name: string): MessageAction[] =>
    setting === null ? [] : [{ title: l10n.t('Open Setting'), run: () => setting({ name, uri }) }];
  switch (code) {
    case 'wrong-go-path':
      return openSetting('goPath');
    case 'no-go':
      return [
        { title: l10n.t('Get Go'), run: () => openPage('https://go.dev/dl/') },
        ...openSetting('goPath'),
      ];
    case 'needs-tags': {
      const tags = String(args[1]);
      const withTags: RunRequest = { ...request, addTags: tags };
      const once = { title: l10n.t('Run with -tags={0}', tags), run: () => runAgain(withTags) };
      if (setting === null) return [once];
      const run = () => {
        setting({ name: 'tags', uri, value: String(args[2]) });
        // The run need not wait for the setting.
        runAgain(withTags);
      };
      return [once, { title: l10n.t('Always, in This Workspace'), run }];
    }
    default:
      return [];
  }
}
