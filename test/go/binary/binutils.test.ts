import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseInstructions, parseSymbols } from '../../../src/go/binary/binutils.ts';

test('symbols of nm: each ends before the next, several at one address are one', () => {
  const printed = `                 U printf
0000000000401000 T main.main
0000000000401000 t main.alias
0000000000401020 T main.f[go.shape.int]
0000000000401040 R runtime.rodata
`;
  assert.deepEqual(parseSymbols(printed), [
    { names: ['main.main', 'main.alias'], start: 0x401000, last: 0x40101f },
    { names: ['main.f[go.shape.int]'], start: 0x401020, last: 0x40103f },
    { names: ['runtime.rodata'], start: 0x401040, last: 0x401040 },
  ]);
});

test('objdump of binutils', () => {
  const printed = `
shop:     file format elf64-x86-64


Disassembly of section .text:

0000000000401000 <main.main>:
main.main():
/src/shop/main.go:7
  401000:	cmp    rsp,QWORD PTR [r14+0x10]
  401004:	jbe    401010 <main.main+0x10>
/src/shop/main.go:8 (discriminator 1)
  401006:	ret
`;
  const of = { file: 'main.go', functionName: 'main.main' };
  assert.deepEqual(parseInstructions(printed), [
    { ...of, address: 0x401000, line: 7, text: 'cmp    rsp,QWORD PTR [r14+0x10]' },
    { ...of, address: 0x401004, line: 7, text: 'jbe    401010 <main.main+0x10>' },
    { ...of, address: 0x401006, line: 8, text: 'ret' },
  ]);
});

test('objdump of LLVM', () => {
  const printed = `0000000000401000 <main.main>:
; main.main():
; /src/shop/main.go:7
  401000: cmp	rsp, qword ptr [r14 + 16]
`;
  assert.deepEqual(parseInstructions(printed), [
    {
      address: 0x401000,
      text: 'cmp	rsp, qword ptr [r14 + 16]',
      functionName: 'main.main',
      file: 'main.go',
      line: 7,
    },
  ]);
});
