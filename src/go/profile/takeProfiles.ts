/** Takes the profiles of one benchmark, each in a process of its own. */
import { rm, stat } from 'node:fs/promises';
import { devNull, totalmem } from 'node:os';
import * as l10n from '@vscode/l10n';
import { cpuTime } from '../../analysis/benchmark/waiting.ts';
import { sampleCount } from '../../analysis/values/profileFacts.ts';
import { fileNameOf } from '../../base/fileName.ts';
import { isTraced, type ProfileKind, profileFlags } from '../../base/profileKinds.ts';
import { clause, fail, ok, type Problem, type Result } from '../../base/result.ts';
import { type LoopStyle, operationCount } from '../../bench/benchfmt/operations.ts';
import type { Measurement } from '../../bench/benchfmt/resultLine.ts';
import type { PassWitness } from '../../bench/verdicts/witnesses.ts';
import type { Profile } from '../../pprof/profile.ts';
import { type Build, stepName } from '../build/build.ts';
import { MachineObserver, runnableTasks } from '../machine/machineWatch.ts';
import { readTaken } from '../profiles/fullNames.ts';
import {
  type BenchmarkResult,
  type Stepped,
  type StoredProfile,
  withFindings,
} from '../results/benchmarkResult.ts';
import { endsWaits, waitsUntilEvent } from '../results/billText.ts';
import { measureAlone, type Subject } from './alone.ts';
import { takeAttributes } from './attributes.ts';
import { callsInLoop, hasLoop, inlinesInLoop, loopStyleOf } from './loopStyle.ts';
import { memoryNote } from './memoryByNumber.ts';
import { passIterations, profileEnvironment } from './passIterations.ts';
import { takeCounters } from './takeCounters.ts';
import { keepTraced, withinSize } from './tracePass.ts';
import { type TimedProfile, type Waiting, waitingNote, waitingOf, waitingProblem } from './waiting.ts';

/** A profile on disk. How many operations it covers is not known yet. */
interface TakenProfile extends TimedProfile {
  readonly path: string;
  readonly measurement: Measurement;
}

/** With fewer samples a CPU profile says too little about single lines. */
const fewestSamples = 20;
/** Samples of the CPU are in a trace while there is a profile of it, wherever that is written. */
const sampledTrace = [`-test.cpuprofile=${devNull}`];
/** By so much operations are fewer in the next try where a trace becomes too large: how many filled it is not known. */
const fewerTraced = 4;
/** The largest b.N that Go chooses, even with a longer benchtime (testing/benchmark.go). */
const mostIterations = 1e9;

/**
 * The result with the profiles, attributes and counters of its benchmark. A run that is stopped has the profiles that were finished.
 * What went wrong is a problem of the result.
 */
export async function takeProfiles(subject: Subject): Promise<Stepped> {
  const { build, result, mixed } = subject;
  const { taken, problems, stopped, ...each } = await takeEach(subject);
  if (stopped?.code === 'cannot-start') return { result, stopped };
  const style = each.style ?? (await styleOf(subject, taken));
  const profiles = stored(taken, style, mixed !== null);
  if (mixed !== null && profiles.some(({ operations }) => operations === null)) problems.push(mixed);
  const waiting = waitingOf(taken, result);
  const cpu = taken.find(({ kind }) => kind === 'cpu');
  const warning = cpu === undefined ? null : tooFewSamples(result, cpu.profile, waiting);
  if (warning !== null) problems.push(warning);
  const memory = taken.find(({ kind }) => kind === 'mem');
  const byNumber = memory === undefined ? null : memoryNote(result.measurements, memory.measurement);
  const { version } = build.request.toolchain;
  const measuresCalls = style === 'Loop' && !inlinesInLoop(version);
  const notes = [
    ...(waiting === null ? [] : [waitingNote(waiting)]),
    ...(byNumber === null ? [] : [byNumber]),
    ...(measuresCalls ? [callsInLoop] : []),
    ...(taken.some(({ kind }) => kind === 'wait') && !endsWaits(version) ? [waitsUntilEvent] : []),
  ];
  const profiled = withFindings(result, { profiles, notes, problems });
  if (stopped !== null) return { result: profiled, stopped };
  const described = withFindings(profiled, await takeAttributes(subject));
  return takeCounters({ ...subject, result: described }, style);
}

interface TakenProfiles {
  readonly taken: readonly TakenProfile[];
  readonly problems: Problem[];
  readonly stopped: Problem | null;
  /** `null` if it is not known. */
  readonly style: LoopStyle | null;
}

/** One pass after the other. Reports each profile, and the result with those until now. */
async function takeEach(subject: Subject): Promise<TakenProfiles> {
  const { build, result, mixed } = subject;
  const { control, side, steps } = build;
  const taken: TakenProfile[] = [];
  const problems: Problem[] = [];
  let style: LoopStyle | null = null;
  for (const kind of build.request.kinds) {
    const message = l10n.t('{0}: {1} profile', stepName(build, result.name), kind);
    steps.next({ what: kind, benchmark: result.name, message });
    const profile = await takeProfile(subject, kind);
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
    style ??= await styleOf(subject, taken);
    const profiles = stored(taken, style, mixed !== null);
    if (style === null && profiles.some(({ operations }) => operations === null)) continue;
    await control.report({ is: 'profiled', result: withFindings(result, { profiles, problems }), side });
  }
  return { taken, problems, stopped: null, style };
}

