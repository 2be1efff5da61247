/** Measures how much longer an operation takes when one of its lines does: the line delayed by three times and by nothing, in turns. */
import * as l10n from '@vscode/l10n';
import { append, mean } from '../../base/lists.ts';
import { fail, ok, type Problem, type Result } from '../../base/result.ts';
import { type Measurement, valuesOf } from '../../bench/benchfmt/resultLine.ts';
import { medianInterval } from '../../bench/statistics/median.ts';
import { disturbances } from '../../bench/verdicts/noise.ts';
import { type Importance, importanceOf, type Slope, slopeOf } from '../../bench/verdicts/whatIf.ts';
import { type BenchmarkRequest, withoutCovered } from '../build/benchmarkRequest.ts';
import { type Build, withVersion } from '../build/build.ts';
import type { BuildResult } from '../build/compilerErrors.ts';
import { type RunControl, Steps } from '../build/runEvents.ts';
import { MachineObserver } from '../machine/machineWatch.ts';
import type { GoScanner } from '../scan/scan.ts';
import { Timing } from '../time/timing.ts';
import { delayEnvironment, executionsUnit, turnsUnit, turnUnit } from './delayCode.ts';
import { buildDelayed, type CodeLine } from './delayedBuild.ts';

/** What is added to an operation, as shares of its time: enough to be seen, and so little that it stays the same program. */
const shares = [0, 0.1, 0.2, 0.3] as const;

/** What a line means for one benchmark. */
export interface WhatIf extends Slope {
  readonly package: string;
  readonly name: string;
  readonly procs: number;
  readonly importance: Importance;
  /** How often the line runs in an operation. */
  readonly executions: number;
  /** By which an operation was delayed, in nanoseconds. */
  readonly delays: readonly number[];
  /** Nanoseconds, without a delay. */
  readonly nsPerOp: number;
  readonly rounds: number;
  /** What has disturbed the measurements. */
  readonly notes: readonly Problem[];
}

export interface WhatIfs {
  readonly found: readonly WhatIf[];
  /** Of benchmarks that failed, or that the line is not run by. */
  readonly problems: readonly Problem[];
}

/** Problems: those of `buildDelayed`; `not-executed` if no benchmark runs the line; those of a benchmark if all fail; `cancelled`. */
export function measureDelays(
  request: BenchmarkRequest,
  control: RunControl,
  at: CodeLine,
  scanner: GoScanner,
): Promise<BuildResult<WhatIfs>> {
  const steps = new Steps(control);
  steps.expect(2 + request.count);
  const given = { request, control, steps, side: 'now', title: '' } as const;
  return withVersion<WhatIfs>(given, async (version) => {
    steps.build(l10n.t('Building the benchmark with a delay'));
    const build = await buildDelayed(version, at, scanner);
    if (!build.ok) return build;
    const measured = await measureAll(build.value, at);
    if (build.value.folder !== null) await version.written.remove(build.value.folder);
    return measured;
  });
}

async function measureAll(build: Build, at: CodeLine): Promise<Result<WhatIfs>> {
  const found: WhatIf[] = [];
  const problems: Problem[] = [];
  build.steps.build(l10n.t('Counting how often the line runs'));
  const counting: CountedBenchmark[] = [];
  for (const selection of withoutCovered(build.request.benchmarks)) {
    const timing = delayed(build, selection, 'count', new MachineObserver(build.env));
    const end = await timing.run(1);
    if (!end.ok) return end;
    const timed = await timing.finish();
    if (!timed.ok) return timed;
    append(problems, [
      ...timed.value.results.flatMap((result) => result.problems),
      ...(timed.value.problem === null ? [] : [timed.value.problem]),
    ]);
    append(
      counting,
      timed.value.results.flatMap(({ measurements: [measurement], ...result }) =>
        measurement === undefined ? [] : [{ ...result, measurement }],
      ),
    );
  }
  const running = counting.filter(({ measurement }) => (measurement.metrics[executionsUnit] ?? 0) > 0);
  if (running.length === 0) {
    const [first] = problems;
    if (first !== undefined) return { ok: false, problem: first };
    const names = counting.map(({ name }) => name).join(', ');
    return fail('not-executed', 'The line {0}:{1} does not run while {2} is timed.', [
      at.file,
      at.line,
      names,
    ]);
  }
  build.steps.add((running.length - 1) * build.request.count);
  for (const counted of running) {
    const measured = await measureOne(build, counted);
    if (measured.ok) found.push(measured.value);
    else if (measured.problem.code === 'cancelled') return measured;
    else problems.push(measured.problem);
  }
  const [problem] = problems;
  return found.length === 0 && problem !== undefined ? { ok: false, problem } : ok({ found, problems });
}

