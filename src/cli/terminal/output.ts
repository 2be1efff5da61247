import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import * as l10n from '@vscode/l10n';
import { errorCode, fail, ok, type Problem, type Result } from '../../base/result.ts';
import { cleanLine, type Output, standardError, standardOutput, writeTo } from './streams.ts';

/** The exit statuses. Other programs rely on them. */
export const exitStatus = { done: 0, failed: 1, wrongArguments: 2 } as const;

/** For what other programs read. */
export const { problem: notReadable } = fail(
  'binary',
  'This is for other programs, and nobody can read it on a terminal. Name a file with -o.',
);

/** Writes to the file, or to standard output if `path` is `-` or missing. Returns the exit status. */
export async function deliver(output: Output, path: string | undefined): Promise<number> {
  if (path === undefined || path === '-') {
    if (output instanceof Uint8Array && standardOutput.isTerminal) {
      return failWith(notReadable);
    }
    await standardOutput.write(output);
    return exitStatus.done;
  }
  const written = await writeFile(output, path, 'w');
  return written.ok ? exitStatus.done : failWith(written.problem);
}

/**
 * Writes a file, and answers its path. Problems: `exists`, `cannot-write`.
 *
 * @param flags `wx` for a new file only; it follows no link that somebody has put in its place
 */
export async function writeFile(output: Output, path: string, flags: 'w' | 'wx'): Promise<Result<string>> {
  const file = createWriteStream(path, { flags });
  const failed = new Promise<never>((_, reject) => file.once('error', reject));
  try {
    await Promise.race([once(file, 'open'), failed]);
    await Promise.race([writeTo(file, output), failed]);
    file.end();
    await Promise.race([once(file, 'finish'), failed]);
    return ok(path);
  } catch (error) {
    file.destroy();
    const reason = errorCode(error) || String(error);
    return fail(reason === 'EEXIST' ? 'exists' : 'cannot-write', 'The file {0} cannot be written ({1}).', [
      path,
      reason,
    ]);
  }
}

/** The problem's sentence in the user's language, on one line: its arguments are often words from outside. */
export function translated({ template, args }: Problem): string {
  return cleanLine(l10n.t(template, ...args));
}

/** A problem or a note in a JSON document, with its sentence in the user's language. */
export interface Message {
  readonly code: string;
  readonly message: string;
}

export function messageOf(problem: Problem): Message {
  return { code: problem.code, message: translated(problem) };
}

/** Writes one line for the user to standard error. */
export function complain(message: string): void {
  standardError.write(`pprof-lens: ${cleanLine(message)}`);
}

/** What is wrong with what the user has written, wherever that is found out. */
const wrongWords: ReadonlySet<string> = new Set([
  'bad-number',
  'bad-pattern',
  'cannot-load',
  'no-certificates',
  'not-an-address',
  'open-quote',
  'unknown-sample-type',
  'wrong-arguments',
  'wrong-pace',
  'wrong-query',
  'wrong-range',
  'wrong-request',
  'zero-divisor',
]);

/** Writes what failed to standard error. Returns the exit status. */
export function failWith(problem: Problem): number {
  const isWrong = wrongWords.has(problem.code);
  if (isWrong) standardError.write('usage: pprof-lens COMMAND --help lists the options.');
  complain(translated(problem));
  return isWrong ? exitStatus.wrongArguments : exitStatus.failed;
}

/** Writes what a compiler, a benchmark or a test has printed, then the problem, to standard error. Returns the exit status. */
export function failWithDetails(problem: Problem): number {
  const details = problem.details?.trim() ?? '';
  // If the details are a single line, the sentence has it already.
  if (details.includes('\n')) standardError.write(details);
  return failWith(problem);
}

/** What the user can call. `argv` is what follows its name. */
export interface Command {
  readonly usage: string;
  /** Returns the exit status. */
  run(argv: readonly string[]): Promise<number>;
}

/** @param read reads and checks the arguments */
export function command<A>(
  usage: string,
  read: (argv: readonly string[]) => Result<A>,
  run: (given: A) => Promise<number>,
): Command {
  return {
    usage,
    async run(argv) {
      const given = read(argv);
      return given.ok ? run(given.value) : wrongArguments(given.problem, usage);
    },
  };
}

/**
 * Writes to standard error how to call the command, in short, and at the end what is wrong with the arguments. Returns the exit
 * status.
 */
export function wrongArguments(problem: Problem, usage: string): number {
  const [synopsis = ''] = usage.split('\n\n');
  const name = /^usage: (pprof-lens(?: [a-z][\w-]*)?)/.exec(usage)?.[1] ?? 'pprof-lens';
  standardError.write(`${synopsis}\n${l10n.t('{0} --help lists the options.', name)}`);
  complain(translated(problem));
  return exitStatus.wrongArguments;
}
