/**
 * The tokens of Go source, line by line. The grammar of scan.ts takes 100 ms and more for a file of 10,000 lines, and the
 * lines are asked for while the user types. Comments, strings and raw strings can be told apart without it; a test
 * compares the tokens with the grammar's.
 */

/** How a line begins: in code, in a comment or in a raw string that an earlier line has begun. */
export const inCode = 0;
export const inComment = 1;
export const inRawString = 2;
export type LineState = typeof inCode | typeof inComment | typeof inRawString;

/** Comments that the go command or the compiler reads. */
const directive = /^\/\/(?:go:|line |export |extern |\s*\+build )|^\/\*line /;

const letter = '[\\p{L}_][\\p{L}\\p{Nd}_]*';
const number = [
  '0[xX][\\da-fA-F_]*(?:\\.[\\da-fA-F_]*)?(?:[pP][-+]?[\\d_]+)?i?',
  '0[bBoO][\\d_]+i?',
  '(?:\\d[\\d_]*(?:\\.[\\d_]*)?|\\.\\d[\\d_]*)(?:[eE][-+]?[\\d_]+)?i?',
].join('|');
const operator =
  '<<=|>>=|&\\^=|\\.\\.\\.|&&|\\|\\||<-|\\+\\+|--|==|!=|<=|>=|:=|\\+=|-=|\\*=|/=|%=|&=|\\|=|\\^=|<<|>>|&\\^';

/** One of: space, comment, string, character, raw string (to its end, or to that of the line), word, number, operator. */
const token = new RegExp(
  [
    '([ \\t\\r\\f\\v\\ufeff]+)',
    '(//.*|/\\*.*?(?:\\*/|$))',
    '("(?:[^"\\\\]|\\\\.)*"?)',
    "'(?:[^'\\\\]|\\\\.)*'?",
    '`[^`]*`?',
    letter,
    number,
    operator,
    '.',
  ].join('|'),
  'suy',
);

const stringOrComment = /"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|\/\/|\/\*|`/g;

/** How the line after this one begins. */
export function stateAfter(line: string, begins: LineState): LineState {
  if (begins === inCode && !line.includes('`') && !line.includes('/*')) return inCode;
  let state = begins;
  let at = 0;
  for (;;) {
    if (state !== inCode) {
      const closer = state === inComment ? '*/' : '`';
      const end = line.indexOf(closer, at);
      if (end === -1) return state;
      at = end + closer.length;
      state = inCode;
    }
    stringOrComment.lastIndex = at;
    const found = stringOrComment.exec(line);
    if (found === null || found[0] === '//') return inCode;
    at = stringOrComment.lastIndex;
    if (found[0] === '/*') state = inComment;
    else if (found[0] === '`') state = inRawString;
  }
}

/**
 * The tokens of one line, without comments, except those that the compiler reads. The part of a raw string that is on the
 * line is one token, with all its spaces.
 *
 * @param keepsComments comments are tokens too: those of a file that imports "C" can contain C code
 */
export function lineTokens(line: string, begins: LineState, keepsComments = false): string[] {
  const tokens: string[] = [];
  let at = 0;
  if (begins !== inCode) {
    const closer = begins === inComment ? '*/' : '`';
    const end = line.indexOf(closer);
    at = end === -1 ? line.length : end + closer.length;
    // The line's end before it tells a part of a raw string from a string that begins here.
    if (begins === inRawString || keepsComments) tokens.push(`\n${line.slice(0, at)}`);
  }
  while (at < line.length) {
    token.lastIndex = at;
    const [text = '', space, comment] = token.exec(line) ?? [];
    if (text === '') break;
    at += text.length;
    if (space !== undefined) continue;
    if (comment !== undefined && !keepsComments && !directive.test(comment)) continue;
    tokens.push(text);
  }
  return tokens;
}

const keywordsThatContinue = new Set(
  'case chan const default defer else for func go goto if import interface map package range select struct switch type var'.split(
    ' ',
  ),
);
const endsStatement = /^(?:[\p{L}\p{Nd}_"'`\n.]|\+\+$|--$|[)\]}]$)/u;

/** Whether Go inserts a semicolon where the line ends after this token (Go specification, "Semicolons"). */
export function takesSemicolon(last: string): boolean {
  if (last === '.' || last === '...') return false;
  return endsStatement.test(last) && !keywordsThatContinue.has(last);
}

/** Whether a token is a word: a name or a keyword. */
export function isWord(text: string): boolean {
  return /^[\p{L}_]/u.test(text);
}
