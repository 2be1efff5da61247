/** One version of a package, built and ready to be measured. */
import { readdir, rename } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { type Benchtime, parseBenchtime } from '../../base/benchtime.ts';
import { object } from '../../base/outsideValues.ts';
import { Counting } from '../counters/counting.ts';
import { InstructionCounting } from '../counters/instructionCounting.ts';
import type { BenchmarkResult } from '../results/benchmarkResult.ts';
import { calledMethods } from '../scan/calledMethods.ts';
import { readRegularFileLater } from '../sources/regularFile.ts';
import { isBelow } from '../sources/sourceRoots.ts';
import { sortFlags, withoutDebugInformation } from '../toolchain/flags.ts';
import { makeOwnFolder, sweepOwnFolders } from '../toolchain/ownFolders.ts';
import { type GoToolchain, minorVersion } from '../toolchain/toolchain.ts';
import { buildForBatches } from './batchTesting.ts';
import type { BenchmarkRequest } from './benchmarkRequest.ts';
import type { TestingChange } from './changedTesting.ts';
import type { BuildResult } from './compilerErrors.ts';
import { type Identified, identityOf, withModules } from './identity.ts';
import type { RunControl, Side, Steps } from './runEvents.ts';
import { buildTestBinary, separateBinary, testBinary } from './testBinary.ts';
import { type WrittenFiles, withWrittenFiles } from './writtenFiles.ts';

/** What is known of a version before it is built. */
export interface Version {
  readonly request: BenchmarkRequest;
  readonly control: RunControl;
  readonly benchtime: Benchtime;
  readonly written: WrittenFiles;
  readonly steps: Steps;
  readonly side: Side;
  /** The name of the base for the user; else empty. */
  readonly title: string;
  /** What its results say of themselves, if it is not built where the user works. */
  readonly origin?: Pick<BenchmarkResult, 'directory' | 'commit'>;
}

/** What a test binary was built from, as far as people edit it. */
export interface KeptSources {
  /** By absolute path. Of very many or large files, some are missing. */
  readonly texts: ReadonlyMap<string, string>;
  /** When they were read, in milliseconds since the epoch. */
  readonly takenAt: number;
}

/** A test binary of an earlier run. */
export interface KeptBinary {
  readonly binary: string;
  /** Missing if they are not known. */
  readonly sources?: KeptSources | undefined;
}

/** Another test binary of the same version, whose functions the linker has put into another order. */
export interface Layout {
  readonly seed: number;
  /** A folder of its own. */
  readonly folder: string;
  readonly binary: string;
}

/** What all passes of a version share. */
export interface Build extends Version, Identified {
  readonly binary: string;
  /** The folder in which it was built; `null` if it was built before. */
  readonly folder: string | null;
  /** See `KeptBinary`. */
  readonly sources?: KeptSources | undefined;
  /** What lies over the files of the working tree when it is built. */
  readonly laidOver?: TestingChange;
  /** What of its benchmarks is read besides; missing for a binary whose source is not there. */
  readonly asksFor?: AsksFor;
  /** The user's flags for the test binary. */
  readonly binaryFlags: readonly string[];
  /** Missing if the counters of the processor are not asked for. */
  readonly counting?: Counting;
  /** Missing if instructions are not asked for. */
  readonly instructions?: InstructionCounting;
  /** If there are any, these are timed instead of `binary`, each of them as often. */
  readonly layouts?: readonly Layout[];
  readonly env: NodeJS.ProcessEnv;
}

/** The beginning of the names of the folders that test binaries are built in. */
export const buildFolder = 'build-';

/** Calls `work` with a version, see `withWrittenFiles`. Problems: `bad-benchtime`, `no-folder`, those of `work`. */
export async function withVersion<T>(
  given: Omit<Version, 'benchtime' | 'written'>,
  work: (version: Version) => Promise<BuildResult<T>>,
): Promise<BuildResult<T>> {
  const benchtime = parseBenchtime(given.request.benchtime);
  if (!benchtime.ok) return benchtime;
  return withWrittenFiles(given.request.outputDirectory, (written) =>
    work({ ...given, benchtime: benchtime.value, written }),
  );
}

/** Builds the test binary of a version. Problems: those of `buildTestBinary`. */
export async function buildVersion(version: Version): Promise<BuildResult<Build>> {
  const { request, written } = version;
  const { toolchain, packageDirectory, earlier } = request;
  const folder = await makeBuildFolder(written);
  const wanted = binaryRequest(version, folder);
  const flags = withoutDebugInformation(wanted.flags, toolchain.goflags);
  // Go replaces nothing below its module cache, and by a link to it, profiles would name other files.
  const isReplaceable = !isBelow(toolchain.goroot, toolchain.gomodcache);
  const build = isReplaceable ? buildForBatches : buildTestBinary;
  const building = build({ ...wanted, flags, earlier });
  const [binary, asksFor] = await Promise.all([building, asksForAttributes(packageDirectory, toolchain)]);
  if (!binary.ok) return binary;
  const built = { ...buildOf(version, binary.value), folder, asksFor };
  return { ok: true, value: request.namesModules === true ? await withModules(built) : built };
}