/** With so many operations, one operation of another benchmark does not matter. */
const manyIterations = 100;

/**
 * @param isMixed other benchmarks are in these profiles, too. A loop over `b.N` does one operation of each, a `b.Loop` does
 *   all of them
 */
function stored(taken: readonly TakenProfile[], style: LoopStyle | null, isMixed: boolean): StoredProfile[] {
  return taken.map((each) => {
    const { kind, path, measurement } = each;
    const { iterations } = measurement;
    const isPure = !isMixed || (style === 'N' && iterations >= manyIterations);
    const operations = isPure ? operationCount(style, iterations) : null;
    return { kind, path, operations, witness: { kind, measurement, cpu: cpuOf(each) } };
  });
}

/** The samples and CPU time of a CPU profile. */
function cpuOf({ kind, profile, wall }: TakenProfile): PassWitness['cpu'] {
  const time = kind === 'cpu' ? cpuTime(profile, wall) : null;
  return time === null ? null : { samples: time.samples, nanoseconds: time.explained };
}

async function takeProfile(subject: Subject, kind: ProfileKind): Promise<Result<TakenProfile>> {
  const { build, result } = subject;
  const path = build.written.claim(`${fileNameOf(result.name)}-${result.procs}.${kind}`, '.pprof');
  let iterations = passIterations(kind, result.measurements, build.benchtime);
  let profile = await profilePass(subject, kind, path, iterations);
  while (isTraceTooLarge(profile) && iterations >= 2 * fewerTraced) {
    iterations = Math.floor(iterations / fewerTraced);
    await rm(path, { force: true });
    profile = await profilePass(subject, kind, path, iterations);
  }
  if (profile.ok) return profile;
  await build.written.remove(path);
  const { problem } = profile;
  if (problem.code === 'cancelled') return profile;
  const template = 'There is no {0} profile of {1}: {2}.';
  return fail(problem.code, template, [kind, result.name, clause(problem)], problem.details);
}

function isTraceTooLarge(profile: Result<TakenProfile>): boolean {
  return !profile.ok && profile.problem.code === 'trace-too-large';
}

async function profilePass(
  subject: Subject,
  kind: ProfileKind,
  path: string,
  iterations: number,
): Promise<Result<TakenProfile>> {
  const { env } = subject.build;
  const args = ['-test.benchmem', ...profileFlags(kind, path), ...(kind === 'started' ? sampledTrace : [])];
  const observer = kind === 'cpu' ? new MachineObserver(env) : null;
  const added = profileEnvironment(kind, env, totalmem());
  const pass = (signal?: AbortSignal) =>
    measureAlone(subject, iterations, args, { env: added, signal, watchesCores: kind === 'cpu' });
  const runnableBefore = runnableTasks();
  const isOfTracer = isTraced(kind);
  const end = await (isOfTracer
    ? withinSize(path, pass)
    : observer === null
      ? pass()
      : observer.during(pass));
  if (!end.ok) return end;
  const measured = end.value;
  if (measured === undefined) {
    const why = 'it did not run again under this name; a computed name must be the same in every process';
    return fail('matched-nothing', why);
  }
  const file = await stat(path).catch(() => null);
  if (!file) return fail('profile-write-failed', 'the test binary wrote none; see the output');
  const { toolchain, packageDirectory: directory, tags = '' } = subject.build.request;
  const profile = await (isOfTracer
    ? keepTraced(kind, path, subject.build)
    : readTaken(path, { toolchain, directory, env, tags }));
  if (!profile.ok) return profile;
  if (!profile.value) return fail('profile-empty', 'nothing was recorded');
  return ok({
    kind,
    path,
    measurement: {
      ...{ iterations: measured.iterations, metrics: measured.metrics },
      ...(measured.core === undefined ? {} : { core: measured.core }),
    },
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
function tooFewSamples(result: BenchmarkResult, profile: Profile, waiting: Waiting | null): Problem | null {
  const count = sampleCount(profile);
  if (count === null || count >= fewestSamples) return null;
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
async function styleOf(subject: Subject, taken: readonly TakenProfile[]): Promise<LoopStyle | null> {
  const { build } = subject;
  const known = knownStyle(build, taken);
  if (known !== undefined) return known;
  const isWanted = taken.length > 0 || build.counting !== undefined;
  const isOneIteration = taken.length > 0 && taken.every(({ measurement }) => measurement.iterations === 1);
  if (!isWanted || isOneIteration || build.control.signal.aborted) return null;
  const path = build.written.claim('probe', '.pprof');
  const probe = await profilePass(subject, 'mem', path, 2);
  await build.written.remove(path);
  return probe.ok ? loopStyleOf(probe.value.profile, true) : null;
}
