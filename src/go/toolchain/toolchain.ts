/** Finding the go command. */
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { property, text as textOf } from '../../base/outsideValues.ts';
import { clause, fail, ok, type Result, sentence } from '../../base/result.ts';
import { captureProcess } from './process.ts';
import { findProgram, isWholePath, programFiles } from './programs.ts';

/** A Go installation whose `go env` works. */
export interface GoToolchain {
  /** Path of the go command. */
  readonly command: string;
  /** As `go version` has it: `go1.24.2`. */
  readonly version: string;
  readonly goroot: string;
  readonly gomodcache: string;
  readonly gopath: string;
  /** GOFLAGS, from the environment or from `go env -w`. */
  readonly goflags: string;
  /** The system that it builds for. */
  readonly goos: string;
  readonly goarch: string;
  /** Whether it builds files that use C. */
  readonly cgo: boolean;
}

/** How the go command is asked about packages. */
export interface GoQuery {
  readonly toolchain: GoToolchain;
  /** It runs here, and relative patterns start here. */
  readonly directory: string;
  readonly env: NodeJS.ProcessEnv;
  /** Build tags, separated by commas; empty for none. */
  readonly tags: string;
}

export interface FindGoOptions {
  /** The go command in our own setting. If it is not empty, no other place is tried. */
  readonly setting?: string | undefined;
  /** The go command that the Go extension uses. */
  readonly goCommand?: string | undefined;
  /** `go.alternateTools` of the Go extension. */
  readonly alternateTools?: Readonly<Record<string, string>> | undefined;
  /** `go.goroot` of the Go extension. */
  readonly goroot?: string | undefined;
  /** Environment to look in and to run the command with. */
  readonly env: NodeJS.ProcessEnv;
  /** `go env` runs here, so a `toolchain` line in the go.mod of this folder counts. Default: the current directory. */
  readonly directory?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * The environment of Go's tools that only look at a file. No go.mod, go.work or flag chooses another toolchain, which Go would
 * download, or a program to build with.
 */
export function aloneEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { ...env, GOWORK: 'off', GOTOOLCHAIN: 'local', GOFLAGS: '' };
}

/** The environment of go where the user has not asked for it to run. The toolchain of a go.mod counts if it is on this machine. */
export function offlineEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { ...env, GOPROXY: 'off' };
}

/** The directories that installers of Go use. An editor started from the desktop often has a PATH without Go. */
async function usualPlaces(): Promise<string[]> {
  if (process.platform === 'win32') return ['C:\\Program Files\\Go\\bin', 'C:\\Go\\bin'];
  const home = homedir();
  const sdks = join(home, 'sdk');
  const versions = existsSync(sdks) ? (await readdir(sdks)).filter((name) => name.startsWith('go')) : [];
  const newestFirst = versions.sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  return [
    '/usr/local/go/bin',
    '/opt/homebrew/bin',
    '/usr/local/bin',
    '/usr/lib/go/bin',
    '/usr/lib/golang/bin',
    '/snap/bin',
    join(home, 'go', 'bin'),
    join(home, '.local', 'go', 'bin'),
    ...newestFirst.map((version) => join(sdks, version, 'bin')),
  ];
}

/** The go commands that exist on this machine, best first. Those without a whole path are left out. */
async function candidates(options: FindGoOptions): Promise<string[]> {
  const { goCommand, alternateTools, goroot, env } = options;
  const named = [goCommand, alternateTools?.go].flatMap((command) => {
    if (command === undefined || command === '') return [];
    return /[\\/]/.test(command) ? command : programFiles(command, env);
  });
  const executable = process.platform === 'win32' ? 'go.exe' : 'go';
  const inFolder = (folder: string) => join(folder, executable);
  const roots = [goroot, env.GOROOT].flatMap((root) => (root ? join(root, 'bin') : []));
  const usual = (await usualPlaces()).map(inFolder);
  const all = [...named, ...roots.map(inFolder), ...programFiles('go', env), ...usual];
  return [...new Set(all)].filter((command) => isWholePath(command) && existsSync(command));
}

/** Runs `go env`. Problems: `no-go` where the command is no go command, those of `runProcess`. */
async function askGoEnv(command: string, options: FindGoOptions): Promise<Result<GoToolchain>> {
  const answer = await captureProcess({
    command,
    args: ['env', '-json'],
    directory: options.directory ?? process.cwd(),
    env: options.env,
    signal: options.signal,
  });
  if (!answer.ok) return answer;
  const { exitCode, stdout, stderr } = answer.value;
  const values = readGoEnv(stdout);
  if (exitCode === 0 && values) return ok({ command, ...values });
  const reason = stderr.trim().split('\n')[0] ?? '';
  return fail('no-go', '{0} does not answer "go env": {1}', [command, reason], stderr);
}

/** Reads the JSON that `go env -json` prints. `null` for other text, and where GOROOT is missing. */
export function readGoEnv(json: string): Omit<GoToolchain, 'command'> | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch {
    return null;
  }
  const text = (key: string) => textOf(property(parsed, key)) ?? '';
  if (text('GOROOT') === '') return null;
  return {
    version: text('GOVERSION'),
    goroot: text('GOROOT'),
    gomodcache: text('GOMODCACHE'),
    gopath: text('GOPATH'),
    goflags: text('GOFLAGS'),
    goos: text('GOOS'),
    goarch: text('GOARCH'),
    cgo: text('CGO_ENABLED') === '1',
  };
}

/**
 * Finds the first go command that works. If our setting names one, only that is tried. Otherwise in this order: the
 * command of the Go extension, its `go.alternateTools`, `go.goroot`, GOROOT, PATH, the usual places. Problems:
 * `no-go`, `wrong-go-path` where our setting names no go command, `cancelled`.
 */
export async function findGo(options: FindGoOptions): Promise<Result<GoToolchain>> {
  const { setting, env } = options;
  if (setting !== undefined && setting !== '') {
    const isName = !/[\\/]/.test(setting);
    const answer = await askGoEnv((isName && findProgram(setting, env)) || setting, options);
    if (answer.ok || answer.problem.code === 'cancelled') return answer;
    return fail(
      'wrong-go-path',
      'The go command in the settings does not work: {0}. Correct its path, or clear the setting to search for Go.',
      [clause(answer.problem)],
      answer.problem.details,
    );
  }
  const refusals: string[] = [];
  for (const command of await candidates(options)) {
    const answer = await askGoEnv(command, options);
    if (answer.ok || answer.problem.code === 'cancelled') return answer;
    refusals.push(sentence(answer.problem));
  }
  return fail(
    'no-go',
    'No Go toolchain was found. Install Go from https://go.dev/dl, or set the path of the go command in the settings.',
    [],
    refusals.join('\n'),
  );
}

/** 24 for `go1.24.2` and `devel go1.24-...`. An unknown version counts as newer than all. */
export function minorVersion(version: string): number {
  return Number(/go1\.(\d+)/.exec(version)?.[1] ?? Infinity);
}
