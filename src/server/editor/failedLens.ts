import * as l10n from '@vscode/l10n';
import { type BenchmarkAddress, serverCall } from '../../protocol.ts';
import { type LensCommand, lensTitle } from '../client/lensCommand.ts';

/** The lens of a benchmark whose last run has failed. A click says why. */
export function failedLens(
  benchmark: BenchmarkAddress,
  { codicons }: { readonly codicons: boolean },
): LensCommand {
  return {
    title: lensTitle(l10n.t('failed: see why'), codicons ? '$(error) ' : ''),
    ...serverCall('explainFailure', benchmark),
  };
}
