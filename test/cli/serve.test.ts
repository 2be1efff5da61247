/** `pprof-lens serve --against` and `run --against`: two versions in turns, what differs, and what is left behind. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { freePorts } from '../freePorts.ts';
import { assertNothingLeft, goRepository } from '../go/git/repository.ts';
import { assertHeld, holds } from '../go/heldMemory.ts';
import { testFolder } from '../testFolder.ts';
import { commandIn } from './benchAgainst.ts';
import { runHere } from './runHere.ts';

/** Its first port is for others; it is told where to listen, and prints nothing. */
const server = (loops: number, objects: number, comment = '') => `package main

import (
	"net"
	"net/http"
	"os"
)

var sum int
var kept []byte

func work(w http.ResponseWriter, r *http.Request) { ${comment}
	for i := range ${loops} {
		sum += i * i % 7
	}
	for range ${objects} {
		kept = make([]byte, 100)
	}
}

func listen(at string) net.Listener {
	listener, err := net.Listen("tcp", at)
	if err != nil {
		panic(err)
	}
	return listener
}

func main() {
	go http.Serve(listen("127.0.0.1:0"), http.NotFoundHandler())
	mux := http.NewServeMux()
	mux.HandleFunc("GET /work", work)
	panic(http.Serve(listen(os.Args[1]), mux))
}
`;

interface Verdict {
  readonly unit: string;
  readonly verdict: string;
  readonly ratio: number;
}

function verdictsOf(stdout: string): Map<string, Verdict> {
  const { verdicts }: { verdicts: Verdict[] } = JSON.parse(stdout).comparison;
  return new Map(verdicts.map((each) => [each.unit, each]));
}

const serve = ['serve', '--against=HEAD', '--load=/work', '--seconds=0.1', '--json'];
const ports = ['.', '--', '127.0.0.1:0'];

test('three times the CPU and 50 objects more per request are changes, and named', async () => {
  const repository = goRepository({ 'main.go': server(300_000, 50) });
  repository.write({ 'main.go': server(900_000, 100) });
  const args = [...serve, '--count=6', '--confirm=0', `--out=${repository.output}`, ...ports];
  const { status, stdout, stderr } = await commandIn(repository, args);
  assert.equal(status, 1, stderr);
  const verdicts = verdictsOf(stdout);
  assert.equal(verdicts.get('allocs/req')?.verdict, 'changed', stdout);
  assert.equal(verdicts.get('cpu-ns/req')?.verdict, 'changed', stdout);
  assert.equal(verdicts.get('failed/req')?.verdict, 'same');
  const { benchmarks, base, comparison } = JSON.parse(stdout);
  const objects = (result: { runs: { metrics: Record<string, number> }[] }) =>
    result.runs.map(({ metrics }) => metrics['allocs/req'] ?? 0).sort((a, b) => a - b)[2] ?? 0;
  // The runtime's own few are among them.
  assert.equal(Math.round(objects(benchmarks[0]) - objects(base[0])), 50);
  assert.doesNotMatch(comparison.remarks.join('\n'), /run beside each other/);
  for (const unit of [
    'requests/s',
    'latency-p50-ns',
    'latency-p90-ns',
    'latency-p99-ns',
    'latency-max-ns',
    'B/req',
    'peak-B',
  ]) {
    assert.ok(verdicts.has(unit), unit);
  }
  for (const { memory } of [...benchmarks, ...base]) {
    // Of a hundred objects of a hundred bytes, the requests of a turn need some collections. In the warm-up are more.
    const { operations, collections, stacks, peak } = memory;
    assert.equal(operations, comparison.requestsPerTurn);
    assert.ok(collections < operations && stacks > 0, JSON.stringify(memory));
    if (process.platform !== 'win32') assert.ok(peak > 2 ** 20, JSON.stringify(memory));
  }
  assert.equal(comparison.turns, 6);
  // Every turn of both has sent the same number.
  const sent = [...benchmarks[0].runs, ...base[0].runs].map(({ iterations }) => iterations);
  assert.deepEqual([...new Set(sent)], [comparison.requestsPerTurn]);
  const remarks = comparison.remarks.join('\n');
  assert.match(remarks, /^m allocates \d+% more objects per request than HEAD \(\w+\) \(p=0\.002 n=6\)\.$/m);
  assert.match(remarks, /^m uses \d+% more CPU time per request than HEAD/m);
  // The lines of both are of the user's file, and begin at the handler.
  for (const { lines, profiles } of [benchmarks[0], base[0]]) {
    assert.equal(lines[0].function, 'main.work');
    assert.equal(lines[0].file, join(repository.directory, 'main.go'));
    assert.ok(
      profiles.every(({ operations }: { operations: number }) => operations >= comparison.requestsPerTurn),
    );
  }
  assertNothingLeft(repository);
});

test('the same code is told from its machine code; Ctrl+C keeps the turns that are whole', async () => {
  const repository = goRepository({ 'main.go': server(1000, 5) });
  repository.write({ 'main.go': server(1000, 5, '// as before') });
  const interrupted = await commandIn(repository, [...serve, '--count=1000', ...ports], (text, interrupt) => {
    if (text.includes('Turn 3 of 1000')) interrupt();
  });
  assert.equal(interrupted.status, 1);
  assert.match(interrupted.stderr, /Cancelled: this is what was measured until then\.$/m);
  const { turns, verdicts } = JSON.parse(interrupted.stdout).comparison;
  assert.equal(turns, 2);
  const words = new Set(verdicts.map(({ verdict }: Verdict) => verdict));
  words.delete('same');
  assert.deepEqual([...words], ['same code']);
  assertNothingLeft(repository);
});

