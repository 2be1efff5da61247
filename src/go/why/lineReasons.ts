/** Why lines cost what they cost: the compiler's decisions, joined by line with what was measured. */
import type { OwnCall } from '../../analysis/lines/ownCalls.ts';
import { briefName } from '../../analysis/names/nameParts.ts';
import { listAt } from '../../base/maps.ts';
import type { CodePosition, CompilerNote } from './compilerNotes.ts';
import { callNotInlinedText, checkText, escapeText, notInlinedText } from './reasonText.ts';

/** A reason for what a line costs. */
export interface LineReason {
  readonly kind: 'escape' | 'inline' | 'bounds' | 'nil';
  /** One sentence. It has names and expressions of the source: outside text. */
  readonly text: string;
  /** Where what escapes gets to the heap at last; `null` for other reasons. */
  readonly end: CodePosition | null;
}

/** What was measured of a line, and what its source says. */
export interface MeasuredLine {
  /** It allocates itself, or what was inlined into it does. */
  readonly allocates: boolean;
  /** Its own code takes a share of the CPU time that matters. */
  readonly isHot: boolean;
  /** Those that take a share of the CPU time that matters, with where their functions are declared on this machine. */
  readonly calls: readonly OwnCall[];
  /** Whether a line of a file is inside a loop of its function. */
  isInLoop(file: string, line: number): boolean;
  /** The text of the line. */
  readonly text: string;
}

/** A decision with the line that it is shown at: the innermost of the user's own. */
interface PlacedNote {
  readonly note: CompilerNote;
  readonly own: CodePosition;
  readonly chain: readonly CodePosition[];
}

/** The compiler's decisions about the user's own files, by line. */
export class CompilerDecisions {
  readonly #byLine = new Map<string, PlacedNote[]>();

  /** @param located the path of a file on this machine if it is in the user's modules, else `null` */
  constructor(notes: readonly CompilerNote[], located: (file: string) => string | null) {
    // A function that is inlined has its own decisions, and those at each call. Its own say it with fewer names.
    const shortestFirst = [...notes].sort((a, b) => a.at.length - b.at.length);
    const known = new Set<string>();
    for (const note of shortestFirst) {
      const chain = note.at.flatMap((position) => {
        const file = located(position.file);
        return file === null ? [] : { ...position, file };
      });
      const own = chain.at(-1);
      const innermost = note.at.at(-1);
      if (own === undefined || innermost === undefined) continue;
      const { file, line, column } = innermost;
      const key = `${own.file} ${own.line} ${note.code} ${file} ${line} ${column}`;
      if (known.has(key)) continue;
      known.add(key);
      listAt(this.#byLine, keyOf(own.file, own.line)).push({ note, own, chain });
    }
  }

  /** The reasons of one line, only those that cost something. */
  reasonsOf(file: string, line: number, measured: MeasuredLine): LineReason[] {
    const notes = this.#byLine.get(keyOf(file, line)) ?? [];
    const reasons = [
      ...(measured.allocates ? notes.flatMap(escapeReasons) : []),
      ...measured.calls.flatMap((call) => this.#inlineReasons(call)),
      ...(measured.calls.length > 0 ? notes.flatMap(callReasons) : []),
      ...(measured.isHot ? notes.flatMap((each) => checkReasons(each, measured)) : []),
    ];
    const texts = new Set<string>();
    return reasons.filter(({ text }) => !texts.has(text) && texts.add(text));
  }

  /** Whether something on a line escapes to the heap, measured or not. */
  escapes(file: string, line: number): boolean {
    const notes = this.#byLine.get(keyOf(file, line)) ?? [];
    return notes.some((each) => escapeReasons(each).length > 0);
  }

  #inlineReasons({ callee }: OwnCall): LineReason[] {
    const notes = this.#byLine.get(keyOf(callee.file, callee.startLine)) ?? [];
    const declared = notes.find(({ note }) => note.code === 'cannotInlineFunction');
    if (declared === undefined) return [];
    return [
      { kind: 'inline', text: notInlinedText(briefName(callee.name), declared.note.message), end: null },
    ];
  }
}

function keyOf(file: string, line: number): string {
  return `${line} ${file}`;
}

/** A constant that is put into an interface is in the program's data, wherever it goes. */
const isConstant = /^"|^-?\d[\w.]* escapes/;

function escapeReasons({ note }: PlacedNote): LineReason[] {
  if (!note.code.startsWith('escape') || isConstant.test(note.message)) return [];
  return [{ kind: 'escape', text: escapeText(note), end: note.flow.at(-1)?.at ?? null }];
}

function callReasons({ note }: PlacedNote): LineReason[] {
  const text = note.code === 'cannotInlineCall' ? callNotInlinedText(note.message) : null;
  return text === null ? [] : [{ kind: 'inline', text, end: null }];
}

function checkReasons({ note, own, chain }: PlacedNote, measured: MeasuredLine): LineReason[] {
  const { code } = note;
  if (code !== 'isInBounds' && code !== 'isSliceInBounds' && code !== 'nilcheck') return [];
  if (!chain.some(({ file, line }) => measured.isInLoop(file, line))) return [];
  const isHere = note.at.at(-1)?.line === own.line && note.at.length === chain.length;
  const expression = isHere ? bracketed(measured.text, own.column) : '';
  return [{ kind: code === 'nilcheck' ? 'nil' : 'bounds', text: checkText(code, expression), end: null }];
}

/** `total += xs[i]`, 12 -> `xs[i]`: a name and what stands in the brackets behind it. Empty if there are none. */
function bracketed(text: string, column: number): string {
  // Columns count bytes.
  const bytes = Buffer.from(text);
  const before = bytes.subarray(0, column - 1).toString();
  const after = bytes.subarray(column - 1).toString();
  const name = /[\p{L}\p{Nd}_.]{1,100}$/u.exec(before.slice(-100))?.[0] ?? '';
  if (name === '' || !after.startsWith('[')) return '';
  let depth = 0;
  for (const [i, character] of [...after.slice(0, 200)].entries()) {
    if (character === '[') depth++;
    else if (character === ']') depth--;
    if (depth === 0) return name + [...after].slice(0, i + 1).join('');
  }
  return '';
}
