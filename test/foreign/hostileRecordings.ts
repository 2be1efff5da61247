/** Recordings that are made to cost as much as possible for their bytes. */

const kinds: Readonly<Record<string, (index: number) => string>> = {
  'folded: one frame a stack, all distinct': (i) => `f${i.toString(36)};g 1\n`,
  'folded: short frames, deep stacks': () => `${'a;b;'.repeat(500)}a 1\n`,
  'folded: nothing but distinct frames': (i) =>
    `${Array.from({ length: 20 }, (_, at) => (20 * i + at).toString(36)).join(';')} 1\n`,
  'folded: distinct files': (i) => `${i.toString(36)} (a${i}.c:1);a 1\n`,
  'folded: distinct stacks': (i) => `${Array.from(i.toString(3)).join(';')} 1\n`,
  'folded: no frames': () => ';;; 1\n',
  'folded: frames that look like places': (i) => `f (a.py:${i % 1e9});g - b.rb:${i};c.py:h:${i} 1\n`,
  'folded: brackets and colons': () => `${'( : ('.repeat(200)}:1);a 1\n`,
  'folded: large counts': () => 'a;b 9223372036854775807\n',
  'perf: distinct addresses': (i) => `p 1 1.0: 1 c:\n\t${i.toString(16)} f${i}+0x1 (/o)\n\n`,
  'perf: nothing but distinct frames': (i) =>
    `p 1 1.0: 1 c:\n${Array.from({ length: 50 }, (_, at) => `\t(${(50 * i + at).toString(36)})\n`).join('')}\n`,
  'perf: distinct frames without an end': (i) => `p 1 1.0: c: ${i.toString(36)}\n`,
  'perf: distinct objects': (i) => `p 1 1.0: 1 c:\n\t1 f (/o${i})\n\n`,
  'perf: distinct commands, threads and times': (i) => `p${i} ${i} ${i}.${i}: 1 c:\n\t1 f (/o)\n\n`,
  'perf: no frames': () => 'p 1 1.0: 1 c:\n',
  'perf: many events': (i) => `p 1 1.0: 1 c${i % 32}:\n`,
  'perf: many events of distinct threads': (i) => `p ${i + 1} 1.0: c${i % 32}:\n`,
  'perf: inlined without end': () => `p 1 1.0: 1 c:\n${'\t1 f (inlined)\n'.repeat(200)}\n`,
  'perf: distinct source lines': (i) => `p 1 1.0: 1 c:\n\t1 f (/o)\n  a.c:${i % 1e9}\n\n`,
  'perf: long heads': () => `${'p 1 [1] 1.0: 1 c '.repeat(400)}\n`,
  'perf: many words': () => `p 1 1.0: 1 c: ${'1 '.repeat(2000)}\n`,
};

/** No piece has more bytes. */
const mostPiece = 10_000;

/** The first line of a recording decides its format. */
const beginnings: Readonly<Record<string, string>> = {
  folded: 'a;b 1\n',
  perf: 'p 1 1.0: 1 c:\n\t1 f (/o)\n\n',
};

export const hostileKinds = [...Object.keys(kinds), 'folded: one line', 'perf: one line'];

/** A recording of about so many bytes. */
export function hostileRecording(kind: string, bytes: number): Buffer {
  const beginning = beginnings[kind.split(':')[0]!]!;
  const make = kinds[kind];
  if (make === undefined) return Buffer.from(`${beginning}${' (a.c:1'.repeat(bytes / 7)} 1\n`);
  // Not as one text, so that making it takes no more memory than reading it.
  const recording = Buffer.alloc(bytes + mostPiece);
  let end = recording.write(beginning);
  for (let index = 0; end < bytes; index++) end += recording.write(make(index), end);
  return recording.subarray(0, end);
}
