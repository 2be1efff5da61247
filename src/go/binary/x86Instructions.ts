/** Where the instructions of x86-64 say an address relative to their own end. */

/** What follows an opcode. */
const modRm = 1;
const byte = 2;
/** Four bytes; two with the prefix of short operands. */
const word = 4;
const twoBytes = 8;

/** The opcodes of one byte, and those of two that begin with 0F: what follows them. Intel's manual, volume 2, appendix A. */
const oneByte = opcodes({
  [modRm]: '00-03 08-0b 10-13 18-1b 20-23 28-2b 30-33 38-3b 62-63 84-8f c4-c5 d0-d3 d8-df f6-f7 fe-ff',
  [modRm | byte]: '6b 80 83 c0-c1 c6',
  [modRm | word]: '69 81 c7',
  [byte]: '04 0c 14 1c 24 2c 34 3c 6a 70-7f a8 b0-b7 cd e0-e7 eb',
  [word]: '05 0d 15 1d 25 2d 35 3d 68 a9 b8-bf e8-e9',
  [twoBytes]: 'c2 ca',
  [twoBytes | byte]: 'c8',
});
const afterEscape = opcodes({
  [modRm]: '00-03 0d 10-2f 40-6f 74-76 78-7f 90-9f a3 a5 ab ad-b9 bb-c1 c3 c7 d0-ff',
  [modRm | byte]: '0f 70-73 a4 ac ba c2 c4-c6',
  [word]: '80-8f',
});

function opcodes(forms: Readonly<Record<number, string>>): Uint8Array {
  const table = new Uint8Array(256);
  for (const [form, ranges] of Object.entries(forms)) {
    for (const range of ranges.split(' ')) {
      const [first, last] = range.split('-').map((hex) => Number.parseInt(hex, 16));
      table.fill(Number(form), first!, (last ?? first!) + 1);
    }
  }
  return table;
}

const isPrefix = new Uint8Array(256);
for (const prefix of [0x26, 0x2e, 0x36, 0x3e, 0x64, 0x65, 0x66, 0x67, 0xf0, 0xf2, 0xf3]) isPrefix[prefix] = 1;

/**
 * Calls `found` for each operand of four bytes that is relative to the end of its instruction, but not for calls and jumps.
 * The code is read from its first byte, one instruction after the other; after bytes that are none it is in step again a few
 * bytes later.
 */
export function eachRelativeOperand(code: Uint8Array, found: (at: number, end: number) => void): void {
  for (let at = 0; at < code.length; ) {
    let short = false;
    while (isPrefix[code[at]!]) short = code[at++] === 0x66 || short;
    let opcode = code[at++]!;
    const isWide = (opcode & 0xf8) === 0x48;
    if ((opcode & 0xf0) === 0x40) opcode = code[at++]!;
    let form: number;
    // The vector instructions' own prefixes (EVEX and VEX) name the table of the opcode that follows them.
    if (opcode === 0x62) {
      form = formIn(code[at]! & 7, code[at + 3]!);
      at += 4;
    } else if (opcode === 0xc4) {
      form = formIn(code[at]! & 31, code[at + 2]!);
      at += 3;
    } else if (opcode === 0xc5) {
      form = formIn(1, code[at + 1]!);
      at += 2;
    } else if (opcode === 0x0f) {
      const second = code[at++]!;
      if (second === 0x38) form = formIn(2, code[at++]!);
      else if (second === 0x3a) form = formIn(3, code[at++]!);
      else form = formIn(1, second);
    } else form = oneByte[opcode]!;
    let operand = 0;
    if ((form & modRm) !== 0) {
      const bits = code[at++]!;
      const mode = bits >> 6;
      const register = bits & 7;
      if (mode === 0 && register === 5) {
        operand = at;
        at += 4;
      } else if (mode !== 3) {
        const base = register === 4 ? code[at++]! & 7 : register;
        if (mode === 1) at++;
        else if (mode === 2 || base === 5) at += 4;
      }
      // TEST is the one of its group that has a constant.
      if ((opcode === 0xf6 || opcode === 0xf7) && (bits & 0x30) === 0) form |= opcode === 0xf6 ? byte : word;
    }
    if ((form & byte) !== 0) at++;
    if ((form & twoBytes) !== 0) at += 2;
    if ((form & word) !== 0) at += short && !isWide ? 2 : 4;
    if (isWide && opcode >= 0xb8 && opcode <= 0xbf) at += 4;
    if (opcode >= 0xa0 && opcode <= 0xa3) at += 8;
    if (operand !== 0 && at <= code.length) found(operand, at);
  }
}

/** What follows an opcode of this table: 1 is that of the prefix 0F, 2 of 0F 38, 3 of 0F 3A. */
function formIn(table: number, opcode: number): number {
  if (table === 3) return modRm | byte;
  return table === 1 ? afterEscape[opcode]! : modRm;
}
