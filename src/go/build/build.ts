/** One version of a package, built and ready to be measured. */
import { readdir, rename } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { type Benchtime, parseBenchtime } from '../../base/benchtime.ts';
import { object } from '../../base/outsideValues.ts';
import type { Result } from '../../base/result.ts';
import type { GoTable } from '../counters/goTable.ts';
import type { EventRecorder } from '../counters/recordEvent.ts';
import type { Counters } from '../machine/counters.ts';
import type { BenchmarkResult } from '../results/benchmarkResult.ts';
import { calledMethods } from '../scan/calledMethods.ts';
import { readRegularFileLater } from '../sources/regularFile.ts';
import { sortFlags } from '../toolchain/flags.ts';
import { makeOwnFolder, sweepOwnFolders } from '../toolchain/ownFolders.ts';
import { type GoToolchain, minorVersion } from '../toolchain/toolchain.ts';
import type { BenchmarkRequest } from './benchmarkRequest.ts';
import type { BuildResult } from './compilerErrors.ts';
import type { RunControl, Side, Steps } from './runEvents.ts';
import { buildTestBinary, codeHash, testBinary } from './testBinary.ts';
import { keptIfOk, WrittenFiles } from './writtenFiles.ts';

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

/** Another test binary of the same version, whose functions the linker has put into another order. */
export interface Layout {
  readonly seed: number;
  /** A folder of its own. */
  readonly folder: string;
  readonly binary: string;
}

/** How the processor's counters are read, once that is known. */
export interface Counting {
  /** See `CountersRequest`. */
  readonly events: readonly string[];
  found?: Result<Counters>;
  /** This was said: another benchmark need not try. */
  isImpossible?: true;
  /** The same of events that are not counted here, and of those that cannot be recorded. */
  isMissingSaid?: true;
  isUnrecordedSaid?: true;
  /** How each event is recorded, as far as that is known. */
  recorders?: Map<string, Result<EventRecorder>>;
  /** Of the test binary. */
  table?: Promise<GoTable | null>;
}

/** What all passes of a version share. */
export interface Build extends Version {
  /** The test binary. */
  readonly binary: string;
  /** The folder in which it was built; `null` if it was built before. */
  readonly folder: string | null;
  /** See `BenchmarkResult`. */
  readonly codeHash: string | null;
  /** What of its benchmarks is read besides; missing for a binary whose source is not there. */
  readonly asksFor?: AsksFor;
  /** The user's flags for the test binary. */
  readonly binaryFlags: readonly string[];
  /** Missing if the counters of the processor are not asked for. */
  readonly counting?: Counting;
  /** If there are any, these are timed instead of `binary`, each of them as often. */
  readonly layouts?: readonly Layout[];
  /** The environment of the test binary. */
  readonly env: NodeJS.ProcessEnv;
}

/** The beginning of the names of the folders that test binaries are built in. */
export const buildFolder = 'build-';

/**
 * Makes the folder of a version and calls `work`. If that fails or throws, removes everything that was written there.
 * Problems: `bad-benchtime`, those of `work`.
 */
export async function withVersion<T>(
  given: Omit<Version, 'benchtime' | 'written'>,
  work: (version: Version) => Promise<BuildResult<T>>,
): Promise<BuildResult<T>> {
  const benchtime = parseBenchtime(given.request.benchtime);
  if (!benchtime.ok) return benchtime;
  const written = new WrittenFiles(given.request.outputDirectory);
  return keptIfOk(written, async () => {
    await written.makeDirectory();
    return work({ ...given, benchtime: benchtime.value, written });
  });
}

/** Builds the test binary of a version. Removes what a killed process has left beside it. Problems: those of `buildTestBinary`. */
export async function buildVersion(version: Version): Promise<BuildResult<Build>> {
  const { request, written } = version;
  const { toolchain, packageDirectory, outputDirectory } = request;
  await sweepOwnFolders({ parent: outputDirectory, prefixes: [buildFolder] }, object({}));
  const folder = makeOwnFolder(buildFolder, outputDirectory);
  written.add(folder);
  const { earlier } = request;
  const building = buildTestBinary({ ...binaryRequest(version, folder), earlier });
  const [binary, asksFor] = await Promise.all([building, asksForAttributes(packageDirectory, toolchain)]);
  if (!binary.ok) return binary;
  return { ok: true, value: { ...(await buildOf(version, binary.value)), folder, asksFor } };
}

/** A version whose test binary was built before. Its source may be gone. */
export async function builtBefore(version: Version, binary: string): Promise<Build> {
  return { ...(await buildOf(version, binary)), folder: null };
}

/** How `go test -c` is to build a version in this folder. */
export function binaryRequest({ request, control }: Version, folder: string) {
  const { toolchain, packageDirectory, env, tags = '' } = request;
  const output = (text: string) => void control.report({ is: 'output', text });
  const flags = sortFlags(request.flags).build;
  return { toolchain, packageDirectory, env, tags, flags, folder, signal: control.signal, output };
}

async function buildOf(version: Version, binary: string): Promise<Omit<Build, 'folder'>> {
  const { env, flags, counters, toolchain } = version.request;
  return {
    ...version,
    binary,
    codeHash: await codeHash(binary, env),
    binaryFlags: sortFlags(flags).binary,
    ...(counters === undefined ? {} : { counting: { events: counters } }),
    env: testEnvironment(env, toolchain),
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
    const kept = join(request.outputDirectory, testBinary);
    written.add(kept);
    // A failure here does not spoil the run. What needs the binary later says that it is missing.
    await rename(binary, kept).catch(() => undefined);
  }
  await written.remove(folder);
}
