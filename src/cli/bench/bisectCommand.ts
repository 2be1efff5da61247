/** `pprof-lens bench --bisect=GOOD..BAD`: which commit a change came with. */
import { join } from 'node:path';
import { FileNames, fileNameOf } from '../../base/fileName.ts';
import { fail, ok, type Problem, type Result } from '../../base/result.ts';
import { ratioOf } from '../../bench/benchstat/tables.ts';
import { witnessOf } from '../../bench/verdicts/counted.ts';
import { type Bisected, type BisectRequest, bisect } from '../../go/bisect/bisect.ts';
import {
  alsoChanged,
  bisectFailure,
  bisectText,
  certainty,
  type FinishedBisect,
  surroundingsIn,
  withLines,
} from '../../go/bisect/bisectReport.ts';
import { fullName } from '../../go/results/benchmarkResult.ts';
import { namedFilesAt } from '../../go/sources/namedFiles.ts';
import { findSourceRoots } from '../../go/sources/sourceRoots.ts';
import { folderKinds, makeOwnFolder, removeOwnFolder } from '../../go/toolchain/ownFolders.ts';
import type { Profile } from '../../pprof/profile.ts';
import { interruptible } from '../terminal/interruptible.ts';
import { exitStatus, failWithDetails, translated } from '../terminal/output.ts';
import { standardOutput } from '../terminal/streams.ts';
import { findPackages, runEnd, sweptTemporary, turnOf } from './benchBegin.ts';
import type { BenchOptions } from './benchOptions.ts';
import { usualLayouts } from './benchPackage.ts';
import { type BenchObserver, benchmarkRequest, runControl } from './benchRun.ts';
import type { CommitEnds } from './benchValues.ts';
import { numbersOf } from './gate.ts';

/** Returns the exit status: 0 only if the commit is found and its change is borne out beside its parent. */
export async function bisectBenchmarks(
  options: BenchOptions,
  ends: CommitEnds,
  observer: BenchObserver,
): Promise<number> {
  const outcome = await interruptible((interrupted) =>
    searched(options, ends, observer, runEnd(options, interrupted)),
  );
  if (!outcome.ok) return failWithDetails(outcome.problem);
  const finished = outcome.value;
  await standardOutput.write(
    options.json
      ? `${JSON.stringify(bisectJson(finished), null, 1)}\n`
      : bisectText(finished, { verbose: options.verbose, benchmark: fullName(finished.question) }),
  );
  const failure: Problem | null = bisectFailure(finished);
  return failure === null ? exitStatus.done : failWithDetails(failure);
}

async function searched(
  options: BenchOptions,
  ends: CommitEnds,
  observer: BenchObserver,
  signal: AbortSignal,
): Promise<Result<FinishedBisect>> {
  const found = await findPackages(options, signal);
  if (!found.ok) return found;
  const { query, packages } = found.value;
  const { directory, env, toolchain } = query;
  const temporaryDirectory = await sweptTemporary(env);
  const out = makeOwnFolder(folderKinds.bench, temporaryDirectory);
  const folders = new FileNames();
  const decoded = new Map<string, Profile>();
  const tested = packages.length > 1 ? packages.filter(({ hasTests }) => hasTests) : packages;
  const layouts = options.layouts ?? usualLayouts(env);
  const request: BisectRequest = {
    ...ends,
    packages: tested.map((each) => {
      const folder = join(out, folders.claim(fileNameOf(each.importPath), ''));
      return { ...benchmarkRequest(options, toolchain, { directory: each.directory, out: folder }), layouts };
    }),
    selection: { pattern: options.bench },
    unit: options.unit,
    gate: options,
    confirm: options.confirm,
    temporaryDirectory,
  };
  const endTurn = await turnOf(options, directory, observer, signal);
  let bisected: Result<Bisected> = fail('cancelled', 'Cancelled.');
  try {
    if (endTurn !== null)
      bisected = await bisect(request, { ...runControl(observer, decoded, signal), progress: observer.say });
  } finally {
    endTurn?.();
    // What is shown of the profiles was read when they were taken.
    await removeOwnFolder(out);
  }
  if (!bisected.ok) return bisected;
  const roots = await findSourceRoots(query, {}, namedFilesAt([directory]).exists);
  return ok(await withLines(bisected.value, decoded, roots));
}

/** As it stands in the JSON document. */
function bisectJson(finished: FinishedBisect): object {
  const { range, question, left, found, growth, steps, remarks } = finished;
  const [only] = left;
  const commit = left.length === 1 && only !== undefined ? only : null;
  const change = found?.verdict?.change ?? null;
  const { good, bad } = range;
  return {
    commit: commit?.hash ?? null,
    parent: commit?.parents[0] ?? null,
    subject: commit?.subject ?? null,
    date: commit?.date ?? null,
    package: question.package,
    name: question.name,
    procs: question.procs,
    unit: question.change.unit,
    ratio: change === null ? null : ratioOf(change.base.center, change.now.center),
    witness: witnessOf(change ?? question.change),
    verdict: found?.verdict?.verdict ?? null,
    ...(change === null ? {} : { p: numbersOf(change).p, n: numbersOf(change).n }),
    lines:
      growth === null
        ? []
        : growth.lines.map(({ file, line, functionName, text, growth: by }) => ({
            file,
            line,
            function: functionName,
            text,
            metric: growth.metric,
            growth: by,
          })),
    good: { commit: good.hash, title: good.title, value: question.change.base.center },
    bad: { commit: bad.hash, title: bad.title, value: question.change.now.center },
    commits: range.commits.length,
    steps: steps.map(({ commit: { hash, subject }, verdict, witness, p, why }) => ({
      commit: hash,
      subject,
      verdict,
      witness,
      ...(p === null ? {} : { p }),
      ...(why === null ? {} : { why: translated(why) }),
    })),
    candidates: left.map(({ hash, subject }) => ({ commit: hash, subject })),
    errorRate: finished.errorRate,
    certainty: certainty(finished),
    surroundings: surroundingsIn(found),
    remarks: [...remarks.map(translated), ...alsoChanged(found)],
  };
}
