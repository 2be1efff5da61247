/** The profile passes of one benchmark: one process for each kind. */
import { stat } from 'node:fs/promises';
import { totalmem } from 'node:os';
import * as l10n from '@vscode/l10n';
import { type LoopStyle, operationCount } from '../../bench/benchfmt/operations.ts';
import type { ProfileKind } from '../../model.ts';
import type { Profile } from '../../pprof/profile.ts';
import { fail, ok, type Problem, type Result, sentence } from '../../result.ts';
import { readProfileFile } from '../profiles/profileFile.ts';
import type { StoredProfile } from './benchmarkResult.ts';
import { hasLoop, loopStyleOf } from './loopStyle.ts';
import { passIterations, profileArguments, profileEnvironment } from './passes.ts';
import { type Draft, pass, type Run, stepName } from './run.ts';

/** A profile on disk, before it is known how many operations are behind it. */
interface TakenProfile {
  readonly kind: ProfileKind;
  readonly path: string;
  readonly iterations: number;
  readonly profile: Profile;
}

/** Below this a CPU profile does not tell one line from another. */
const fewestSamples = 20;
/** Go chooses no larger b.N, however long the benchtime; testing/benchmark.go. */
const mostIterations = 1e9;

/** A file name that every file system takes. */
function fileStem({ name, procs }: Draft, kind: ProfileKind): string {
  const plain = name.replace(/[^\w=.,+-]+/g, '_').slice(0, 120);
  return `${plain}-${procs}.${kind}`;
}

/** Takes the profiles of `draft` and fills it in. Problems of the `Result`: `cannot-start`, `cancelled`. */
export async function takeProfiles(run: Run, draft: Draft, others: readonly string[]): Promise<Result<null>> {
  const taken: TakenProfile[] = [];
  for (const kind of run.request.kinds) {
    run.steps.next(l10n.t('{0}: {1} profile', stepName(run, draft.name), kind));
    const profile = await takeProfile(run, draft, kind, others);
    if (profile.ok) taken.push(profile.value);
    else if (['cancelled', 'cannot-start'].includes(profile.problem.code)) return profile;
    else draft.problems.push(profile.problem);
  }
  const style = await styleOf(run, draft, taken, others);
  if (!style.ok) return style;
  draft.profiles = taken.map(({ kind, path, iterations }): StoredProfile => {
    return { kind, path, operations: operationCount(style.value, iterations) };
  });
  for (const { path, profile } of taken) await run.hooks.profileTaken?.(path, profile);
  const cpu = taken.find(({ kind }) => kind === 'cpu');
  if (cpu) warnOfFewSamples(draft, cpu.profile);
  return ok(null);
}

async function takeProfile(
  run: Run,
  draft: Draft,
  kind: ProfileKind,
  others: readonly string[],
): Promise<Result<TakenProfile>> {
  const { written } = run;
  const path = written.claim(fileStem(draft, kind), '.pprof');
  const iterations = passIterations(kind, draft.measurements, run.benchtime);
  const profile = await profilePass(run, draft, { kind, path, iterations }, others);
  if (!profile.ok) {
    await written.remove(path);
    if (profile.problem.code === 'cancelled') return profile;
    const why = sentence(profile.problem).replace(/\.$/, '');
    const template = 'There is no {0} profile of {1}: {2}.';
    return fail(profile.problem.code, template, [kind, draft.name, why], profile.problem.details);
  }
  return profile;
}

async function profilePass(
  run: Run,
  draft: Draft,
  { kind, path, iterations }: { kind: ProfileKind; path: string; iterations: number },
  others: readonly string[],
): Promise<Result<TakenProfile>> {
  const { request } = run;
  const args = profileArguments({
    kind,
    name: draft.name,
    procs: request.cpu === undefined ? undefined : draft.procs,
    iterations,
    profilePath: path,
    outputDirectory: request.outputDirectory,
    others,
  });
  const end = await pass(run, args, draft.name, profileEnvironment(kind, run.env, totalmem()));
  if (!end.ok) return end;
  const [failure] = end.value.failures;
  if (failure) return { ok: false, problem: failure.problem };
  const [result] = end.value.text.measurements;
  if (!result) {
    const why = 'it did not run again under this name; a computed name must be the same in every process';
    return fail('matched-nothing', why);
  }
  const file = await stat(path).catch(() => null);
  if (!file) return fail('profile-write-failed', 'the test binary wrote none; see the output');
  const profile = await readProfileFile(path);
  if (!profile.ok) return profile;
  if (!profile.value) return fail('profile-empty', 'nothing was recorded');
  return ok({ kind, path, iterations: result.iterations, profile: profile.value });
}

function warnOfFewSamples(draft: Draft, { samples, sampleTypes }: Profile): void {
  const column = sampleTypes.findIndex(({ type }) => type === 'samples');
  if (column < 0) return;
  let count = 0;
  for (let i = 0; i < samples.count; i++) {
    count += samples.values.approximate[i * sampleTypes.length + column]!;
  }
  if (count >= fewestSamples) return;
  // A longer benchtime makes no more iterations than these.
  const isExhausted = draft.measurements.every(({ iterations }) => iterations >= mostIterations);
  const warning: Problem = isExhausted
    ? {
        code: 'not-repeated',
        template:
          '{0} does not repeat its work: a billion iterations took next to no time. Repeat it b.N times, or loop with b.Loop.',
        args: [draft.name],
      }
    : {
        code: 'too-few-samples',
        template:
          'The CPU profile of {0} is too short to tell its lines apart (samples: {1}). Profile it with a longer benchtime.',
        args: [draft.name, count],
      };
  draft.problems.push(warning);
}

/**
 * How the benchmark loops: from any of its profiles, for it is the same code in each; where none
 * tells, from two iterations with every allocation recorded. Null only if that pass fails too.
 */
async function styleOf(
  run: Run,
  draft: Draft,
  taken: readonly TakenProfile[],
  others: readonly string[],
): Promise<Result<LoopStyle | null>> {
  if (!hasLoop(run.request.toolchain.version)) return ok('N');
  if (taken.every(({ iterations }) => iterations === 1)) return ok(null);
  for (const { kind, profile, iterations } of taken) {
    const style = iterations > 1 ? loopStyleOf(profile, kind === 'mem') : null;
    if (style) return ok(style);
  }
  const path = run.written.claim('probe', '.pprof');
  const probe = await profilePass(run, draft, { kind: 'mem', path, iterations: 2 }, others);
  await run.written.remove(path);
  if (!probe.ok) return probe.problem.code === 'cancelled' ? probe : ok(null);
  return ok(loopStyleOf(probe.value.profile, true));
}
