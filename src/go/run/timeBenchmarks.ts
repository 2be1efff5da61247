/** The timing pass: no profiler, as many runs as asked for; it also tells which benchmarks there are. */
import { randomUUID } from 'node:crypto';
import type { NamedMeasurement } from '../../bench/benchfmt/parse.ts';
import {
  conditions,
  disturbances,
  type MachineWatch,
  procsNote,
  spreadNotes,
} from '../../bench/verdicts/noise.ts';
import { fail, ok, type Problem, type Result } from '../../result.ts';
import { MachineObserver } from '../machine/machineWatch.ts';
import {
  type BenchmarkSelection,
  selectionPattern,
  type TimingPass,
  timingArguments,
  whySilentArguments,
} from './passes.ts';
import { type Draft, pass, type Run } from './run.ts';
import type { PassFailure } from './runPass.ts';

export interface Timed {
  /** Benchmarks with results or with a problem, in the order they ran. */
  readonly drafts: Draft[];
  /** Why there is not a single result. */
  readonly problem: Problem | null;
}

function draftOf(
  run: Run,
  name: string,
  procs: number,
  packagePath: string,
  config: Draft['config'] = {},
): Draft {
  return {
    runId: randomUUID(),
    takenAt: Date.now(),
    codeHash: run.codeHash,
    package: packagePath,
    directory: run.request.packageDirectory,
    name,
    procs,
    config,
    measurements: [],
    profiles: [],
    problems: [],
  };
}

/** Results by benchmark; `count` and `-cpu` make several of each. */
function gather(run: Run, results: readonly NamedMeasurement[]): Draft[] {
  const drafts = new Map<string, Draft>();
  for (const { name, procs, config, iterations, metrics } of results) {
    const key = `${procs} ${name}`;
    const draft = drafts.get(key) ?? draftOf(run, name, procs, config.pkg ?? '', config);
    draft.measurements = [...draft.measurements, { iterations, metrics }];
    drafts.set(key, draft);
  }
  return [...drafts.values()];
}

/** Puts a failure on the benchmark it is about, which may have no results at all. */
function blame(run: Run, drafts: Draft[], failure: PassFailure, selected: string | undefined): void {
  const name = failure.name ?? selected ?? drafts.at(-1)?.name;
  if (name === undefined) return;
  const known = drafts.find((draft) => draft.name === name);
  if (known) known.problems.push(failure.problem);
  else {
    const [first] = drafts;
    const draft = draftOf(run, name, first?.procs ?? 1, first?.package ?? '');
    drafts.push({ ...draft, problems: [failure.problem] });
  }
}

/** Times one selection, all runs in one process. Problems of the `Result`: `cannot-start`, `cancelled`. */
export async function timeSelection(run: Run, selection: BenchmarkSelection): Promise<Result<Timed>> {
  const observer = new MachineObserver(run.env);
  const timing = new Timing(run, selection, observer);
  const end = await timing.runs(run.request.count);
  if (!end.ok) return end;
  const timed = await timing.conclude();
  if (timed.ok) addNotes(run, timed.value, await observer.finish());
  return timed;
}

/**
 * Times the same selection in two binaries: each run a process of its own, in the order A B, B A, A B..., so that whatever
 * drifts (temperature, other work on the machine) is the same for both. Problems as of `timeSelection`.
 */
export async function timeInTurns(
  sides: readonly [Run, Run],
  selection: BenchmarkSelection,
  nextRound: (round: number) => void,
): Promise<Result<readonly [Timed, Timed]>> {
  const observer = new MachineObserver(sides[0].env);
  const [a, b] = [new Timing(sides[0], selection, observer), new Timing(sides[1], selection, observer)];
  for (let round = 0; round < sides[0].request.count; round++) {
    nextRound(round);
    for (const timing of round % 2 === 0 ? [a, b] : [b, a]) {
      if (timing.isHopeless) continue;
      const end = await timing.runs(1);
      if (!end.ok) return end;
    }
  }
  const first = await a.conclude();
  if (!first.ok) return first;
  const second = await b.conclude();
  if (!second.ok) return second;
  const watch = await observer.finish();
  addNotes(sides[0], first.value, watch);
  addNotes(sides[1], second.value, watch);
  return ok([first.value, second.value]);
}

