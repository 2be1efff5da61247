import assert from 'node:assert/strict';
import { closeSync, openSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { testFolder } from '../testFolder.ts';
import { Pool, runJob } from './pool.mjs';
import { hasRunAll } from './results.mjs';

const folder = testFolder({});

/** Runs a script; looks ten times a second whether it hangs. */
async function run(script: string, isDone: boolean): Promise<string | null> {
  const output = openSync(path.join(folder, 'printed'), 'w');
  const command = [process.execPath, '-e', script];
  const { trouble } = await runJob({ name: 'it', kind: 'test', command, output, isDone: () => isDone }, 100);
  closeSync(output);
  return trouble;
}

/** As Node does when it hangs at its end: the main thread waits for another one. */
const hang = (milliseconds: string) =>
  `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${milliseconds})`;

test('a process that is done and hangs at its end is ended', {
  skip: process.platform !== 'linux' && 'nobody says there where a process waits',
}, async () => {
  assert.equal(await run(hang('Infinity'), true), null);
});

test('a process that hangs before it is done, or waits for events, is left alone', async () => {
  const fails = 'It ended with exit status 3.';
  assert.equal(await run(`${hang('1000')}; process.exit(3)`, false), fails);
  assert.equal(await run('setTimeout(() => process.exit(3), 1000)', true), fails);
});

test('a process has run all tests when each that has begun has ended', () => {
  const lines = (...types: string[]) => types.map((type) => `${JSON.stringify({ type })}\n`).join('');
  assert.equal(hasRunAll(''), false);
  assert.equal(hasRunAll(lines('dequeue', 'start', 'end', 'dequeue')), false);
  assert.equal(hasRunAll(lines('dequeue', 'dequeue', 'start', 'end', 'start', 'end')), true);
});

test('the jobs of a kind that takes long begin before those that wait already', async () => {
  const output = openSync(path.join(folder, 'jobs'), 'w');
  const begun: string[] = [];
  const rules = { slots: 1, limits: {}, order: ['long', 'short'] };
  const pool = new Pool(rules, ({ job }) => begun.push(job.name));
  const jobs = (kind: string, ...names: string[]) =>
    names.map((name) => ({ name, kind, command: [process.execPath, '--version'], output }));
  pool.add(jobs('short', 'a'));
  pool.add(jobs('long', 'd', 'e'));
  pool.add(jobs('short', 'b', 'c'));
  await pool.end();
  closeSync(output);
  assert.deepEqual(begun, ['a', 'd', 'e', 'b', 'c']);
});
