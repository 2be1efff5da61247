// Comparisons over layouts, with real builds: what is linked, in which order it is measured, and what is left.
import assert from 'node:assert/strict';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { sentence } from '../../../src/base/result.ts';
import type { Measurement } from '../../../src/bench/benchfmt/resultLine.ts';
import { compareMeasurements } from '../../../src/bench/verdicts/change.ts';
import { countOverLayouts } from '../../../src/go/build/layouts.ts';
import { assertNothingLeft, goRepository } from '../git/repository.ts';
import { against, allocations, done, source } from './against.ts';

/** Which layout of which version ran, in order: `A1` is the base's first one. */
function ranIn(output: string): string[] {
  const layouts = new Map<string, string>();
  const counts = { A: 0, B: 0 };
  return [...output.matchAll(/^\$ (\S+) .*-test\.bench=/gm)].map(([, binary = '']) => {
    const side = binary.includes('-base') ? 'A' : 'B';
    const known = layouts.get(binary) ?? `${side}${++counts[side]}`;
    layouts.set(binary, known);
    return known;
  });
}

describe('a comparison over layouts', () => {
  test('measures each layout of both versions as often, never all of one in a row, and keeps the user’s flags for the linker', async () => {
    const reporting = (n: number) =>
      source(n)
        .replace('func work', 'var word = "no"\n\nfunc work')
        .replace(
          'for b.Loop()',
          'defer func() { b.ReportMetric(float64(len(word)), "letters") }()\n\tfor b.Loop()',
        );
    const repository = goRepository({ 'm_test.go': reporting(400) });
    repository.write({ 'm_test.go': reporting(4) });
    let output = '';
    const messages: string[] = [];
    const compared = await done(repository, {
      count: 6,
      layouts: 4,
      kinds: ['mem'],
      flags: ['-ldflags=-X example.com/m.word=seven77'],
      onOutput: (text) => {
        output += text;
      },
      onProgress: (message) => messages.push(message),
    });
    const timings = ranIn(output).slice(0, 18);
    assert.equal(
      timings.join(' '),
      // Which benchmarks there are, then all layouts, and all once more; both versions of a layout beside each other.
      'A1 B1 A1 B1 A2 B2 A3 B3 A4 B4 A1 B1 A2 B2 A3 B3 A4 B4',
    );
    const [base, now] = [compared.base[0], compared.results[0]];
    assert.ok(base && now);
    const seeds = new Set(now.measurements.map(({ layout }) => layout));
    assert.equal(seeds.size, 4);
    assert.deepEqual(
      new Set(base.measurements.map(({ layout }) => layout)),
      seeds,
      'the same seeds for both',
    );
    assert.deepEqual([base.measurements.length, now.measurements.length], [8, 8]);
    const changes = compareMeasurements(base.measurements, now.measurements);
    assert.deepEqual(
      changes.map(({ unit, verdict, layouts }) => `${unit} ${verdict} ${layouts?.count}`).slice(0, 3),
      ['ns/op changed 4', 'B/op changed 4', 'allocs/op changed 4'],
    );
    assert.deepEqual(new Set(now.measurements.map(({ metrics }) => metrics.letters)), new Set([7]));
    assert.equal(now.profiles.length, 1);
    assert.ok(messages.includes('Linking layout 4 of 4'));
    assert.deepEqual(compared.problems, []);
    assertNothingLeft(repository);
  });

  test('checks what one layout says, if that is asked for', async () => {
    const repository = goRepository({ 'm_test.go': source(4) });
    repository.write({ 'm_test.go': source(400) });
    const { results, rounds } = await done(repository, {
      count: 4,
      layoutsAgain: 3,
      again: (_, before) => before.length === 0,
    });
    const layouts = (measurements: readonly Measurement[] = []) =>
      new Set(measurements.map(({ layout }) => layout));
    assert.deepEqual(layouts(results[0]?.measurements), new Set([undefined]));
    const [round] = rounds.get(results[0]?.runId ?? '') ?? [];
    const others = layouts(round?.measurements);
    assert.deepEqual(layouts(round?.base), others);
    assert.ok(others.size === 3 && !others.has(undefined), [...others].join());
    assertNothingLeft(repository);
  });

  test('links no layouts of versions with the same machine code', async () => {
    const repository = goRepository({ 'm_test.go': source(4) });
    repository.write({ 'm_test.go': `${source(4)}// a comment\n` });
    const messages: string[] = [];
    const compared = await done(repository, { layouts: 4, onProgress: (text) => messages.push(text) });
    assert.deepEqual(
      compared.results[0]?.measurements.map(({ layout }) => layout),
      [undefined, undefined],
    );
    assert.equal(messages.filter((text) => text.startsWith('Linking')).length, 0);
  });

  test('goes on without layouts if the linker refuses, and says so', {
    skip: process.platform === 'win32',
  }, async () => {
    const repository = goRepository({ 'm_test.go': source(40) });
    repository.write({ 'm_test.go': source(4) });
    const tool = join(repository.temporary, '..', 'tool.sh');
    const refuse = 'echo "flag provided but not defined: -randlayout" >&2; exit 2';
    writeFileSync(tool, `#!/bin/sh\ncase "$*" in *-randlayout*) ${refuse};; esac\nexec "$@"\n`);
    chmodSync(tool, 0o755);
    const compared = await done(repository, { layouts: 4, flags: [`-toolexec=${tool}`] });
    assert.deepEqual(allocations(compared), [[40], [4]]);
    assert.deepEqual(compared.problems.map(sentence), [
      'This Go cannot link the benchmark in several layouts, so it was measured in one: flag provided but not defined: -randlayout',
    ]);
    assert.equal(compared.results[0]?.measurements[0]?.layout, undefined);
    assertNothingLeft(repository);
  });

  test('can be cancelled between two links', async () => {
    const repository = goRepository({ 'm_test.go': source(40) });
    repository.write({ 'm_test.go': source(4) });
    const cancel = new AbortController();
    const outcome = await against(repository, {
      layouts: 4,
      signal: cancel.signal,
      onProgress: (message) => {
        if (message === 'Linking layout 2 of 4') cancel.abort();
      },
    });
    assert.equal(outcome.ok ? '' : outcome.problem.code, 'cancelled');
    assertNothingLeft(repository);
  });
});

test('a benchmark is measured at least as often as asked, and twice in each layout', () => {
  assert.deepEqual(
    [countOverLayouts(6, 0), countOverLayouts(6, 5), countOverLayouts(10, 5), countOverLayouts(20, 5)],
    [6, 10, 10, 20],
  );
});