/** What may have spoilt the timings goes with each result, as each may be read alone. */
function addNotes({ request, env }: Run, { drafts }: Timed, watch: MachineWatch): void {
  const isChosen = request.cpu !== undefined || env.GOMAXPROCS !== undefined;
  for (const draft of drafts) {
    if (draft.measurements.length === 0) continue;
    const procs = isChosen ? null : procsNote(draft, watch.usableCores);
    // What disturbed them explains what is odd about them.
    const odd = [...disturbances(watch), ...(procs === null ? [] : [procs]), ...spreadNotes(draft)];
    draft.notes = [...odd, ...conditions(watch)];
  }
}

/** The timing of one selection in one binary, process by process. */
class Timing {
  readonly #run: Run;
  readonly #selection: BenchmarkSelection;
  readonly #results: NamedMeasurement[] = [];
  readonly #failures: PassFailure[] = [];
  readonly #observer: MachineObserver;
  #processes = 0;

  constructor(run: Run, selection: BenchmarkSelection, observer: MachineObserver) {
    this.#run = run;
    this.#selection = selection;
    this.#observer = observer;
  }

  /** Nothing has come of it, and nothing will. */
  get isHopeless(): boolean {
    return this.#processes > 0 && this.#results.length === 0;
  }

  get #selected(): string | undefined {
    return 'name' in this.#selection ? this.#selection.name : undefined;
  }

  /** One process with `count` runs of everything selected. */
  async runs(count: number): Promise<Result<null>> {
    const args = timingArguments(this.#pass(count));
    const end = await this.#observer.during(() => pass(this.#run, args, this.#selected));
    if (!end.ok) return end;
    const { text, failures } = end.value;
    this.#processes++;
    this.#results.push(...text.measurements);
    // What fails every time is told once.
    const known = new Set(this.#failures.map(({ name }) => name));
    this.#failures.push(...failures.filter(({ name }) => !known.has(name)));
    return ok(null);
  }

  #pass(count: number): TimingPass {
    const { benchtime, cpu, outputDirectory } = this.#run.request;
    return { selection: this.#selection, count, benchtime, cpu, outputDirectory };
  }

  /** What came of all processes; where nothing did, another one is asked why. */
  async conclude(): Promise<Result<Timed>> {
    const run = this.#run;
    const selected = this.#selected;
    const drafts = gather(run, this.#results);
    const hasResults = drafts.length > 0;
    for (const failure of this.#failures) blame(run, drafts, failure, selected);
    const [failure] = this.#failures;
    if (hasResults || failure) return ok({ drafts, problem: (!hasResults && failure?.problem) || null });
    const silent = await pass(run, whySilentArguments(this.#pass(1)));
    if (!silent.ok) return silent;
    const reason = whySilent(this.#selection, silent.value.stdout);
    const named = selected === undefined ? [] : [{ ...draftOf(run, selected, 1, ''), problems: [reason] }];
    return ok({ drafts: named, problem: reason });
  }
}

/** From what `-test.v` printed: it prints the log as it comes, so a reason stands above its SKIP line. */
function whySilent(selection: BenchmarkSelection, stdout: string): Problem {
  const skip = /(?:^ {4}\S+\.go:\d+: (.*)\n)?(?:^ {8}.*\n)*^--- SKIP: (Benchmark\S*)/m.exec(stdout);
  if (skip) {
    const [, reason, name = ''] = skip;
    return reason === undefined
      ? fail('skipped', '{0} skips itself without a reason.', [name]).problem
      : fail('skipped', '{0} skips itself: {1}', [name, reason]).problem;
  }
  const wanted = 'name' in selection ? selection.name : selectionPattern(selection);
  return fail(
    'matched-nothing',
    'No benchmark ran for {0}. Check its name, and that build tags do not leave its file out.',
    [wanted],
  ).problem;
}
