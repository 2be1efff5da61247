// What each surface says of a benchmark's last run, by the functions that make the surfaces.
import assert from 'node:assert/strict';
import { list, property, text as textOf } from '../../../src/base/outsideValues.ts';
import {
  compareWithBase,
  comparisonJson,
  comparisonMarkdown,
  comparisonText,
} from '../../../src/cli/bench/benchComparison.ts';
import { resultText, runIconOf } from '../../../src/extension/runs/profilesTree.ts';
import type { RecordedBenchmark } from '../../../src/go/results/runRecord.ts';
import { clientCommands } from '../../../src/protocol.ts';
import { DocumentText } from '../../../src/server/costs/documentText.ts';
import { compareKept } from '../../../src/server/history/compareKept.ts';
import { type KeptResult, resultOf, resultsOf } from '../../../src/server/history/keptRun.ts';
import { RunSummaries } from '../../../src/server/history/runSummary.ts';
import { benchmarkHover } from '../../../src/server/hovers/benchmarkHover.ts';
import { measuredLenses } from '../../../src/server/lenses/lensCommands.ts';
import { noNews } from '../../../src/server/lenses/lensState.ts';
import { BenchmarkResults } from '../../../src/server/results/benchmarkResults.ts';
import { newsDirection, statusNews } from '../../../src/server/results/briefText.ts';
import { resultsTable } from '../../../src/server/results/resultsTable.ts';
import { succeeded } from '../../why.ts';
import { recordedBenchmark, runRecord } from '../history/runs.ts';

export type Part = Partial<RecordedBenchmark>;

/** A short form of what each surface says. */
export interface Said {
  readonly lens: string;
  readonly tooltip: string;
  readonly hover: string;
  readonly status: string;
  readonly gutter: string;
  readonly profiles: string;
  readonly page: string;
  readonly output: string;
  readonly text: string;
  readonly json: string;
}

const lensOptions = { clientCommands: Object.values(clientCommands), codicons: true };
const target = { uri: 'file:///m/a_test.go', benchmark: 'BenchmarkA' };

/**
 * What the surfaces say of the last of these runs, which follow each other. Those that say nothing are left out.
 *
 * @param codeChanged since the last run
 */
export function said(parts: readonly Part[], codeChanged = false): Partial<Said> {
  const kept = parts.map((part, i): KeptResult => {
    const benchmark = recordedBenchmark({
      runId: `r${i}`,
      takenAt: 1000 + i,
      codeHash: `code ${i}`,
      notes: [],
      profiles: [],
      procs: 1,
      ...part,
    });
    const [result] = resultsOf({ record: runRecord({ benchmarks: [benchmark] }), folder: '/r', bytes: 0 });
    assert.ok(result);
    return result;
  });
  const [base, now] = kept.slice(-2);
  assert.ok(base && now);
  const results = new BenchmarkResults();
  for (const each of kept) results.put(resultOf(each), []);
  const compared = results.get('/m', 'BenchmarkA');
  assert.ok(compared);
  const lenses = measuredLenses(target, { compared, codeChanged }, lensOptions).filter(
    ({ title }) => !/^(?:\$\(refresh\).profile again|measure in turns|profile waiting)$/.test(title),
  );
  const [row] = resultsTable(results.ofPackage('/m'), new Map(), null, () => false).rows;
  const [summary] = new RunSummaries().historyParams(kept).runs;
  assert.ok(summary);
  const direction = newsDirection(compared);
  const { id, color } = runIconOf(summary, false);
  const sources = { results, news: noNews, shownRunId: null };
  const document = new DocumentText('/m/a_test.go', 'package m\n');
  const [, , , , hover = ''] = (benchmarkHover(document, 'BenchmarkA', sources, lensOptions) ?? '').split(
    '\n',
  );
  const [, ...notes] = compareKept(base, now, compared.drift).text.split(/\n(?=\S+\/op: )/);
  const all: Said = {
    lens: lenses.map(({ title }) => title).join(' | '),
    tooltip:
      lenses
        .flatMap(({ tooltip = '' }) => tooltip.split('\n').slice(0, 1))
        .find((line) => /\/op/.test(line)) ?? '',
    hover: hover.replaceAll(/[\u00a0\u2060 ]+/g, ' ').trim(),
    status: statusNews({ compared, codeChanged }),
    gutter:
      direction === null ? '' : `${direction.isBetter ? 'green' : 'red'} ${direction.isMore ? '↑' : '↓'}`,
    profiles: [resultText(summary), id, color ?? ''].filter((each) => each !== '').join(' · '),
    page: [row?.values['ns/op']?.text, row?.change?.text, row?.change?.detail, row?.warnings[0]?.word ?? '']
      .filter((each) => each !== '')
      .join(' · '),
    output: notes.map((note) => note.split(/\.? *(?:\. |\n)/)[0]).join(' '),
    ...onCommandLine(base, now),
  };
  return Object.fromEntries(Object.entries(all).filter(([, text]) => text !== ''));
}

/** Text and Markdown say the same. */
function onCommandLine(base: KeptResult, now: KeptResult): Pick<Said, 'text' | 'json'> {
  const { profiles, ...older } = resultOf(base);
  const saved = { ...older, profiles: profiles.map((profile) => ({ ...profile, timedFiles: [] })) };
  const compared = succeeded(
    compareWithBase(
      [resultOf(now)],
      {
        title: 'main',
        benchmarks: [saved],
        isCut: false,
        textOf: () => null,
        problems: [],
        rounds: new Map(),
      },
      { alpha: 0.05, threshold: 0.05 },
    ),
  );
  const verdictRows = (all: string, row: RegExp) =>
    all
      .split('\n')
      .flatMap(
        (line) => row.exec(line)?.[1]?.replaceAll(/\\| {2,}/g, (gap) => (gap === '\\' ? '' : ' ')) ?? [],
      );
  const verdicts = list((each) => each)(property(comparisonJson(compared), 'verdicts')) ?? [];
  const text = comparisonText(compared);
  const rows = verdictRows(text, /^ {2}(\S+ +BenchmarkA .*)$/);
  const markdown = verdictRows(comparisonMarkdown(compared), /^\| (\*\*.*) \|$/);
  assert.deepEqual(
    markdown.map((row) => row.replaceAll(/\*\*| \|/g, '')),
    rows,
  );
  return {
    text: [...verdictRows(text, /^Verdicts .*? together: ([^.]*)/), ...rows].join(' / '),
    json: verdicts
      .map(
        (each) =>
          `${textOf(property(each, 'unit'))}: ${textOf(property(each, 'verdict'))} by ${textOf(property(each, 'witness'))}`,
      )
      .join(', '),
  };
}
