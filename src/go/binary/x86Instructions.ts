/**
 * Where the instructions of x86-64 say an address relative to their own end. A binary has a million instructions, and mostly
 * this runs once, before the JavaScript engine has compiled it well: tables decide, as each branch that was not taken before
 * makes the engine start over.
 */

/** What follows an opcode. */
const modRm = 1;
const byte = 2;
/** Four bytes; two with the prefix of short operands. */
const word = 4;
const twoBytes = 8;
/** Four bytes, besides `word`, with the prefix of wide operands. */
const moreIfWide = 16;
const address = 32;
/** Its instruction TEST has a constant, of the opcode's size; the others have none. */
const group3 = 64;

/** Index of the opcodes of one byte in `forms`, behind the 32 tables that the vector instructions can name. */
const oneByte = 32 * 256;

/**
 * What follows an opcode, by table and opcode. Table 1 has what comes after 0F, 2 after 0F 38, 3 after 0F 3A; the last one has
 * the opcodes of one byte. Intel's manual, volume 2, appendix A.
 */
const forms = new Uint8Array(oneByte + 256).fill(modRm, 0, oneByte);
forms.fill(0, 256, 2 * 256);
forms.fill(modRm | byte, 3 * 256, 4 * 256);
setForms(256, {
  [modRm]: '00-03 0d 10-2f 40-6f 74-76 78-7f 90-9f a3 a5 ab ad-b9 bb-c1 c3 c7 d0-ff',
  [modRm | byte]: '0f 70-73 a4 ac ba c2 c4-c6',
  [word]: '80-8f',
});
setForms(oneByte, {
  [modRm]: '00-03 08-0b 10-13 18-1b 20-23 28-2b 30-33 38-3b 62-63 84-8f c4-c5 d0-d3 d8-df fe-ff',
  [modRm | byte]: '6b 80 83 c0-c1 c6',
  [modRm | word]: '69 81 c7',
  [modRm | group3]: 'f6-f7',
  [byte]: '04 0c 14 1c 24 2c 34 3c 6a 70-7f a8 b0-b7 cd e0-e7 eb',
  [word]: '05 0d 15 1d 25 2d 35 3d 68 a9 e8-e9',
  [word | moreIfWide]: 'b8-bf',
  [address]: 'a0-a3',
  [twoBytes]: 'c2 ca',
  [twoBytes | byte]: 'c8',
});

function setForms(table: number, ranges: Readonly<Record<number, string>>): void {
  for (const [form, list] of Object.entries(ranges)) {
    for (const range of list.split(' ')) {
      const [first, last] = range.split('-').map((hex) => Number.parseInt(hex, 16));
      forms.fill(Number(form), table + first!, table + (last ?? first!) + 1);
    }
  }
}

const isShort = 128;
const isWide = 256;

/** How many bytes of constants follow, by form, `isShort` and `isWide`. */
const constantLengths = Uint8Array.from({ length: 512 }, (_, i) => {
  const has = (flag: number) => (i & flag) !== 0;
  const ofWord = has(isShort) && !has(isWide) ? 2 : 4;
  return (
    (has(byte) ? 1 : 0) +
    (has(twoBytes) ? 2 : 0) +
    (has(word) ? ofWord : 0) +
    (has(moreIfWide) && has(isWide) ? 4 : 0) +
    (has(address) ? 8 : 0)
  );
});

/** The flags of a prefix; 1 if it has none; 0 if the byte is no prefix. */
const prefixes = new Uint8Array(256);
for (const prefix of [0x26, 0x2e, 0x36, 0x3e, 0x64, 0x65, 0x67, 0xf0, 0xf2, 0xf3]) prefixes[prefix] = 1;
prefixes[0x66] = isShort;

/** The vector instructions' own prefixes (EVEX and VEX): the bits that name the opcode's table, and how far the opcode is. */
const vectorLengths = new Uint8Array(256);
const vectorMasks = new Uint8Array(256);
const vectorTables = new Uint8Array(256);
for (const [prefix, length, mask, table] of [
  [0x62, 4, 7, 0],
  [0xc4, 3, 31, 0],
  [0xc5, 2, 0, 1],
] as const) {
  vectorLengths[prefix] = length;
  vectorMasks[prefix] = mask;
  vectorTables[prefix] = table;
}

/** After 0F: the table, and whether another byte is the opcode. */
const escapedTables = new Uint8Array(256).fill(1);
const escapedLengths = new Uint8Array(256);
for (const [second, table] of [
  [0x38, 2],
  [0x3a, 3],
] as const) {
  escapedTables[second] = table;
  escapedLengths[second] = 1;
}

/** How many bytes of address follow a ModRM byte. */
const addressLengths = Uint8Array.from({ length: 256 }, (_, bits) => {
  const mode = bits >> 6;
  const register = bits & 7;
  if (mode === 3) return 0;
  const scaled = register === 4 ? 1 : 0;
  if (mode === 0) return register === 5 ? 4 : scaled;
  return scaled + (mode === 1 ? 1 : 4);
});

/**
 * Calls `found` for each operand of four bytes that is relative to the end of its instruction, but not for calls and jumps.
 * The code is read from its first byte, one instruction after the other; after bytes that are none it is in step again a few
 * bytes later.
 */
export function eachRelativeOperand(code: Uint8Array, found: (at: number, end: number) => void): void {
  for (let at = 0; at < code.length; ) {
    let opcode = code[at++]!;
    let size = 0;
    while (prefixes[opcode]! > 0) {
      size |= prefixes[opcode]! & isShort;
      opcode = code[at++]!;
    }
    if ((opcode & 0xf0) === 0x40) {
      size |= (opcode & 8) << 5;
      opcode = code[at++]!;
    }
    let entry = oneByte + opcode;
    if (opcode === 0x0f) {
      const second = code[at++]!;
      at += escapedLengths[second]!;
      entry = escapedTables[second]! * 256 + code[at - 1]!;
    } else if (vectorLengths[opcode]! > 0) {
      const table = (code[at]! & vectorMasks[opcode]!) | vectorTables[opcode]!;
      at += vectorLengths[opcode]!;
      entry = table * 256 + code[at - 1]!;
    }
    let form = forms[entry]!;
    let operand = 0;
    if ((form & modRm) !== 0) {
      const bits = code[at++]!;
      if ((bits & 0xc7) === 5) operand = at;
      // A base of 5 without a displacement means that there is no base, but an address of four bytes.
      else if ((bits & 0xc7) === 4 && (code[at]! & 7) === 5) at += 4;
      at += addressLengths[bits]!;
      if ((form & group3) !== 0 && (bits & 0x30) === 0) form |= opcode === 0xf6 ? byte : word;
    }
    at += constantLengths[(form & 0x3f) | size]!;
    if (operand !== 0 && at <= code.length) found(operand, at);
  }
}
