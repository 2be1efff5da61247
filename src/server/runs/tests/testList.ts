/** The list of the tests of a run, those that cost most first. */
import * as l10n from '@vscode/l10n';
import { shareLabel } from '../../../analysis/values/operationCost.ts';
import { fileUri } from '../../client/lspTerms.ts';
import type { Services } from '../../services/services.ts';
import type { TestCost, TestResult, TestsRun } from './testResults.ts';
import { costText, secondsLabel } from './testTexts.ts';

/** More are not listed: they have cost least. The output has all. */
const mostListed = 500;

/** Lets the user choose a test, and shows its source. An editor that cannot ask gets the list as output. */
export async function listTests(run: TestsRun, { connection, ask, messages }: Services): Promise<void> {
  if (!ask.possible) {
    messages.output(`\n${rankingText(run)}\n`);
    messages.showOutput();
    return;
  }
  const listed = run.results.slice(0, mostListed);
  const picked = await ask.choose({
    title: titleText(run),
    placeholder: restText(run),
    items: listed.map((result, index) => ({
      id: String(index),
      label: result.name,
      description: rowText(result),
      icon: iconOf(result),
      ...detailOf(result, run),
    })),
  });
  const chosen = picked === null ? undefined : listed[Number(picked)];
  if (chosen?.place == null) return;
  const at = { line: chosen.place.line - 1, character: 0 };
  const selection = { start: at, end: at };
  await connection.window.showDocument({ uri: fileUri(chosen.place.file), takeFocus: true, selection });
}

/** The ranking as lines of text. */
export function rankingText(run: TestsRun): string {
  const lines = run.results.map((result) => {
    const { name, importPath, outcome } = result;
    const words = outcome === 'pass' ? [] : [outcome.toUpperCase()];
    return `  ${[rowText(result), name, importPath, ...words].join('  ')}`;
  });
  return [titleText(run), restText(run), ...lines].join('\n');
}

function titleText({ title, results }: TestsRun): string {
  return results.length === 1
    ? l10n.t('{0}: 1 test', title)
    : l10n.t('{0}: {1} tests', title, results.length);
}

function rowText(result: TestResult): string {
  return `${costText(result, false)} · ${secondsLabel(result.seconds)}`;
}

function detailOf({ importPath, outcome, reason }: TestResult, { results }: TestsRun): { detail?: string } {
  const isOfMany = results.some((other) => other.importPath !== importPath);
  const parts = [
    ...(isOfMany ? [importPath] : []),
    ...(outcome === 'fail' && reason !== undefined ? [reason] : []),
  ];
  return parts.length === 0 ? {} : { detail: parts.join(' · ') };
}

function iconOf({ outcome }: TestResult): string {
  switch (outcome) {
    case 'pass':
      return 'pass';
    case 'skip':
      return 'debug-step-over';
    case 'fail':
    case 'unfinished':
      return 'error';
  }
}

/** What is of no test: the garbage collector, other goroutines, TestMain. */
function restText({ results }: TestsRun): string {
  const shares = [
    { what: l10n.t('CPU time'), share: restOf(results.flatMap(({ cpu }) => cpu ?? [])) },
    { what: l10n.t('allocated memory'), share: restOf(results.flatMap(({ memory }) => memory ?? [])) },
  ];
  const parts = shares.flatMap(({ what, share }) =>
    share === null ? [] : l10n.t('{0} of the {1}', shareLabel(share), what),
  );
  return parts.length === 0 ? '' : l10n.t('Of no test: {0}', parts.join(', '));
}

function restOf(costs: readonly TestCost[]): number | null {
  const [first] = costs;
  if (first === undefined || first.total === 0) return null;
  return 1 - costs.reduce((sum, { value }) => sum + value, 0) / first.total;
}
