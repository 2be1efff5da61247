import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { skidsIn } from '../../../src/analysis/assembly/skid.ts';
import type { Instruction } from '../../../src/base/model.ts';

/** `address line samples text`, one instruction each. */
function skids(rows: readonly string[]): string[] {
  const read = rows.map((row) => /^(\S+) (\d+) (\d+) (.*)$/.exec(row)!);
  const instructions = read.map(
    ([, address = '', line, , text = '']): Instruction => ({
      address: Number.parseInt(address, 16),
      file: 'm.go',
      line: Number(line),
      text,
    }),
  );
  const costs = read.flatMap(([, , , samples], instruction) =>
    samples === '0' ? [] : [{ instruction, flat: Number(samples), cum: Number(samples), file: '/m.go' }],
  );
  return skidsIn(instructions, costs).map(
    ({ instruction, skidOf }) => `${instructions[instruction]!.text} behind a ${skidOf}`,
  );
}

/** A loop that follows pointers, as Go compiles it: nearly all samples are behind the load. */
const chase = [
  '4a00 25 0 XORL AX, AX',
  '4a02 25 0 JMP 0x4a14',
  '4a04 26 1 MOVQ 0(CX), DI',
  '4a08 27 90 ADDQ DI, SI',
  '4a0b 28 2 XORQ DI, SI',
  '4a0e 29 1 MOVQ 0x8(CX), CX',
  '4a11 25 3 INCQ AX',
  '4a14 25 1 CMPQ AX, $0x2710',
  '4a1a 25 0 JL 0x4a04',
  '4a20 31 0 RET',
];

/** The loop with other rows in place of some, by address. */
function changed(...rows: string[]): string[] {
  return chase.map((row) => rows.find((other) => other.slice(0, 4) === row.slice(0, 4)) ?? row);
}

describe('samples that may belong to the instruction before', () => {
  it('stand behind one that can take long, far more than on others of the block', () => {
    assert.deepEqual(skids(chase), ['ADDQ DI, SI behind a load']);
    assert.deepEqual(skids(changed('4a04 26 1 DIVQ CX')), ['ADDQ DI, SI behind a division']);
    assert.deepEqual(skids(changed('4a04 26 1 CALL m.f(SB)')), ['ADDQ DI, SI behind a call']);
  });

  it('are not claimed behind an instruction that does not wait', () => {
    assert.deepEqual(skids(changed('4a04 26 1 MOVQ CX, DI')), []);
    assert.deepEqual(skids(changed('4a04 26 1 MOVQ 0x8(SP), DI')), []);
  });

  it('are not claimed where the instruction may have been jumped to, or from far away', () => {
    assert.deepEqual(skids(changed('4a1a 25 0 JL 0x4a08')), []);
    const table = [...chase, '4a21 33 0 JMP 0(CX)(AX*8)'];
    assert.deepEqual(skids(table), []);
    assert.deepEqual(skids([...chase, '4a21 33 0 JMP AX']), []);
    // Calls at the end of a function go to other functions.
    assert.equal(skids([...chase, '4a21 33 0 JMP m.g(SB)']).length, 1);
  });

  it('are not claimed behind a jump: it ends the block', () => {
    assert.deepEqual(skids(['4a00 1 1 MOVQ 0(AX), CX', '4a04 1 1 JE 0x4a08', '4a06 2 90 ADDQ CX, DX']), []);
  });

  it('need enough samples, and more than chance and the width of a CPU give', () => {
    assert.deepEqual(skids(changed('4a08 27 9 ADDQ DI, SI')), []);
    assert.deepEqual(skids(changed('4a08 27 90 ADDQ DI, SI', '4a0b 28 80 XORQ DI, SI')), []);
    assert.equal(skids(changed('4a08 27 90 ADDQ DI, SI', '4a0b 28 40 XORQ DI, SI')).length, 1);
  });

  it('are not claimed in a block that the tool could not decode', () => {
    assert.deepEqual(skids(changed('4a0b 28 2 ?')), []);
    assert.equal(skids(changed('4a20 31 0 ?')).length, 1);
  });

  it('are found on arm64, whose jumps count instructions', () => {
    const loop = (back: number) => [
      '1000 25 0 MOVD ZR, R1',
      '1004 26 1 MOVD (R0), R2',
      '1008 27 90 ADD R2, R3, R3',
      '100c 25 2 ADD $1, R1, R1',
      '1010 25 1 CMP R4, R1',
      `1014 25 0 BLT ${back}(PC)`,
      '1018 31 0 RET',
    ];
    assert.deepEqual(skids(loop(-4)), ['ADD R2, R3, R3 behind a load']);
    assert.deepEqual(skids(loop(-3)), []);
    assert.deepEqual(skids([...loop(-4), '101c 33 0 TBZ $3, R1, -5(PC)']), []);
    assert.deepEqual(skids([...loop(-4), '101c 33 0 JMP (R27)']), []);
    assert.equal(skids([...loop(-4), '101c 33 0 ADRP -4096(PC), R27']).length, 1);
  });
});
