/** Files of speedscope: hand-made ones, and those that our own command line writes. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../cli/runCli.ts';
import { runHere } from '../cli/runHere.ts';
import { foldedLines, leafLines, profileOfText, refusalOf } from './recordings.ts';

const folder = temporaryFolder();
const $schema = 'https://www.speedscope.app/file-format-schema.json';
const shared = {
  frames: [
    { name: 'main', file: 'main.py', line: 3 },
    { name: 'rank', file: 'file:///src/rank.py', line: 12 },
    { name: 'x' },
  ],
};

test('stacks with weights: seconds become nanoseconds, wherever the unit stands', () => {
  const sampled = {
    type: 'sampled',
    samples: [[0, 1], [0], [0, 1]],
    weights: [0.02, 0.01, 0.01],
    unit: 'seconds',
  };
  const profile = profileOfText(JSON.stringify({ $schema, profiles: [sampled], shared }));
  assert.deepEqual(profile.sampleTypes, [{ type: 'time', unit: 'nanoseconds' }]);
  assert.deepEqual(foldedLines(profile, 0), ['main 10000000', 'main;rank 30000000']);
  assert.deepEqual(leafLines(profile), ['main main.py:3', 'rank /src/rank.py:12']);
});

test('frames that open and close: the time between belongs to what is open', () => {
  const event = (type: string, frame: number, at: number) => ({ type, frame, at });
  const events = [
    event('O', 0, 5),
    event('O', 1, 7),
    event('C', 1, 10),
    event('O', 1, 10),
    event('C', 1, 11),
    event('C', 0, 12),
  ];
  const evented = { type: 'evented', name: 'a', unit: 'milliseconds', startValue: 0, endValue: 12, events };
  const profile = profileOfText(JSON.stringify({ shared, profiles: [evented] }));
  assert.deepEqual(foldedLines(profile, 0), ['main 3000000', 'main;rank 4000000']);
  const crossed = { ...evented, events: [event('O', 0, 0), event('O', 1, 1), event('C', 0, 2)] };
  assert.match(refusalOf(JSON.stringify({ shared, profiles: [crossed] }), 'speedscope'), /damaged/);
});

test('threads are labels, and units that differ are sample types', () => {
  const of = (name: string, unit: string, weight: number) => ({
    type: 'sampled',
    name,
    unit,
    samples: [[0]],
    weights: [weight],
  });
  const profiles = [of('one', 'none', 2), of('two', 'none', 3), of('bytes', 'bytes', 64)];
  const profile = profileOfText(JSON.stringify({ $schema, shared, profiles }));
  assert.deepEqual(
    profile.sampleTypes.map(({ type, unit }) => `${type}/${unit}`),
    ['samples/count', 'space/bytes'],
  );
  assert.deepEqual(foldedLines(profile, 0), ['main 2', 'main 3']);
  assert.deepEqual(foldedLines(profile, 1), ['main 64']);
  const labels = Array.from(profile.labels.text, (text) => profile.strings.get(text));
  assert.deepEqual(labels, ['one', 'two']);
});

test('what is rounded is not lost', () => {
  const thirds = {
    type: 'sampled',
    unit: 'none',
    samples: [[0], [1], [0], [1], [0], [1]],
    weights: Array(6).fill(1 / 3),
  };
  const profile = profileOfText(JSON.stringify({ shared, profiles: [thirds] }));
  const sum = foldedLines(profile, 0).reduce((all, line) => all + Number(line.split(' ')[1]), 0);
  assert.equal(sum, 2);
});

test('a stack with a frame that is not there is refused', () => {
  const profiles = [{ type: 'sampled', unit: 'none', samples: [[7]], weights: [1] }];
  assert.match(refusalOf(JSON.stringify({ shared, profiles }), 'speedscope'), /damaged/);
});

test('what we write for speedscope is read again with the same costs', async () => {
  const written = await runHere('speedscope', join(import.meta.dirname, 'profiles/rust.pb'));
  const path = folder.path('rust.speedscope.json');
  writeFileSync(path, written.stdout);
  const [before, after] = await Promise.all([
    runHere('top', join(import.meta.dirname, 'profiles/rust.pb')),
    runHere('top', path),
  ]);
  assert.equal(after.status, 0, after.stderr);
  const rows = (text: string) => text.slice(text.indexOf('      flat'));
  assert.equal(rows(after.stdout), rows(before.stdout));
});
