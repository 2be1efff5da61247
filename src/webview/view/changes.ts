import * as l10n from '@vscode/l10n';
import type { PageFacts } from '../../analysis/benchmark/timedLoop.ts';

export interface Changes {
  /** How many functions differ, in words; empty where that is not known. */
  readonly summary: string;
  /** Whether the samples do not bear the difference of a function. */
  readonly isUncertain: (functionName: string) => boolean;
  /** Whether the function may have changed by this in one place: all of it has changed in that direction. */
  readonly isBorne: (functionName: string, change: number) => boolean;
}

/** @param facts of a difference; of another profile nothing is uncertain */
export function changesOf({ changes }: PageFacts, sampleType: number): Changes {
  const known = changes?.[sampleType] ?? null;
  if (known === null) return { summary: '', isUncertain: () => false, isBorne: () => true };
  const names = new Set(known.names);
  const shrunk = new Set(known.shrunk);
  return {
    summary:
      known.per === 'operations'
        ? l10n.t('{0} of {1} functions differ', names.size, known.of)
        : l10n.t('{0} of {1} functions differ in their share', names.size, known.of),
    isUncertain: (functionName) => !names.has(functionName),
    isBorne: (functionName, change) => names.has(functionName) && shrunk.has(functionName) === change < 0,
  };
}
