// The counters of the processor in `pprof-lens bench`. Most machines that run these tests show none, so a small script plays
// `perf` on its command line: it counts 5,000,000 instructions for a process and 1234 for each operation. The last tests are
// with the real perf, where there is one.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, test } from 'node:test';
import { sentence } from '../../src/base/result.ts';
import { findCounters } from '../../src/go/machine/counters.ts';
import { goModule } from '../go/goModule.ts';
import { countingLines, playedPerf, slotLines } from '../go/playedPerf.ts';
import { testFolder } from '../testFolder.ts';
import type { CliRun } from './runCli.ts';
import { runHereIn } from './runHere.ts';

const skip = process.platform === 'linux' ? false : 'perf is a program of Linux';
const source = `package m

import "testing"

var sink int

func BenchmarkX(b *testing.B) {
	for b.Loop() {
		sink++
	}
}

func BenchmarkN(b *testing.B) {
	for range b.N {
		sink++
	}
}
`;

import { refused } from '../why.ts';

const module = goModule({ 'm_test.go': source });
const folder = testFolder();

const perf = (name: string, lines: string) => playedPerf(join(folder, name), lines);

function bench(path: string, ...more: readonly string[]): Promise<CliRun> {
  const args = ['bench', '--bench=.', '--benchtime=1000x', '--profile=', '--count=1', '--counters', ...more];
  return runHereIn({ directory: module.directory, env: { ...process.env, PATH: path } }, ...args);
}

const usualPath = process.env.PATH ?? '';

interface Report {
  readonly benchmarks: readonly {
    readonly name: string;
    readonly counters?: Record<string, { median: number; spread: number | null; n: number }>;
    readonly slots?: Record<string, number>;
    readonly notes: readonly { readonly code: string }[];
    readonly problems: readonly { readonly code: string; readonly message: string }[];
  }[];
}

function reported({ stdout, stderr }: CliRun): Report['benchmarks'] {
  assert.notEqual(stdout, '', stderr);
  return (JSON.parse(stdout) as Report).benchmarks;
}

