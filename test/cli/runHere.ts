/** The command line without a process of its own. */
import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import { commandLine } from '../../src/cli/commandLine.ts';
import { within } from '../eventually.ts';
import { type CliPlace, type CliRun, longestCommand } from './runCli.ts';

/** What the command that runs has written. */
const written = new AsyncLocalStorage<{ stdout: string; stderr: string }>();

for (const name of ['stdout', 'stderr'] as const) {
  const write = process[name].write.bind(process[name]);
  process[name].write = (part: string | Uint8Array, ...others: never[]) => {
    const run = written.getStore();
    if (run === undefined) return write(part, ...others);
    run[name] += typeof part === 'string' ? part : Buffer.from(part).toString();
    return true;
  };
}

/**
 * Runs a command to its end in this process, which costs a thirtieth of one of its own. It is for what a command answers to its
 * arguments; `runCli` is for what is of a process: standard input, signals, and what is shipped.
 */
export async function runHere(...args: readonly string[]): Promise<CliRun> {
  const run = { stdout: '', stderr: '' };
  const ended = written.run(run, () => commandLine(args));
  const status = await within(
    () => `the end of ${args.join(' ')}. It said: ${run.stderr}`,
    ended,
    longestCommand,
  );
  return { status, ...run };
}

/** The same in a folder and an environment. These are of the whole process, so one command runs at a time. */
export async function runHereIn(
  { directory = process.cwd(), env = process.env }: Pick<CliPlace, 'directory' | 'env'>,
  ...args: readonly string[]
): Promise<CliRun> {
  assert.ok(!isElsewhere, 'a command runs in another folder');
  isElsewhere = true;
  const before = { directory: process.cwd(), env: { ...process.env } };
  try {
    process.chdir(directory);
    setEnvironment(env);
    return await runHere(...args);
  } finally {
    process.chdir(before.directory);
    setEnvironment(before.env);
    isElsewhere = false;
  }
}

let isElsewhere = false;

function setEnvironment(env: NodeJS.ProcessEnv): void {
  const wanted = Object.entries(env).filter(([, value]) => value !== undefined);
  const unwanted = Object.keys(process.env).filter((name) => env[name] === undefined);
  for (const name of unwanted) delete process.env[name];
  Object.assign(process.env, Object.fromEntries(wanted));
}
