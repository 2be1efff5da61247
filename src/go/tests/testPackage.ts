/** Runs the tests of a package in one process, as `go test` does, and takes its profiles. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { testOwners, testTotals } from '../../analysis/benchmark/testOwners.ts';
import { parsedJson } from '../../base/outsideValues.ts';
import { readProcessMemory } from '../../base/processMemory.ts';
import { type ProfileKind, profileFlags } from '../../base/profileKinds.ts';
import { fail, ok, type Problem, type Result } from '../../base/result.ts';
import { buildForBatches, useEnvironment } from '../build/batchTesting.ts';
import { keepBinary, makeBuildFolder, testEnvironment } from '../build/build.ts';
import type { BuildResult } from '../build/compilerErrors.ts';
import { type WrittenFiles, withWrittenFiles } from '../build/writtenFiles.ts';
import { buildLeakChecker, leakEnvironment } from '../leaks/leakChecker.ts';
import { readLeaks } from '../leaks/leaks.ts';
import { readText } from '../machine/machineFiles.ts';
import { readTaken } from '../profiles/fullNames.ts';
import { sortFlags } from '../toolchain/flags.ts';
import { commandLine, runProcess } from '../toolchain/process.ts';
import { minorVersion } from '../toolchain/toolchain.ts';
import { repetitions } from './shortTests.ts';
import { TestEvents, type TopLevelTest } from './testEvents.ts';
import { endProblems } from './testProblems.ts';
import type { TestedPackage, TestProfile, TestRequest } from './testRequest.ts';

/**
 * Builds the test binary and runs it. Problems of the `Result`: those of `buildTestBinary`, with `build-failed` in words for
 * tests; `cancelled`; `no-folder`; `not-run` (TestMain has ended the process); `no-tests` (nothing matches). Then no files
 * are left. That tests fail is no such problem.
 */
export function testPackage(request: TestRequest): Promise<BuildResult<TestedPackage>> {
  return withWrittenFiles(request.outputDirectory, async (written) => {
    const folder = await makeBuildFolder(written);
    const tested = await buildAndRun(request, folder, written);
    await written.remove(folder);
    return tested;
  });
}

/** Runs the tests, each so often. */
type Run = (count: number) => Promise<Result<TestedPackage>>;

async function buildAndRun(
  request: TestRequest,
  folder: string,
  written: WrittenFiles,
): Promise<BuildResult<TestedPackage>> {
  const flags = sortFlags(request.flags);
  request.progress?.({ what: 'build' });
  const directory = request.packageDirectory;
  const build = request.leaks === undefined ? buildForBatches : buildLeakChecker;
  const binary = await build({ ...request, directory, flags: flags.build, folder });
  if (!binary.ok) {
    const { problem } = binary;
    if (problem.code !== 'build-failed') return binary;
    const [reason = ''] = problem.args;
    const template = 'The tests of {0} do not build: {1}';
    return { ...binary, problem: { ...problem, template, args: [request.importPath, reason] } };
  }
  const [leakFile, useFile] = [join(folder, 'leaks.txt'), join(folder, 'use.json')];
  const ours =
    request.leaks === undefined
      ? await useEnvironment(binary.value, useFile)
      : leakEnvironment(request.env, leakFile, request.leaks);
  const env = { ...request.env, ...ours };
  const run: Run = async (count) => {
    const ran = await runTests({ ...request, env, count }, binary.value, flags.binary, written);
    const memory = readProcessMemory(parsedJson(readText(useFile)));
    return ran.ok && memory !== undefined ? ok({ ...ran.value, memory }) : ran;
  };
  const once = await run(request.count);
  const ran = once.ok && request.repeatsShort === true ? await repeated(once.value, run, written) : once;
  const leaks = request.leaks === undefined ? null : await readLeaks(leakFile, binary.value);
  if (ran.ok && request.keepsBinary === true) await keepBinary(written, binary.value);
  if (!ran.ok || leaks === null) return ran;
  return leaks.ok ? ok({ ...ran.value, leaks: leaks.value }) : leaks;
}

/** The first run of a process is the slowest, so how often a test must be repeated is not known at once. */
const mostRounds = 3;

/** The tests again, if they were too short and can be repeated; else as they were. Problem: `cancelled`. */
async function repeated(
  once: TestedPackage,
  run: Run,
  written: WrittenFiles,
): Promise<Result<TestedPackage>> {
  let given = once;
  for (let round = 0; round < mostRounds; round++) {
    const count = repetitions([given]);
    if (count === null) break;
    const again = await run(count);
    if (!again.ok && again.problem.code === 'cancelled') return again;
    const isRepeatable = again.ok && again.value.outcome === 'pass';
    const left = isRepeatable ? given : again.ok ? again.value : null;
    for (const { path } of left?.profiles ?? []) await written.remove(path);
    if (!isRepeatable) {
      return ok({ ...given, problems: [...given.problems, notRepeatable(given.importPath, count)] });
    }
    given = again.value;
  }
  return ok(given);
}

