// The judge is Go's own reading of the flag, in a test binary.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseBenchtime } from '../../src/base/benchtime.ts';
import { benchtimes } from '../benchtimes.ts';
import { goModule, installedGo } from '../go/goModule.ts';

const source = `package m

import (
	"flag"
	"fmt"
	"testing"
)

func Test(t *testing.T) {
	fmt.Printf("benchtime %s\\n", flag.Lookup("test.benchtime").Value)
}
`;
const module = goModule({ 'm_test.go': source });

/** A duration as Go prints it, in nanoseconds. */
function nanosecondsOf(text: string): number {
  const sizes: Readonly<Record<string, number>> = { h: 3600e9, m: 60e9, s: 1e9, ms: 1e6, µs: 1e3, ns: 1 };
  return [...text.matchAll(/([\d.]+)([a-zµ]+)/g)].reduce(
    (sum, [, number, unit]) => sum + Math.round(Number(number) * (sizes[unit ?? ''] ?? Number.NaN)),
    0,
  );
}

/** `null` where Go refuses the value. */
function goReads(binary: string, benchtime: string): object | null {
  const { stdout, status } = spawnSync(binary, [`-test.benchtime=${benchtime}`], { encoding: 'utf8' });
  const [, read] = /^benchtime (\S+)$/m.exec(stdout) ?? [];
  assert.equal(status, read === undefined ? 2 : 0, benchtime);
  if (read === undefined) return null;
  return read.endsWith('x')
    ? { iterations: Number(read.slice(0, -1)) }
    : { nanoseconds: nanosecondsOf(read) };
}

test('a benchtime is what Go takes for one', async () => {
  const go = await installedGo();
  const binary = join(module.directory, 'm.test');
  const built = spawnSync(go.command, ['test', '-c', '-o', binary], {
    cwd: module.directory,
    encoding: 'utf8',
  });
  assert.equal(built.status, 0, built.stderr);
  const fractions = '.5ns 1.9ns .0000000001s 1.0000000019s 0.000000001h .7us.7us 3.3333333333h'.split(' ');
  const large = '2562047h 2562048h 9223372036s 9223372037s 9300000000000000000x'.split(' ');
  for (const text of [...benchtimes, ...fractions, ...large, `${'9'.repeat(40)}x`]) {
    const read = parseBenchtime(text);
    assert.deepEqual(read.ok ? read.value : null, goReads(binary, text), JSON.stringify(text));
  }
});

test('what is refused is refused in one sentence', () => {
  const read = parseBenchtime('');
  assert.deepEqual(read.ok ? null : [read.problem.code, read.problem.args], ['bad-benchtime', ['""']]);
});

test('a long text takes no time', () => {
  assert.equal(parseBenchtime(`${'1'.repeat(100_000)}`).ok, false);
  assert.equal(parseBenchtime(`${'1s'.repeat(100_000)}!`).ok, false);
});
