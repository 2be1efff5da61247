// Lines compared with the run before. Profiles and sources are made by hand, so that every count is known.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { inTurns } from '../../../src/bench/verdicts/change.ts';
import { type LineChanges, lineChanges } from '../../../src/server/compare/lineChanges.ts';
import { DocumentText } from '../../../src/server/costs/documentText.ts';
import { beforeCell, beforeText, goneText } from '../../../src/server/hovers/lineChangeText.ts';
import type { Session } from '../../../src/server/sessions/session.ts';
import { profileOf } from '../../pprof/builder.ts';
import { resultOf, sessionOf, snapshotOf } from '../builders.ts';

const file = '/p/f.go';
const source = `package p

func F() {
	work()
	rest()
}
`;
const edited = `package p

// F works.

func F() {
	work()
	idle()
}
`;

const documentOf = (text: string) => new DocumentText(file, text);

interface Taken {
  readonly text?: string;
  readonly operations: number;
  /** By 1-based line: samples; or objects and bytes. */
  readonly lines: Readonly<Record<number, number | readonly [objects: number, bytes: number]>>;
}

/** A profile of `F`, without callers. */
function session({ text = source, operations, lines }: Taken): Session {
  const isMemory = Object.values(lines).some((cost) => typeof cost !== 'number');
  const profile = profileOf({
    sampleTypes: isMemory
      ? ['alloc_objects/count', 'alloc_space/bytes']
      : ['samples/count', 'cpu/nanoseconds'],
    samples: Object.entries(lines).map(([line, cost]) => ({
      values: typeof cost === 'number' ? [cost, cost * 10_000_000] : [...cost],
      stack: [`p.F ${file}:${line}`],
    })),
  });
  return sessionOf(profile, { operations, snapshot: snapshotOf({ [file]: text }) });
}

const calm = resultOf();

function compared(base: Taken, now: Taken, { sampleType = 1, isSameCode = false } = {}): LineChanges {
  const pair = {
    session: session(now),
    base: session(base),
    result: calm,
    baseResult: calm,
    circumstances: { ...inTurns, isSameCode },
  };
  const changes = lineChanges(pair, sampleType, documentOf(now.text ?? source), 0.5);
  assert.ok(changes);
  return changes;
}

/** The earlier cost of each line that shows one: `4: was 30µs`, with the line 1-based in the document. */
function said(changes: LineChanges, sampleType = 1): string[] {
  return [...changes.at.keys()].flatMap((line) => {
    const before = beforeText(changes, sampleType, line);
    return before === '' ? [] : `${line + 1}: ${before}`;
  });
}

describe('samples', () => {
  test('a line that costs a third of what it did says so; the others say nothing', () => {
    const changes = compared(
      { operations: 1000, lines: { 4: 300, 5: 100 } },
      { operations: 1000, lines: { 4: 100, 5: 103 } },
    );
    assert.deepEqual(said(changes), ['4: was 3']);
    assert.equal(beforeCell(changes, 1, 3), '3ms (−67%)');
    assert.equal(beforeCell(changes, 1, 4), '1ms (may be chance)');
  });

  test('twice the samples for twice the operations are no change', () => {
    const changes = compared(
      { operations: 1000, lines: { 4: 300, 5: 100 } },
      { operations: 2000, lines: { 4: 600, 5: 190 } },
    );
    assert.deepEqual(said(changes), []);
    assert.equal(beforeCell(changes, 1, 4), '1ms (may be chance)');
  });

  test('the same samples for a third of the operations are three times the cost', () => {
    const changes = compared(
      { operations: 3000, lines: { 4: 300 } },
      { operations: 1000, lines: { 4: 300 } },
    );
    assert.deepEqual(said(changes), ['4: was 1']);
  });

  test('a few samples more or less are no difference', () => {
    const changes = compared(
      { operations: 1000, lines: { 4: 3, 5: 100 } },
      { operations: 1000, lines: { 4: 9, 5: 100 } },
    );
    assert.deepEqual(said(changes), []);
  });

  test('lines are compared where they now stand; new lines are not compared', () => {
    const changes = compared(
      { operations: 1000, lines: { 4: 300, 5: 200 } },
      { text: edited, operations: 1000, lines: { 6: 100, 7: 500 } },
    );
    assert.deepEqual(said(changes), ['6: was 3']);
    assert.equal(changes.at.has(6), false);
    assert.deepEqual(
      changes.gone.map(({ cost }) => cost.line),
      [5],
    );
  });

  test('a line that costs nothing now, or cost nothing before', () => {
    const changes = compared(
      { operations: 1000, lines: { 4: 300, 5: 0 } },
      { operations: 1000, lines: { 4: 0, 5: 300 } },
    );
    assert.deepEqual(said(changes), ['4: was 3ms', '5: was 0']);
    assert.equal(Number(changes.at.get(3)?.now.cum), 0);
  });

  test('the same code is never called different', () => {
    const changes = compared(
      { operations: 1000, lines: { 4: 300 } },
      { operations: 1000, lines: { 4: 100 } },
      { isSameCode: true },
    );
    assert.deepEqual(said(changes), []);
  });
});

