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

test('a line says what it cost before if the samples differ for its operations', () => {
  const before: Taken = { operations: 1000, lines: { 4: 300, 5: 100 } };
  const rows: [what: string, base: Taken, now: Taken, said: string[]][] = [
    ['a third of it', before, { operations: 1000, lines: { 4: 100, 5: 103 } }, ['4: was 3']],
    [
      'twice the samples for twice the operations',
      before,
      { operations: 2000, lines: { 4: 600, 5: 190 } },
      [],
    ],
    [
      'the same samples for a third of the operations',
      { operations: 3000, lines: { 4: 300 } },
      { operations: 1000, lines: { 4: 300 } },
      ['4: was 1'],
    ],
    [
      'a few samples more or less',
      { operations: 1000, lines: { 4: 3, 5: 100 } },
      { operations: 1000, lines: { 4: 9, 5: 100 } },
      [],
    ],
    [
      'nothing now, or nothing before',
      { operations: 1000, lines: { 4: 300, 5: 0 } },
      { operations: 1000, lines: { 4: 0, 5: 300 } },
      ['4: was 3ms', '5: was 0'],
    ],
  ];
  for (const [what, base, now, lines] of rows) assert.deepEqual(said(compared(base, now)), lines, what);
  const changes = compared(before, { operations: 1000, lines: { 4: 100, 5: 103 } });
  assert.deepEqual(
    [3, 4].map((line) => beforeCell(changes, 1, line)),
    ['3ms (−67%)', '1ms (may be chance)'],
  );
  const [base, now] = [
    { operations: 1000, lines: { 4: 300 } },
    { operations: 1000, lines: { 4: 100 } },
  ];
  assert.deepEqual(said(compared(base, now, { isSameCode: true })), [], 'the same code is never different');
});

test('lines are compared where they now stand; new lines are not compared', () => {
  const changes = compared(
    { operations: 1000, lines: { 4: 300, 5: 200 } },
    { text: edited, operations: 1000, lines: { 6: 100, 7: 500 } },
  );
  assert.deepEqual(said(changes), ['6: was 3']);
  assert.equal(changes.at.has(6), false);
  assert.equal(changes.gone.map(({ cost }) => cost.line).join(), '5');
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

test('the hover of a function lists its lines that are gone, also after its parameters have changed', () => {
  const changes = compared(
    { operations: 1000, lines: { 4: 300, 5: 200 } },
    { text: edited, operations: 1000, lines: { 6: 100, 7: 500 } },
  );
  const hover = (text: string, line: number) => goneText(changes, { document: documentOf(text), line }, 0.5);
  assert.match(hover(edited, 4) ?? '', /^Changed or gone since the run before.*:\n- 2ms\/op `rest\(\)`$/);
  assert.deepEqual([hover(edited, 5), hover(edited, 0)], [null, null], 'on no other line');
  const text = edited.replace('func F()', 'func F(n int)').replace('package p', 'package p\n\nfunc G() {}');
  const line = text.split('\n').findIndex((each) => each.startsWith('func F'));
  assert.match(hover(text, line) ?? '', /rest/);
  assert.equal(hover(text, 2), null, 'not in that of another function');
});

test('nothing is compared without operations or without the profiled text', () => {
  const now = session({ operations: 1000, lines: { 4: 300 } });
  const results = { result: calm, baseResult: calm, circumstances: inTurns };
  const pair = { session: now, base: now, ...results };
  assert.ok(lineChanges(pair, 1, documentOf(source), 0.5));
  assert.equal(lineChanges(pair, 1, new DocumentText('/p/unknown.go', source), 0.5), null);
  const unknown = sessionOf(now.profile, { snapshot: now.snapshot });
  assert.equal(lineChanges({ ...pair, base: unknown }, 1, documentOf(source), 0.5), null);
});
