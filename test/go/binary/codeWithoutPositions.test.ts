import assert from 'node:assert/strict';
import test from 'node:test';
import { codeWithoutPositions } from '../../../src/go/binary/codeWithoutPositions.ts';
import { readElfSections } from '../../../src/go/binary/elfSections.ts';
import { elfFile } from './elfFile.ts';

const text = 0x401000;

/** A program whose constants and variables stand `moved` bytes further back, behind a longer table of lines. */
interface Program {
  readonly moved?: number;
  /** Where in the constants and variables it looks. */
  readonly constant?: number;
  readonly variable?: number;
  /** What a word of data says, apart from an address. */
  readonly number?: number;
  readonly variableIsConstant?: boolean;
}

function contentOf(machine: 'amd64' | 'arm64', program: Program = {}): string {
  const { moved = 0, constant = 8, variable = 16, number = 7, variableIsConstant = false } = program;
  const constants = 0x500000 + moved;
  const variables = 0x600000 + moved;
  const seen = variableIsConstant ? constants : variables;
  const code = machine === 'amd64' ? amd64Code : arm64Code;
  const data = Buffer.alloc(64);
  data.writeBigUInt64LE(BigInt(constants + constant), 0);
  data.writeBigUInt64LE(BigInt(seen + variable), 8);
  data.writeBigUInt64LE(BigInt(number), 16);
  const file = readElfSections(
    elfFile(machine, [
      { name: '.text', address: text, isCode: true, content: code([constants + constant, seen + variable]) },
      { name: '.gopclntab', address: 0x480000, content: new Uint8Array(100 + moved) },
      { name: '.go.type', address: constants, content: data },
      { name: '.bss', address: variables, content: 256 },
    ]),
  );
  assert.ok(file);
  return codeWithoutPositions(file)
    .map((part) => Buffer.from(part).toString('hex'))
    .join(' ');
}

/** LEA of each address into RAX, and a comparison with a constant that is an address by chance. */
function amd64Code(targets: readonly number[]): Uint8Array {
  const code = Buffer.alloc(64, 0xcc);
  targets.forEach((target, i) => {
    code.set([0x48, 0x8d, 0x05], i * 7);
    code.writeInt32LE(target - (text + i * 7 + 7), i * 7 + 3);
  });
  code.set([0x3d, 0x00, 0x00, 0x60, 0x00], 14);
  return code;
}

/** ADRP and ADD for the first address, ADRP and an eight-byte load for the second one. */
function arm64Code(targets: readonly number[]): Uint8Array {
  const code = Buffer.alloc(64);
  targets.forEach((target, i) => {
    const pages = (target >> 12) - ((text + i * 8) >> 12);
    const low = target & 0xfff;
    code.writeUInt32LE((0x90000000 | ((pages & 3) << 29) | (((pages >> 2) & 0x7ffff) << 5) | 3) >>> 0, i * 8);
    const user = i === 0 ? 0x91000000 | (low << 10) : 0xf9400000 | ((low >> 3) << 10);
    code.writeUInt32LE((user | (3 << 5) | 4) >>> 0, i * 8 + 4);
  });
  return code;
}

for (const machine of ['amd64', 'arm64'] as const) {
  test(`${machine}: the same code has the same content wherever its data stands`, () => {
    const here = contentOf(machine);
    for (const moved of [16, 48, 4096, 0x21350]) assert.equal(contentOf(machine, { moved }), here);
  });

  test(`${machine}: another constant, another variable and another number are another content, moved or not`, () => {
    const here = contentOf(machine);
    for (const moved of [0, 48, 4096]) {
      assert.notEqual(contentOf(machine, { moved, constant: 16 }), here);
      assert.notEqual(contentOf(machine, { moved, variable: 24 }), here);
      assert.notEqual(contentOf(machine, { moved, number: 8 }), here);
      assert.notEqual(
        contentOf(machine, { moved, variableIsConstant: true }),
        here,
        'the same distance elsewhere',
      );
    }
  });
}

test('tables of line numbers and what older linkers put between code and constants are left out', () => {
  const contentWith = (lines: number) => {
    const constants = Buffer.alloc(64, 1);
    // An empty symbol reaches to the next one.
    constants.fill(lines, 16, 32);
    const data = Buffer.alloc(64, 2).fill(lines, 8, 24);
    const file = readElfSections(
      elfFile(
        'amd64',
        [
          { name: '.rodata', address: 0x500000, content: constants },
          { name: '.gopclntab', address: 0x501000, content: Buffer.alloc(64, lines) },
          { name: '.noptrdata', address: 0x600000, content: data },
        ],
        {
          'go:func.*': { start: 0x500010, size: 0 },
          'runtime.gcbits.*': { start: 0x500020, size: 0 },
          'runtime.firstmoduledata': { start: 0x600008, size: 16 },
        },
      ),
    );
    assert.ok(file);
    return codeWithoutPositions(file).map((part) => Buffer.from(part).toString('hex'));
  };
  assert.deepEqual(contentWith(5), contentWith(6));
  assert.equal(contentWith(5).length, 2);
});

test('constants that are addresses by chance stay as they are', () => {
  const contentWith = (moved: number) => {
    const variables = 0x700000 + moved;
    const data = Buffer.alloc(64);
    // In a variable of many megabytes; the end of a name before zeros; the collector's bits.
    data.writeBigUInt64LE(10_000_000n, 0);
    data.write('ldOptions }', 8, 'latin1');
    data.writeBigUInt64LE(0x700924n, 32);
    const file = readElfSections(
      elfFile(
        'amd64',
        [
          { name: '.rodata', address: 0x500000, content: data },
          { name: '.noptrbss', address: variables, content: 40 << 20 },
        ],
        {
          memory: { start: variables + (1 << 20), size: 32 << 20 },
          'runtime.gcbits.*': { start: 0x500020, size: 0 },
          rest: { start: 0x500028, size: 8 },
        },
      ),
    );
    assert.ok(file);
    return codeWithoutPositions(file).map((part) => Buffer.from(part).toString('hex'));
  };
  assert.deepEqual(contentWith(0), contentWith(4096));
});

test('a file that is cut off, and one that is none, cannot be read', () => {
  const whole = elfFile('amd64', [
    { name: '.text', address: text, content: new Uint8Array(64), isCode: true },
  ]);
  assert.ok(readElfSections(whole));
  assert.equal(readElfSections(whole.subarray(0, 100)), null);
  assert.equal(readElfSections(Buffer.from('#!/bin/sh\n'.repeat(20))), null);
});
