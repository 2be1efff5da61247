import * as l10n from '@vscode/l10n';
import type { PageFacts } from '../../analysis/benchmark/timedLoop.ts';

export interface Changes {
  /** How many functions differ, in words; empty where that is not known. */
  readonly summary: string;
  /** Whether the samples do not bear the difference of a function. */
  readonly isUncertain: (functionName: string) => boolean;
}

/** @param facts of a difference; of another profile nothing is uncertain */
export function changesOf({ changes }: PageFacts, sampleType: number): Changes {
  const known = changes?.[sampleType] ?? null;
  if (known === null) return { summary: '', isUncertain: () => false };
  const names = new Set(known.names);
  return {
    summary:
      known.per === 'operations'
        ? l10n.t('{0} of {1} functions differ', names.size, known.of)
        : l10n.t('{0} of {1} functions differ in their share', names.size, known.of),
    isUncertain: (functionName) => !names.has(functionName),
  };
}