test('two versions that need the same port run one after the other, which is said', async () => {
  const repository = goRepository({ 'main.go': server(1000, 5) });
  repository.write({ 'main.go': server(1000, 55) });
  const args = [
    ...serve,
    '--count=4',
    '--confirm=0',
    `--out=${repository.output}`,
    '.',
    '--',
    `127.0.0.1:${await freePorts(1)}`,
  ];
  const { stdout, stderr } = await commandIn(repository, args);
  const { benchmarks, base, comparison } = JSON.parse(stdout || '{}');
  assert.match(comparison?.remarks.join('\n'), /^The versions could not run beside each other/m, stderr);
  const objects = (runs: { metrics: Record<string, number> }[]) =>
    runs.reduce((sum, { metrics }) => sum + (metrics['allocs/req'] ?? 0), 0) / runs.length;
  assert.equal(Math.round(objects(benchmarks[0].runs) - objects(base[0].runs)), 50);
  const sent = [...benchmarks[0].runs, ...base[0].runs].map(({ iterations }) => iterations);
  assert.deepEqual([...new Set(sent)], [comparison.requestsPerTurn]);
  assertNothingLeft(repository);
});

test('what cannot be compared is said in a sentence', async () => {
  const repository = goRepository({ 'main.go': server(1000, 5) });
  const cases: [args: string[], status: number, words: RegExp][] = [
    [['serve', ...ports], 2, /--against=GITREF says what to compare with/],
    [['serve', '--against=HEAD', '--count=0', ...ports], 2, /--count=0 is not from 1 to 1000/],
    [['serve', '--against=nosuch', ...ports], 1, /There is no branch, tag or commit nosuch/],
    [
      ['serve', '--against=HEAD', '--load=/nosuch', ...ports],
      1,
      /GET http:.*\/nosuch with a failure \(404\)/,
    ],
    [['serve', '--against=HEAD', '.'], 1, /m.* ended by itself \(2\)\. It printed last/],
    [['run', '--against=HEAD', '--seconds=1', '.'], 2, /--seconds is not for --against/],
  ];
  for (const [args, status, words] of cases) {
    const refused = await (status === 2 ? runHere(...args) : commandIn(repository, args));
    assert.deepEqual([refused.status, refused.stdout], [status, ''], refused.stderr);
    assert.match(refused.stderr, words);
  }
  assertNothingLeft(repository);
});

const program = (objects: number) => `package main

import "runtime"

var kept []byte

${holds}
func main() {
	for range ${objects} {
		kept = make([]byte, 100)
	}
	holds()
}
`;

test('a program that ends: twice the objects of the whole run', async () => {
  const repository = goRepository({ 'main.go': program(20_000) });
  repository.write({ 'main.go': program(40_000) });
  const args = [
    'run',
    '--against=HEAD',
    '--count=6',
    '--confirm=0',
    '--json',
    `--out=${repository.output}`,
    '.',
  ];
  const { status, stdout, stderr } = await commandIn(repository, args);
  assert.equal(status, 1, stderr);
  const verdicts = verdictsOf(stdout);
  assert.equal(verdicts.get('allocs/run')?.verdict, 'changed', stdout);
  assert.ok((verdicts.get('allocs/run')?.ratio ?? 0) > 1.8);
  const { benchmarks, base } = JSON.parse(stdout);
  const compared = [...verdicts.keys()].sort();
  assert.deepEqual(compared, ['B/run', 'allocs/run', 'cpu-ns/run', 'ns/run', 'peak-B'], 'no more is tested');
  for (const each of [...benchmarks, ...base]) assertHeld(each.memory);
  assertNothingLeft(repository);
});

test('with and without PGO: the working tree is built with the profile and without it', async () => {
  const program = 'package main\n\nfunc main() {}\n';
  const repository = goRepository({ 'main.go': program });
  const log = join(repository.output, 'flags');
  mkdirSync(repository.output, { recursive: true });
  // It writes down what it is asked for, and does not see the profile: with it, it would compile its library anew.
  const go = testFolder({
    go: `#!/bin/sh
for each; do
  shift
  case "$each" in
    -pgo=*) echo "$each" >> "${log}" ;;
    *) set -- "$@" "$each" ;;
  esac
done
exec "${execFileSync('go', ['env', 'GOROOT'], { encoding: 'utf8' }).trim()}/bin/go" "$@"
`,
  });
  chmodSync(join(go, 'go'), 0o755);
  const env = { PATH: `${go}:${process.env.PATH ?? ''}` };
  const asked = ['run', '--pgo=default.pgo', '--count=2', '.'];
  const run = await commandIn(repository, asked, undefined, env);
  assert.match(
    run.stdout,
    /^working tree, run in turns with the same without PGO: 2 times each\n/,
    run.stderr,
  );
  assert.match(run.stdout, /Both ran the same machine code/);
  assert.match(run.stdout, /^memory: peak .* · stacks .* · 0 collections$/m);
  const flags = new Set(readFileSync(log, 'utf8').trim().split('\n'));
  assert.deepEqual(flags, new Set([`-pgo=${join(repository.directory, 'default.pgo')}`, '-pgo=off']));
  process.chdir(repository.directory);
  const both = await runHere('serve', '--against=HEAD', '--pgo=auto');
  assert.equal(both.status, 2);
  assert.match(both.stderr, /--pgo cannot be combined with --against/);
});
