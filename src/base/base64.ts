/** Bytes as base64, and back, on every platform. */

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** In pieces: JavaScript cannot make a string from any number of characters at once. */
export function base64(bytes: Uint8Array): string {
  const codes = Uint8Array.from(digits, (digit) => digit.charCodeAt(0));
  const pieces: string[] = [];
  const pieceBytes = 3 * 4096;
  for (let from = 0; from < bytes.length; from += pieceBytes) {
    const piece = bytes.subarray(from, from + pieceBytes);
    const text = new Uint8Array(Math.ceil(piece.length / 3) * 4);
    for (let i = 0, out = 0; i < piece.length; i += 3) {
      const group = (piece[i]! << 16) | ((piece[i + 1] ?? 0) << 8) | (piece[i + 2] ?? 0);
      text[out++] = codes[group >> 18]!;
      text[out++] = codes[(group >> 12) & 63]!;
      text[out++] = i + 1 < piece.length ? codes[(group >> 6) & 63]! : 61;
      text[out++] = i + 2 < piece.length ? codes[group & 63]! : 61;
    }
    // A piece is short.
    pieces.push(String.fromCharCode(...text));
  }
  return pieces.join('');
}

const noDigit = -1;

/** What each character stands for. Those of addresses are `-` and `_`. */
function digitValues(): Int8Array {
  const values = new Int8Array(256).fill(noDigit);
  for (const [value, digit] of [...digits].entries()) values[digit.charCodeAt(0)] = value;
  values['-'.charCodeAt(0)] = 62;
  values['_'.charCodeAt(0)] = 63;
  return values;
}

/** The bytes that characters in base64 stand for. What is no digit is skipped. */
export function fromBase64(characters: Uint8Array): Uint8Array {
  const values = digitValues();
  const at = (i: number): number => values[characters[i]!]!;
  const bytes = new Uint8Array(Math.ceil((characters.length * 3) / 4));
  let length = 0;
  let bits = 0;
  let known = 0;
  for (let i = 0; i < characters.length; i++) {
    if (known === 0 && i + 3 < characters.length) {
      // Negative if one of the four is no digit.
      const group = (at(i) << 18) | (at(i + 1) << 12) | (at(i + 2) << 6) | at(i + 3);
      if (group >= 0) {
        bytes[length++] = group >> 16;
        bytes[length++] = group >> 8;
        bytes[length++] = group;
        i += 3;
        continue;
      }
    }
    if (at(i) === noDigit) continue;
    bits = (bits << 6) | at(i);
    known += 6;
    if (known < 8) continue;
    known -= 8;
    bytes[length++] = bits >> known;
  }
  return bytes.subarray(0, length);
}
