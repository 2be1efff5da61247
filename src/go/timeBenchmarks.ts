/** The timing pass: no profiler, as many runs as asked for; it also tells which benchmarks there are. */
import { randomUUID } from 'node:crypto';
import type { BenchmarkText } from '../bench/parse.ts';
import { fail, ok, type Problem, type Result } from '../result.ts';
import { type BenchmarkSelection, selectionPattern, timingArguments, whySilentArguments } from './passes.ts';
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
    runs: [],
    profiles: [],
    problems: [],
  };
}

/** Results by benchmark; `count` and `-cpu` make several of each. */
function gather(run: Run, { results }: BenchmarkText): Draft[] {
  const drafts = new Map<string, Draft>();
  for (const { name, procs, config, iterations, metrics } of results) {
    const key = `${procs} ${name}`;
    const draft = drafts.get(key) ?? draftOf(run, name, procs, config.pkg ?? '', config);
    draft.runs = [...draft.runs, { iterations, metrics }];
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

/** Times one selection. Problems of the `Result`: `cannot-start`, `cancelled`. */
export async function timeSelection(run: Run, selection: BenchmarkSelection): Promise<Result<Timed>> {
  const { count, benchtime, cpu, outputDirectory } = run.request;
  const timing = { selection, count, benchtime, cpu, outputDirectory };
  const selected = 'name' in selection ? selection.name : undefined;
  const end = await pass(run, timingArguments(timing), selected);
  if (!end.ok) return end;
  const { text, failures } = end.value;
  const drafts = gather(run, text);
  const hasResults = drafts.length > 0;
  for (const failure of failures) blame(run, drafts, failure, selected);
  const [failure] = failures;
  if (hasResults || failure) return ok({ drafts, problem: (!hasResults && failure?.problem) || null });
  const silent = await pass(run, whySilentArguments(timing));
  if (!silent.ok) return silent;
  const reason = whySilent(selection, silent.value.stdout);
  const named = selected === undefined ? [] : [{ ...draftOf(run, selected, 1, ''), problems: [reason] }];
  return ok({ drafts: named, problem: reason });
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
