import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callGraph, inlineNote } from '../../src/analysis/callGraph.ts';
import { indexLines } from '../../src/analysis/lines.ts';
import { measure } from '../../src/analysis/measure.ts';
import type { Granularity } from '../../src/analysis/nodes.ts';
import { readProfileFile } from '../../src/go/profileFile.ts';
import type { Profile } from '../../src/pprof/profile.ts';
import { documentOf, namesIn, pathOf, withoutData } from './shared.ts';

type Row = readonly [label: string, flat: number, cum: number, inline: string];

interface ExpectedReport {
  readonly report: string;
  readonly sampleIndex: number;
  readonly options: Readonly<Record<string, unknown>>;
  readonly rows: readonly Row[];
}

interface ExpectedLines {
  readonly type: string;
  readonly rows: readonly (readonly [file: string, line: number, flat: number, cum: number])[];
}

for (const name of namesIn('profiles')) {
  test(`${name}: top at every granularity, and lines`, { skip: withoutData }, async (t) => {
    const read = await readProfileFile(pathOf('profiles', name));
    assert.ok(read.ok && read.value !== null);
    const profile = read.value;
    const { reports } = documentOf<{ reports: ExpectedReport[] }>(
      'expected',
      name.replace('.pb.gz', '.json.gz'),
    );
    for (const expected of reports.filter(isPlainTop)) {
      const { sampleIndex, options } = expected;
      await t.test(`top ${profile.sampleTypes[sampleIndex]?.type} ${JSON.stringify(options)}`, () => {
        assertSameRows(topRows(profile, expected), expected.rows, options.cum === true);
      });
    }
    const lines = documentOf<ExpectedLines[]>('expected', name.replace('.pb.gz', '.lines.json.gz'));
    for (const [sampleType, { type, rows }] of lines.entries()) {
      await t.test(`lines ${type}`, () => {
        assert.deepEqual(lineRows(profile, sampleType), rows.map((row) => row.join(' ')).sort());
      });
    }
  });
}

const plainOptions = new Set(['granularity', 'noinlines', 'cum']);

function isPlainTop({ report, options }: ExpectedReport): boolean {
  return report === 'top' && Object.keys(options).every((option) => plainOptions.has(option));
}

function topRows(profile: Profile, { sampleIndex, options }: ExpectedReport): Row[] {
  const { nodes } = callGraph(
    profile,
    measure(profile, sampleIndex),
    {
      // The data names granularities as the option does.
      granularity: (options.granularity ?? 'functions') as Granularity,
      noInlines: options.noinlines === true,
      cumSort: options.cum === true,
    },
    'all',
  );
  return nodes.map((node) => [
    node.label,
    Number(node.flat),
    Number(node.cum),
    inlineNote(node).replace(/[()]/g, ''),
  ]);
}

/** Equal rows in the same order, but for those that the tool's sort does not tell apart. */
function assertSameRows(actual: readonly Row[], expected: readonly Row[], cumSort: boolean): void {
  const text = (row: Row) => row.join(' | ');
  const key = ([label, flat, cum]: Row) => `${Math.abs(cumSort ? cum : flat)} ${label}`;
  assert.deepEqual(actual.map(key), expected.map(key));
  assert.deepEqual(actual.map(text).sort(), expected.map(text).sort());
}

function lineRows(profile: Profile, sampleType: number): string[] {
  const index = indexLines(profile);
  return index.files
    .flatMap((file, number) =>
      index.lines(number, sampleType).map(({ line, flat, cum }) => [file, line, flat, cum].join(' ')),
    )
    .sort();
}
