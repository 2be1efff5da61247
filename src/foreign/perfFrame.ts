/** A frame in the output of `perf script`. */
export interface PerfFrame {
  readonly address: bigint;
  /** Empty where perf knows no name. */
  readonly name: string;
  /** The program or library, or `[kernel.kallsyms]`; empty where perf does not know it. */
  readonly object: string;
  /** The compiler has put it into the next frame. */
  readonly isInlined: boolean;
}

const unknown = '[unknown]';
const inlined = 'inlined';

/**
 * Reads a frame: `1b79 shop::rank+0x159 (/src/shop/shop)`. Its parts depend on the fields that perf was asked for; `null` if
 * there is nothing of one.
 */
export function perfFrame(line: string): PerfFrame | null {
  const text = line.trim();
  if (text === '') return null;
  const hex = /^[0-9a-f]{1,16}(?=\s|$)/.exec(text);
  const { symbol, object } = symbolAndObject(hex === null ? text : text.slice(hex[0].length).trim());
  const name = withoutOffset(symbol);
  return {
    address: hex === null ? 0n : BigInt(`0x${hex[0]}`),
    name: name === unknown ? '' : name,
    object: object === unknown || object === inlined ? '' : object,
    isInlined: object === inlined,
  };
}

/** The object is in the last pair of brackets: names of C++ have some, too. */
function symbolAndObject(text: string): { symbol: string; object: string } {
  if (!text.endsWith(')')) return { symbol: text, object: '' };
  // The kernel marks programs that are gone.
  const deleted = ' (deleted))';
  const isDeleted = text.endsWith(deleted);
  const end = text.length - (isDeleted ? deleted.length : 1);
  const open = text.startsWith('(') ? text.lastIndexOf('(', end) : text.lastIndexOf(' (', end - 1) + 1;
  if (open === 0 && !text.startsWith('(')) return { symbol: text, object: '' };
  return { symbol: text.slice(0, open).trimEnd(), object: text.slice(open + 1, end) };
}

function withoutOffset(symbol: string): string {
  const plus = symbol.lastIndexOf('+0x');
  return plus > 0 && /^[0-9a-f]+$/.test(symbol.slice(plus + 3)) ? symbol.slice(0, plus) : symbol;
}

/** The line below a frame, with the field `srcline`. `file` is empty where perf does not know it. */
export interface PerfSource {
  readonly file: string;
  readonly line: number;
  readonly isInlined: boolean;
}

const inlinedMark = ' (inlined)';

/** Reads `  main.cpp:52`, `  stl_map.h:530 (inlined)`, `  ??:0` or `  libc.so.6[9a860]`; `null` for what is none. */
export function perfSource(line: string): PerfSource | null {
  const isInlined = line.endsWith(inlinedMark);
  const text = (isInlined ? line.slice(0, -inlinedMark.length) : line).trim();
  // Debug information of Go that perf cannot read is `go.go:0`.
  if (/^(?:\?\?:\d+|go\.go:0)$/.test(text) || /\[[0-9a-f]{1,16}\]$/.test(text))
    return { file: '', line: 0, isInlined };
  const colon = text.lastIndexOf(':');
  // Behind the number, the compiler's discriminator can follow.
  const digits = /^(\d{1,9})(?: \(discriminator \d+\))?$/.exec(text.slice(colon + 1))?.[1];
  return colon < 1 || digits === undefined
    ? null
    : { file: text.slice(0, colon), line: Number(digits), isInlined };
}