function notRepeatable(importPath: string, count: number): Problem {
  const template =
    'The tests of {0} are too short for a CPU profile, and fail when they run {1} times in one process.';
  return fail('not-repeatable', template, [importPath, count]).problem;
}

/** The first Go whose test binaries mark their lines for test2json. */
const firstWithMarks = 20;

async function runTests(
  request: TestRequest,
  binary: string,
  binaryFlags: readonly string[],
  written: WrittenFiles,
): Promise<Result<TestedPackage>> {
  const { toolchain, packageDirectory, importPath, env, signal, kinds, outputDirectory } = request;
  const paths = kinds.map((kind) => ({ kind, path: written.claim(kind, '.pprof') }));
  const verbose = minorVersion(toolchain.version) >= firstWithMarks ? 'test2json' : 'true';
  const args = [
    ...['tool', 'test2json', '-t', '-p', importPath, binary, `-test.v=${verbose}`],
    // As the go command does it: a test that calls os.Exit(0) fails.
    '-test.paniconexit0',
    `-test.timeout=${request.timeout}`,
    `-test.count=${request.count}`,
    `-test.outputdir=${outputDirectory}`,
    ...(request.run === undefined ? [] : [`-test.run=${request.run}`]),
    ...paths.flatMap(({ kind, path }) =>
      profileFlags(kind, path, kind === 'mem' ? request.memProfileRate : 1),
    ),
    ...binaryFlags,
  ];
  request.output(commandLine(toolchain.command, args));
  request.progress?.({ what: 'tests' });
  const events = new TestEvents();
  events.onStart = (name) => request.progress?.({ what: 'test', name });
  const start = performance.now();
  const end = await runProcess({
    command: toolchain.command,
    args,
    directory: packageDirectory,
    env: testEnvironment(env, toolchain),
    signal,
    onStdout: (text) => events.push(text),
    onStderr: (text) => events.push(text),
  });
  events.push('\n');
  request.output(events.output);
  if (!end.ok) return end;
  const seconds = (performance.now() - start) / 1000;
  const { tests } = events;
  const missing = nothingRan(request, tests, events.output);
  if (missing !== null) return { ok: false, problem: missing };
  const ended = endProblems(importPath, end.value, tests, events.output);
  const read = await readProfiles(paths, request, tests, written);
  const { outcome } = ended;
  // Go writes profiles only at the end, so that they are missing for no reason of their own.
  const problems = outcome === 'unfinished' ? ended.problems : [...ended.problems, ...read.problems];
  const { profiles } = read;
  return ok({ importPath, directory: packageDirectory, outcome, seconds, tests, profiles, problems });
}

/** Why no test ran; `null` if one did. */
function nothingRan(
  { importPath, run: pattern }: TestRequest,
  tests: readonly TopLevelTest[],
  output: string,
): Problem | null {
  if (tests.length > 0) return null;
  if (/^testing: warning: no tests to run/m.test(output)) {
    return pattern === undefined || pattern === ''
      ? fail('no-tests', '{0} has no tests.', [importPath]).problem
      : fail('no-tests', 'No test of {0} matches {1}.', [importPath, pattern]).problem;
  }
  const invalid = /^testing: (invalid regexp .*)$/m.exec(output)?.[1];
  if (invalid !== undefined) return fail('bad-pattern', 'The pattern is wrong: {0}', [invalid]).problem;
  const panic = /^(?:panic|fatal error): (.*)$/m.exec(output)?.[1];
  if (panic !== undefined) {
    const template = 'The tests of {0} did not begin, because the package panicked: {1}';
    return fail('not-run', template, [importPath, panic], output).problem;
  }
  const template =
    'The tests of {0} did not run: the process ended before them. Look at its TestMain and at what it printed.';
  return fail('not-run', template, [importPath], output).problem;
}

async function readProfiles(
  paths: readonly { readonly kind: ProfileKind; readonly path: string }[],
  { importPath, toolchain, packageDirectory: directory, env, tags = '' }: TestRequest,
  tests: readonly TopLevelTest[],
  written: WrittenFiles,
): Promise<Pick<TestedPackage, 'profiles' | 'problems'>> {
  const profiles: TestProfile[] = [];
  const problems: Problem[] = [];
  const names = tests.map(({ name }) => name);
  for (const { kind, path } of paths) {
    const read = existsSync(path) ? await readTaken(path, { toolchain, directory, env, tags }) : ok(null);
    if (read.ok && read.value !== null) {
      const profile = read.value;
      const owners = testOwners(profile, importPath, names);
      const totals = profile.sampleTypes.map((_, type) => testTotals(profile, owners, type));
      profiles.push({ kind, path, profile, totals });
      continue;
    }
    await written.remove(path);
    const template = 'There is no {0} profile of the tests of {1}: nothing was recorded.';
    problems.push(read.ok ? fail('profile-empty', template, [kind, importPath]).problem : read.problem);
  }
  return { profiles, problems };
}
