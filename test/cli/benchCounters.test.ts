// The counters of the processor in `pprof-lens bench`. Most machines that run these tests show none, so a small script plays
// `perf` on its command line: it counts 5,000,000 instructions for a process and 1234 for each operation. The last tests are
// with the real perf, where there is one.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { after, describe, test } from 'node:test';
import { goModule } from '../go/goModule.ts';
import { type CliRun, outcomeOf } from './runCli.ts';

const skip = process.platform === 'linux' ? false : 'perf is a program of Linux';
const module = goModule({
  'm_test.go': `package m

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
`,
});
const folder = mkdtempSync(join(tmpdir(), 'pprof-lens-test-'));
after(() => {
  module.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** A `perf` that runs the command behind `--`, and then writes what the lines of the script print for `$n` operations. */
function playedPerf(name: string, lines: string): string {
  const bin = join(folder, name);
  mkdirSync(bin);
  const script = `#!/bin/sh
[ "$1" = --version ] && exit 0
file=$4
n=0
for arg in "$@"; do case $arg in -test.benchtime=*x) n=\${arg#*=}; n=\${n%x};; esac; done
while [ "$1" != -- ]; do shift; done
shift
${lines}
`;
  writeFileSync(join(bin, 'perf'), script);
  chmodSync(join(bin, 'perf'), 0o755);
  return bin;
}

function bench(path: string, ...args: readonly string[]): Promise<CliRun> {
  const cli = join(import.meta.dirname, '../../dist/cli.js');
  const all = [
    cli,
    'bench',
    '--bench=.',
    '--benchtime=1000x',
    '--profile=',
    '--count=4',
    '--counters',
    ...args,
  ];
  const env = { ...process.env, PATH: path };
  return outcomeOf(
    spawn(process.execPath, all, { cwd: module.directory, env, stdio: ['ignore', 'pipe', 'pipe'] }),
  );
}

const usualPath = process.env.PATH ?? '';

interface Report {
  readonly benchmarks: readonly {
    readonly name: string;
    readonly counters?: Record<string, { median: number; spread: number | null; n: number }>;
    readonly notes: readonly { readonly code: string }[];
    readonly problems: readonly { readonly code: string; readonly message: string }[];
  }[];
}

function reported({ stdout, stderr }: CliRun): Report['benchmarks'] {
  assert.notEqual(stdout, '', stderr);
  return (JSON.parse(stdout) as Report).benchmarks;
}

const counting = `"$@" || exit $?
{ echo "# started"; echo
echo "$((5000000 + 1234 * n)),,instructions:u,1,100.00,,"
echo "$((900 + n / 4)),,cache-misses:u,1,50.00,,"
echo "<not supported>,,branch-misses:u,0,100.00,,"
echo "0.5,msec,task-clock,1,100.00,,"; } > "$file"`;

describe('bench --counters', { skip }, () => {
  const counts = playedPerf('counts', counting);

  test('counts per operation, without what the process and the setup cost', async () => {
    const benchmarks = reported(await bench(`${counts}${delimiter}${usualPath}`, '--json'));
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
  });

  test('as text', async () => {
    const { stdout } = await bench(`${counts}${delimiter}${usualPath}`);
    assert.match(stdout, /^ {2}counters: 1234 instructions\/op ±0\.0% · 0\.25\d* cache-misses\/op ±0\.0%$/m);
  });

  const refusals: readonly [name: string, code: string, sentence: RegExp, lines: string][] = [
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
  for (const [name, code, sentence, lines] of refusals) {
    test(`where it is not possible, one sentence says why: ${name}`, async () => {
      const path = `${playedPerf(name, lines)}${delimiter}${usualPath}`;
      const run = await bench(path, '--json');
      assert.equal(run.status, 0);
      const said = reported(run).flatMap(({ problems }) => problems);
      assert.deepEqual(
        said.map((each) => each.code),
        [code],
      );
      assert.match(said[0]?.message ?? '', sentence);
    });
  }

  test('without perf, one sentence names the package', async () => {
    const bin = join(folder, 'only-go');
    mkdirSync(bin);
    const go = spawnSync('go', ['env', 'GOROOT'], { encoding: 'utf8' }).stdout.trim();
    symlinkSync(join(go, 'bin', 'go'), join(bin, 'go'));
    const said = reported(await bench(bin, '--json')).flatMap(({ problems }) => problems);
    assert.deepEqual(
      said.map(({ code }) => code),
      ['counters-no-perf'],
    );
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
