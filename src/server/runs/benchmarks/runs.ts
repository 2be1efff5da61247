import path from 'node:path';
import { CancellationToken, type Connection } from 'vscode-languageserver';
import { fail, type Problem } from '../../../base/result.ts';
import { takeTurn } from '../../../go/machine/machineTurn.ts';
import {
  type BenchmarkAddress,
  type RunEnd,
  type RunOutcome,
  type RunRequest,
  type SettingParams,
  settingMethod,
  type TurnsRequest,
} from '../../../protocol.ts';
import type { Background } from '../../client/background.ts';
import type { ClientAbilities } from '../../client/initialize.ts';
import type { LensCommand } from '../../client/lensCommand.ts';
import { filePath } from '../../client/lspTerms.ts';
import type { RunFailures } from '../../results/runFailures.ts';
import { outsideProblem } from '../queue/insideWorkspace.ts';
import { cancelled, failed } from '../queue/openRun.ts';
import { type QueuedRun, RunQueue } from '../queue/runQueue.ts';
import { type OneRunContext, runOnce } from './oneRun.ts';
import { benchmarksIn } from './prepareRun.ts';
import { remedies } from './remedies.ts';
import { runInTurns, type TurnsContext } from './runInTurns.ts';
import { type RunningFile, runningFileLenses, runningLenses } from './runningLenses.ts';
import { RunResults } from './runResults.ts';
import { turnsPairs } from './turnsPairs.ts';

/** What runs work with. All of it lives longer than a run. */
export interface RunContext extends OneRunContext, TurnsContext {
  readonly connection: Connection;
  readonly background: Background;
  readonly isTrusted: () => boolean;
  readonly failures: RunFailures;
  readonly options: Pick<ClientAbilities['options'], 'codicons' | 'clientCommands'>;
  /** The client changes or shows a setting when it is told to. */
  readonly canChangeSettings: boolean;
}

const running: RunOutcome = { status: 'running', sessionIds: [] };
const done: RunOutcome = { status: 'done', sessionIds: [] };

/** Runs benchmarks, from a click to the costs on the lines. */
export class Runs {
  readonly #queue: RunQueue;
  readonly #results: RunResults;

  constructor(private readonly context: RunContext) {
    this.#queue = new RunQueue(() => context.messages.progress(), takeTurn);
    this.#queue.onChange(context.resultsChanged);
    this.#results = new RunResults(context);
  }

  /** Every problem is shown to the user as a message. Rejects only because of a bug. */
  async run(request: RunRequest, token: CancellationToken): Promise<RunOutcome> {
    if (!this.#mayRun() || !(await this.#mayRunIn(foldersOf(request)))) return failed;
    const queued = await this.#queued(request);
    if (this.#queue.has(queued)) {
      this.#sayWhatRuns();
      return running;
    }
    const { background, failures } = this.context;
    const runAgain = (part: Partial<RunRequest>) =>
      background(() => this.run({ ...request, ...part }, CancellationToken.None));
    const { directory, names } = queued;
    const outcome = await this.#queue.add(
      queued,
      (turn) => {
        failures.clear(directory, names);
        return runOnce(request, turn, this.context, {
          results: this.#results,
          tell: (problem) => {
            failures.put(directory, names, problem);
            this.#tell(problem, request);
          },
          runAgain,
        });
      },
      token,
    );
    return outcome ?? cancelled;
  }

  /** For runs of another kind, which wait for their turn too. */
  get queue(): RunQueue {
    return this.#queue;
  }

  /** No run goes or waits. */
  get isIdle(): boolean {
    return this.#queue.entries.length === 0;
  }

