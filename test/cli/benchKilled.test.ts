/** However `bench` ends, no benchmark runs on and no folder is left: at once, or when the next one starts. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { eventually, within } from '../eventually.ts';
import { goModule } from '../go/goModule.ts';
import { processesNaming } from '../processes.ts';

const onPosix = { skip: process.platform === 'win32' && 'there are no signals' };

const module = goModule({
  'm_test.go': `package m

import (
	"testing"
	"time"
)

func BenchmarkLong(b *testing.B) {
	for i := 0; i < b.N; i++ {
		time.Sleep(time.Hour)
	}
}

func BenchmarkShort(b *testing.B) {
	for i := 0; i < b.N; i++ {
	}
}
`,
});

const cli = join(import.meta.dirname, '../../dist/cli.js');

function bench(temporary: string, ...args: string[]) {
  const own = ['--profile=', '--count=1', '--benchtime=1x', '--layouts=0'];
  return spawn(process.execPath, [cli, 'bench', ...own, ...args], {
    cwd: module.directory,
    env: { ...process.env, TMPDIR: temporary },
    stdio: 'ignore',
  });
}

/** Starts a benchmark that does not end, and ends the command. */
async function ended(signal: NodeJS.Signals, temporary: string, ...args: string[]) {
  const child = bench(temporary, '--bench=Long', ...args);
  const benchmarks = () =>
    processesNaming(join(module.directory, '..')).filter(({ command }) => command.includes('.test '));
  await eventually('the benchmark', () => benchmarks().length > 0);
  const gone = once(child, 'exit');
  child.kill(signal);
  await within(`the end of bench by ${signal}`, gone);
  await eventually('no benchmark', () => benchmarks().length === 0);
}

function folder(name: string): string {
  const made = join(module.directory, '..', name);
  mkdirSync(made);
  return made;
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  test(`${signal} leaves nothing`, onPosix, async () => {
    const temporary = folder(signal);
    await ended(signal, temporary);
    assert.deepEqual(readdirSync(temporary), []);
  });
}

test('SIGKILL leaves a folder, which the next one removes', onPosix, async () => {
  const temporary = folder('killed');
  await ended('SIGKILL', temporary);
  const left = readdirSync(temporary);
  assert.equal(left.length, 1);
  const [code] = await within('the end of bench', once(bench(temporary, '--bench=Short'), 'exit'));
  assert.equal(code, 0);
  const now = readdirSync(temporary);
  assert.deepEqual(
    now.filter((name) => left.includes(name)),
    [],
  );
  assert.equal(now.length, 1, 'the results');
  assert.deepEqual(readdirSync(join(temporary, now[0]!)), [], 'they are the user’s: without a mark');
});

test('the same with a folder of the user’s choice', onPosix, async () => {
  const temporary = folder('tmp');
  const out = folder('out');
  await ended('SIGKILL', temporary, `--out=${out}`);
  assert.equal(readdirSync(out).length, 1);
  const child = bench(temporary, '--bench=Short', `--out=${out}`);
  const [code]: unknown[] = await within('the end of bench', once(child, 'exit'));
  assert.equal(code, 0);
  assert.deepEqual(readdirSync(out).sort(), ['results.txt', 'run.json']);
  assert.deepEqual(readdirSync(temporary), []);
});
