/** Takes the profiles of one benchmark, each in a process of its own. */
import { stat } from 'node:fs/promises';
import { totalmem } from 'node:os';
import * as l10n from '@vscode/l10n';
import { cpuTime } from '../../analysis/benchmark/waiting.ts';
import { fileNameOf } from '../../base/fileName.ts';
import type { ProfileKind } from '../../base/profileKinds.ts';
import { fail, ok, type Problem, type Result, sentence } from '../../base/result.ts';
import { type LoopStyle, operationCount } from '../../bench/benchfmt/operations.ts';
import type { Measurement } from '../../bench/benchfmt/resultLine.ts';
import type { PassWitness } from '../../bench/verdicts/witnesses.ts';
import type { Profile } from '../../pprof/profile.ts';
import { type Build, stepName } from '../build/build.ts';
import { MachineObserver, runnableTasks } from '../machine/machineWatch.ts';
import { readProfileFile } from '../profiles/profileFile.ts';
import {
  type BenchmarkResult,
  type Stepped,
  type StoredProfile,
  withFindings,
} from '../results/benchmarkResult.ts';
import { alsoSelected, profileArguments } from '../time/passArguments.ts';
import { runPass } from '../time/runPass.ts';
import { takeAttributes } from './attributes.ts';
import { callsInLoop, hasLoop, inlinesInLoop, loopStyleOf } from './loopStyle.ts';
import { passIterations, profileEnvironment } from './passIterations.ts';
import { takeCounters } from './takeCounters.ts';
import { type TimedProfile, type Waiting, waitingNote, waitingOf, waitingProblem } from './waiting.ts';

/** A profile on disk. How many operations it covers is not known yet. */
interface TakenProfile extends TimedProfile {
  readonly path: string;
  readonly measurement: Measurement;
}

/** With fewer samples a CPU profile says too little about single lines. */
const fewestSamples = 20;
/** The largest b.N that Go chooses, even with a longer benchtime (testing/benchmark.go). */
const mostIterations = 1e9;

function fileStem({ name, procs }: BenchmarkResult, kind: ProfileKind): string {
  return `${fileNameOf(name)}-${procs}.${kind}`;
}

/**
 * The result with the profiles, attributes and counters of its benchmark. A run that is stopped has the profiles that were finished.
 * What went wrong is a problem of the result.
 *
 * @param others names of the other benchmarks in the package
 */
export async function takeProfiles(
  build: Build,
  result: BenchmarkResult,
  others: readonly string[],
): Promise<Stepped> {
  const mixed = alsoSelected(result.name, others);
  const { taken, problems, stopped, ...each } = await takeEach(build, result, others, mixed);
  if (stopped?.code === 'cannot-start') return { result, stopped };
  const style = each.style ?? (await styleOf(build, result, taken, others));
  const profiles = stored(taken, style, mixed);
  if (mixed.length > 0 && profiles.some(({ operations }) => operations === null)) {
    problems.push(mixedProblem(result, mixed));
  }
  const waiting = waitingOf(taken, result.procs);
  const cpu = taken.find(({ kind }) => kind === 'cpu');
  const warning = cpu === undefined ? null : tooFewSamples(result, cpu.profile, waiting);
  if (warning !== null) problems.push(warning);
  const measuresCalls = style === 'Loop' && !inlinesInLoop(build.request.toolchain.version);
  const notes = [
    ...(waiting === null ? [] : [waitingNote(waiting)]),
    ...(measuresCalls ? [callsInLoop] : []),
  ];
  const profiled = withFindings(result, { profiles, notes, problems });
  if (stopped !== null) return { result: profiled, stopped };
  const described = await takeAttributes(build, profiled, others);
  if (build.counting === undefined) return { result: described, stopped: null };
  return takeCounters(build, described, others, style);
}

interface TakenProfiles {
  readonly taken: readonly TakenProfile[];
  readonly problems: Problem[];
  readonly stopped: Problem | null;
  /** `null` if it is not known. */
  readonly style: LoopStyle | null;
}