  /** See the command `measureInTurns`. Every problem is shown to the user as a message. */
  async measureInTurns(request: TurnsRequest, token: CancellationToken): Promise<RunOutcome> {
    if (!this.#mayRun()) return failed;
    const { history, results, messages } = this.context;
    const pairs = turnsPairs(request, await history(), results);
    if (!pairs.ok) {
      messages.problem(pairs.problem, 'warning');
      return failed;
    }
    const folders = pairs.value.map(({ result }) => result.benchmark.directory);
    if (!(await this.#mayRunIn(folders))) return failed;
    const [first] = pairs.value;
    const { benchmark, runId } = request;
    // The lens that was clicked shows the progress, although sub-benchmarks are measured.
    const isOfParent = benchmark !== null && runId === undefined;
    const queued: QueuedRun = {
      directory: path.normalize(first?.result.benchmark.directory ?? ''),
      names: isOfParent ? [benchmark] : pairs.value.map(({ result }) => result.benchmark.name),
      how: pairs.value.map(({ base, result }) => `${base.id} ${result.id}`).join(),
      isInTurns: true,
    };
    if (this.#queue.has(queued)) {
      this.#sayWhatRuns();
      return running;
    }
    const outcome = await this.#queue.add(
      queued,
      async (turn) => ({
        problem: await runInTurns(pairs.value, turn, this.context),
      }),
      token,
    );
    if (outcome === null || outcome.problem?.code === 'cancelled') return cancelled;
    if (outcome.problem === null) return done;
    messages.problem(outcome.problem, 'warning');
    return failed;
  }

  #mayRun(): boolean {
    const { messages, isTrusted } = this.context;
    if (isTrusted()) return true;
    const untrusted = fail(
      'untrusted',
      'Running a benchmark runs code, and this workspace is not trusted. Trust it to profile benchmarks.',
    );
    messages.problem(untrusted.problem, 'warning');
    return false;
  }

  /** Says why not, if benchmarks of these packages may not be run. */
  async #mayRunIn(directories: readonly string[]): Promise<boolean> {
    const { messages, settings, texts } = this.context;
    const opened = { folders: await settings.folders(), open: texts.openFiles };
    const [problem] = directories.flatMap((directory) => outsideProblem(directory, opened) ?? []);
    if (problem !== undefined) messages.problem(problem, 'warning');
    return problem === undefined;
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
    if (end === null) return this.#queue.cancelFirst();
    const { directory, names } = await this.#queued(end);
    return this.#queue.cancel(directory, names, end.isStop);
  }

  /** The lenses of a benchmark that runs or waits, and when that run began; `null` if it does neither. */
  running(directory: string, name: string): ReturnType<typeof runningLenses> {
    return runningLenses(this.#queue.entries, directory, name, this.context.options);
  }

  /** The lenses of a file whose benchmarks one run has; `null` if none has them all. */
  runningFile(file: RunningFile): readonly LensCommand[] | null {
    return runningFileLenses(this.#queue.entries, file, this.context.options);
  }

  /** Stops what runs and waits until no process is left. */
  dispose(): Promise<void> {
    return this.#queue.dispose();
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
    const [first] = this.#queue.entries;
    if (options.clientCommands.length > 0 || !first?.progress) return;
    messages.tell(first.progress.sentence, 'info');
  }

  /** Shows why a run has failed, with what can be done about it. */
  #tell(problem: Problem, request: RunRequest): void {
    const { connection, background, messages, canChangeSettings } = this.context;
    const change = (params: SettingParams) =>
      background(() => connection.sendNotification(settingMethod, params));
    const actions = remedies(problem, request, {
      setting: canChangeSettings ? change : null,
      openPage: (uri) => background(() => connection.window.showDocument({ uri, external: true })),
      runAgain: (again) => background(() => this.run(again, CancellationToken.None)),
    });
    messages.problem(problem, 'error', actions);
  }
}

/** The package of a request; none where its file is on no disk, which is said later. */
function foldersOf({ uri }: RunRequest): string[] {
  const file = filePath(uri);
  return file === null ? [] : [path.dirname(file)];
}

function folderOf(uri: string): string {
  return path.dirname(filePath(uri) ?? uri);
}