describe('counted allocations', () => {
  const objects = { sampleType: 0 };

  test('one object less per operation is a difference, whatever the number of operations', () => {
    const base: Taken = { operations: 1000, lines: { 4: [3000, 192_000] } };
    const now: Taken = { operations: 7123, lines: { 4: [2 * 7123, 2 * 64 * 7123] } };
    assert.deepEqual(said(compared(base, now, objects), 0), ['4: was 3']);
    assert.deepEqual(said(compared(base, now)), ['4: was 192']);
  });

  test('what is allocated once is no difference', () => {
    const base: Taken = { operations: 100, lines: { 4: [100, 6400], 5: [1, 1 << 20] } };
    const now: Taken = { operations: 5000, lines: { 4: [5000, 320_000], 5: [1, 1 << 20] } };
    assert.deepEqual(said(compared(base, now, objects), 0), []);
    assert.deepEqual(said(compared(base, now)), []);
  });
});

describe('the hover of a function lists its lines that are gone', () => {
  const changes = compared(
    { operations: 1000, lines: { 4: 300, 5: 200 } },
    { text: edited, operations: 1000, lines: { 6: 100, 7: 500 } },
  );
  const hover = (line: number) => goneText(changes, { document: documentOf(edited), line }, 0.5);

  test('with their text and what they cost', () => {
    assert.match(hover(4) ?? '', /^Changed or gone since the run before.*:\n- 2ms\/op `rest\(\)`$/);
  });

  test('on no other line', () => {
    assert.equal(hover(5), null);
    assert.equal(hover(0), null);
  });

  test('in the hover of their function only, also after its parameters have changed', () => {
    const text = edited.replace('func F()', 'func F(n int)').replace('package p', 'package p\n\nfunc G() {}');
    const line = text.split('\n').findIndex((each) => each.startsWith('func F'));
    assert.match(goneText(changes, { document: documentOf(text), line }, 0.5) ?? '', /rest/);
    assert.equal(goneText(changes, { document: documentOf(text), line: 2 }, 0.5), null);
  });
});

test('nothing is compared without operations or without the profiled text', () => {
  const now = session({ operations: 1000, lines: { 4: 300 } });
  const pair = {
    session: now,
    base: now,
    result: calm,
    baseResult: calm,
    circumstances: inTurns,
  };
  assert.ok(lineChanges(pair, 1, documentOf(source), 0.5));
  assert.equal(lineChanges(pair, 1, new DocumentText('/p/unknown.go', source), 0.5), null);
  const unknown = sessionOf(now.profile, { snapshot: now.snapshot });
  assert.equal(lineChanges({ ...pair, base: unknown }, 1, documentOf(source), 0.5), null);
});
