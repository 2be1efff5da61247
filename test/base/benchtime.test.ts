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
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"testing"
)

func TestMain(m *testing.M) {
	var texts []string
	if err := json.NewDecoder(os.Stdin).Decode(&texts); err != nil {
		panic(err)
	}
	value := flag.Lookup("test.benchtime").Value
	for _, text := range texts {
		if value.Set(text) == nil {
			fmt.Println(value)
		} else {
			fmt.Println("refused")
		}
	}
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
function asRead(text: string): object | null {
  if (text === 'refused') return null;
  return text.endsWith('x')
    ? { iterations: Number(text.slice(0, -1)) }
    : { nanoseconds: nanosecondsOf(text) };
}

test('a benchtime is what Go takes for one', async () => {
  const go = await installedGo();
  const fractions = '.5ns 1.9ns .0000000001s 1.0000000019s 0.000000001h .7us.7us 3.3333333333h'.split(' ');
  const large = '2562047h 2562048h 9223372036s 9223372037s 9300000000000000000x'.split(' ');
  const texts = [...benchtimes, ...fractions, ...large, `${'9'.repeat(40)}x`];
  const binary = join(module.directory, 'm.test');
  const built = spawnSync(go.command, ['test', '-c', '-o', binary], {
    cwd: module.directory,
    encoding: 'utf8',
  });
  assert.equal(built.status, 0, built.stderr);
  const ran = spawnSync(binary, { input: JSON.stringify(texts), encoding: 'utf8' });
  const lines = ran.stdout.trimEnd().split('\n');
  assert.equal(lines.length, texts.length, ran.stderr);
  for (const [i, text] of texts.entries()) {
    const read = parseBenchtime(text);
    assert.deepEqual(read.ok ? read.value : null, asRead(lines[i]!), JSON.stringify(text));
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
