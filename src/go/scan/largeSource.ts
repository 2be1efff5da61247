/** Source files that are too large or too broken for the grammar: what they declare is read from their lines. */
import { inCode, type LineState, stateAfter } from './goTokens.ts';

/** In characters. The grammar takes a hundred times as many bytes of memory. Larger files are generated. */
const mostParsed = 2 ** 19;

/** As gofmt writes it; `{` ends the line. */
const declared = /^(?:package \w+$|func (?:Benchmark|Test|Fuzz|Example|main\b)[^{}`'"]{0,200}\{$)/;

/** The text; of one that is too large, its names. */
export function namesOfLarge(text: string): string {
  return text.length <= mostParsed ? text : namesIn(text);
}

/**
 * Only the lines of a text that declare what we look for, as functions with nothing in them. Each stands on the line where it is
 * in the file.
 */
export function namesIn(text: string): string {
  let state: LineState = inCode;
  let length = 0;
  const lines = text.split('\n').map((line) => {
    const begins = state;
    state = stateAfter(line, begins);
    const head = line.trimEnd();
    if (begins !== inCode || length > mostParsed || !declared.test(head)) return '';
    length += head.length;
    return head.endsWith('{') ? `${head}}` : head;
  });
  return lines.join('\n');
}
