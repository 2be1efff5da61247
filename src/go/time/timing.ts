/** The timing of one selection of benchmarks in one build: no profiler, `-count` repetitions in one or several processes. */

import { randomUUID } from 'node:crypto';
import { append, mean } from '../../base/lists.ts';
import { listAt } from '../../base/maps.ts';
import { fail, ok, type Problem, type Result } from '../../base/result.ts';
import type { UnitFacts } from '../../bench/benchfmt/format.ts';
import type { NamedMeasurement } from '../../bench/benchfmt/parse.ts';
import type { Measurement } from '../../bench/benchfmt/resultLine.ts';
import type { BenchmarkRequest, BenchmarkSelection } from '../build/benchmarkRequest.ts';
import type { Build, Layout } from '../build/build.ts';
import { withIdentity } from '../build/identity.ts';
import type { MachineObserver } from '../machine/machineWatch.ts';
import { type BenchmarkResult, withFindings } from '../results/benchmarkResult.ts';
import type { BatchedProcess, ReadyBenchmark } from './batchedProcess.ts';
import { type BatchSum, exactly, type SurveyedBenchmark, survey } from './batches.ts';
import { matchedNothing, whySkipped } from './nothingMeasured.ts';
import { timingArguments } from './passArguments.ts';
import { type PassEnd, type PassFailure, type PassOptions, runPass } from './runPass.ts';

export interface Timed {
  /** Benchmarks that have measurements or a problem, in the order in which they ran. */
  readonly results: readonly BenchmarkResult[];
  /** Why there is no measurement at all; `null` if there is one. */
  readonly problem: Problem | null;
}

type MeasuredNow = NamedMeasurement & Pick<Measurement, 'layout' | 'pair' | 'quickest'>;

export class Timing {
  readonly #measurements: MeasuredNow[] = [];
  /** By procs and name. Each result is made with its first measurement. */
  readonly #results = new Map<string, BenchmarkResult>();
  /** The first failure of each benchmark. */
  readonly #failures: PassFailure[] = [];
  /** How long each measurement took, in milliseconds; by procs and name. */
  readonly #took = new Map<string, number[]>();
  #units: UnitFacts = {};
  #processes = 0;
  #isTooSlow = false;

  constructor(
    private readonly build: Build,
    private readonly selection: BenchmarkSelection,
    private readonly observer: MachineObserver,
  ) {}

  /** A process has run and measured nothing, or was ended because it took too long: another one will not do better. */
  get isHopeless(): boolean {
    return this.#isTooSlow || (this.#processes > 0 && this.#measurements.length === 0);
  }

  /** What has been measured until now, by procs and name. */
  get soFar(): ReadonlyMap<string, readonly Measurement[]> {
    const found = new Map<string, Measurement[]>();
    for (const each of this.#measurements) listAt(found, keyOf(each)).push(each);
    return found;
  }

  /** What has been measured of a benchmark until now. */
  measured(benchmark: ReadyBenchmark): readonly Measurement[] {
    return this.soFar.get(keyOf(benchmark)) ?? [];
  }

  get #selected(): string | undefined {
    return 'name' in this.selection ? this.selection.name : undefined;
  }

