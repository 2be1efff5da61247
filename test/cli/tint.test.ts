/** Colours are only for terminals. The terminal here is made by `script`. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { skipWithoutJudge } from '../judges.ts';
import { profileBytes } from '../pprof/builder.ts';
import { cliArguments, temporaryFolder } from './runCli.ts';

const folder = temporaryFolder();
const profile = folder.file(
  'hot.pb',
  profileBytes({
    samples: [
      { values: [98], stack: ['hot a.go:1', 'main a.go:9'] },
      { values: [2], stack: ['cold a.go:2', 'main a.go:9'] },
    ],
  }),
);

// The test runner may set these for its own colours. With CI, Node writes no colours to any terminal.
const colourful: NodeJS.ProcessEnv = { ...process.env, TERM: 'xterm-256color' };
for (const name of ['FORCE_COLOR', 'NO_COLOR', 'CI']) delete colourful[name];
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

function onTerminal(args: readonly string[], env: NodeJS.ProcessEnv): string {
  const command = [process.execPath, ...cliArguments(...args)].map(quoted).join(' ');
  const run = spawnSync('script', ['-qec', command, '/dev/null'], { env, encoding: 'utf8' });
  assert.equal(run.status, 0, run.stderr);
  return run.stdout.replaceAll('\r\n', '\n');
}

function inPipe(args: readonly string[], env: NodeJS.ProcessEnv): string {
  return spawnSync(process.execPath, cliArguments(...args), { env, encoding: 'utf8' }).stdout;
}

const escapeCharacter = '\x1b';
const colour = new RegExp(`${escapeCharacter}\\[[\\d;]*m`, 'g');
const hasScript = /util-linux/.test(spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout ?? '');
const withoutScript = !hasScript && skipWithoutJudge('The script command of util-linux is missing.');

test('on a terminal hot costs are coloured, and the text is the same otherwise', {
  skip: withoutScript,
}, () => {
  for (const report of [['top'], ['tree'], ['calltree'], ['lines'], ['peek', '.'], ['list', '.']]) {
    const args = [...report, profile];
    const coloured = onTerminal(args, colourful);
    assert.match(coloured, new RegExp(`${escapeCharacter}\\[1;31m *(98|100)`), `${report}: the hot cost`);
    assert.doesNotMatch(
      coloured,
      new RegExp(`${escapeCharacter}\\[[1-9][\\d;]*m *2[.%${escapeCharacter}]`),
      `${report}: the cold one is left alone`,
    );
    assert.equal(coloured.replaceAll(colour, ''), inPipe(args, colourful));
  }
});

test('NO_COLOR and TERM=dumb turn colours off, FORCE_COLOR on again', { skip: withoutScript }, () => {
  assert.doesNotMatch(onTerminal(['top', profile], { ...colourful, NO_COLOR: '1' }), colour);
  assert.doesNotMatch(onTerminal(['top', profile], { ...colourful, TERM: 'dumb' }), colour);
  assert.match(onTerminal(['top', profile], { ...colourful, TERM: 'dumb', FORCE_COLOR: '1' }), colour);
});

test('never in a pipe and never in a file', { skip: withoutScript }, () => {
  assert.doesNotMatch(inPipe(['top', profile], { ...colourful, FORCE_COLOR: '1' }), colour);
  const file = folder.path('top.txt');
  assert.equal(onTerminal(['top', '-o', file, profile], colourful), '');
  assert.doesNotMatch(readFileSync(file, 'utf8'), colour);
});

test('a pprof file is not written to a terminal', { skip: withoutScript }, () => {
  const command = [process.execPath, ...cliArguments('proto', profile)].map(quoted).join(' ');
  const run = spawnSync('script', ['-qec', command, '/dev/null'], { env: colourful, encoding: 'utf8' });
  assert.equal(run.status, 1);
  assert.match(run.stdout, /Name a file with -o/);
});
