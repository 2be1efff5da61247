import assert from 'node:assert/strict';
import { it } from 'node:test';
import { csv, markdown } from '../../src/base/tableText.ts';

it('Markdown has a table; a name is no markup, no link and no further cell', () => {
  assert.equal(
    markdown([
      ['a', 'b'],
      ['B/[x](y)|z_1', '~ (p=0.1)'],
    ]),
    '| a | b |\n| :-- | --: |\n| B/\\[x\\](y)\\|z\\_1 | \\~ (p=0.1) |\n',
  );
});

it('CSV quotes what it must, and no cell is a formula', () => {
  assert.equal(
    csv([
      ['a', 'b'],
      ['x,"y"', '=1+1'],
      ['-5%', '-x'],
      ['-2.3% (p=0.008 n=10)', "-2+3+cmd|'/C calc'!A0"],
    ]),
    'a,b\r\n"x,""y""",\'=1+1\r\n-5%,\'-x\r\n-2.3% (p=0.008 n=10),\'-2+3+cmd|\'/C calc\'!A0\r\n',
  );
});
