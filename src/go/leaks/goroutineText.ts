/** Goroutines as Go's runtime writes them (`runtime.Stack`; runtime/traceback.go), from Go 1.24 to 1.27. */

export interface GoroutineFrame {
  readonly function: string;
  /** As the compiler has named it; empty if it is not said. */
  readonly file: string;
  /** 1-based; 0 if it is not said. */
  readonly line: number;
}

export interface GoroutineText {
  readonly id: string;
  /** What it waits for, in the runtime's words: `chan receive`, `select (no cases)`, `sync.Mutex.Lock`. */
  readonly state: string;
  /** The innermost first. */
  readonly stack: readonly GoroutineFrame[];
  /** The `go` statement that started it; `null` for the main goroutine. */
  readonly creator: GoroutineFrame | null;
  /** Who has called that, then the same of the goroutine that did, and so on. */
  readonly callers: readonly CallerText[];
}

/**
 * A caller. The runtime writes the line of the instruction after the call, which is often the next one, and the function that
 * this is of. Of the function whose code it is, the offset is in bytes; -1 if it is not said.
 */
export interface CallerText {
  readonly function: string;
  readonly offset: number;
}

/** Reads one goroutine; `null` if the text is none. */
export function readGoroutine(text: string): GoroutineText | null {
  const [head = '', ...lines] = text.split(/\r?\n/);
  const [, id, words] = /^goroutine (\d+) [^[]*\[([^\]]*)\]/.exec(head) ?? [];
  if (id === undefined || words === undefined) return null;
  const stack: GoroutineFrame[] = [];
  const callers: CallerText[] = [];
  let creator: GoroutineFrame | null = null;
  let isOfAncestor = false;
  for (const [i, line] of lines.entries()) {
    if (line.startsWith('[originating from goroutine ')) isOfAncestor = true;
    else if (line.startsWith('created by ')) {
      const name = line.slice('created by '.length).replace(/ in goroutine \d+$/, '');
      creator ??= { function: name, ...position(lines[i + 1]) };
    } else if (line !== '' && !line.startsWith('\t') && !line.startsWith('...')) {
      // The arguments are last: `main.(*list[...]).add(0xc000012345, {0x1, 0x2})`.
      const end = line.lastIndexOf('(');
      const name = end > 0 ? line.slice(0, end) : line;
      if (isOfAncestor) callers.push({ function: name, offset: offsetIn(lines[i + 1]) });
      else stack.push({ function: name, ...position(lines[i + 1]) });
    }
  }
  return { id, state: stateIn(words), stack, creator, callers };
}

/** `chan receive` of `chan receive (leaked), 5 minutes, locked to thread`. */
function stateIn(words: string): string {
  return (words.split(', ')[0] ?? '').replace(/ \((?:leaked|durable|scan)\)/g, '');
}

function offsetIn(line = ''): number {
  const [, hex] = / \+0x([0-9a-f]+)$/.exec(line) ?? [];
  return hex === undefined ? -1 : Number.parseInt(hex, 16);
}

/** The place in `\t/home/me/m.go:12 +0x25`. */
function position(line = ''): Pick<GoroutineFrame, 'file' | 'line'> {
  const [, file = '', number = '0'] = /^\t(.*):(\d+)(?: \+0x[0-9a-f]+)?$/.exec(line) ?? [];
  return { file, line: Number(number) };
}
