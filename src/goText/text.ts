/** Text as Go treats it: white space, order, and how many characters it has. */

/** The characters of Go's `unicode.IsSpace`, for a character class. JavaScript's `\s` also has U+FEFF and lacks U+0085. */
export const goSpace =
  '\\t\\n\\v\\f\\r \\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';

/**
 * Orders texts by their UTF-8 bytes, which is the order of their code points. JavaScript's `<` compares UTF-16 units,
 * which puts U+E000 to U+FFFF after the characters that need two units.
 */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const left = a.charCodeAt(i);
    const right = b.charCodeAt(i);
    if (left !== right) return codePointRank(left) - codePointRank(right);
  }
  return a.length - b.length;
}

/** Surrogates belong to the code points above all others. */
function codePointRank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x1_0000 : unit;
}

/** From here on, UTF-16 units and code points differ in order. */
const orderDiffers = /[\ud800-\uffff]/;

/** `compareText` for these texts. It is faster if they need only JavaScript's `<`: there may be 100,000 names. */
export function comparerOf(texts: readonly string[]): (a: string, b: string) => number {
  if (texts.some((text) => orderDiffers.test(text))) return compareText;
  return (a, b) => (a < b ? -1 : a > b ? 1 : 0);
}

/** How many code points a text has. benchstat takes this for the width of a cell. */
export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
