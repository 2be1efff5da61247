/** What reaches a terminal, a pipe and standard error of text from outside. */
import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import { cleanLine, MessageStream, ReportStream } from '../../../src/cli/terminal/streams.ts';

/** A stream of Node's type that keeps what is written. */
function kept(isTTY: boolean): { stream: NodeJS.WriteStream; text(): string } {
  const parts: string[] = [];
  const stream = new Writable({
    write(chunk, _, done) {
      parts.push(String(chunk));
      done();
    },
  });
  const terminal = Object.assign(stream, { isTTY, hasColors: () => true });
  // Only these members of a stream are used.
  return { stream: terminal as unknown as NodeJS.WriteStream, text: () => parts.join('') };
}

/** One of each kind: C0, DEL, C1 (CSI as one byte), line separators, marks of direction. */
const steering = '\x1b]0;owned\x07 \x7f \x9b31m \r \u2028 \u202e \u2066 \u200f';

async function written(isTTY: boolean, ...texts: readonly string[]): Promise<string> {
  const { stream, text: result } = kept(isTTY);
  await new ReportStream(stream).write([...texts, '\n']);
  return result();
}

test('a terminal gets control characters so that they can be seen, and names as they are', async () => {
  assert.equal(
    await written(true, steering),
    '\\u001b]0;owned\\u0007 \\u007f \\u009b31m \\r \\u2028 \\u202e \\u2066 \\u200f\n',
  );
  const harmless = '\tmain.größe[…]·f(*T) 名前 🔥\n\\u001b';
  assert.equal(await written(true, harmless), `${harmless}\n`);
});

test('JSON on a terminal stays the same JSON', async () => {
  const document = { name: steering, half: '\ud800' };
  assert.deepEqual(JSON.parse(await written(true, JSON.stringify(document))), document);
});

test('a pipe gets every byte', async () => {
  assert.equal(await written(false, steering), `${steering}\n`);
});

test('a terminal gets the beginning of what nobody can read there, in whole lines', async () => {
  const line = `${'x'.repeat(999)}\n`;
  const lines = line.repeat(200);
  assert.equal(await written(true, lines, lines, lines), line.repeat(250));
  assert.equal(await written(true, `${lines}a`, 'b'.repeat(100_000)), `${lines}a`);
  assert.equal((await written(false, lines, lines, lines)).length, 600_001);
});

test('own colours are colours; a text that looks like them, or like a colour, is text', async () => {
  const { stream, text } = kept(true);
  const report = new ReportStream(stream);
  await report.write(`${report.tint('hot', 1)} \x1b[1;31mname\x1b[0m <[31m> [31m`);
  assert.equal(text(), '\x1b[1;31mhot\x1b[0m \\u001b[1;31mname\\u001b[0m <[31m> [31m');
});

test('messages are clean everywhere: no escape, no password, colours of compilers left out', () => {
  for (const isTTY of [true, false]) {
    const { stream, text } = kept(isTTY);
    const messages = new MessageStream(stream);
    messages.write('a.go:1: \x1b[1;31merror\x1b[0m\r\n\tat \x1b]8;;http://x\x07');
    messages.write('fatal: unable to access https://me:secret@git.example/x.git/ and http://token@x/\n');
    assert.equal(
      text(),
      'a.go:1: error\n\tat \\u001b]8;;http://x\\u0007\n' +
        'fatal: unable to access https://git.example/x.git/ and http://x/\n',
    );
  }
});

test('a sentence is one line', () => {
  assert.equal(cleanLine(' one\r\ntwo\n\nthree\x1b[2J \n'), 'one two three\\u001b[2J');
});

test('the line of a wait is replaced, and cannot be more than a line', () => {
  const { stream, text } = kept(true);
  const messages = new MessageStream(stream);
  messages.showStatus('Fetching http://x/\x1b[2K\n5 s');
  messages.showStatus('');
  assert.equal(text(), '\r\x1b[KFetching http://x/\\u001b[2K 5 s\r\x1b[K');
});

test('a million characters are cleaned in no time that grows with their square', () => {
  for (const piece of ['\n', ' ', '\x1b[', '\x1b[1;', '://', '://a', '\u202e']) {
    cleanLine(piece.repeat(1_000_000 / piece.length));
  }
});
