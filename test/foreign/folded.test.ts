/** Folded stacks become profiles: every count is kept, and what frames say of their place. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foreignFormat } from '../../src/foreign/readForeign.ts';
import { foldedLines, leafLines, profileOfText, recording, refusalOf } from './recordings.ts';

test('each line is a stack from the root to the leaf, with its count', () => {
  const profile = profileOfText('main;parse;next 12\nmain;parse 3\n\nmain;parse;next 1\r\n# a comment\n');
  assert.deepEqual(foldedLines(profile, 0), ['main;parse 3', 'main;parse;next 13']);
  assert.deepEqual(profile.sampleTypes, [{ type: 'samples', unit: 'count' }]);
});

test('frames may have blanks, tabs may stand before the count, and a stack may be empty', () => {
  const profile = profileOfText('operator new(unsigned long);a b  7\nx;y\t2\n 13\n');
  assert.deepEqual(foldedLines(profile, 0), [' 13', 'operator new(unsigned long);a b 7', 'x;y 2']);
});

test('counts of any size that a profile can hold are exact', () => {
  const profile = profileOfText('a;b 9223372036854775807\n');
  assert.equal(profile.samples.values.exact?.[0], 9223372036854775807n);
  assert.match(refusalOf('a;b 9223372036854775808\n', 'folded'), /count in line 1 is larger/);
});

test('a count with decimals is refused, because a profile would have another number', () => {
  assert.match(refusalOf('a;b 3\na;c 12.5\n', 'folded'), /Line 2 has the count 12\.5/);
});

test('a line that is no stack is named', () => {
  assert.match(refusalOf('a;b 3\nhello\n', 'folded'), /Line 2 .*hello/);
});

test('what profilers write into frames: the file and the line', () => {
  const profile = profileOfText(
    [
      'py_spy (app/parse.py:12);Ruby#parse - app/parse.rb:7;perf:src/parse.c:3 1',
      'P12;/srv/app/parse.py:austin:4;<module> (<string>:1) 1',
      'std::vector<int>::push_back;a::b:7 1',
    ].join('\n'),
  );
  assert.deepEqual(leafLines(profile), [
    '<module> (<string>:1) :0',
    'P12 :0',
    'Ruby#parse app/parse.rb:7',
    'a::b:7 :0',
    'austin /srv/app/parse.py:4',
    'perf src/parse.c:3',
    'py_spy app/parse.py:12',
    'std::vector<int>::push_back :0',
  ]);
});

test('the marks of compilers are no part of a name, and the kernel is an object of its own', () => {
  const profile = profileOfText('Shop.main_[j];Shop.rank_[i];do_syscall_64_[k] 4\n');
  assert.deepEqual(foldedLines(profile, 0), ['Shop.main;Shop.rank;do_syscall_64 4']);
  assert.equal(profile.strings.get(profile.mappings.filename[0]!), '[kernel.kallsyms]');
});

test('what async-profiler has folded: the total is the sum of all counts', () => {
  const bytes = recording('java.collapsed');
  const counts = Buffer.from(bytes).toString().trim().split('\n');
  const sum = counts.reduce((all, line) => all + Number(line.slice(line.lastIndexOf(' ') + 1)), 0);
  const lines = foldedLines(profileOfText(bytes), 0);
  const total = lines.reduce((all, line) => all + Number(line.slice(line.lastIndexOf(' ') + 1)), 0);
  assert.equal(total, sum);
  assert.ok(
    lines.some((line) => line.startsWith('com/example/shop/Shop.main;com/example/shop/Shop$Basket.add;')),
  );
});

test('other texts are no folded stacks', () => {
  const texts = [
    'Remember to profile the parser.\n',
    'main 12\n',
    'a;b;c\n',
    'name;count\na;12\n',
    'goos: linux\nBenchmarkA-8 100 12 ns/op\n',
    '',
  ];
  for (const text of texts) assert.equal(foreignFormat(Buffer.from(text)), null, text);
});