/** One pass after the other. Reports each profile, and the result with those until now. */
async function takeEach(
  build: Build,
  result: BenchmarkResult,
  others: readonly string[],
  mixed: readonly string[],
): Promise<TakenProfiles> {
  const { control, side, steps } = build;
  const taken: TakenProfile[] = [];
  const problems: Problem[] = [];
  let style: LoopStyle | null = null;
  for (const kind of build.request.kinds) {
    const message = l10n.t('{0}: {1} profile', stepName(build, result.name), kind);
    steps.next({ what: kind, benchmark: result.name, message });
    const profile = await takeProfile(build, result, kind, others);
    if (!profile.ok) {
      const { problem } = profile;
      if (['cancelled', 'cannot-start'].includes(problem.code))
        return { taken, problems, stopped: problem, style };
      problems.push(problem);
      continue;
    }
    taken.push(profile.value);
    await control.report({ is: 'profile', path: profile.value.path, profile: profile.value.profile });
    // Not after the other passes: they take longer than finding out does, and until then nobody sees the first profile.
    style ??= await styleOf(build, result, taken, others);
    const profiles = stored(taken, style, mixed);
    if (style === null && profiles.some(({ operations }) => operations === null)) continue;
    await control.report({ is: 'profiled', result: withFindings(result, { profiles, problems }), side });
  }
  return { taken, problems, stopped: null, style };
}

/** With so many operations, one operation of another benchmark does not matter. */
const manyIterations = 100;

/**
 * @param mixed the other benchmarks that are in these profiles. A loop over `b.N` does one operation of each, a `b.Loop` does
 *   all of them
 */
function stored(
  taken: readonly TakenProfile[],
  style: LoopStyle | null,
  mixed: readonly string[],
): StoredProfile[] {
  return taken.map((each) => {
    const { kind, path, measurement } = each;
    const { iterations } = measurement;
    const isPure = mixed.length === 0 || (style === 'N' && iterations >= manyIterations);
    const operations = isPure ? operationCount(style, iterations) : null;
    return { kind, path, operations, witness: { kind, measurement, cpu: cpuOf(each) } };
  });
}

function mixedProblem({ name }: BenchmarkResult, [first = '']: readonly string[]): Problem {
  return {
    code: 'mixed-profile',
    template:
      'The profiles of {0} also have what {1} costs, so nothing is counted per operation: Go cannot run the first without the second, because of the slash between their names. Give b.Run names without slashes.',
    args: [name, first],
  };
}

/** The samples and CPU time of a CPU profile. */
function cpuOf({ kind, profile, wall }: TakenProfile): PassWitness['cpu'] {
  const time = kind === 'cpu' ? cpuTime(profile, wall) : null;
  return time === null ? null : { samples: time.samples, nanoseconds: time.explained };
}

async function takeProfile(
  build: Build,
  result: BenchmarkResult,
  kind: ProfileKind,
  others: readonly string[],
): Promise<Result<TakenProfile>> {
  const { written } = build;
  const path = written.claim(fileStem(result, kind), '.pprof');
  const iterations = passIterations(kind, result.measurements, build.benchtime);
  const profile = await profilePass(build, result, { kind, path, iterations }, others);
  if (!profile.ok) {
    await written.remove(path);
    if (profile.problem.code === 'cancelled') return profile;
    const why = sentence(profile.problem).replace(/\.$/, '');
    const template = 'There is no {0} profile of {1}: {2}.';
    return fail(profile.problem.code, template, [kind, result.name, why], profile.problem.details);
  }
  return profile;
}

