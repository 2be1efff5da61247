import assert from 'node:assert/strict';
import test from 'node:test';
import { eachRelativeOperand } from '../../../src/go/binary/x86Instructions.ts';

// Encodings as GNU as writes them. D stands for the four bytes of an operand that is relative to the instruction's end.
const instructions = [
  ['lea D(%rip),%rax', '48 8d 05 D'],
  ['mov %rax,%rbx', '48 89 c3'],
  ['mov 8(%rsp),%rax', '48 8b 44 24 08'],
  ['mov 0x12345678(,%rcx,8),%rax', '48 8b 04 cd 78 56 34 12'],
  ['cmpl $5,D(%rip)', '83 3d D 05'],
  ['cmpw $0x1234,D(%rip)', '66 81 3d D 34 12'],
  ['movq $0x1234,D(%rip)', '48 c7 05 D 34 12 00 00'],
  ['movabs $0x1122334455667788,%rax', '48 b8 88 77 66 55 44 33 22 11'],
  ['movabs 0x1122334455667788,%al', 'a0 88 77 66 55 44 33 22 11'],
  ['mov 8(%rbp,%rax),%ecx', '8b 4c 05 08'],
  ['testb $1,D(%rip)', 'f6 05 D 01'],
  ['testl $1,D(%rip)', 'f7 05 D 01 00 00 00'],
  ['notl D(%rip)', 'f7 15 D'],
  ['call 0x11223344', 'e8 44 33 22 11'],
  ['je 0x11223344', '0f 84 44 33 22 11'],
  ['jmp *D(%rip)', 'ff 25 D'],
  ['movsd D(%rip),%xmm0', 'f2 0f 10 05 D'],
  ['lock xadd %eax,D(%rip)', 'f0 0f c1 05 D'],
  ['pshufb D(%rip),%xmm1', '66 0f 38 00 0d D'],
  ['pclmulqdq $0x11,D(%rip),%xmm1', '66 0f 3a 44 0d D 11'],
  ['vpaddd D(%rip),%ymm1,%ymm2', 'c5 f5 fe 15 D'],
  ['vpshufd $0x1b,D(%rip),%ymm2', 'c5 fd 70 15 D 1b'],
  ['vzeroupper', 'c5 f8 77'],
  ['vpshufb D(%rip),%ymm1,%ymm2', 'c4 e2 75 00 15 D'],
  ['vperm2i128 $1,D(%rip),%ymm1,%ymm2', 'c4 e3 75 46 15 D 01'],
  ['vpaddd D(%rip),%zmm1,%zmm2', '62 f1 75 48 fe 15 D'],
  ['vpternlogd $0xff,D(%rip),%zmm1,%zmm2', '62 f3 75 48 25 15 D ff'],
  ['nopw %cs:0(%rax,%rax,1)', '66 2e 0f 1f 84 00 00 00 00 00'],
  ['enter $8,$1', 'c8 08 00 01'],
  ['int3', 'cc'],
] as const;

test('operands relative to the instruction are found in every form of instruction, and nothing else is taken for one', () => {
  const expected: { at: number; end: number }[] = [];
  const code: number[] = [];
  for (const [, encoding] of instructions) {
    let operand = -1;
    for (const part of encoding.split(' ')) {
      if (part === 'D') operand = code.length;
      // Bytes that would be an operand again if they were read as an instruction.
      code.push(...(part === 'D' ? [0x8d, 0x05, 0x8d, 0x05] : [Number.parseInt(part, 16)]));
    }
    if (operand !== -1) expected.push({ at: operand, end: code.length });
  }
  const found: { at: number; end: number }[] = [];
  eachRelativeOperand(Uint8Array.from(code), (at, end) => found.push({ at, end }));
  assert.deepEqual(found, expected);
});

test('an instruction that is cut off at the end has no operand, wherever it is cut off', () => {
  for (const [, encoding] of instructions) {
    const code = encoding
      .replace('D', '01 02 03 04')
      .split(' ')
      .map((part) => Number.parseInt(part, 16));
    for (let length = 0; length < code.length; length++) {
      eachRelativeOperand(Uint8Array.from(code.slice(0, length)), () => assert.fail('found one'));
    }
  }
});
