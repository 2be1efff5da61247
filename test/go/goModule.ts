/** Writes small Go modules to a temporary folder, and runs their benchmarks with the installed Go. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchmarkRequest } from '../../src/go/build/benchmarkRequest.ts';
import type { BuildResult } from '../../src/go/build/compilerErrors.ts';
import type { RunControl, RunEvent } from '../../src/go/build/runEvents.ts';
import { profileBenchmarks } from '../../src/go/profile/profileBenchmarks.ts';
import { readProfileFile } from '../../src/go/profiles/profileFile.ts';
import type { BenchmarkResult } from '../../src/go/results/benchmarkResult.ts';
import { findGo, type GoToolchain } from '../../src/go/toolchain/toolchain.ts';
import type { Profile } from '../../src/pprof/profile.ts';
import { testFolder, writeFiles } from '../testFolder.ts';
import { succeeded } from '../why.ts';

export interface GoModule {
  readonly directory: string;
  /** Outside `directory`; not made yet. */
  readonly output: string;
  /** Every file in `directory`. To check that nothing was left there. */
  files(): string[];
  /** 1-based line of `file` that has `marker`. */
  line(file: string, marker: string): number;
}

/** Writes a module `example.com/m` with these files. `go.mod` is written too, unless it is given as `null`. */
export function goModule(files: Readonly<Record<string, string | null>>): GoModule {
  const root = testFolder();
  const directory = join(root, 'module');
  const all = { 'go.mod': 'module example.com/m\n\ngo 1.24\n', ...files };
  writeFiles(directory, Object.fromEntries(Object.entries(all).filter(([, text]) => text !== null)));
  return {
    directory,
    output: join(root, 'storage', 'run'),
    files: () => readdirSync(directory, { recursive: true, encoding: 'utf8' }).sort(),
    line: (file, marker) => {
      const line = (files[file] ?? '').split('\n').findIndex((text) => text.includes(marker)) + 1;
      assert.notEqual(line, 0, `${marker} is in ${file}`);
      return line;
    },
  };
}

let installed: ReturnType<typeof findGo> | undefined;

/** The installed Go. The tests need one. */
export async function installedGo(): Promise<GoToolchain> {
  installed ??= findGo({ env: process.env });
  return succeeded(await installed);
}

export interface Listeners {
  readonly signal?: AbortSignal;
  keepsPartial?(): boolean;
  onOutput?(text: string): void;
  onProgress?(message: string): void;
  onEvent?(event: RunEvent): void;
}

export type RunOptions = Partial<Omit<BenchmarkRequest, 'benchmarks'>> & Listeners;

export function control(listeners: Listeners = {}): RunControl {
  return {
    report: (event) => {
      listeners.onEvent?.(event);
      if (event.is === 'output') listeners.onOutput?.(event.text);
      if (event.is === 'step') listeners.onProgress?.(event.step.message);
    },
    signal: listeners.signal ?? new AbortController().signal,
    keepsPartial: () => listeners.keepsPartial?.() === true,
  };
}

/** A quick run of benchmarks, by full name, or by pattern if the name begins with a slash (`/Table`). */
export async function benchmarkRequest(
  module: Pick<GoModule, 'directory' | 'output'>,
  names: readonly string[],
  options: RunOptions = {},
): Promise<BenchmarkRequest> {
  return {
    toolchain: await installedGo(),
    packageDirectory: module.directory,
    benchmarks: names.map((name) => (name.startsWith('/') ? { pattern: name.slice(1) } : { name })),
    kinds: [],
    count: 1,
    benchtime: '5x',
    flags: [],
    env: process.env,
    outputDirectory: module.output,
    ...options,
  };
}

/** Profiles benchmarks: see `benchmarkRequest`. */
export async function profile(
  module: GoModule,
  names: readonly string[],
  options: RunOptions = {},
): Promise<BuildResult<readonly BenchmarkResult[]>> {
  return profileBenchmarks(await benchmarkRequest(module, names, options), control(options));
}

/** The profile in a file. */
export async function openedProfile(path: string): Promise<Profile> {
  const profile = succeeded(await readProfileFile(path));
  assert.ok(profile !== null, 'there is a profile');
  return profile;
}

/** How many objects the code of a line has allocated itself, from the memory profile. */
export async function objectsOnLine(profilePath: string, file: string, line: number): Promise<number> {
  const { samples, locations, functions, strings, sampleTypes } = await openedProfile(profilePath);
  const column = sampleTypes.findIndex(({ type }) => type === 'alloc_objects');
  let objects = 0;
  for (let i = 0; i < samples.count; i++) {
    const leaf = locations.lineStart[samples.locations[samples.locationStart[i]!]!]!;
    const fileName = strings.get(functions.filename[locations.lineFunction[leaf]!]!);
    if (fileName !== file || locations.lineNumber.approximate[leaf] !== line) continue;
    objects += samples.values.approximate[i * sampleTypes.length + column]!;
  }
  return objects;
}
