/** CPU and heap profiles of V8: hand-made ones, and those that the Node.js at hand writes. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Profile } from '../../src/pprof/profile.ts';
import { temporaryFolder } from '../cli/runCli.ts';
import { runHere } from '../cli/runHere.ts';
import { foldedLines, leafLines, profileOfText, refusalOf } from './recordings.ts';

const folder = temporaryFolder();

function callFrame(functionName: string, url = '', lineNumber = -1, columnNumber = -1) {
  return { functionName, scriptId: '1', url, lineNumber, columnNumber };
}

/** `main` is the whole script, `rank` on line 5: it was seen three times on line 6, once on line 7, once nowhere. */
const nodes = [
  { id: 1, callFrame: callFrame('(root)'), hitCount: 0, children: [2, 3] },
  { id: 2, callFrame: callFrame('(idle)'), hitCount: 1 },
  { id: 3, callFrame: callFrame('main', 'file:///src/a%20b.js', 0, 0), hitCount: 0, children: [7] },
  {
    id: 7,
    callFrame: callFrame('rank', 'file:///src/a%20b.js', 4, 2),
    hitCount: 5,
    positionTicks: [
      { line: 6, ticks: 3 },
      { line: 7, ticks: 1 },
    ],
  },
];
const cpu = {
  nodes,
  startTime: 1_000_000,
  endTime: 1_000_900,
  samples: [7, 2, 7, 7, 7, 7],
  // The first sample is 100 µs after the start, and each lasts until the next one.
  timeDeltas: [100, 50, 150, 100, 100, 100],
};

test('samples last until the next one, idle time is left out, and lines are those that V8 has seen', () => {
  const profile = profileOfText(JSON.stringify(cpu));
  assert.deepEqual(profile.sampleTypes, [
    { type: 'samples', unit: 'count' },
    { type: 'wall', unit: 'nanoseconds' },
  ]);
  assert.equal(profile.durationNanos, 900_000n);
  assert.deepEqual(leafLines(profile), [
    'main /src/a b.js:0',
    'rank /src/a b.js:5',
    'rank /src/a b.js:6',
    'rank /src/a b.js:7',
  ]);
  assert.deepEqual(foldedLines(profile, 0), ['main;rank 1', 'main;rank 1', 'main;rank 3']);
  // 50 + 100 + 100 + 100 + 300 µs in fifths.
  assert.deepEqual(foldedLines(profile, 1), ['main;rank 130000', 'main;rank 130000', 'main;rank 390000']);
});

test('samples in the wrong order are put into order, and none has a negative time', () => {
  const mixed = { ...cpu, samples: [7, 3, 7], timeDeltas: [100, 300, -200] };
  const profile = profileOfText(JSON.stringify(mixed));
  const sum = (lines: readonly string[]) => lines.reduce((all, line) => all + Number(line.split(' ')[1]), 0);
  assert.equal(sum(foldedLines(profile, 1)), 800_000);
  assert.deepEqual(
    foldedLines(profile, 1).filter((line) => line.startsWith('main ')),
    ['main 500000'],
  );
});

test('functions without a name stay apart; a line before the function is of another one', () => {
  const anonymous = (id: number, line: number) => ({
    id,
    callFrame: callFrame('', 'node:internal/x', line, 8),
    hitCount: 2,
    positionTicks: [{ line: 3, ticks: 2 }],
  });
  const profile = profileOfText(
    JSON.stringify({ nodes: [anonymous(1, 9), anonymous(2, 0)], samples: [1, 1, 2, 2] }),
  );
  assert.deepEqual(leafLines(profile), [
    '(anonymous x:10:9) node:internal/x:10',
    '(anonymous x:1:9) node:internal/x:3',
  ]);
  // Without times there are only counts.
  assert.deepEqual(
    profile.sampleTypes.map(({ type }) => type),
    ['samples'],
  );
});