describe('bench --counters', { skip }, () => {
  const slots = `${perf('slots', slotLines(countingLines('1234')))}${delimiter}${usualPath}`;
  const saved = join(folder, 'runs');

  test('counts per operation, without what the process and the setup cost, and what the processor does with its slots', async () => {
    const benchmarks = reported(await bench(slots, '--count=4', '--json', '--save=old', `--out=${saved}`));
    assert.deepEqual(
      benchmarks.map(({ name, counters }) => [name, counters]),
      ['BenchmarkX', 'BenchmarkN'].map((name) => [
        name,
        {
          'instructions/op': { median: 1234, spread: 0, n: 5 },
          'cache-misses/op': { median: 0.25, spread: 0, n: 5 },
        },
      ]),
    );
    // They were counted half of the time.
    assert.ok(benchmarks.every(({ notes }) => notes.some(({ code }) => code === 'counters-shared')));
    const shares = benchmarks.map(({ slots = {} }) =>
      Object.entries(slots).map(([key, share]) => [key, Math.round(1000 * share)]),
    );
    // Of operations only: what a process takes besides is in both that are subtracted.
    const expected = [
      ['retiring', 189],
      ['badSpeculation', 41],
      ['frontEnd', 60],
      ['backEnd', 711],
      ['otherThread', 0],
    ];
    assert.deepEqual(shares, [expected, expected]);
    const { stdout } = await bench(slots, '--bench=X');
    assert.match(stdout, /^ {2}counters: 1234 instructions\/op(?: ±0\.0%)? · 0\.25\d* cache-misses\/op/m);
    assert.match(
      stdout,
      /^ {2}processor: 71% waits for memory or execution units · 19% works · 6% waits for instructions to be read and decoded · 4% is undone after branches guessed wrongly$/m,
    );
  });

  test('of two versions, how the counts differ stands below the verdicts', async (t) => {
    writeFileSync(join(module.directory, 'm_test.go'), source.replaceAll('sink++', 'sink += 3'));
    t.after(() => writeFileSync(join(module.directory, 'm_test.go'), source));
    // The saved test binary needs fewer.
    const each = `case $1 in */saved/old/*) each=1234;; *) each=1500;; esac\n${countingLines('each')}`;
    const both = `${perf('both', each)}${delimiter}${usualPath}`;
    const asked = ['--against=old', `--out=${saved}`, '--count=4', '--threshold=100000', '--alpha=0.2'];
    const args = [...asked, '--measure-same'];
    const asMarkdown = await bench(both, ...args, '--bench=X', '--format=md');
    assert.match(
      asMarkdown.stdout,
      /^Counters:\n\n\| \| \| \|\n\|:--\|--:\|:--\|\n\| BenchmarkX(?:\S+) \| 1234 → 1500 instructions\S*op \| \+22\S* \(p=0\.008 n=5\) \|$/m,
      asMarkdown.stdout,
    );
    const asText = await bench(both, ...args, '--bench=X');
    assert.match(
      asText.stdout,
      /^Counters:\n {2}BenchmarkX(?:-\d+)? +1234 +→ +1500 instructions\/op +\+22% +\(p=0\.008 n=5\)$/m,
      asText.stderr,
    );
    const { comparison } = JSON.parse((await bench(both, ...args, '--json')).stdout) as {
      comparison: { counters: { name: string; unit: string; base: number; now: number; changed: boolean }[] };
    };
    assert.deepEqual(
      comparison.counters.map(({ name, unit, base, now, changed }) => [name, unit, base, now, changed]),
      ['BenchmarkX', 'BenchmarkN'].flatMap((name) => [
        [name, 'instructions/op', 1234, 1500, true],
        [name, 'cache-misses/op', 0.25, 0.25, false],
      ]),
    );
  });

  test('nothing of its slots where they are counted for a part of the time, or the benchmark fails meanwhile', async () => {
    const shared = slotLines(countingLines('1234'), '80.00');
    const failing = slotLines(countingLines('1234')).replace(
      '"$@" || exit $?',
      '[ $n -gt 0 ] && exit 1; "$@"',
    );
    for (const [name, lines] of Object.entries({ shared, failing })) {
      const path = `${perf(name, lines)}${delimiter}${usualPath}`;
      for (const { slots, counters, notes, problems } of reported(await bench(path, '--bench=X', '--json'))) {
        assert.equal(slots, undefined, name);
        assert.equal(counters?.['instructions/op']?.median, 1234);
        // Of the cache misses, and of lines.
        assert.equal(notes.filter(({ code }) => code === 'counters-shared').length, 1);
        assert.ok(problems.every(({ code }) => code === 'event-not-recorded'));
      }
    }
  });

  const refusals: readonly [name: string, code: string, said: RegExp, lines: string][] = [
    [
      'no-pmu',
      'counters-none',
      /^This machine shows no counters/,
      `echo '<not supported>,,instructions:u,0,100.00,,
<not supported>,,cache-misses:u,0,100.00,,
0.49,msec,task-clock,491276,100.00,0.412,CPUs utilized' > "$file"`,
    ],
    [
      // Recorded behind a seccomp filter that answers EPERM, as a container's does.
      'container',
      'counters-container',
      /^This container does not allow perf/,
      `echo 'Error:
No permission to enable instructions:u event.

Error:
Access to performance monitoring and observability operations is limited.
perf_event_paranoid setting is 2:' >&2; echo '# started' > "$file"; exit 255`,
    ],
    [
      // As the one before; 4 is what Debian and Ubuntu set.
      'not-allowed',
      'counters-not-allowed',
      /^Linux allows nobody to count here .* is 4\)\. .*sudo sysctl kernel\.perf_event_paranoid=2$/,
      `echo 'Error:
Access to performance monitoring and observability operations is limited.
perf_event_paranoid setting is 4:' >&2; echo '# started' > "$file"; exit 255`,
    ],
    [
      // Recorded behind one that answers ENOSYS, as sandboxes do.
      'sandbox',
      'counters-container',
      /^This container does not allow perf/,
      `echo '<not supported>,,instructions:u,0,100.00,,
<not supported>,msec,task-clock,0,100.00,,' > "$file"`,
    ],
    [
      // What Ubuntu's perf says when it is not that of the kernel.
      'other-kernel',
      'counters-failed',
      /^perf cannot count here: WARNING: perf not found for kernel/,
      "echo 'WARNING: perf not found for kernel 6.8.0-31' >&2; exit 2",
    ],
  ];
  for (const [name, code, said, lines] of refusals) {
    test(`where it is not possible, one sentence says why: ${name}`, async () => {
      const env = { ...process.env, PATH: `${perf(name, lines)}${delimiter}${usualPath}` };
      const file = join(folder, `${name}.counts`);
      const found = refused(await findCounters([], { env, file, directory: folder }));
      assert.equal(found.code, code);
      assert.match(sentence(found), said);
    });
  }

  test('without perf, one sentence names the package', async () => {
    const bin = join(folder, 'only-go');
    mkdirSync(bin);
    const go = spawnSync('go', ['env', 'GOROOT'], { encoding: 'utf8' }).stdout.trim();
    symlinkSync(join(go, 'bin', 'go'), join(bin, 'go'));
    const run = await bench(bin, '--json');
    assert.equal(run.status, 0);
    const said = reported(run).flatMap(({ problems }) => problems);
    assert.deepEqual(
      said.map(({ code }) => code),
      ['counters-no-perf'],
    );
    assert.match(said[0]?.message ?? '', /which is not installed: it is in the package linux-perf/);
  });

  const real = spawnSync('perf', ['--version'], { encoding: 'utf8' });
  test('the real perf counts, or one sentence says why it does not', {
    skip: real.status === 0 ? false : 'perf is not installed',
  }, async () => {
    const benchmarks = reported(await bench(usualPath, '--json'));
    const said = benchmarks.flatMap(({ problems }) => problems);
    const counted = benchmarks.flatMap(({ counters }) => counters?.['instructions/op']?.median ?? []);
    if (said.length === 0)
      assert.ok(counted.length === 2 && counted.every((count) => count > 1 && count < 1000));
    else assert.deepEqual([counted, said.map(({ code }) => code.split('-')[0])], [[], ['counters']]);
  });
});
