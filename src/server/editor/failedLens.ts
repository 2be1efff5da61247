import * as l10n from '@vscode/l10n';
import type { Command } from 'vscode-languageserver';
import { type BenchmarkAddress, serverCommands } from '../../protocol.ts';

/** The lens of a benchmark whose last run has failed. A click says why. */
export function failedLens(
  benchmark: BenchmarkAddress,
  { codicons }: { readonly codicons: boolean },
): Command {
  const title = l10n.t('failed: see why');
  return {
    title: codicons ? `$(error) ${title}` : title,
    command: serverCommands.explainFailure,
    arguments: [benchmark],
  };
}
