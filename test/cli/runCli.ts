/** The command line as another program sees it. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { within } from '../eventually.ts';
import { testFolder } from '../testFolder.ts';

/** The command line as it is shipped. */
const main = join(import.meta.dirname, '../../dist/cli.js');

export interface CliRun {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The arguments of Node that run the command line. */
export function cliArguments(...args: readonly string[]): string[] {
  return [main, ...args];
}

export interface CliPlace {
  readonly directory?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** What it reads. */
  readonly input?: string;
  /** Called with each piece that the program writes to standard error; `interrupt` is Ctrl+C. */
  readonly onStderr?: ((text: string, interrupt: () => void) => void) | undefined;
}

/** Runs the command line to its end. */
export function cliRun(
  args: readonly string[],
  { directory, env, input, onStderr }: CliPlace = {},
): Promise<CliRun> {
  const program = spawn(process.execPath, cliArguments(...args), {
    cwd: directory,
    env,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  program.stdin.end(input);
  return outcomeOf(program, onStderr);
}

export function runCli(...args: readonly string[]): Promise<CliRun> {
  return cliRun(args);
}

export function runCliIn(directory: string, ...args: readonly string[]): Promise<CliRun> {
  return cliRun(args, { directory });
}

/** Runs the command line with a text as its standard input. */
export function runCliWith(input: string, ...args: readonly string[]): Promise<CliRun> {
  return cliRun(args, { input });
}

/** A process whose output is read. */
type Program = ChildProcessByStdio<Writable | null, Readable, Readable>;

/** Milliseconds. Some commands build and measure, on a machine that is busy with other tests. */
export const longestCommand = 600_000;

/** Waits for the end of a program. */
export function outcomeOf(program: Program, onStderr?: CliPlace['onStderr']): Promise<CliRun> {
  let stdout = '';
  let stderr = '';
  const ended = new Promise<CliRun>((done, failed) => {
    program.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    program.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
      onStderr?.(text, () => program.kill('SIGINT'));
    });
    program.on('error', failed);
    program.on('close', (status) => done({ status, stdout, stderr }));
  });
  const what = () => `the end of ${program.spawnargs.join(' ')}. It said: ${stderr}`;
  return within(what, ended, longestCommand).finally(() => program.kill('SIGKILL'));
}

/** A folder for the files of one test file. */
export function temporaryFolder(): {
  path(name: string): string;
  file(name: string, bytes: Uint8Array): string;
} {
  const folder = testFolder();
  const path = (name: string) => join(folder, name);
  return {
    path,
    file(name, bytes) {
      writeFileSync(path(name), bytes);
      return path(name);
    },
  };
}
