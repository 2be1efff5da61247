import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { PeekRow } from '../../../../src/webview/engine/tableQuestions.ts';
import { peekColumns } from '../../../../src/webview/tabs/peek/peekColumns.ts';
import { valueFormat } from '../../../../src/webview/view/format.ts';

it('differences that samples do not bear are grey in every column of numbers', () => {
  const measured = { operations: null, perUnit: undefined, samplePeriod: null, isDifference: true };
  const format = valueFormat({ type: 'cpu', unit: 'nanoseconds' }, 9, { ...measured, hasOthers: false });
  const columns = peekColumns(
    format,
    'nanoseconds',
    'auto',
    (name) => name === 'unsure',
    () => {},
  );
  const row = (functionName: string): PeekRow => ({
    kind: 'callee',
    label: functionName,
    short: { starts: [0], without: 'nothing' },
    functionName,
    file: '',
    line: 0,
    startsBlock: false,
    value: 1,
    of: 2,
    inline: false,
  });
  const tones = (functionName: string) =>
    new Set(columns.slice(1).map(({ tone }) => tone?.(row(functionName))));
  assert.deepEqual([...tones('unsure')], ['muted']);
  assert.deepEqual([...tones('sure')], ['']);
});
