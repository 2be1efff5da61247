/** The bytes of a text that src/bundling/base85.mjs has made, in a buffer of their own. */
export function fromBase85(text: string): ArrayBuffer {
  const digitOf = new Uint8Array(128);
  let digit = 0;
  for (let code = 35; digit < 85; code++) {
    if (!"&'<\\`{}".includes(String.fromCharCode(code))) digitOf[code] = digit++;
  }
  const bytes = new Uint8Array(Math.ceil(text.length / 5) * 4);
  // What is missing of the last group is the largest digit, so that nothing is lost in rounding down.
  const digitAt = (at: number) => (at < text.length ? digitOf[text.charCodeAt(at)]! : 84);
  for (let at = 0, to = 0; at < text.length; at += 5) {
    const first = (digitAt(at) * 85 + digitAt(at + 1)) * 85 + digitAt(at + 2);
    const group = (first * 85 + digitAt(at + 3)) * 85 + digitAt(at + 4);
    bytes[to++] = group >>> 24;
    bytes[to++] = group >>> 16;
    bytes[to++] = group >>> 8;
    bytes[to++] = group;
  }
  return bytes.buffer.slice(0, Math.floor((text.length * 4) / 5));
}
