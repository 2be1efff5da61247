import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import test, { before } from 'node:test';
import type { BenchmarkResult } from '../../../src/go/results/benchmarkResult.ts';
import { createScanner, type GoScanner } from '../../../src/go/scan/scan.ts';
import { bareRoots } from '../../../src/go/sources/sourceRoots.ts';
import { DocumentText } from '../../../src/server/costs/documentText.ts';
import { type RunSmell, runSmells } from '../../../src/server/editor/runSmells.ts';
import { runTexts } from '../../../src/server/editor/smellTexts.ts';
import type { Session } from '../../../src/server/sessions/session.ts';
import { profileOf, type SampleSpec } from '../../pprof/builder.ts';
import { resultOf, sessionOf, snapshotOf } from '../builders.ts';

const require = createRequire(import.meta.url);
const file = '/p/x_test.go';
const inTesting = ['testing.(*B).runN b.go:219', 'testing.(*B).launch b.go:318'];

let scanner: GoScanner;
before(async () => {
  scanner = await createScanner({
    runtime: require.resolve('web-tree-sitter/web-tree-sitter.wasm'),
    grammar: require.resolve('tree-sitter-go/tree-sitter-go.wasm'),
  });
});

/** A benchmark with this body, its function on line 5 of the file. */
const withBody = (...lines: string[]) =>
  ['package p', '', 'import "testing"', '', 'func BenchmarkX(b *testing.B) {', ...lines, '}', ''].join('\n');

function sessionOn(source: string, sampleTypes: readonly string[], samples: readonly SampleSpec[]): Session {
  return sessionOf(profileOf({ sampleTypes, samples }), {
    operations: 1000,
    roots: bareRoots({}, () => true),
    snapshot: snapshotOf({ [file]: source }),
    timedFiles: [{ file, ...scanner.timedCode(source) }],
  });
}

/** CPU samples: how many, and the line of the benchmark that is on their stack. */
function cpuSession(
  source: string,
  ...samples: readonly (readonly [count: number, line: number])[]
): Session {
  return sessionOn(
    source,
    ['samples/count', 'cpu/nanoseconds'],
    samples.map(([count, line]) => ({
      values: [count, count * 10_000_000],
      stack: [`p.work /p/work.go:3`, `p.BenchmarkX ${file}:${line}`, ...inTesting],
    })),
  );
}

function smellsOf(
  session: Session,
  source: string,
  metrics: Record<string, number>,
  { text = source, ...part }: Partial<BenchmarkResult> & { text?: string } = {},
): RunSmell[] {
  const measurements = [{ iterations: 1000, metrics }];
  const result = resultOf({ name: 'BenchmarkX', measurements, ...part });
  return runSmells({ result, sessionIds: [session.id] }, [session], new DocumentText(file, text), scanner);
}

const codes = (smells: readonly RunSmell[]) => smells.map(({ code }) => code);

test('less time than a call takes, and a result that nothing uses: the compiler has removed the work', () => {
  const source = withBody('\tfor i := 0; i < b.N; i++ {', '\t\tadd(1, 2)', '\t}');
  const [smell] = smellsOf(cpuSession(source, [50, 6]), source, { 'ns/op': 0.31 });
  assert.equal(smell?.code, 'result-unused');
  assert.equal(smell?.range.startLine, 5);
  assert.equal(smell?.fix?.newText, 'b.Loop()');
});

test('before Go 1.26, b.Loop is no way to keep the work: it would measure a call', () => {
  const source = withBody('\tfor i := 0; i < b.N; i++ {', '\t\tadd(1, 2)', '\t}');
  for (const [goVersion, fix] of [
    ['go1.24.13', undefined],
    ['go1.25.5', undefined],
    ['go1.26.0', 'b.Loop()'],
    ['devel go1.28-abc', 'b.Loop()'],
  ] as const) {
    const [smell] = smellsOf(cpuSession(source, [50, 6]), source, { 'ns/op': 0.31 }, { goVersion });
    assert.ok(smell);
    assert.equal(smell.fix?.newText, fix, goVersion);
    assert.equal(/Loop with b\.Loop/.test(runTexts(smell).message), fix !== undefined, goVersion);
  }
});

