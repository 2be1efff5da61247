import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callGraph, inlineNote } from '../../src/analysis/callGraph/callGraph.ts';
import { loadProfiles } from '../../src/cli/profiles/loadProfiles.ts';
import { type ReportOptions, reportOptions } from '../../src/cli/profiles/reportOptions.ts';
import { lines } from '../../src/cli/reports/lines.ts';
import { peek } from '../../src/cli/reports/peek.ts';
import { type ReportContext, reportContext } from '../../src/cli/reports/reportContext.ts';
import { tags } from '../../src/cli/reports/tags.ts';
import { readOptions } from '../../src/cli/terminal/options.ts';
import type { Profile } from '../../src/pprof/profile.ts';
import { succeeded } from '../why.ts';
import { documentOf, pathOf, profileNames, profilePath } from './data.ts';
import { wholeText } from './reportOutput.ts';

type Row = readonly [label: string, flat: number, cum: number, inline: string];

interface ExpectedReport {
  readonly report: 'top' | 'peek' | 'tags';
  readonly sampleIndex: number;
  /** By the option's name in camel case. `base` and `diffBase` are names of profiles. */
  readonly options: Readonly<Record<string, string | boolean>>;
  readonly rows: readonly Row[];
  readonly text: string;
}

interface ExpectedPair extends ExpectedReport {
  readonly files: readonly string[];
}

interface ExpectedLines {
  readonly type: string;
  readonly rows: readonly (readonly [file: string, line: number, flat: number, cum: number])[];
}

for (const name of profileNames) {
  test(`${name}: every report`, async (t) => {
    const { profile } = succeeded(await loadProfiles([await profilePath(name)], {}));
    const { reports } = documentOf<{ reports: ExpectedReport[] }>(
      'expected',
      name.replace('.pb.gz', '.json.gz'),
    );
    for (const expected of reports) {
      const { report, sampleIndex, options } = expected;
      await t.test(`${report} ${sampleIndex} ${JSON.stringify(options)}`, () => check(profile, expected));
    }
    const files = documentOf<ExpectedLines[]>('expected', name.replace('.pb.gz', '.lines.json.gz'));
    for (const [sampleIndex, { type, rows }] of files.entries()) {
      await t.test(`lines ${type}`, () => {
        assert.deepEqual(
          lineRows(contextOf(profile, sampleIndex, {})),
          rows.map((row) => row.join(' ')).sort(),
        );
      });
    }
  });
}

test('merges, bases and label options', async (t) => {
  for (const expected of documentOf<ExpectedPair[]>('expected', 'pairs.json.gz')) {
    const { files, sampleIndex, options } = expected;
    await t.test(`${files.join(' + ')} ${sampleIndex} ${JSON.stringify(options)}`, async () => {
      const paths = files.map((file) => pathOf('profiles', file));
      const { profile } = succeeded(await loadProfiles(paths, optionsOf(sampleIndex, options)));
      checkTop(profile, expected);
    });
  }
});

function check(profile: Profile, expected: ExpectedReport): void {
  if (expected.report === 'top') {
    checkTop(profile, expected);
    return;
  }
  // The texts of the data are in the sample type's own unit.
  const unit = profile.sampleTypes[expected.sampleIndex]!.unit;
  const context = contextOf(profile, expected.sampleIndex, { ...expected.options, unit }, '.');
  assert.equal(textOf(expected.report === 'peek' ? peek : tags, context), expected.text);
}

function checkTop(profile: Profile, { sampleIndex, options, rows }: ExpectedReport): void {
  const { costs, measured, graph } = contextOf(profile, sampleIndex, options);
  const { nodes } = callGraph(costs, measured, graph, 'all');
  const actual = nodes.map(
    (node): Row => [node.label, Number(node.flat), Number(node.cum), inlineNote(node).replace(/[()]/g, '')],
  );
  assertSameRows(actual, rows, options.cum === true, options.mean === true);
}

/** The rows must be equal and in the same order, except rows that are equal for pprof's sort. */
function assertSameRows(
  actual: readonly Row[],
  expected: readonly Row[],
  byCum: boolean,
  byHidden: boolean,
): void {
  const text = (row: Row) => row.join(' | ');
  const key = ([label, flat, cum]: Row) => `${Math.abs(byCum ? cum : flat)} ${label}`;
  // Means are ordered by their sums, which are not in the rows.
  if (!byHidden) assert.deepEqual(actual.map(key), expected.map(key));
  assert.deepEqual(actual.map(text).sort(), expected.map(text).sort());
}

/** The options of the data, as options of the command line. */
function optionsOf(sampleIndex: number, options: ExpectedReport['options']): ReportOptions {
  const args = Object.entries(options).map(([name, value]) => {
    const isFile = name === 'base' || name === 'diffBase';
    const text = isFile ? pathOf('profiles', String(value)) : String(value);
    return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}=${text}`;
  });
  const parsed = readOptions([`--sample-index=${sampleIndex}`, ...args], reportOptions);
  return succeeded(parsed).options;
}

function contextOf(
  profile: Profile,
  sampleIndex: number,
  options: ExpectedReport['options'],
  argument = '',
): ReportContext {
  return succeeded(reportContext(profile, optionsOf(sampleIndex, options), argument));
}

function textOf(report: typeof peek | typeof tags, context: ReportContext): string {
  return wholeText(succeeded<Iterable<string>>(report.output(context)));
}

function lineRows(context: ReportContext): string[] {
  return succeeded(lines.json(context))
    .files.flatMap(({ file, lines: rows }) =>
      rows.map(({ line, flat, cum }) => [file, line, flat, cum].join(' ')),
    )
    .sort();
}
