/** One version of a package, built and ready to be measured. */
import { rename } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import type { Benchtime } from '../../benchtime.ts';
import { object } from '../../outsideValues.ts';
import type { Result } from '../../result.ts';
import type { GoTable } from '../counters/goTable.ts';
import type { EventRecorder } from '../counters/recordEvent.ts';
import type { Counters } from '../machine/counters.ts';
import { sortFlags } from '../toolchain/flags.ts';
import { makeOwnFolder, sweepOwnFolders } from '../toolchain/ownFolders.ts';
import type { GoToolchain } from '../toolchain/toolchain.ts';
import { type AsksFor, asksForAttributes } from './asksFor.ts';
import type { BenchmarkRequest, ProfileHooks } from './benchmarkRequest.ts';
import { codeHash } from './codeHash.ts';
import type { BuildResult } from './compilerErrors.ts';
import type { Steps } from './steps.ts';
import { buildTestBinary, testBinary } from './testBinary.ts';
import type { WrittenFiles } from './writtenFiles.ts';

/** What is known of a version before it is built. */
export interface Version {
  readonly request: BenchmarkRequest;
  readonly hooks: ProfileHooks;
  readonly benchtime: Benchtime;
  readonly written: WrittenFiles;
  readonly steps: Steps;
  /** The name of this version for the user, if a run measures two versions; else empty. */
  readonly title: string;
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
  /** The folder in which it was built. */
  readonly folder: string;
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

/** Builds the test binary of a version. Removes what a killed process has left beside it. Problems: those of `buildTestBinary`. */
export async function buildVersion(version: Version): Promise<BuildResult<Build>> {
  const { request, hooks, written } = version;
  const { toolchain, packageDirectory, env } = request;
  const flags = sortFlags(request.flags);
  const { outputDirectory } = request;
  await sweepOwnFolders({ parent: outputDirectory, prefixes: [buildFolder] }, object({}));
  const folder = makeOwnFolder(buildFolder, outputDirectory);
  written.add(folder);
  const building = buildTestBinary({
    toolchain,
    packageDirectory,
    tags: request.tags ?? '',
    flags: flags.build,
    env,
    folder,
    signal: hooks.signal,
    output: (text) => hooks.output(text),
  });
  const [binary, asksFor] = await Promise.all([building, asksForAttributes(packageDirectory, toolchain)]);
  if (!binary.ok) return binary;
  return {
    ok: true,
    value: {
      ...version,
      binary: binary.value,
      folder,
      codeHash: await codeHash(binary.value, env),
      asksFor,
      binaryFlags: flags.binary,
      ...countingOf(request),
      env: testEnvironment(env, toolchain),
    },
  };
}

function countingOf({ counters }: BenchmarkRequest): Pick<Build, 'counting'> {
  return counters === undefined ? {} : { counting: { events: counters } };
}

/** A version whose test binary is there already. */
export function builtBefore(version: Version, binary: string, hash: string | null): Build {
  const { request } = version;
  return {
    ...version,
    binary,
    folder: request.outputDirectory,
    codeHash: hash,
    binaryFlags: sortFlags(request.flags).binary,
    ...countingOf(request),
    env: testEnvironment(request.env, request.toolchain),
  };
}

/** The environment that `go test` gives to a test binary: the `bin` folder of its own Go comes first in PATH. */
export function testEnvironment(env: NodeJS.ProcessEnv, toolchain: GoToolchain): NodeJS.ProcessEnv {
  const pathKey = Object.keys(env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
  const path = [join(toolchain.goroot, 'bin'), env[pathKey] ?? ''].filter((part) => part !== '');
  return { ...env, GOROOT: toolchain.goroot, [pathKey]: path.join(delimiter) };
}

/** A benchmark's name for the progress, with the version's title. */
export function stepName({ title }: Build, name: string): string {
  return title === '' ? name : `${name} · ${title}`;
}

/** Removes what the build has written, except a test binary that is to be kept. */
export async function removeBuild({ request, binary, folder, written }: Build): Promise<void> {
  if (request.keepsBinary === true) {
    const kept = join(request.outputDirectory, testBinary);
    written.add(kept);
    // A failure here does not spoil the run. What needs the binary later says that it is missing.
    await rename(binary, kept).catch(() => undefined);
  }
  await written.remove(folder);
}
