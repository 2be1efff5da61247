/** Runs the tests of a package in one process, as `go test` does, and takes its profiles. */
import { rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { testOwners, testTotals } from '../../analysis/benchmark/testOwners.ts';
import { object } from '../../base/outsideValues.ts';
import { type ProfileKind, profileFlags } from '../../base/profileKinds.ts';
import { fail, ok, type Problem, type Result } from '../../base/result.ts';
import { buildFolder, testEnvironment } from '../build/build.ts';
import type { BuildResult } from '../build/compilerErrors.ts';
import { buildTestBinary, testBinary } from '../build/testBinary.ts';
import { inFolder, WrittenFiles } from '../build/writtenFiles.ts';
import { readProfileFile } from '../profiles/profileFile.ts';
import { sortFlags } from '../toolchain/flags.ts';
import { makeOwnFolder, sweepOwnFolders } from '../toolchain/ownFolders.ts';
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
export async function testPackage(request: TestRequest): Promise<BuildResult<TestedPackage>> {
  const { outputDirectory } = request;
  const written = new WrittenFiles(outputDirectory);
  const outcome = await inFolder(outputDirectory, async () => {
    await written.makeDirectory();
    await sweepOwnFolders({ parent: outputDirectory, prefixes: [buildFolder] }, object({}));
    const folder = makeOwnFolder(buildFolder, outputDirectory);
    written.add(folder);
    const tested = await buildAndRun(request, folder, written);
    await written.remove(folder);
    return tested;
  });
  if (!outcome.ok) await written.removeAll();
  return outcome;
}

async function buildAndRun(
  request: TestRequest,
  folder: string,
  written: WrittenFiles,
): Promise<BuildResult<TestedPackage>> {
  const { toolchain, packageDirectory, env, tags, signal, importPath } = request;
  const flags = sortFlags(request.flags);
  request.progress?.({ what: 'build' });
  const output = (text: string) => request.output(text);
  const build = { toolchain, packageDirectory, tags, flags: flags.build, env, folder, signal, output };
  const binary = await buildTestBinary(build);
  if (!binary.ok) {
    const { problem } = binary;
    if (problem.code !== 'build-failed') return binary;
    const [reason = ''] = problem.args;
    const template = 'The tests of {0} do not build: {1}';
    return { ...binary, problem: { ...problem, template, args: [importPath, reason] } };
  }
  const once = await run(request, binary.value, flags.binary, written);
  const ran = once.ok ? await repeated(request, once.value, binary.value, flags.binary, written) : once;
  if (ran.ok && request.keepsBinary === true) {
    const kept = join(request.outputDirectory, testBinary);
    written.add(kept);
    // Without it there is no assembly; what needs it says so.
    await rename(binary.value, kept).catch(() => undefined);
  }
  return ran;
}

/** The first run of a process is the slowest, so how often a test must be repeated is not known at once. */
const mostRounds = 3;

/** The tests again, if they were too short and can be repeated; else as they were. Problem: `cancelled`. */
async function repeated(
  request: TestRequest,
  once: TestedPackage,
  binary: string,
  binaryFlags: readonly string[],
  written: WrittenFiles,
): Promise<Result<TestedPackage>> {
  let given = once;
  for (let round = 0; round < mostRounds && request.repeatsShort === true; round++) {
    const count = repetitions([given]);
    if (count === null) break;
    const again = await run({ ...request, count }, binary, binaryFlags, written);
    if (!again.ok && again.problem.code === 'cancelled') return again;
    const isRepeatable = again.ok && again.value.outcome === 'pass';
    const left = isRepeatable ? given : again.ok ? again.value : null;
    for (const { path } of left?.profiles ?? []) await written.remove(path);
    if (isRepeatable) given = again.value;
    else return ok({ ...given, problems: [...given.problems, notRepeatable(request.importPath, count)] });
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

async function run(
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
  const profiles = await readProfiles(paths, request, tests, written);
  const problems = ended.isUnfinished ? ended.problems : [...ended.problems, ...profiles.problems];
  const outcome = ended.isUnfinished ? 'unfinished' : end.value.exitCode === 0 ? 'pass' : 'fail';
  const tested = { importPath, directory: packageDirectory, outcome, seconds, tests, problems } as const;
  return ok({ ...tested, profiles: profiles.taken });
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

interface ReadProfiles {
  readonly taken: readonly TestProfile[];
  readonly problems: readonly Problem[];
}

async function readProfiles(
  paths: readonly { readonly kind: ProfileKind; readonly path: string }[],
  { importPath }: TestRequest,
  tests: readonly TopLevelTest[],
  written: WrittenFiles,
): Promise<ReadProfiles> {
  const taken: TestProfile[] = [];
  const problems: Problem[] = [];
  const names = tests.map(({ name }) => name);
  for (const { kind, path } of paths) {
    const isThere = await stat(path).then(
      () => true,
      () => false,
    );
    const read = isThere ? await readProfileFile(path) : ok(null);
    if (read.ok && read.value !== null) {
      const profile = read.value;
      const owners = testOwners(profile, importPath, names);
      const totals = profile.sampleTypes.map((_, type) => testTotals(profile, owners, type));
      taken.push({ kind, path, profile, totals });
      continue;
    }
    await written.remove(path);
    const template = 'There is no {0} profile of the tests of {1}: nothing was recorded.';
    problems.push(read.ok ? fail('profile-empty', template, [kind, importPath]).problem : read.problem);
  }
  return { taken, problems };
}
