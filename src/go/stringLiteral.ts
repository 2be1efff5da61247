/** Go string literals. */

const simpleEscapes: Readonly<Record<string, number>> = {
  a: 7,
  b: 8,
  f: 12,
  n: 10,
  r: 13,
  t: 9,
  v: 11,
  '\\': 92,
  "'": 39,
  '"': 34,
};

const piece = /\\(?:x([\da-fA-F]{2})|([0-7]{3})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|(.))|[^\\]+/gsu;

/** The value of an interpreted (`"..."`) or raw literal, as source text; `null` if it is not one. */
export function readStringLiteral(literal: string): string | null {
  const inside = literal.slice(1, -1);
  if (literal.length >= 2 && literal.startsWith('`') && literal.endsWith('`')) {
    return inside.replaceAll('\r', '');
  }
  if (literal.length < 2 || !literal.startsWith('"') || !literal.endsWith('"')) return null;
  // `\xff` and `\377` are bytes, not characters, so the value is put together as UTF-8.
  const bytes: number[] = [];
  const encoder = new TextEncoder();
  for (const [text, hexByte, octalByte, short, long, simple] of inside.matchAll(piece)) {
    const codePoint = short ?? long;
    if (hexByte !== undefined) bytes.push(Number.parseInt(hexByte, 16));
    else if (octalByte !== undefined) bytes.push(Number.parseInt(octalByte, 8) & 0xff);
    else if (codePoint !== undefined) {
      const code = Number.parseInt(codePoint, 16);
      if (code > 0x10ffff) return null;
      bytes.push(...encoder.encode(String.fromCodePoint(code)));
    } else if (simple !== undefined) {
      const byte = simpleEscapes[simple];
      if (byte === undefined) return null;
      bytes.push(byte);
    } else bytes.push(...encoder.encode(text));
  }
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(Uint8Array.from(bytes));
}
