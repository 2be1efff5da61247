/**
 * How many instructions an operation of a benchmark executes, and on which lines: counted, one by one, by valgrind's callgrind.
 * Whoever runs the same code again gets the same count, on any machine, however busy it is.
 *
 * Two processes, one with more operations than the other, are subtracted, so that what the benchmark does once is left out. That is
 * done twice, with different numbers, and twice more where the two differ: how far they are apart tells the count's spread.
 */
import { mkdir, realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as l10n from '@vscode/l10n';
import { briefName } from '../../analysis/names/nameParts.ts';
import { fileNameOf } from '../../base/fileName.ts';
import { simulatedEvents } from '../../base/profileKinds.ts';
import { clause, fail, ok, type Problem, type Result } from '../../base/result.ts';
import { kindOfEvent } from '../../base/takenKind.ts';
import { valuesOf } from '../../bench/benchfmt/resultLine.ts';
import { encodeGzipped } from '../../pprof/encode.ts';
import type { Profile } from '../../pprof/profile.ts';
import { stepName } from '../build/build.ts';
import { branchedRecursion } from '../counters/branchedRecursion.ts';
import { together } from '../counters/countedOperations.ts';
import { countedBenchmark } from '../counters/countedProfile.ts';
import type { InstructionCounting } from '../counters/instructionCounting.ts';
import { findCounters } from '../machine/counters.ts';
import { type Findings, type Stepped, withFindings } from '../results/benchmarkResult.ts';
import { keptNote } from '../results/resultReaders.ts';
import type { Subject } from './alone.ts';
import { type CountedFiles, countMore, countRuns, pairsOf } from './countedProcesses.ts';
import { countPairs } from './takeCounters.ts';

/** The result with its instructions and their profile; or with the reason why there are none. */
export async function takeInstructions(subject: Subject): Promise<Stepped> {
  const { build, result, mixed } = subject;
  const { instructions: counting, control, written } = build;
  if (counting === undefined || control.signal.aborted) return { result, stopped: null };
  const valgrind = await counting.valgrind();
  const by = valgrind.ok ? valgrind.value.version : 'perf';
  const name = stepName(build, result.name);
  const message = counting.simulates
    ? l10n.t('{0}: instructions and simulated misses, by {1}', name, by)
    : l10n.t('{0}: instructions, by {1}', name, by);
  build.steps.next({ what: 'counters', benchmark: result.name, message });
  const folder = written.claim('callgrind', '');
  await mkdir(folder, { recursive: true });
  const counted =
    mixed === null
      ? await count(subject, counting, join(folder, 'counts'))
      : ({ ok: false, problem: mixed } as const);
  await written.remove(folder);
  if (counted.ok) return { result: withFindings(result, counted.value), stopped: null };
  const { problem } = counted;
  if (problem.code === 'cancelled') return { result, stopped: problem };
  const missing = problem.code.startsWith('valgrind-') ? problem : notCounted(subject, problem);
  const isNews = missing !== problem || !counting.hasSaidWhy;
  if (missing === problem) counting.hasSaidWhy = true;
  const findings = { instructions: { missing: keptNote(missing) }, problems: isNews ? [missing] : [] };
  return { result: withFindings(result, findings), stopped: null };
}

function notCounted({ result }: Subject, problem: Problem): Problem {
  const template = 'The instructions of {0} were not counted: {1}.';
  return fail('instructions-failed', template, [result.name, clause(problem)], problem.details).problem;
}

async function count(
  subject: Subject,
  counting: InstructionCounting,
  file: string,
): Promise<Result<Findings>> {
  const valgrind = await counting.valgrind();
  if (!valgrind.ok) {
    // perf simulates nothing.
    if (valgrind.problem.code === 'cancelled' || counting.simulates) return valgrind;
    return (await countByPerf(subject, file)) ?? valgrind;
  }
  const table = await counting.table(subject.build.binary);
  if (table === null) {
    return fail('no-go-tables', 'the test binary has no tables of Go’s functions, or no symbols');
  }
  const events = counting.simulates ? Object.entries(simulatedEvents) : [];
  const counter = { valgrind: valgrind.value.command, file, simulated: events.map(([, names]) => names) };
  const { build, result } = subject;
  const binary = await realpath(build.binary);
  const countedIn = (runs: readonly CountedFiles[]) =>
    countedBenchmark({
      pairs: pairsOf(runs, 0),
      simulated: events.map(([type], i) => ({ type, pairs: pairsOf(runs, i + 1) })),
      table,
      binary,
      benchmark: result.name,
      isFlat,
    });
  const inContexts = await countRuns(subject, counter, true);
  const isFlat = !inContexts.ok && inContexts.problem.code === 'slow-contexts';
  const runs = isFlat ? await countRuns(subject, counter, false) : inContexts;
  if (!runs.ok) return runs;
  let counted = countedIn(runs.value);
  if (counted?.isVaried === true) {
    const more = await countMore(subject, counter, runs.value);
    if (!more.ok) return more;
    counted = countedIn([...more.value, ...runs.value]);
  }
  if (counted === null) return fail('nothing-counted', 'more operations execute no more instructions');
  const { profile, operations, perOp, spread, simulated, hasPauses, hasCalls } = counted;
  const path = build.written.claim(`${fileNameOf(result.name)}-${result.procs}.instructions`, '.pprof');
  await writeFile(path, encodeGzipped(profile));
  await build.control.report({ is: 'profile', path, profile });
  const stored = { kind: kindOfEvent('instructions'), path, operations };
  return ok({
    instructions: { perOp, spread, by: 'valgrind' },
    ...(simulated.length === 0 ? {} : { counters: [...(result.counters ?? []), ...simulated] }),
    profiles: [hasCalls ? stored : { ...stored, isFlat: true }],
    notes: [...(hasPauses ? [pausedNote] : []), ...(hasCalls ? estimateNotes(profile) : [flatNote])],
  });
}

const pausedNote: Problem = {
  code: 'instructions-paused',
  template:
    'Its operations stop the timer: instructions/op has what they do meanwhile, too, and their time has not.',
  args: [],
};

const flatNote: Problem = {
  code: 'instructions-flat',
  template:
    'Its goroutines take turns, so that valgrind cannot tell who calls whom: lines show the instructions of their own code only.',
  args: [],
};

function estimateNotes(profile: Profile): Problem[] {
  const branched = branchedRecursion(profile);
  const template = 'Several lines of {0} lead to it again: what lies below each of them is an estimate.';
  return branched === null ? [] : [{ code: 'instructions-estimated', template, args: [briefName(branched)] }];
}

/** The processor's own counter, where there is no valgrind; `null` if it cannot be read either. */
async function countByPerf(subject: Subject, file: string): Promise<Result<Findings> | null> {
  const { env, request, control } = subject.build;
  const directory = request.outputDirectory;
  const found = await findCounters(['instructions'], { env, directory, signal: control.signal, file });
  if (!found.ok) return null;
  const counted = await countPairs(subject, found.value, file);
  if (!counted.ok) return counted;
  const { counters = [] } = counted.value.findings;
  const values = valuesOf(counters, 'instructions/op');
  const all = values.length < 2 ? null : together(values);
  return all === null ? null : ok({ instructions: { ...all, by: 'perf' } });
}
