/** Finding the go command. */
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fail, ok, type Result, sentence } from '../../result.ts';
import { runProcess } from './process.ts';

/** A Go installation that has answered. */
export interface GoToolchain {
  /** Path of the go command. */
  readonly command: string;
  /** As `go version` has it: `go1.24.2`. */
  readonly version: string;
  readonly goroot: string;
  readonly gomodcache: string;
  readonly gopath: string;
  /** GOFLAGS in force, from the environment or `go env -w`. */
  readonly goflags: string;
}

export interface FindGoOptions {
  /** Path of the go command in our own setting; nothing else is tried when it is not empty. */
  readonly setting?: string | undefined;
  /** What the Go extension has settled on. */
  readonly goCommand?: string | undefined;
  /** `go.alternateTools` of the Go extension. */
  readonly alternateTools?: Readonly<Record<string, string>> | undefined;
  /** `go.goroot` of the Go extension. */
  readonly goroot?: string | undefined;
  /** Environment to look in and to run the command with. */
  readonly env: NodeJS.ProcessEnv;
  /** Where `go env` runs; a `toolchain` line in a go.mod there counts. Default: the current directory. */
  readonly directory?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

const executable = process.platform === 'win32' ? 'go.exe' : 'go';

/** PATH by whatever name this system has it. */
function searchPath(env: NodeJS.ProcessEnv): string[] {
  const key = Object.keys(env).find((name) => name.toUpperCase() === 'PATH');
  return (key && env[key] ? env[key].split(delimiter) : []).filter((directory) => directory !== '');
}

/** Where installers put Go when nobody has told PATH: editors started from a desktop often have a bare one. */
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

/** Commands worth asking, best first. */
async function candidates(options: FindGoOptions): Promise<string[]> {
  const { goCommand, alternateTools, goroot, env } = options;
  const roots = [goroot, env.GOROOT].filter((root) => root !== undefined && root !== '');
  const directories = [
    ...roots.map((root) => join(root!, 'bin')),
    ...searchPath(env),
    ...(await usualPlaces()),
  ];
  const named = [goCommand, alternateTools?.go].flatMap((command) => {
    if (command === undefined || command === '') return [];
    return /[\\/]/.test(command) ? command : searchPath(env).map((directory) => join(directory, command));
  });
  const found = directories.map((directory) => join(directory, executable));
  return [...new Set([...named, ...found])].filter((command) => existsSync(command));
}

/** What `go env` says, if it is a go command at all. */
async function ask(command: string, options: FindGoOptions): Promise<Result<GoToolchain>> {
  let stdout = '';
  let stderr = '';
  const end = await runProcess({
    command,
    args: ['env', '-json'],
    directory: options.directory ?? process.cwd(),
    env: options.env,
    signal: options.signal,
    onStdout: (text) => {
      stdout += text;
    },
    onStderr: (text) => {
      stderr += text;
    },
  });
  if (!end.ok) return end;
  const answer = readGoEnv(stdout);
  if (end.value.exitCode === 0 && answer) return ok({ command, ...answer });
  const reason = stderr.trim().split('\n')[0] ?? '';
  return fail('no-go', '{0} does not answer "go env": {1}', [command, reason], stderr);
}

/** Reads the JSON of `go env -json`; null if it is none or lacks what every Go since 1.15 says. */
export function readGoEnv(json: string): Omit<GoToolchain, 'command'> | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch {
    return null;
  }
  if (typeof parsed !== 'object' || parsed === null) return null;
  const values = new Map(Object.entries(parsed));
  const text = (key: string): string => {
    const value: unknown = values.get(key);
    return typeof value === 'string' ? value : '';
  };
  if (text('GOROOT') === '') return null;
  return {
    version: text('GOVERSION'),
    goroot: text('GOROOT'),
    gomodcache: text('GOMODCACHE'),
    gopath: text('GOPATH'),
    goflags: text('GOFLAGS'),
  };
}

/**
 * The first Go that answers: our setting alone if there is one; else the Go extension's choice, its
 * `go.alternateTools`, `go.goroot`, GOROOT, PATH, the usual places. Problems: `no-go`, `cancelled`.
 */
export async function findGo(options: FindGoOptions): Promise<Result<GoToolchain>> {
  const { setting } = options;
  if (setting !== undefined && setting !== '') {
    const answer = await ask(setting, options);
    if (answer.ok || answer.problem.code === 'cancelled') return answer;
    return fail(
      'no-go',
      'The go command in the settings does not work: {0}. Correct its path, or clear the setting to search for Go.',
      [sentence(answer.problem).replace(/\.$/, '')],
      answer.problem.details,
    );
  }
  const refusals: string[] = [];
  for (const command of await candidates(options)) {
    const answer = await ask(command, options);
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
