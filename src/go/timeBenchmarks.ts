/** The timing pass: no profiler, as many runs as asked for; it also tells which benchmarks there are. */
import type { BenchmarkText } from '../bench/parse.ts';
import { fail, ok, type Problem, type Result } from '../result.ts';
import { type BenchmarkSelection, selectionPattern, timingArguments, whySilentArguments } from './passes.ts';
import { type Draft, pass, type Run } from './run.ts';
import { failures } from './runPass.ts';

export interface Timed {
  /** Benchmarks with results or with a problem, in the order they ran. */
  readonly drafts: Draft[];
  /** Why there is not a single result. */
  readonly problem: Problem | null;
}

function draftOf(run: Run, name: string, procs: number, packagePath: string): Draft {
  const { packageDirectory: directory } = run.request;
  return { package: packagePath, directory, name, procs, runs: [], profiles: [], problems: [] };
}

/** Results by benchmark; `count` and `-cpu` make several of each. */
function gather(run: Run, { results }: BenchmarkText): Draft[] {
  const drafts = new Map<string, Draft>();
  for (const { name, procs, config, iterations, metrics } of results) {
    const key = `${procs} ${name}`;
    const draft = drafts.get(key) ?? draftOf(run, name, procs, config.pkg ?? '');
    draft.runs = [...draft.runs, { iterations, metrics }];
    drafts.set(key, draft);
  }
  return [...drafts.values()];
}

/** `name-8` without the suffix if the other results say that it is one. */
function withoutProcs(printed: string, drafts: readonly Draft[]): string {
  const suffix = /-(\d+)$/.exec(printed);
  if (!suffix) return printed;
  const isTopLevel = !printed.includes('/');
  const isProcs = isTopLevel || drafts.some(({ procs }) => procs === Number(suffix[1]));
  return isProcs ? printed.slice(0, suffix.index) : printed;
}

/** Puts a pass's problem where it belongs: on the benchmarks that failed, else on a new one. */
function blame(run: Run, drafts: Draft[], text: BenchmarkText, problem: Problem): void {
  const failed = failures(text).map(({ name }) => name);
  const culprits = text.unfinished === null ? failed : [...failed, text.unfinished];
  for (const printed of culprits) {
    const name = withoutProcs(printed, drafts);
    const known = drafts.find((draft) => draft.name === name);
    const draft = known ?? draftOf(run, name, drafts[0]?.procs ?? 1, drafts[0]?.package ?? '');
    if (!known) drafts.push(draft);
    draft.problems.push(problem);
  }
  if (culprits.length === 0) drafts[0]?.problems.push(problem);
}

/** Times one selection. Problems of the `Result`: `cannot-start`, `cancelled`. */
export async function timeSelection(run: Run, selection: BenchmarkSelection): Promise<Result<Timed>> {
  const { count, benchtime, cpu, outputDirectory } = run.request;
  const timing = { selection, count, benchtime, cpu, outputDirectory };
  const selected = 'name' in selection ? selection.name : undefined;
  const end = await pass(run, timingArguments(timing), selected);
  if (!end.ok) return end;
  const { text, problem } = end.value;
  const drafts = gather(run, text);
  if (problem) {
    const hasResults = drafts.length > 0;
    blame(run, drafts, text, problem);
    return ok({ drafts, problem: hasResults ? null : problem });
  }
  if (drafts.length > 0) return ok({ drafts, problem: null });
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
    stdout,
  ).problem;
}
