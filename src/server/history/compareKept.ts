import { resultText } from '../../bench/benchfmt/resultText.ts';
import { comparer, defaultCompareOptions } from '../../bench/benchstat/compareFiles.ts';
import { tablesText } from '../../bench/benchstat/tablesText.ts';
import { type KeptResult, resultOf, runName } from './keptRun.ts';

/** The table that benchstat prints for two runs. */
export function comparedText(base: KeptResult, kept: KeptResult): string {
  const compare = comparer(defaultCompareOptions);
  if (!compare.ok) throw new Error(compare.problem.template);
  // benchstat merges inputs with equal labels into one column.
  const [baseName, name] = [runName(base), runName(kept)];
  const labels = baseName === name ? [`${baseName} (1)`, `${name} (2)`] : [baseName, name];
  const inputs = [base, kept].map((each, i) => {
    const label = labels[i] ?? '';
    return { text: resultText([resultOf(each)]), label, path: label };
  });
  return tablesText(compare.value(inputs).tables);
}
