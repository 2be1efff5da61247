import { NumberedPairs } from '../pprof/numberedPairs.ts';
import { ByteTexts } from './byteTexts.ts';
import { type JsonReader, unescaped } from './jsonReader.ts';
import type { SourceFrame } from './stackProfile.ts';

/** What V8 calls what is no function: where all stacks begin, and when nothing runs. */
const root = '(root)';
const idle = '(idle)';

/** Lines and columns are below. */
const mostLines = 2 ** 31;

/** The functions of a recording of V8, as Node.js, Chrome, Deno and others write them; numbered from 0. */
export class V8Functions {
  readonly #texts: ByteTexts;
  /** Name and address of the script. */
  readonly #names = new NumberedPairs();
  /** Line and column where a function begins, 1-based; 0 if V8 does not say. */
  readonly #positions = new NumberedPairs();
  /** A pair of those each. */
  readonly #functions = new NumberedPairs();
  /** By function, once it is asked for. */
  readonly #known: (SourceFrame | undefined)[] = [];

  constructor(json: JsonReader) {
    this.#texts = new ByteTexts(json.bytes);
  }

  /** Why it should take no more; `null` if it can. */
  get problem() {
    return this.#texts.problem;
  }

  /** Reads the `callFrame` that follows, and answers the number of its function. */
  read(json: JsonReader): number {
    let name = this.#texts.number(0, 0);
    let url = name;
    let line = 0;
    let column = 0;
    if (json.beginObject()) {
      for (let key = json.nextKey(); key !== null; key = json.nextKey()) {
        if (key === 'functionName') name = json.textNumber(this.#texts);
        else if (key === 'url') url = json.textNumber(this.#texts);
        else if (key === 'lineNumber') line = oneBased(json.number());
        else if (key === 'columnNumber') column = oneBased(json.number());
      }
    }
    return this.#functions.add(this.#names.add(name, url), this.#positions.add(line, column));
  }

  /** Its name, its file, and the line where it begins; 0 for a whole script. */
  frame(func: number): SourceFrame {
    const known = this.#known[func];
    if (known !== undefined) return known;
    const names = this.#functions.first[func]!;
    const position = this.#functions.second[func]!;
    const line = this.#positions.first[position]!;
    const name = unescaped(this.#texts.text(this.#names.first[names]!));
    const file = fileOf(unescaped(this.#texts.text(this.#names.second[names]!)));
    const column = this.#positions.second[position]!;
    // A script begins on a line that means something else, nearly always.
    const isScript = line === 1 && column === 1;
    const frame: SourceFrame = {
      name: name === '' ? anonymous(file, line, column) : name,
      file,
      line: isScript ? 0 : line,
    };
    this.#known[func] = frame;
    return frame;
  }

  /** Whether stacks begin here: it is no frame of its own. */
  isRoot(func: number): boolean {
    const { name, file } = this.frame(func);
    return name === root && file === '';
  }

  /** Whether nothing ran. */
  isIdle(func: number): boolean {
    const { name, file } = this.frame(func);
    return name === idle && file === '';
  }
}

/** V8 counts from 0, and says -1 for what it does not know. */
function oneBased(number: number): number {
  return number >= 0 && number < mostLines ? Math.floor(number) + 1 : 0;
}

/** Functions of one name are one in reports, and these must stay apart. */
function anonymous(file: string, line: number, column: number): string {
  if (line === 0) return '(anonymous)';
  const base = file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
  return `(anonymous ${base}:${line}:${column})`;
}

/** The path of an address such as `file:///src/shop.js`. Others, such as `node:fs`, stay as they are. */
export function fileOf(url: string): string {
  if (!url.startsWith('file:///')) return url;
  const path = decoded(url.slice('file://'.length));
  return /^\/[A-Za-z]:/.test(path) ? path.slice(1) : path;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // A percent sign that stands for itself.
    return path;
  }
}
