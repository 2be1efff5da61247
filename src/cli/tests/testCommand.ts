/** `pprof-lens test`: profiles of tests, the tests ranked by what they cost. */
import { isAbsolute, resolve } from 'node:path';
import { fail, ok, type Problem, type Result } from '../../base/result.ts';
import { createScanner } from '../../go/scan/scan.ts';
import { namedFilesAt } from '../../go/sources/namedFiles.ts';
import { findSourceRoots, isBelow } from '../../go/sources/sourceRoots.ts';
import { repetitions } from '../../go/tests/shortTests.ts';
import { type TestedPackages, testPackages } from '../../go/tests/testPackages.ts';
import { testPositions } from '../../go/tests/testPositions.ts';
import { listPackages } from '../../go/toolchain/listPackages.ts';
import {
  folderKinds,
  handOver,
  makeOwnFolder,
  removeOwnFolder,
  sweepTemporary,
  temporaryRoot,
} from '../../go/toolchain/ownFolders.ts';
import { shippedGrammar } from '../../go/toolchain/shippedFiles.ts';
import { findGo } from '../../go/toolchain/toolchain.ts';
import { type LeakReport, leakProblem, leakReport, leakText } from '../bench/leakReport.ts';
import { interruptible } from '../terminal/interruptible.ts';
import { command, exitStatus, failWithDetails } from '../terminal/output.ts';
import { cleanLine, standardError, standardOutput } from '../terminal/streams.ts';
import { readTestOptions, type TestOptions, testUsage } from './testOptions.ts';
import { type TestReport, testReport } from './testReport.ts';
import { testText } from './testText.ts';

export const testCommand = command(testUsage, readTestOptions, async (options) => {
  const outcome = await interruptible((signal) => profileTests(options, signal));
  if (!outcome.ok) return failWithDetails(outcome.problem);
  const { report, isOwn, failure } = outcome.value;
  const leaks = options.leaks ? outcome.value.leaks : null;
  const document = leaks === null ? report : { ...report, leaks: leaks.leaks };
  const text = () => `${testText(report, isOwn)}${leaks === null ? '' : leakText(leaks)}`;
  await standardOutput.write(options.json ? `${JSON.stringify(document, null, 1)}\n` : text());
  return failure === null ? exitStatus.done : failWithDetails(failure);
});

interface Finished {
  readonly report: TestReport;
  /** Whether a file is of the user's own modules. */
  readonly isOwn: (file: string) => boolean;
  readonly leaks: LeakReport;
  /** What failed, although there is a report. */
  readonly failure: Problem | null;
}

async function profileTests(options: TestOptions, signal: AbortSignal): Promise<Result<Finished>> {
  const directory = process.cwd();
  const { env } = process;
  const toolchain = await findGo({ env, directory, signal });
  if (!toolchain.ok) return toolchain;
  const query = { toolchain: toolchain.value, directory, env, tags: options.tags };
  const packages = await listPackages({ ...query, patterns: options.packages, signal });
  if (!packages.ok) return packages;
  if (packages.value.length === 0) return fail('no-such-package', 'No package matches.');
  await sweepTemporary();
  const out =
    options.out === undefined ? makeOwnFolder(folderKinds.test, temporaryRoot()) : resolve(options.out);
  const { run, profile: kinds, count, timeout, memprofilerate: memProfileRate, tags } = options;
  const tested = await testPackages({
    ...{ run, kinds, count, timeout, memProfileRate, tags, env, signal },
    toolchain: toolchain.value,
    packages: packages.value,
    flags: options.flags,
    leaks: options.leakRequest,
    outputDirectory: out,
    output: () => undefined,
    progress: ({ what, importPath, done, of }) => {
      if (what === 'test') return;
      const message = what === 'build' ? `${importPath}: build` : `${importPath}: tests`;
      standardError.write(cleanLine(`[${done + 1}/${of}] ${message}`));
    },
  });
  if (!tested.ok) {
    if (options.out === undefined) await removeOwnFolder(out);
    return tested;
  }
  // The user looks at the profiles, and removes them.
  if (options.out === undefined) handOver(out);
  const files = namedFilesAt([directory]);
  const roots = await findSourceRoots(query, {}, files.exists);
  const scanner = await createScanner(shippedGrammar());
  const { packages: ran, problems } = tested.value;
  const more = options.profile.includes('cpu') ? repetitions(ran) : null;
  const shown = { ...tested.value, problems: [...problems, ...(more === null ? [] : [tooShort(more)])] };
  const report = await testReport(shown, roots, (folder) => testPositions(folder, scanner));
  const isOwn = (file: string) =>
    isAbsolute(file) && roots.modules.some((module) => isBelow(file, module.directory));
  const leaks = leakReport(
    ran.flatMap((each) => (each.leaks === undefined ? [] : { ...each.leaks, package: each.importPath })),
    roots,
  );
  return ok({ report, isOwn, leaks, failure: failureOf(tested.value) ?? leakProblem(leaks) });
}

function tooShort(count: number): Problem {
  const template = 'These tests are too short for a CPU profile. Repeat them: --count={0}.';
  return fail('too-few-samples', template, [count]).problem;
}

/** The first failure, and how many there are. */
function failureOf({ packages, problems }: TestedPackages): Problem | null {
  const failed = [
    ...packages.filter(({ outcome }) => outcome !== 'pass').flatMap((each) => each.problems),
    ...problems,
  ];
  const [first, second] = failed;
  if (first === undefined || second === undefined) return first ?? null;
  const template = '{0} tests or packages failed. See the report.';
  return fail('tests-failed', template, [failed.length]).problem;
}