interface CountedBenchmark extends Pick<WhatIf, 'package' | 'name' | 'procs'> {
  readonly measurement: Measurement;
}

async function measureOne(build: Build, counted: CountedBenchmark): Promise<Result<WhatIf>> {
  const { name, procs, measurement } = counted;
  const {
    [executionsUnit]: executions = 0,
    [turnUnit]: turnNs = 1,
    'ns/op': nsPerOp = 0,
  } = measurement.metrics;
  const step = Math.max(1, Math.round((shares[1] * nsPerOp) / (executions * turnNs)));
  const { count, cpu } = build.request;
  const { benchtime, rounds } = slicesOf(build);
  const request = { ...build.request, benchtime, ...(cpu === undefined ? {} : { cpu: String(procs) }) };
  const measurements: Measurement[] = [];
  const observer = new MachineObserver(build.env);
  for (let i = 0; i < count; i++) {
    const message = l10n.t('Timing {0}, {1} of {2}', name, i + 1, count);
    build.steps.next({ what: 'timing', benchmark: name, message });
    const series = Array.from({ length: rounds }, (_, round) => inOrder(i * rounds + round));
    const turns = series.flat().map((delay) => delay * step);
    const timing = delayed({ ...build, request }, { name }, turns, observer);
    const end = await timing.run(rounds * shares.length);
    if (!end.ok) return end;
    const timed = await timing.finish();
    if (!timed.ok) return timed;
    const problem = timed.value.problem ?? timed.value.results.flatMap(({ problems }) => problems)[0];
    if (problem !== undefined) return { ok: false, problem };
    const result = timed.value.results.find((each) => each.name === name && each.procs === procs);
    append(measurements, result?.measurements ?? []);
  }
  const notes = disturbances(await observer.finish());
  return concluded(counted, executions, measurements, notes);
}

/**
 * What disturbs a machine changes within a second. So the time that one measurement is to take is cut into slices of this many
 * nanoseconds, and all delays take turns with each.
 */
const slice = 50e6;
const mostSlices = 20;

function slicesOf({ benchtime, request }: Build): { readonly benchtime: string; readonly rounds: number } {
  if ('iterations' in benchtime) return { benchtime: request.benchtime, rounds: 1 };
  const rounds = Math.max(1, Math.min(mostSlices, Math.floor(benchtime.nanoseconds / slice)));
  return { benchtime: `${Math.max(1, Math.round(benchtime.nanoseconds / rounds))}ns`, rounds };
}

/** The delays by number: each comes first, second and so on equally often. */
function inOrder(round: number): number[] {
  const turned = shares.map((_, i) => (i + round) % shares.length);
  return Math.floor(round / shares.length) % 2 === 0 ? turned : turned.reverse();
}

function concluded(
  { package: importPath, name, procs }: CountedBenchmark,
  executions: number,
  measurements: readonly Measurement[],
  notes: readonly Problem[],
): Result<WhatIf> {
  const turnTimes = valuesOf(measurements, turnUnit);
  const perTurn = turnTimes.length === 0 ? 0 : executions * mean(turnTimes);
  const times = measurements.flatMap(({ metrics: { 'ns/op': took, [turnsUnit]: turns } }) =>
    took === undefined || turns === undefined ? [] : [{ added: turns * perTurn, took }],
  );
  const rounds = Array.from({ length: Math.floor(times.length / shares.length) }, (_, round) =>
    times.slice(round * shares.length, (round + 1) * shares.length),
  );
  const slope = slopeOf(rounds);
  const without = times.filter(({ added }) => added === 0).map(({ took }) => took);
  if (slope === null || without.length === 0) {
    return fail(
      'too-few-measurements',
      '{0} was not measured often enough to say what the line means for it.',
      [name],
    );
  }
  return ok({
    ...{ package: importPath, name, procs, executions, ...slope },
    importance: importanceOf(slope, notes.length > 0),
    delays: [...new Set(times.map(({ added }) => added))].sort((a, b) => a - b),
    nsPerOp: medianInterval(without).median,
    rounds: rounds.length,
    notes,
  });
}

/** The timing of a build whose line is delayed by so many turns of the loop, in each measurement by another number. */
function delayed(
  build: Build,
  selection: BenchmarkRequest['benchmarks'][number],
  turns: readonly number[] | 'count',
  observer: MachineObserver,
): Timing {
  const env = { ...build.env, ...delayEnvironment(turns) };
  return new Timing({ ...build, env }, selection, observer);
}
