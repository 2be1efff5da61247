/**
 * What the Go compiler says of its decisions with `-json=0,DIR`, a file for each source file: a JSON object a line, the first with
 * the file's name. Go 1.24 to 1.27 write the same, but for the arrow in a flow: `=` in 1.24, `←` later.
 */
import { list, object, oneOf, parsedJson, text, wholeNumber } from '../../base/outsideValues.ts';

/** The decisions that we read. `escape` was `escapes` for what the compiler itself allocates. */
const codes = [
  'escape',
  'escapes',
  'cannotInlineFunction',
  'cannotInlineCall',
  'isInBounds',
  'isSliceInBounds',
  'nilcheck',
] as const;

/** A position in the source. */
export interface CodePosition {
  /** The path that the compiler was given. */
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  /** In bytes, 1-based. */
  readonly column: number;
}

/** A step on which a value gets to the heap. */
export interface FlowStep {
  /** Where it is; the innermost position if it was inlined. */
  readonly at: CodePosition;
  /** As the compiler has it: `flow: {heap} ← &x:`, `from &x (address-of)`. */
  readonly text: string;
}

/** A decision of the compiler's. */
export interface CompilerNote {
  readonly code: (typeof codes)[number];
  /** The compiler's words; empty for checks. */
  readonly message: string;
  /** Of inlined code first the position of the outermost call, last that of the code itself. */
  readonly at: readonly [CodePosition, ...(readonly CodePosition[])];
  /** How what escapes gets to the heap; empty for other decisions. */
  readonly flow: readonly FlowStep[];
}

const range = object({ start: object({ line: wholeNumber, character: wholeNumber }) });
const related = list(object({ location: object({ uri: text, range }), message: text }));
const head = object({ file: text });
const entry = object({ code: oneOf(...codes), message: text, range }, { relatedInformation: related });

const position = object({ file: text, line: wholeNumber, column: wholeNumber });
const keptNote = object({
  code: oneOf(...codes),
  message: text,
  at: list(position),
  flow: list(object({ at: position, text })),
});

/** Reads decisions that were written as JSON; `undefined` if they were not. */
export function readKeptNotes(value: unknown): readonly CompilerNote[] | undefined {
  return list(keptNote)(value)?.flatMap(({ at: [first, ...others], ...note }) =>
    first === undefined ? [] : [{ ...note, at: [first, ...others] as const }],
  );
}

const inlined = 'inlineLoc';
const flowMark = 'escflow:';

/** The decisions in a file that the compiler has written. Lines of another form, and other decisions, are left out. */
export function readCompilerNotes(json: string): CompilerNote[] {
  let file = '';
  const notes: CompilerNote[] = [];
  for (const line of json.split('\n')) {
    const parsed = line.startsWith('{') ? parsedJson(line) : undefined;
    file = head(parsed)?.file ?? file;
    const found = entry(parsed);
    if (found === undefined || file === '') continue;
    const { code, message, range, relatedInformation = [] } = found;
    // Each allocation is noted once more, without a reason.
    if (message === '' && code.startsWith('escape')) continue;
    const at: [CodePosition, ...CodePosition[]] = [positionOf(file, range.start)];
    const flow: FlowStep[] = [];
    for (const { location, message } of relatedInformation) {
      const position = positionOf(fileOfUri(location.uri), location.range.start);
      const last = flow.pop();
      if (message.startsWith(flowMark)) {
        if (last !== undefined) flow.push(last);
        flow.push({ at: position, text: message.slice(flowMark.length).trim() });
      } else if (message === inlined && last !== undefined) flow.push({ ...last, at: position });
      else if (message === inlined) at.push(position);
    }
    notes.push({ code, message, at, flow });
  }
  return notes;
}

function positionOf(file: string, { line, character }: { line: number; character: number }): CodePosition {
  return { file, line, column: character };
}

/** `file:///a%20b.go` -> `/a b.go`; on Windows `file:///C:/a.go` -> `C:/a.go`. */
function fileOfUri(uri: string): string {
  const path = uri.replace(/^file:\/\/(?:\/(?=[A-Za-z]:))?/, '');
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
