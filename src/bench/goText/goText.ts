/** Text as Go sees it: its white space, its order, the characters it counts. */

/** `unicode.IsSpace`, for use in a character class: JavaScript's `\s` has U+FEFF too and lacks U+0085. */
export const goSpace =
  '\\t\\n\\v\\f\\r \\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';

/**
 * Orders texts by their UTF-8 bytes, which is the order of code points. JavaScript's `<` goes by UTF-16 units
 * and puts U+E000 to U+FFFF after what needs two of them.
 */
export function compareText(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const left = a.charCodeAt(i);
    const right = b.charCodeAt(i);
    if (left !== right) return codePointRank(left) - codePointRank(right);
  }
  return a.length - b.length;
}

/** Surrogates stand for code points above all others. */
function codePointRank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x1_0000 : unit;
}

/** Code points in a text; what benchstat takes for the width of a cell. */
export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
