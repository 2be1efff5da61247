/** `pprof-lens compare --stages`: any number of files or saved runs, each compared with the one before. */
import * as l10n from '@vscode/l10n';
import { stagesSvg } from '../../analysis/charts/stagesSvg.ts';
import { type StageTable, stageCells, stagesText } from '../../base/stages.ts';
import { csv, markdown } from '../../base/tableText.ts';
import { parseBenchmarkText } from '../../bench/benchfmt/parse.ts';
import { type Stage, type StageResult, stageTable } from '../../go/results/stages.ts';
import type { CompareArguments } from './compareOptions.ts';

/** What a file or a saved run holds. */
export type StageInput = { readonly label: string } & (
  | { readonly text: string }
  | { readonly results: readonly StageResult[] }
);

/** Stages without results stay: their column is empty. */
export function stagesOf(inputs: readonly StageInput[]): StageTable {
  return stageTable(
    inputs.map((input): Stage => {
      const results = 'results' in input ? input.results : resultsIn(input.text);
      return { label: input.label, results };
    }),
  );
}

function resultsIn(text: string): StageResult[] {
  const { measurements, units } = parseBenchmarkText(text);
  const byName = new Map<string, typeof measurements>();
  for (const each of measurements) {
    const key = JSON.stringify([each.config.pkg, each.name, each.procs]);
    byName.set(key, [...(byName.get(key) ?? []), each]);
  }
  return [...byName.values()].flatMap((all) => {
    const [first] = all;
    if (first === undefined) return [];
    const { name, procs, config } = first;
    const { pkg = '' } = config;
    return { package: pkg, name, procs, config, codeHash: null, measurements: all, profiles: [], units };
  });
}

export function renderStages(table: StageTable, format: CompareArguments['format']): string {
  switch (format) {
    case 'json':
      return `${JSON.stringify(table)}\n`;
    case 'svg':
      return stagesSvg(table, l10n.t('Results at {0} stages', table.stages.length));
    case 'csv':
      return csv(stageCells(table));
    case 'md':
      return markdown(stageCells(table), 2);
    case 'text':
      return stagesText(table);
  }
}
