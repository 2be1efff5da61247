/** Reading the arguments of a command. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type OptionKinds, readOptions } from '../../../src/cli/terminal/options.ts';
import { sentence } from '../../../src/result.ts';

const kinds = {
  json: 'flag',
  name: 'text',
  base: 'texts',
  count: 'whole',
  least: 'integer',
  share: 'number',
  'sort-by': { oneOf: ['flat', 'cum'] },
} as const satisfies OptionKinds;

const read = (...argv: string[]) => {
  const given = readOptions(argv, kinds, { cum: [['sort-by', 'cum']] });
  return given.ok ? given.value : sentence(given.problem);
};

test('one dash or two, = or a space, _ for -', () => {
  const options = { name: 'a', count: 3, 'sort-by': 'cum' };
  assert.deepEqual(read('--name=a', '--count', '3', '--sort-by=cum'), { options, rest: [] });
  assert.deepEqual(read('-name', 'a', '-count=3', '-sort_by=cum'), { options, rest: [] });
});

test('the last of several counts, but a list keeps all', () => {
  assert.deepEqual(read('--name=a', '--base=x', '--name=b', '--base=y'), {
    options: { name: 'b', base: ['x', 'y'] },
    rest: [],
  });
});

test('flags, also as spellings of a choice', () => {
  assert.deepEqual(read('--json', '-cum', '--least=-2'), {
    options: { json: true, 'sort-by': 'cum', least: -2 },
    rest: [],
  });
  assert.deepEqual(read('--json=false'), { options: { json: false }, rest: [] });
});

test('the rest: other arguments, -, and everything after --', () => {
  assert.deepEqual(read('a', '-', '--', '--json'), { options: {}, rest: ['a', '-', '--json'] });
});

test('each fault is a sentence that says what to give', () => {
  assert.equal(read('--nosuch=1'), 'Unknown option --nosuch.');
  assert.equal(read('--constructor'), 'Unknown option --constructor.');
  assert.equal(read('--name'), 'Option --name needs a value.');
  assert.equal(read('--json=perhaps'), 'Option --json cannot be perhaps. Give true or false.');
  assert.equal(read('--count=-1'), 'Option --count cannot be -1. Give a whole number.');
  assert.equal(read('--share=much'), 'Option --share cannot be much. Give a number.');
  assert.equal(read('--sort-by=age'), 'Option --sort-by cannot be age. Choose one of: flat, cum.');
});
