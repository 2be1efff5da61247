/** Colours are only for terminals. The terminal here is made by `script`. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { profileBytes } from '../pprof/builder.ts';
import { colourful, runAllOnTerminal, runOnTerminal, withoutTerminal } from './pseudoTerminal.ts';
import { cliArguments, temporaryFolder } from './runCli.ts';
import { runHere } from './runHere.ts';

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

const cold = folder.file('cold.pb', profileBytes({ samples: [{ values: [2], stack: ['cold a.go:2'] }] }));

function onTerminal(args: readonly string[], env: NodeJS.ProcessEnv): string {
  const { status, text } = runOnTerminal(args, env);
  assert.equal(status, 0, text);
  return text;
}

function inPipe(args: readonly string[], env: NodeJS.ProcessEnv): string {
  return spawnSync(process.execPath, cliArguments(...args), { env, encoding: 'utf8' }).stdout;
}

const escapeCharacter = '\x1b';
const colour = new RegExp(`${escapeCharacter}\\[[\\d;]*m`, 'g');

test('on a terminal hot costs are coloured, and the text is the same otherwise', {
  skip: withoutTerminal,
}, async () => {
  const reports = [['top'], ['tree'], ['calltree'], ['lines'], ['peek', '.'], ['list', '.']];
  const commands = reports.map((report) => [...report, profile]);
  // A change may be large by chance.
  const change = ['top', `--diff-base=${cold}`, profile];
  const all = runAllOnTerminal([...commands, change]);
  assert.deepEqual([...new Set(all.map(({ status }) => status))], [0]);
  assert.doesNotMatch(all.pop()?.text ?? '', colour);
  for (const [i, { text }] of all.entries()) {
    const args = commands[i] ?? [];
    assert.match(text, new RegExp(`${escapeCharacter}\\[1;31m *(98|100)`), `${args}: the hot cost`);
    assert.doesNotMatch(
      text,
      new RegExp(`${escapeCharacter}\\[[1-9][\\d;]*m *2[.%${escapeCharacter}]`),
      `${args}: the cold one is left alone`,
    );
    const piped = await runHere(...args);
    assert.equal(text.replaceAll(colour, ''), piped.stdout);
  }
});

test('NO_COLOR and TERM=dumb turn colours off, FORCE_COLOR on again', { skip: withoutTerminal }, () => {
  assert.doesNotMatch(onTerminal(['top', profile], { ...colourful, NO_COLOR: '1' }), colour);
  assert.doesNotMatch(onTerminal(['top', profile], { ...colourful, TERM: 'dumb' }), colour);
  assert.match(onTerminal(['top', profile], { ...colourful, TERM: 'dumb', FORCE_COLOR: '1' }), colour);
});

test('never in a pipe and never in a file', { skip: withoutTerminal }, () => {
  assert.doesNotMatch(inPipe(['top', profile], { ...colourful, FORCE_COLOR: '1' }), colour);
  const file = folder.path('top.txt');
  assert.equal(onTerminal(['top', '-o', file, profile], colourful), '');
  assert.doesNotMatch(readFileSync(file, 'utf8'), colour);
});

test('a pprof file is not written to a terminal', { skip: withoutTerminal }, () => {
  const { status, text } = runOnTerminal(['proto', profile]);
  assert.equal(status, 1);
  assert.match(text, /Name a file with -o/);
});