test('no hint: an operation as long as a call, a result that is used, b.Loop, RunParallel', () => {
  const dropping = withBody('\tfor range b.N {', '\t\tadd(1, 2)', '\t}');
  const keeping = withBody('\tfor range b.N {', '\t\tsink = add(1, 2)', '\t}');
  const loop = withBody('\tfor b.Loop() {', '\t\tadd(1, 2)', '\t}');
  const parallel = withBody(
    '\tb.RunParallel(func(pb *testing.PB) {',
    '\t\tfor pb.Next() {',
    '\t\t\tadd(1, 2)',
    '\t\t}',
    '\t})',
  );
  assert.deepEqual(smellsOf(cpuSession(dropping, [50, 6]), dropping, { 'ns/op': 1.6 }), []);
  for (const source of [keeping, loop, parallel]) {
    assert.deepEqual(smellsOf(cpuSession(source, [50, 7]), source, { 'ns/op': 0.31 }), [], source);
  }
});

test('setup before a b.N loop counts once, though it ran in both rounds', () => {
  const source = withBody('\tdata := load()', '\tfor range b.N {', '\t\tsink = work(data)', '\t}');
  const [smell] = smellsOf(cpuSession(source, [40, 6], [60, 8]), source, { 'ns/op': 5000 });
  assert.equal(smell?.code, 'setup-timed');
  // 20 of 80 samples, because the first round, with b.N = 1, ran the setup too.
  assert.equal(smell?.amount, 0.25);
  assert.equal(smell?.fix?.newText, 'b.ResetTimer()\n\t');
  assert.equal(smell?.fix?.range.startLine, 6);
});

test('no hint: setup before a reset or b.Loop, cheap setup, setup in too few samples', () => {
  const source = withBody('\tdata := load()', '\tfor range b.N {', '\t\tsink = work(data)', '\t}');
  const reset = withBody(
    '\tdata := load()',
    '\tb.ResetTimer()',
    '\tfor range b.N {',
    '\t\tsink = work(data)',
    '\t}',
  );
  const loop = withBody('\tdata := load()', '\tfor b.Loop() {', '\t\tsink = work(data)', '\t}');
  const counts: [source: string, setup: [number, number], timed: [number, number]][] = [
    [reset, [40, 6], [60, 9]],
    [loop, [40, 6], [60, 8]],
    [source, [12, 6], [5000, 8]],
    [source, [4, 6], [20, 8]],
    // Work after the loop is timed too, but ResetTimer does not prevent that.
    [source, [40, 10], [60, 8]],
  ];
  for (const [text, setup, timed] of counts) {
    assert.deepEqual(smellsOf(cpuSession(text, setup, timed), text, { 'ns/op': 5000 }), []);
  }
});

test('a loop that was edited after the run has no hint; a loop that only moved has it where it now stands', () => {
  const source = withBody('\tdata := load()', '\tfor range b.N {', '\t\tsink = work(data)', '\t}');
  const session = cpuSession(source, [40, 6], [60, 8]);
  const smells = (text: string) => smellsOf(session, source, { 'ns/op': 5000 }, { text });
  const [moved] = smells(source.replace('package p', 'package p\n\n// more'));
  assert.deepEqual([moved?.range.startLine, moved?.fix?.range.startLine], [8, 8]);
  assert.deepEqual(smells(source.replace('work(data)', 'work(nil)')), []);
});

test('allocations of the benchmark’s own lines, in a loop that also calls something', () => {
  const calling = withBody('\tfor b.Loop() {', '\t\tx := make([]byte, 9)', '\t\tsink = work(x)', '\t}');
  const alone = withBody('\tfor b.Loop() {', '\t\tx := make([]byte, 9)', '\t\tsink = x', '\t}');
  const memory = (source: string, objects: number) =>
    sessionOn(
      source,
      ['alloc_objects/count', 'alloc_space/bytes'],
      [
        { values: [objects, objects * 16], stack: [`p.BenchmarkX ${file}:7`, ...inTesting] },
        { values: [2000, 64_000], stack: ['p.work /p/work.go:3', `p.BenchmarkX ${file}:8`, ...inTesting] },
      ],
    );
  const [smell] = smellsOf(memory(calling, 1001), calling, { 'allocs/op': 3 });
  assert.deepEqual(
    [smell?.code, smell?.range.startLine, smell?.amount, smell?.whole],
    ['own-allocation', 6, 1, 3],
  );
  assert.deepEqual(codes(smellsOf(memory(alone, 1001), alone, { 'allocs/op': 3 })), []);
  // No hint for less than one allocation per operation, as of a slice that grows sometimes.
  assert.deepEqual(codes(smellsOf(memory(calling, 20), calling, { 'allocs/op': 2 })), []);
});