async function profilePass(
  build: Build,
  result: BenchmarkResult,
  { kind, path, iterations }: { kind: ProfileKind; path: string; iterations: number },
  others: readonly string[],
): Promise<Result<TakenProfile>> {
  const { request } = build;
  const args = profileArguments({
    kind,
    name: result.name,
    procs: request.cpu === undefined ? undefined : result.procs,
    iterations,
    profilePath: path,
    outputDirectory: request.outputDirectory,
    others,
  });
  const observer = kind === 'cpu' ? new MachineObserver(build.env) : null;
  const pass = () =>
    runPass(build, args, {
      selected: result.name,
      env: profileEnvironment(kind, build.env, totalmem()),
    });
  const runnableBefore = runnableTasks();
  const end = await (observer === null ? pass() : observer.during(pass));
  if (!end.ok) return end;
  const [failure] = end.value.failures;
  if (failure) return { ok: false, problem: failure.problem };
  const [measured] = end.value.text.measurements;
  if (!measured) {
    const why = 'it did not run again under this name; a computed name must be the same in every process';
    return fail('matched-nothing', why);
  }
  const file = await stat(path).catch(() => null);
  if (!file) return fail('profile-write-failed', 'the test binary wrote none; see the output');
  const profile = await readProfileFile(path);
  if (!profile.ok) return profile;
  if (!profile.value) return fail('profile-empty', 'nothing was recorded');
  return ok({
    kind,
    path,
    measurement: { iterations: measured.iterations, metrics: measured.metrics },
    profile: profile.value,
    wall: wallOf(measured, profile.value),
    machine:
      observer === null
        ? null
        : { watch: await observer.finish(), runnable: Math.max(runnableBefore, runnableTasks()) },
  });
}

/** How long the measured operations took, in nanoseconds. A benchmark can report another `ns/op`, but not a longer process. */
function wallOf({ iterations, metrics }: Measurement, { durationNanos }: Profile): number {
  const whole = Number(durationNanos);
  const measured = iterations * (metrics['ns/op'] ?? 0);
  if (!(measured > 0)) return whole;
  return whole > 0 ? Math.min(measured, whole) : measured;
}

/** What to say of a CPU profile that has too few samples; `null` if it has enough. */
function tooFewSamples(
  result: BenchmarkResult,
  { samples, sampleTypes }: Profile,
  waiting: Waiting | null,
): Problem | null {
  const column = sampleTypes.findIndex(({ type }) => type === 'samples');
  if (column < 0) return null;
  let count = 0;
  for (let i = 0; i < samples.count; i++) {
    count += samples.values.approximate[i * sampleTypes.length + column]!;
  }
  if (count >= fewestSamples) return null;
  if (waiting !== null) return waitingProblem(result, waiting);
  // With a longer benchtime Go would still not do more iterations.
  const isExhausted = result.measurements.every(({ iterations }) => iterations >= mostIterations);
  return isExhausted
    ? {
        code: 'not-repeated',
        template:
          '{0} does not repeat its work: a billion iterations took almost no time. Repeat it b.N times, or loop with b.Loop.',
        args: [result.name],
      }
    : {
        code: 'too-few-samples',
        template:
          'The CPU profile of {0} is too short to tell its lines apart (samples: {1}). Profile it with a longer benchtime.',
        args: [result.name, count],
      };
}

/** The kind of loop, if the toolchain or one of these profiles shows it. */
function knownStyle({ request }: Build, taken: readonly TakenProfile[]): LoopStyle | undefined {
  if (!hasLoop(request.toolchain.version)) return 'N';
  for (const { kind, profile, measurement } of taken) {
    const style = measurement.iterations > 1 ? loopStyleOf(profile, kind === 'mem') : null;
    if (style) return style;
  }
  return undefined;
}

/**
 * Whether the benchmark loops with `b.Loop` or over `b.N`. Any of its profiles may show it, as all ran the same code. If
 * none does, another pass is run: two iterations with every allocation recorded. `null` if that fails too, and if all
 * profiles have a single iteration: then the number of operations is the same for both.
 */
async function styleOf(
  build: Build,
  result: BenchmarkResult,
  taken: readonly TakenProfile[],
  others: readonly string[],
): Promise<LoopStyle | null> {
  const known = knownStyle(build, taken);
  if (known !== undefined) return known;
  const isWanted = taken.length > 0 || build.counting !== undefined;
  const isOneIteration = taken.length > 0 && taken.every(({ measurement }) => measurement.iterations === 1);
  if (!isWanted || isOneIteration || build.control.signal.aborted) return null;
  const path = build.written.claim('probe', '.pprof');
  const probe = await profilePass(build, result, { kind: 'mem', path, iterations: 2 }, others);
  await build.written.remove(path);
  return probe.ok ? loopStyleOf(probe.value.profile, true) : null;
}
