/**
 * Bytes as text in 85 printable characters: four bytes are five characters, where base64 takes five and a third. None of
 * the characters has a meaning in a string of JavaScript or in HTML. src/webview/host/base85.ts reads it.
 *
 * @param {Uint8Array} bytes
 * @returns {string} a group of less than four bytes at the end has one character more than bytes
 */
export function toBase85(bytes) {
  const groups = [];
  for (let at = 0; at < bytes.length; at += 4) {
    let group = 0;
    for (let i = 0; i < 4; i++) group = group * 256 + (bytes[at + i] ?? 0);
    let characters = '';
    for (let i = 0; i < 5; i++) {
      characters = digits[group % 85] + characters;
      group = Math.floor(group / 85);
    }
    groups.push(characters.slice(0, Math.min(4, bytes.length - at) + 1));
  }
  return groups.join('');
}

const digits = Array.from({ length: 92 }, (_, i) => String.fromCharCode(35 + i)).filter(
  (digit) => !"&'<\\`{}".includes(digit),
);
