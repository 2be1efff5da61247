/** A name from outside becomes the name of one file in the folder that is meant. */
import assert from 'node:assert/strict';
import { basename, posix, win32 } from 'node:path';
import { test } from 'node:test';
import { FileNames, fileNameOf } from '../../src/base/fileName.ts';
import { hostileTexts } from '../hostileTexts.ts';

test('usual names stay as they are', () => {
  for (const name of ['BenchmarkSum', 'BenchmarkTable_n=1,000_x-y', 'heap', 'example.com_m_a.b']) {
    assert.equal(fileNameOf(name), name);
  }
  assert.equal(fileNameOf('BenchmarkTable/n=1/x y'), 'BenchmarkTable_n=1_x_y');
});

test('no name leads elsewhere, is hidden, an option, a device or too long', () => {
  const names =
    '. .. ../../x a/../../b ..\\b C:\\x /etc/passwd -rf .ssh con NUL.txt com1 LPT9.x aux. a.'.split(' ');
  const strange = ['', 'x'.repeat(10_000), 'a\0b', 'a\nb', '\u202etxt'];
  for (const name of [...names, ...strange, ...hostileTexts(500)]) {
    const made = fileNameOf(name);
    assert.match(made, /^[\w=,+][\w=.,+-]*$/, JSON.stringify(name));
    assert.equal(basename(made), made);
    assert.equal(win32.basename(win32.join('C:\\out', made)), made);
    assert.equal(posix.join('/out', made), `/out/${made}`);
    assert.doesNotMatch(made, /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i);
    assert.ok(made.length <= 121 && !made.endsWith('.'));
  }
});

test('two names are two files, also where A is a', () => {
  const names = new FileNames();
  assert.deepEqual(
    ['a_b', 'a_b', 'A_B', 'c'].map((stem) => names.claim(stem, '.html')),
    ['a_b.html', 'a_b~2.html', 'A_B~3.html', 'c.html'],
  );
});
