/**
 * Standard output and standard error. All commands write here and nowhere else, because outside text
 * goes through both: names of profiles, words of servers, compilers and git.
 */
import { once } from 'node:events';
import { type CompleterResult, createInterface, type Interface } from 'node:readline';
import * as l10n from '@vscode/l10n';
import { visible } from '../../base/escape.ts';
import { coloured, noTint, type Tint, tintFor } from './tint.ts';

/** What a command writes. It is in parts where the whole may be longer than the longest string. */
export type Output = string | Uint8Array | Iterable<string>;

/** Parts are joined to about this many characters before they are written. */
const batchLength = 64 * 1024;

/** Characters of one report that a terminal gets. More than that scrolls away before anybody has read it. */
const mostOnTerminal = 250_000;

/** Writes to a stream, and waits while its reader is slower than we are. */
export async function writeTo(
  stream: NodeJS.WritableStream,
  output: Output,
  textOf: (text: string) => string = (text) => text,
): Promise<void> {
  const write = async (part: string | Uint8Array) => {
    if (!stream.write(part)) await once(stream, 'drain');
  };
  if (output instanceof Uint8Array) return write(output);
  if (typeof output === 'string') return write(textOf(output));
  let batch: string[] = [];
  let length = 0;
  for (const part of output) {
    batch.push(part);
    length += part.length;
    if (length < batchLength) continue;
    await write(textOf(batch.join('')));
    batch = [];
    length = 0;
  }
  await write(textOf(batch.join('')));
}

/**
 * Where reports go. A terminal gets control characters in a form that can be seen; a pipe or a file gets every byte as it
 * is, as from `go tool pprof`.
 */
export class ReportStream {
  constructor(private readonly stream: NodeJS.WriteStream) {}

  get isTerminal(): boolean {
    return this.stream.isTTY === true;
  }

  /** Colours for this stream. */
  get tint(): Tint {
    return this.isTerminal ? tintFor(this.stream) : noTint;
  }

  async write(output: Output): Promise<void> {
    if (!this.isTerminal || output instanceof Uint8Array) return writeTo(this.stream, output);
    const seen = { shown: 0, all: 0 };
    const parts = beginning(typeof output === 'string' ? [output] : output, seen);
    await writeTo(this.stream, parts, (text) => coloured(visible(text)));
    if (seen.shown === seen.all) return;
    const kilobytes = ({ shown, all }: typeof seen) => [shown, all].map((each) => Math.round(each / 1000));
    const sentence =
      'These are the first {0} of {1} kB. All of it goes into a file or a pipe: > FILE, | less.';
    standardError.write(`\npprof-lens: ${l10n.t(sentence, ...kilobytes(seen))}`);
  }

  /**
   * Says what happens when the stream cannot be written. A program that reads our output may stop early, as `head` does:
   * that is no failure, and `onFailure` is not called.
   */
  endWith(onReaderGone: () => void, onFailure: (error: Error) => void): void {
    this.stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') onReaderGone();
      else onFailure(error);
    });
  }
}

/** As many whole lines as a terminal gets, while `seen` counts what is written and what there is. */
function* beginning(parts: Iterable<string>, seen: { shown: number; all: number }): Generator<string> {
  for (const part of parts) {
    const room = mostOnTerminal - seen.all;
    seen.all += part.length;
    if (room <= 0) continue;
    const isWhole = part.length <= room;
    const end = isWhole ? part.length : part.lastIndexOf('\n', room - 1) + 1;
    seen.shown += end;
    yield part.slice(0, end);
  }
}

/** Where messages go. People read them, also in the log of a CI system: they are always clean. */
export class MessageStream {
  constructor(private readonly stream: NodeJS.WriteStream) {}

  get isTerminal(): boolean {
    return this.stream.isTTY === true;
  }

  /** Writes lines. A missing line end is added. */
  write(lines: string): void {
    this.stream.write(`${clean(lines).replace(/\n$/, '')}\n`);
  }

  /** On a terminal: shows a line that the next one replaces. An empty text removes it. */
  showStatus(text: string): void {
    this.stream.write(`\r\x1b[K${cleanLine(text)}`);
  }
}

/** Text for people: without colours and passwords, its other control characters made visible. */
function clean(text: string): string {
  return visible(withoutPasswords(text.replace(colours, '')));
}

/** The same on one line. */
export function cleanLine(text: string): string {
  return clean(text.trim().replace(/[\r\n]+/g, ' '));
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: compilers and tests colour their messages with it.
const colours = /\x1b\[[\d;]*m/g;

/** Addresses without user names and passwords. Git and Go print those of remote repositories and proxies. */
function withoutPasswords(text: string): string {
  return text.replace(/:\/\/[^\s/?#@]*@/g, '://');
}

/** Whether somebody types what is read from standard input. */
export function isTypedInto(): boolean {
  return process.stdin.isTTY === true;
}

/**
 * The lines that the user types, with history and completion, or that come from a pipe.
 *
 * @param prompt is shown on a terminal only, before each line
 * @param complete its texts are shown as they are: they must be plain
 */
export function typedLines(prompt: string, complete: (line: string) => CompleterResult): Interface {
  const isTerminal = isTypedInto();
  // What is typed is no report: where reports go to a file or a pipe, it is seen on standard error.
  const shown = process.stdout.isTTY === true ? process.stdout : process.stderr;
  return createInterface({
    input: process.stdin,
    terminal: isTerminal,
    prompt: isTerminal ? prompt : '',
    ...(isTerminal ? { output: shown, completer: complete, removeHistoryDuplicates: true } : {}),
  });
}

export const standardOutput = new ReportStream(process.stdout);
export const standardError = new MessageStream(process.stderr);
