import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { codeFits, functionCode } from '../../../src/analysis/assembly/codeFits.ts';
import { AddressCosts } from '../../../src/analysis/assembly/instructionCosts.ts';
import { ProfileCosts } from '../../../src/analysis/costs/profileCosts.ts';
import type { MachineCode } from '../../../src/base/model.ts';
import { stackProfile } from '../stackProfile.ts';

/**
 * The locations are at 0x1000, 0x1001... in the order in which they come up first: `main` at 0x1000, `f` calls itself
 * on line 3 (0x1001), computes on line 4 (0x1002), and has `g` inlined on line 5 (0x1003).
 */
const profile = stackProfile({
  binary: '/tmp/shop',
  samples: [
    'main:9@main.go f:3@f.go f:4@f.go 10',
    'main:9@main.go f:3@f.go f:3@f.go f:4@f.go 100',
    'main:9@main.go f:5@f.go +g:70@g.go 1000',
    'main:9@main.go f:5@f.go +g:70@g.go other:1@o.go 10000',
  ],
});

/** @param starts addresses of the instructions, each with the line that it is of */
function code(starts: [address: number, file: string, line: number][], base = 0, end = 0x1004): MachineCode {
  const instructions = starts.map(([address, file, line]) => ({ address, file, line, text: '' }));
  return { symbols: [{ name: 'f', instructions, end }], loads: [{ mapping: 0, base }] };
}

const wholeCode: [number, string, number][] = [
  [0x1001, 'f.go', 3],
  [0x1002, 'f.go', 4],
  [0x1003, 'g.go', 70],
];

const costsOf = (machineCode: MachineCode) =>
  new AddressCosts(new ProfileCosts(profile), 0)
    .of(machineCode)
    .map((symbol) =>
      symbol.map(({ instruction, flat, cum, file }) => [instruction, Number(flat), Number(cum), file]),
    );

describe('costs of instructions', () => {
  it('are flat where the leaf is, and cum once for each sample, however often it recurs', () => {
    assert.deepEqual(costsOf(code(wholeCode)), [
      [
        [0, 0, 110, 'f.go'],
        [1, 110, 110, 'f.go'],
        // What was inlined is code of the function that it was put into, on the line that it came from.
        [2, 1000, 11000, 'g.go'],
      ],
    ]);
  });

  it('belong to the last instruction that begins at or before the address', () => {
    const long: [number, string, number][] = [
      [0x1001, 'f.go', 3],
      [0x1003, 'g.go', 70],
    ];
    // Both addresses of the first are on the same stacks: pprof's disasm counts those twice, and so do we.
    assert.deepEqual(costsOf(code(long)), [
      [
        [0, 110, 220, 'f.go'],
        [1, 1000, 11000, 'g.go'],
      ],
    ]);
  });

  it('are looked for where the binary was loaded', () => {
    const moved = wholeCode.map(([address, file, line]): [number, string, number] => [
      address - 0x800,
      file,
      line,
    ]);
    assert.deepEqual(costsOf(code(moved, 0x800, 0x804)), costsOf(code(wholeCode)));
  });

  it("are none of another binary's, nor of other functions'", () => {
    assert.deepEqual(costsOf({ ...code(wholeCode), loads: [] }), [[]]);
    assert.deepEqual(costsOf(code([[0x2000, 'x.go', 1]], 0, 0x3000)), [[]]);
  });
});

describe('code', () => {
  it('fits where its lines are those of the profile', () => {
    assert.ok(codeFits(profile, 'f', code(wholeCode)));
    const shifted = wholeCode.map(([address, file, line]): [number, string, number] => [
      address,
      file,
      line + 1,
    ]);
    assert.ok(!codeFits(profile, 'f', code(shifted)), 'a line was added above');
    assert.ok(!codeFits(profile, 'f', code(wholeCode, 0x10)), 'loaded elsewhere');
    assert.ok(!codeFits(profile, 'f', { ...code(wholeCode), loads: [] }), 'another binary');
  });

  it('is in the mappings that have the function outside its callers', () => {
    assert.deepEqual(functionCode(profile, 'f'), { mappings: [0], isInlined: false });
    assert.deepEqual(functionCode(profile, 'g'), { mappings: [], isInlined: true });
    assert.deepEqual(functionCode(profile, 'nobody'), { mappings: [], isInlined: false });
  });
});
