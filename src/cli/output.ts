import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import * as l10n from '@vscode/l10n';
import { fail, type Problem } from '../result.ts';

/** Exit statuses; other programs rely on them. */
export const exitStatus = { done: 0, failed: 1, wrongArguments: 2 } as const;

/** What a report gives out: all at once, or in parts where all would not fit into a string. */
export type Output = string | Uint8Array | Iterable<string>;

/** Parts are put together to about this many characters before they are written. */
const batchLength = 64 * 1024;

/** Writes to standard output, or another stream, at the pace of whoever reads it. */
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

/** Writes to a file, or to standard output for `-` and where none is named; answers the exit status. */
export async function deliver(output: Output, path: string | undefined): Promise<number> {
  if (path === undefined || path === '-') {
    if (output instanceof Uint8Array && process.stdout.isTTY) {
      return failWith(
        fail('binary', 'A pprof file is nothing to read on a terminal. Name a file with -o.').problem,
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

/** One line on standard error for the user. */
export function complain(message: string): void {
  process.stderr.write(`pprof-lens: ${message}\n`);
}

/** Says what failed and answers the exit status for it. */
export function failWith({ template, args }: Problem): number {
  complain(l10n.t(template, ...args).replaceAll('\n', ' '));
  return exitStatus.failed;
}