test('a heap profile has the bytes of each stack', () => {
  const leaf = { callFrame: callFrame('add', 'file:///C:/src/a.js', 9, 0), selfSize: 96, children: [] };
  const main = {
    children: [leaf, leaf],
    selfSize: 8,
    callFrame: callFrame('main', 'file:///src/a.js', 0, 0),
  };
  const profile = profileOfText(
    JSON.stringify({ head: { callFrame: callFrame('(root)'), selfSize: 0, children: [main] }, samples: [] }),
  );
  assert.deepEqual(foldedLines(profile, 0), ['main 8', 'main;add 192']);
  assert.deepEqual(leafLines(profile), ['add C:/src/a.js:10', 'main /src/a.js:0']);
});

test('recordings that contradict themselves or are cut off are refused, with a sentence', () => {
  const refused = (value: unknown) => refusalOf(JSON.stringify(value), 'v8-cpu');
  assert.match(refused({ ...cpu, samples: [99] }), /damaged/);
  assert.match(refused({ ...cpu, nodes: [...nodes, nodes[0]] }), /damaged/);
  assert.match(refused({ ...cpu, startTime: -1e300 }), /damaged/);
  const circle = { id: 1, callFrame: callFrame('a'), children: [1] };
  assert.match(refused({ nodes: [circle], samples: [1] }), /damaged/);
  assert.match(refusalOf(JSON.stringify(cpu).slice(0, 299), 'v8-cpu'), /cut off or damaged: it is no JSON/);
  assert.match(refusalOf(JSON.stringify({ nodes: [], samples: [] }), 'v8-cpu'), /no samples/);
});

/** A program whose hot lines are known. It is a module: of other scripts Node 20 writes no file into heap profiles. */
const program = `'use strict';
function hashed(name) {
  let hash = 7;
  for (let i = 0; i < 2000; i++) hash = Math.imul(hash ^ name.charCodeAt(i % name.length), 16777619);
  return hash >>> 0;
}

const kept = (globalThis.kept = []);
function keep() {
  for (let i = 0; i < 500; i++) kept.push(new Array(100).fill(i));
}

const until = Date.now() + 400;
let sum = 0;
while (Date.now() < until) sum += hashed('item');
for (let i = 0; i < 20; i++) keep();
console.log(sum, kept.length);
`;

/** Runs the program in Node.js, and reads what its profiler has written. */
function recorded(name: string, options: readonly string[]): { path: string; profile: Profile } {
  const script = folder.path('program.mjs');
  writeFileSync(script, program);
  execFileSync(process.execPath, [...options, `--diagnostic-dir=${folder.path('')}`, script], {
    cwd: folder.path(''),
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  const path = folder.path(name);
  return { path, profile: profileOfText(readFileSync(path)) };
}

test('what `node --cpu-prof` writes has its costs on the lines of the source', async () => {
  const { path, profile } = recorded('cpu.cpuprofile', ['--cpu-prof', '--cpu-prof-name=cpu.cpuprofile']);
  const script = folder.path('program.mjs');
  assert.ok(!leafLines(profile).some((line) => line.includes(pathToFileURL(script).href)));
  const top = await runHere('top', '--granularity=lines', '--nodecount=3', path);
  assert.equal(top.status, 0, top.stderr);
  assert.match(top.stdout, /^Type: wall$/m);
  assert.match(top.stdout, new RegExp(`(hashed|:1:1\\)) ${script}:4$`, 'm'));
});

test('what `node --heap-prof` writes has the bytes of the functions that allocate', async () => {
  const options = ['--heap-prof', '--heap-prof-name=heap.heapprofile', '--heap-prof-interval=16384'];
  const { path } = recorded('heap.heapprofile', options);
  const top = await runHere('top', '--granularity=lines', '--focus=^keep$', path);
  assert.match(top.stdout, /^Type: inuse_space$/m);
  assert.match(top.stdout, new RegExp(`keep ${folder.path('program.mjs')}:9$`, 'm'));
});
