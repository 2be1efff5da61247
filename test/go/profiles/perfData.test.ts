/** Recordings that the real perf makes of a Go and of a C program: their costs are on the lines of the sources. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { temporaryFolder } from '../../cli/runCli.ts';
import { runHere } from '../../cli/runHere.ts';

const folder = temporaryFolder();
mkdirSync(folder.path('perf'));
mkdirSync(folder.path('perf/c'));
const at = (name: string) => join(folder.path('perf'), name);

const goSource = `package main

import (
	"fmt"
	"time"
)

//go:noinline
func hashed(name string) uint32 {
	hash := uint32(7)
	for i := 0; i < 1_000_000; i++ {
		hash = hash*31 ^ uint32(name[i%len(name)])
	}
	return hash
}

func main() {
	sum := uint32(0)
	for end := time.Now().Add(300 * time.Millisecond); time.Now().Before(end); {
		sum += hashed("item")
	}
	fmt.Println(sum)
}
`;
const cSource = `#include <stdio.h>
#include <time.h>
__attribute__((noinline)) static unsigned hashed(const char *name) {
  unsigned hash = 7;
  for (int i = 0; i < 1000000; i++)
    hash = hash * 31 ^ (unsigned char)name[i & 3];
  return hash;
}
int main(void) {
  unsigned sum = 0;
  for (clock_t end = clock() + CLOCKS_PER_SEC * 3 / 10; clock() < end;)
    sum += hashed("item");
  printf("%u\\n", sum);
  return 0;
}
`;

/** Records a program by the clock of the kernel, which needs no counters. Answers why it cannot. */
function recorded(program: string, file: string): string | false {
  // -N: nothing is left in the user's folder.
  const args = ['record', '-q', '-N', '-e', 'cpu-clock:u', '-F', '499', '-g', '-o', at(file), program];
  const run = spawnSync('perf', args, { encoding: 'utf8' });
  if (run.error !== undefined) return 'perf is not installed';
  return run.status === 0 ? false : `perf may not record here: ${run.stderr.split('\n', 1)[0]}`;
}

function goRecording(): string | false {
  writeFileSync(at('go.mod'), 'module example.com/hot\n\ngo 1.24\n');
  writeFileSync(at('main.go'), goSource);
  execFileSync('go', ['build', '-o', 'hot', '.'], { cwd: at('.'), env: { ...process.env, GOFLAGS: '' } });
  return recorded(at('hot'), 'go.data');
}

function cRecording(): string | false {
  writeFileSync(at('c/hot.c'), cSource);
  const compiled = spawnSync('cc', [
    '-g',
    '-O1',
    '-fno-omit-frame-pointer',
    '-o',
    at('c/hotc'),
    at('c/hot.c'),
  ]);
  if (compiled.error !== undefined) return 'no compiler of C is installed';
  return recorded(at('c/hotc'), 'c.data');
}

const noGo = goRecording();
const noC = cRecording();

/** The rows of a report by lines. */
async function rows(path: string): Promise<string> {
  const told = await runHere('top', '--granularity=lines', path);
  assert.equal(told.status, 0, told.stderr);
  assert.match(told.stdout, /^Type: cpu-clock/m);
  return told.stdout;
}

/** Runs with a perf that does something else before the real one goes on. */
async function withPerf<T>(script: string, act: () => Promise<T>): Promise<T> {
  const { PATH: before } = process.env;
  mkdirSync(at('other'), { recursive: true });
  const lines = `#!/bin/sh\n${script}\nPATH="$OWN_PATH" exec perf "$@"\n`;
  writeFileSync(at('other/perf'), lines, { mode: 0o755 });
  Object.assign(process.env, { OWN_PATH: before, PATH: `${at('other')}:${before}` });
  try {
    return await act();
  } finally {
    process.env.PATH = before;
  }
}

test('Go: its own tools say the lines, of what ran and of the call', { skip: noGo }, async () => {
  const text = await rows(at('go.data'));
  assert.match(text, new RegExp(`^ +[1-9]\\S+ +\\d.* main\\.hashed ${at('main.go')}:1[12]$`, 'm'));
  assert.match(text, new RegExp(` main\\.main ${at('main.go')}:20$`, 'm'));
  assert.doesNotMatch(text, /go\.go/);
});

test('Go: a recording that is gzipped has the same lines', { skip: noGo }, async () => {
  writeFileSync(at('go.data.gz'), gzipSync(readFileSync(at('go.data'))));
  assert.equal(await rows(at('go.data.gz')), await rows(at('go.data')));
});

test('Go: the lines are there where perf is too old to be asked for them', { skip: noGo }, async () => {
  const newer = await rows(at('go.data'));
  const old = '[ "$1" = --version ] && { echo perf version 5.15.1; exit; }';
  assert.equal(await withPerf(old, () => rows(at('go.data'))), newer);
});

test('Go: perf, which may take a minute, is not asked for lines that it cannot know', {
  skip: noGo,
}, async () => {
  const asked = `case "$*" in *+srcline*) echo yes > '${at('asked')}';; esac`;
  await withPerf(asked, () => rows(at('go.data')));
  assert.ok(!existsSync(at('asked')));
});

test('Go: a program that has been built again since says no lines: they could be others', {
  skip: noGo,
}, async () => {
  writeFileSync(
    at('main.go'),
    goSource.replace('hash*31', 'hash*33').replace('//go:noinline', '\n\n//go:noinline'),
  );
  execFileSync('go', ['build', '-o', 'hot', '.'], { cwd: at('.'), env: { ...process.env, GOFLAGS: '' } });
  const text = await rows(at('go.data'));
  assert.doesNotMatch(text, /\.go:/);
});

test('C: perf says the lines', { skip: noC }, async () => {
  assert.match(await rows(at('c.data')), new RegExp(`^ +[1-9]\\S+ +\\d.* hashed ${at('c/hot.c')}:[56]`, 'm'));
});

test('C: lines that perf does not find in its time are missed with a sentence', { skip: noC }, async () => {
  const fails = 'case "$*" in *+srcline*) exit 1;; esac';
  const { status, stdout, stderr } = await withPerf(fails, () => runHere('top', at('c.data')));
  assert.equal(status, 0, stderr);
  assert.match(stdout, / hashed$/m);
  assert.match(stderr, /without their lines: perf did not find them/);
  assert.doesNotMatch(stdout, /perf/);
  assert.equal((await runHere('top', at('c.data'))).stderr, '');
});

test('a recording that is cut off is refused with a sentence', { skip: noGo }, async () => {
  writeFileSync(at('cut.data'), readFileSync(at('go.data')).subarray(0, 600));
  const told = await runHere('top', at('cut.data'));
  assert.equal(told.status, 1);
  assert.match(told.stderr, /^pprof-lens: perf cannot read this recording\. |no samples/);
});
