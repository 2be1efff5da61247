import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import * as l10n from '@vscode/l10n';
import { fail, type Problem } from '../../result.ts';

/** The exit statuses. Other programs rely on them. */
export const exitStatus = { done: 0, failed: 1, wrongArguments: 2 } as const;

/** What a command writes. It is in parts where the whole may be longer than the longest string. */
export type Output = string | Uint8Array | Iterable<string>;

/** Parts are joined to about this many characters before they are written. */
const batchLength = 64 * 1024;

/** Writes to standard output or another stream. Waits while the reader is slower than we are. */
export async function writeOut(
  output: Output,
  stream: NodeJS.WritableStream = process.stdout,
): Promise<void> {
  const write = async (part: string | Uint8Array) => {
    if (!stream.write(part)) await once(stream, 'drain');
  };
  if (typeof output === 'string' || output instanceof Uint8Array) return write(output);
  let batch: string[] = [];
  let length = 0;
  for (const part of output) {
    batch.push(part);
    length += part.length;
    if (length < batchLength) continue;
    await write(batch.join(''));
    batch = [];
    length = 0;
  }
  await write(batch.join(''));
}

/** Writes to the file, or to standard output if `path` is `-` or missing. Returns the exit status. */
export async function deliver(output: Output, path: string | undefined): Promise<number> {
  if (path === undefined || path === '-') {
    if (output instanceof Uint8Array && process.stdout.isTTY) {
      return failWith(
        fail('binary', 'A pprof file cannot be shown on a terminal. Name a file with -o.').problem,
      );
    }
    await writeOut(output);
    return exitStatus.done;
  }
  try {
    const file = createWriteStream(path);
    await once(file, 'open');
    await writeOut(output, file);
    file.end();
    await once(file, 'finish');
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    return failWith(fail('cannot-write', 'The file {0} cannot be written ({1}).', [path, reason]).problem);
  }
  return exitStatus.done;
}

/** The problem's sentence in the user's language. */
export function translated({ template, args }: Problem): string {
  return l10n.t(template, ...args);
}

/** Writes one line for the user to standard error. */
export function complain(message: string): void {
  process.stderr.write(`pprof-lens: ${message.replaceAll('\n', ' ')}\n`);
}

/** Writes what failed to standard error. Returns the exit status. */
export function failWith(problem: Problem): number {
  complain(translated(problem));
  return exitStatus.failed;
}

/** Writes what is wrong with the arguments, and the command's usage, to standard error. Returns the exit status. */
export function wrongArguments(problem: Problem, usage: string): number {
  complain(translated(problem));
  process.stderr.write(usage);
  return exitStatus.wrongArguments;
}
