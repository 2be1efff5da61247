/** Reading the arguments of a command. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sentence } from '../../../src/base/result.ts';
import {
  flag,
  integer,
  number,
  oneOf,
  optionsText,
  profileOption,
  readOptions,
  text,
  textLike,
  texts,
  usually,
  value,
  whole,
} from '../../../src/cli/terminal/options.ts';

const known = {
  json: flag(),
  name: { ...text('NAME', 'what it is called'), short: 'n' },
  base: texts(''),
  count: whole(''),
  least: usually(-1, integer('N', 'at least', 'so many')),
  share: number(''),
  'sort-by': oneOf(['flat', 'cum'], 'the order'),
  letters: value(textLike(/^[a-z]+$/, '--letters={0} has others.'), 'A'),
  profile: profileOption('what is recorded'),
};

const usual = { least: -1, profile: ['cpu', 'mem'] };
const read = (...argv: string[]) => {
  const given = readOptions(argv, known, { cum: [['sort-by', 'cum']] });
  return given.ok ? given.value : sentence(given.problem);
};

test('one dash or two, = or a space, _ for -', () => {
  const options = { ...usual, name: 'a', count: 3, 'sort-by': 'cum' };
  assert.deepEqual(read('--name=a', '--count', '3', '--sort-by=cum'), { options, rest: [] });
  assert.deepEqual(read('-n', 'a', '--count', '3', '-sort-by=cum'), { options, rest: [] });
  assert.deepEqual(read('-name', 'a', '-count=3', '-sort_by=cum'), { options, rest: [] });
});

test('the last of several counts, but a list keeps all', () => {
  assert.deepEqual(read('--name=a', '--base=x', '--name=b', '--base=y'), {
    options: { ...usual, name: 'b', base: ['x', 'y'] },
    rest: [],
  });
});

test('flags, also as spellings of a choice', () => {
  assert.deepEqual(read('--json', '-cum', '--least=-2'), {
    options: { ...usual, json: true, 'sort-by': 'cum', least: -2 },
    rest: [],
  });
  assert.deepEqual(read('--json=false'), { options: { ...usual, json: false }, rest: [] });
});

test('the rest: other arguments, -, and everything after --', () => {
  assert.deepEqual(read('a', '-', '--', '--json'), { options: usual, rest: ['a', '-', '--json'] });
});

test('each fault is a sentence that says what to give', () => {
  assert.equal(read('--nosuch=1'), 'Unknown option --nosuch.');
  assert.equal(read('--jsno'), 'Unknown option --jsno. Did you mean --json?');
  assert.equal(read('--constructor'), 'Unknown option --constructor.');
  assert.equal(read('--name'), 'Option --name needs a value.');
  assert.equal(read('--json=perhaps'), 'Option --json cannot be perhaps. Give true or false.');
  assert.equal(read('--count=-1'), 'Option --count cannot be -1. Give a whole number.');
  assert.equal(read('--share=much'), 'Option --share cannot be much. Give a number.');
  assert.equal(read('--sort-by=age'), 'Option --sort-by cannot be age. Choose one of: flat, cum.');
  assert.equal(read('--letters=a1'), '--letters=a1 has others.');
  assert.equal(
    read('--profile=cpu,heat'),
    '--profile=heat is not a kind of profile. There are: cpu, mem, block, mutex.',
  );
});

test('tests and programs are not traced', () => {
  assert.equal(
    read('--profile=cpu,wait'),
    '--profile=wait is not a kind of profile. There are: cpu, mem, block, mutex.',
  );
});

test('kinds of profile keep the order in which they are named', () => {
  assert.deepEqual(read('--profile=mem,cpu,mem'), {
    options: { ...usual, profile: ['mem', 'cpu'] },
    rest: [],
  });
});

test('the help has a row for each option, with its value and default', () => {
  assert.equal(
    optionsText(known),
    `  --name=NAME            what it is called
  --least=N              at least
                         so many (default -1)
  --sort-by=flat|cum     the order
  --profile=KINDS        what is recorded (default cpu,mem)
`,
  );
});