  /**
   * Runs one process that measures everything selected `count` times. Problems: `cannot-start`, `cancelled`; then it has
   * all the same what was measured until then.
   *
   * @param complete gets each benchmark after its last measurement, while others are still measured
   * @param layout the binary to run, if it is not the build's own
   */
  async run(
    count: number,
    complete: (result: BenchmarkResult) => void = () => undefined,
    layout?: Layout,
  ): Promise<Result<null>> {
    const { control } = this.build;
    const args = timingArguments(this.selection, { ...this.build.request, count });
    const selected = this.#selected;
    const measurementsOf = new Map<BenchmarkResult, Measurement[]>();
    const completing: Promise<{ readonly thrown: unknown } | null>[] = [];
    let since = performance.now();
    const measured = (news: readonly NamedMeasurement[]) => {
      const took = (performance.now() - since) / news.length;
      since = performance.now();
      for (const each of news) listAt(this.#took, keyOf(each)).push(took);
      for (const { name, metrics } of news) {
        void control.report({ is: 'measured', benchmark: name, nsPerOp: metrics['ns/op'] ?? null });
      }
      for (const [result, its] of this.#resultsOf(news, measurementsOf)) {
        if (its.length !== count) continue;
        const told = withIdentity({ ...result, measurements: its }, this.build).then(complete);
        completing.push(told.then(() => null).catch((thrown: unknown) => ({ thrown })));
      }
    };
    const cancelled = (measurements: readonly NamedMeasurement[]) =>
      append(this.#measurements, ofLayout(measurements, layout));
    const end = await this.observer.during(() =>
      runPass(this.#of(layout), args, { selected, measured, cancelled, watchesCores: true }),
    );
    for (const failed of await Promise.all(completing)) if (failed !== null) throw failed.thrown;
    if (!end.ok) return end;
    this.#processes++;
    this.#learn(end.value);
    append(this.#measurements, ofLayout(end.value.text.measurements, layout));
    return ok(null);
  }

  /** Runs one process that measures a single benchmark `count` times. Problems: those of `run`. */
  async runAlone(benchmark: ReadyBenchmark, count: number): Promise<Result<null>> {
    const end = await this.#runOne(benchmark, { count });
    if (!end.ok) return end;
    append(
      this.#measurements,
      end.value.text.measurements.filter((each) => keyOf(each) === keyOf(benchmark)),
    );
    return ok(null);
  }

  /** Runs one process that says which benchmarks it has, and how long they take. Problems: those of `run`. */
  async survey(
    process: BatchedProcess,
    looks: boolean,
    layout?: Layout,
  ): Promise<Result<readonly SurveyedBenchmark[]>> {
    const args = timingArguments(this.selection, { ...this.build.request, count: 1, benchtime: '1x' });
    const pass = runPass(this.#of(layout), args, { selected: this.#selected, batched: process });
    const [end, found] = await Promise.all([pass, survey(process, looks)]);
    if (!end.ok) return end;
    this.#learn(end.value);
    return ok(found);
  }

  /**
   * Runs one process of a benchmark that somebody gives batches. The value is the last measurement that it has printed; `null` if
   * there is none. Problems: those of `run`.
   */
  async runBatches(
    process: BatchedProcess,
    benchmark: ReadyBenchmark,
    layout?: Layout,
  ): Promise<Result<NamedMeasurement | null>> {
    const end = await this.#runOne(benchmark, { count: 1, benchtime: '1x' }, { batched: process }, layout);
    return end.ok
      ? ok(end.value.text.measurements.find((each) => keyOf(each) === keyOf(benchmark)) ?? null)
      : end;
  }

  async #runOne(
    { name, procs }: ReadyBenchmark,
    how: Partial<BenchmarkRequest>,
    options: PassOptions = {},
    layout?: Layout,
  ): Promise<Result<PassEnd>> {
    const { request } = this.build;
    const cpu = request.cpu === undefined ? undefined : String(procs);
    const args = timingArguments({ name }, { ...request, ...how, cpu });
    const end = await runPass(this.#of(layout), args, { ...options, selected: name });
    if (end.ok) this.#learn(end.value);
    return end;
  }

  /** Adds what batches have given. */
  add(printed: NamedMeasurement, sum: BatchSum, pair: number, took: number, layout?: Layout): void {
    const measured = {
      ...printed,
      iterations: sum.operations,
      metrics: exactly(printed.metrics, sum),
      pair,
      ...(sum.quickest === null ? {} : { quickest: sum.quickest }),
      ...(sum.core === null ? {} : { core: sum.core }),
    };
    append(this.#measurements, ofLayout([measured], layout));
    listAt(this.#took, keyOf(printed)).push(took);
    const nsPerOp = measured.metrics['ns/op'] ?? null;
    void this.build.control.report({ is: 'measured', benchmark: printed.name, nsPerOp });
  }

  #of(layout: Layout | undefined): Build {
    return layout === undefined ? this.build : { ...this.build, binary: layout.binary };
  }

  #learn({ text, failures }: PassEnd): void {
    this.#isTooSlow ||= failures.some(({ problem }) => problem.code === 'benchmark-timed-out');
    this.#units = { ...this.#units, ...text.units };
    // A benchmark that fails in every process is reported once.
    const known = new Set(this.#failures.map(({ name }) => name));
    append(
      this.#failures,
      failures.filter(({ name }) => !known.has(name)),
    );
  }

  /** The results of all processes. If there is nothing, runs another process that says why. Problems: those of `run`. */
  async finish(): Promise<Result<Timed>> {
    const timed = await this.#gather();
    if (!timed.ok) return timed;
    const results = await Promise.all(timed.value.results.map((result) => withIdentity(result, this.build)));
    return ok({ ...timed.value, results });
  }

  async #gather(): Promise<Result<Timed>> {
    const build = this.build;
    const selected = this.#selected;
    const units = Object.keys(this.#units).length > 0 ? { units: this.#units } : {};
    const measured = [...this.#resultsOf(this.#measurements, new Map())].map(([result, measurements]) => {
      const took = this.#took.get(keyOf(result));
      const ofEach = took === undefined ? {} : { took: Math.round(mean(took)) };
      return { ...result, ...units, ...ofEach, measurements };
    });
    const results = this.#failures.reduce<readonly BenchmarkResult[]>(
      (until, failure) => withFailure(build, until, failure, selected),
      measured,
    );
    // What ended the process is why those behind it have nothing.
    const failure =
      this.#failures.find(({ problem }) => problem.code !== 'benchmark-failed') ?? this.#failures[0];
    if (measured.length > 0 || failure !== undefined) {
      return ok({ results, problem: measured.length > 0 ? null : (failure?.problem ?? null) });
    }
    if (build.control.signal.aborted) return fail('cancelled', 'Cancelled.');
    // It prints skipped benchmarks with their reasons.
    const once = timingArguments(this.selection, { ...build.request, count: 1, benchtime: '1x' });
    const silent = await runPass(build, [...once, '-test.v']);
    if (!silent.ok) return silent;
    const problem = whySkipped(silent.value.stdout) ?? (await matchedNothing(build, this.selection));
    const named = selected === undefined ? [] : [{ ...newResult(build, selected), problems: [problem] }];
    return ok({ results: named, problem });
  }

  /**
   * Gathers measurements by benchmark and procs. A benchmark has the same result whenever it is asked for.
   *
   * @param known those of earlier calls, which are added to
   * @returns the benchmarks that have new ones, with all of theirs
   */
  #resultsOf(
    news: readonly MeasuredNow[],
    known: Map<BenchmarkResult, Measurement[]>,
  ): Map<BenchmarkResult, Measurement[]> {
    const changed = new Map<BenchmarkResult, Measurement[]>();
    for (const { name, procs, config, ...measurement } of news) {
      const key = keyOf({ name, procs });
      const result =
        this.#results.get(key) ?? newResult(this.build, name, { procs, package: config.pkg ?? '', config });
      this.#results.set(key, result);
      const measurements = listAt(known, result);
      measurements.push(measurement);
      changed.set(result, measurements);
    }
    return changed;
  }
}

function keyOf({ name, procs }: Pick<BenchmarkResult, 'name' | 'procs'>): string {
  return `${procs} ${name}`;
}

function ofLayout(measurements: readonly NamedMeasurement[], layout: Layout | undefined): MeasuredNow[] {
  return measurements.map((each) => (layout === undefined ? each : { ...each, layout: layout.seed }));
}

function newResult(build: Build, name: string, known: Partial<BenchmarkResult> = {}): BenchmarkResult {
  return {
    runId: randomUUID(),
    // Results are ordered by time, and the base comes first.
    takenAt: Date.now() - (build.side === 'base' ? 1 : 0),
    codeHash: null,
    goVersion: build.request.toolchain.version,
    package: '',
    directory: build.request.packageDirectory,
    name,
    procs: 1,
    config: {},
    measurements: [],
    profiles: [],
    problems: [],
    ...build.origin,
    ...known,
  };
}

/** The results with a failure, in the result of its benchmark, which may not have one yet. */
function withFailure(
  build: Build,
  results: readonly BenchmarkResult[],
  { name: failed, problem }: PassFailure,
  selected: string | undefined,
): readonly BenchmarkResult[] {
  const name = failed ?? selected ?? results.at(-1)?.name;
  if (name === undefined) return results;
  const known = results.find((result) => result.name === name);
  if (known !== undefined) {
    return results.map((each) => (each === known ? withFindings(known, { problems: [problem] }) : each));
  }
  const { procs = 1, package: importPath = '' } = results[0] ?? {};
  return [...results, newResult(build, name, { procs, package: importPath, problems: [problem] })];
}
