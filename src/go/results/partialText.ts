import * as l10n from '@vscode/l10n';
import type { TakenKind } from '../../base/model.ts';
import type { BenchmarkResult } from './benchmarkResult.ts';

interface Measured extends Pick<BenchmarkResult, 'partial' | 'measurements'> {
  readonly profiles: readonly { readonly kind: TakenKind }[];
}

/** What a result lacks because its run was cancelled: `2 of 6 measured, cancelled`. Empty if it lacks nothing. */
export function partialText({ partial, measurements, profiles }: Measured): string[] {
  if (partial === undefined) return [];
  const { count, kinds } = partial;
  if (measurements.length < count) {
    return [l10n.t('{0} of {1} measured, cancelled', measurements.length, count)];
  }
  const missing = kinds.filter((kind) => !profiles.some((profile) => profile.kind === kind));
  return missing.length === 0 ? [] : [l10n.t('cancelled before {0}', missing.join(', '))];
}
