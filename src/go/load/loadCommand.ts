/** A command of the user's own that sends requests while a server is profiled. */
import path from 'node:path';
import { fail, ok, type Result } from '../../base/result.ts';
import { BoundedText } from '../toolchain/boundedText.ts';
import { runProcess } from '../toolchain/process.ts';
import { findProgram } from '../toolchain/programs.ts';
import { splitArguments } from '../toolchain/splitArguments.ts';
import type { LoadPlan } from './loadPlan.ts';

/** A command as the user writes it, and where it runs. */
export interface LoadCommand {
  /** Words as a shell separates them. `{url}` and `{seconds}` stand for the address of the requests and for the time. */
  readonly text: string;
  readonly directory: string;
  readonly env: NodeJS.ProcessEnv;
  /** Gets what it has printed, when it has ended. */
  log(text: string): void;
}

export interface LoadCall {
  /** As the user calls it. */
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
}

/** Of what it prints, so much is kept of the beginning and of the end. */
const keptOutput = 64 * 1024;
/** Of what it has printed last, so much is part of a message. */
const longestReason = 300;

/**
 * What is started for a command. Only the address is given to it, without name and password: no headers, no body. Problems:
 * `open-quote`, `no-program`, `cannot-load` where an address does not say all of the request.
 */
export function loadCallOf(
  { text, directory, env }: LoadCommand,
  { request, seconds }: Pick<LoadPlan, 'request' | 'seconds'>,
): Result<LoadCall> {
  const words = splitArguments(text);
  if (!words.ok) return words;
  const [name = '', ...args] = words.value;
  const command = /[\\/]/.test(name) ? path.resolve(directory, name) : findProgram(name, env);
  if (command === null) {
    return fail('no-program', 'The load command {0} is not installed: no folder of PATH has it.', [name]);
  }
  const { method, body, url, socketPath } = request;
  if (method !== 'GET' || body !== '') {
    return fail(
      'cannot-load',
      'A load command gets only the address of a request: write {0} into the command.',
      [body === '' ? method : `${method} ${body}`],
    );
  }
  if (socketPath !== null && args.some((arg) => arg.includes('{url}'))) {
    return fail('cannot-load', 'A Unix socket has no address that {0} could stand for.', ['{url}']);
  }
  const filled = args.map((arg) =>
    arg.replaceAll('{seconds}', String(Math.ceil(seconds))).replaceAll('{url}', () => url.href),
  );
  return ok({ name, command, args: filled });
}

/**
 * Runs it until it ends or the signal does. Problems: those of `runProcess`, and `load-failed` with the last line that it has
 * printed.
 */
export async function runLoadCall(
  { name, command, args }: LoadCall,
  { directory, env, log }: LoadCommand,
  signal: AbortSignal,
): Promise<Result<null>> {
  const output = new BoundedText(keptOutput);
  const push = (text: string) => output.push(text);
  const end = await runProcess({ command, args, directory, env, signal, onStdout: push, onStderr: push });
  const printed = output.toString().trim();
  if (printed !== '') log(`${printed}\n`);
  if (!end.ok) return end;
  const { exitCode, signal: killedBy } = end.value;
  if (exitCode === 0) return ok(null);
  const reason = (printed.split('\n').at(-1) ?? '').slice(0, longestReason);
  return fail('load-failed', 'The load command {0} failed ({1}): {2}', [
    name,
    exitCode ?? killedBy ?? '',
    reason,
  ]);
}