/** Makes a folder for a build among the files of its run. Removes what a killed process has left beside it. */
export async function makeBuildFolder(written: WrittenFiles): Promise<string> {
  const parent = written.directory;
  await sweepOwnFolders({ parent, prefixes: [buildFolder] }, object({}));
  const folder = makeOwnFolder(buildFolder, parent);
  written.add(folder);
  return folder;
}

/** Moves a test binary to where it is kept: beside the profiles of its run, by default under the name `testBinary`. */
export async function keepBinary(written: WrittenFiles, binary: string, name = testBinary): Promise<void> {
  const kept = join(written.directory, name);
  written.add(kept);
  // A failure here does not spoil the run. What needs the binary later says that it is missing.
  await rename(binary, kept).catch(() => undefined);
}

/** A version whose test binary was built before. Its source may be gone. */
export function builtBefore(version: Version, { binary, sources }: KeptBinary): Build {
  return { ...buildOf(version, binary), folder: null, sources };
}

/** How `go test -c` is to build a version in this folder. */
export function binaryRequest({ request, control }: Version, folder: string) {
  const { toolchain, packageDirectory: directory, env, tags } = request;
  const output = (text: string) => void control.report({ is: 'output', text });
  const flags = sortFlags(request.flags).build;
  return { toolchain, directory, env, tags, flags, folder, signal: control.signal, output };
}

/** A version with what is known of this binary. */
export function buildOf(version: Version, binary: string): Omit<Build, 'folder'> {
  const {
    env: given,
    flags,
    counters,
    instructions,
    simulates = false,
    toolchain,
    outputDirectory: directory,
  } = version.request;
  const env = testEnvironment(given, toolchain);
  const { signal } = version.control;
  const circumstances = { env, directory, signal };
  return {
    ...version,
    binary,
    identity: identityOf(binary, version.request),
    binaryFlags: sortFlags(flags).binary,
    ...(counters === undefined ? {} : { counting: new Counting(counters, circumstances) }),
    ...(instructions === true ? { instructions: new InstructionCounting(circumstances, simulates) } : {}),
    env,
  };
}

/** The environment that `go test` gives to a test binary: the `bin` folder of its own Go comes first in PATH. */
export function testEnvironment(env: NodeJS.ProcessEnv, toolchain: GoToolchain): NodeJS.ProcessEnv {
  const pathKey = Object.keys(env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
  const path = [join(toolchain.goroot, 'bin'), env[pathKey] ?? ''].filter((part) => part !== '');
  return { ...env, GOROOT: toolchain.goroot, [pathKey]: path.join(delimiter) };
}

/** What a package's source asks for. */
export interface AsksFor {
  /** A benchmark calls `b.Attr`. */
  readonly attributes: boolean;
  /** A benchmark calls `b.ArtifactDir`. */
  readonly artifacts: boolean;
}

const firstWithAttributes = 25;
const firstWithArtifacts = 26;

/**
 * Whether the Go files of a package call these methods, and this Go has them. A method of the same name of another type
 * counts too: then the iteration is run for nothing. What a benchmark calls in another package is not seen.
 */
export async function asksForAttributes(directory: string, { version }: GoToolchain): Promise<AsksFor> {
  const minor = minorVersion(version);
  const asks = { attributes: false, artifacts: false };
  if (minor < firstWithAttributes) return asks;
  for (const name of await readdir(directory).catch(() => [])) {
    if (!name.endsWith('.go')) continue;
    const file = await readRegularFileLater(join(directory, name));
    const called = file.ok ? calledMethods(file.value.text, ['Attr', 'ArtifactDir']) : new Set();
    asks.attributes ||= called.has('Attr');
    asks.artifacts ||= called.has('ArtifactDir') && minor >= firstWithArtifacts;
  }
  return asks;
}

/** A benchmark's name for the progress, with the version's title. */
export function stepName({ title }: Version, name: string): string {
  return title === '' ? name : `${name} · ${title}`;
}

/** Removes what the build has written, except a test binary that is to be kept. */
export async function removeBuild({ request, binary, folder, written }: Build): Promise<void> {
  if (folder === null) return;
  if (request.keepsBinary === true) {
    await keepBinary(written, binary);
    // Seldom there.
    await keepBinary(written, join(folder, separateBinary), separateBinary);
  }
  await written.remove(folder);
}
