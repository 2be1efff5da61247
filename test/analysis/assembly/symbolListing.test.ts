import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AddressRow, listSymbols } from '../../../src/analysis/assembly/symbolListing.ts';

test('a file that neither the tool nor a sample says is empty, and not a dot', () => {
  const instruction = { functionName: 'p.F', text: 'NOP', line: 0 };
  const symbol = {
    name: 'p.F',
    end: 0x12,
    instructions: [
      { ...instruction, address: 0x10, file: '' },
      { ...instruction, address: 0x11, file: '/p/f.go', line: 3 },
    ],
  };
  const info = { name: 'p.F', file: '', line: 3, column: 0, address: 0x11n, objectFile: '', startLine: 0 };
  const row: AddressRow = { address: 0x11, info, flat: 1, cum: 1, flatDivisor: 0, cumDivisor: 0 };
  const [listed] = listSymbols([symbol], [row]);
  assert.deepEqual(
    listed?.instructions.map(({ file, line }) => `${file}:${line}`),
    [':0', 'f.go:3'],
  );
});
