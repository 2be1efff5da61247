import * as l10n from '@vscode/l10n';
import { type Outside, outsides, type PageFacts } from '../../analysis/benchmark/timedLoop.ts';
import { shareLabel } from '../../analysis/values/operationCost.ts';

export interface CostsOutside {
  readonly facts: Pick<PageFacts, 'totals' | 'loop'>;
  readonly sampleType: number;
}

/** What is outside of the timed loop, in the words that stand beside lines, and what that is. */
export function outsideTexts(): Record<Outside, { readonly label: string; readonly meaning: string }> {
  return {
    setup: {
      label: l10n.t('setup'),
      meaning: l10n.t('Setup is what the benchmark does outside its timed loop.'),
    },
    background: {
      label: l10n.t('background'),
      meaning: l10n.t('Background is the garbage collector and the scheduler at work.'),
    },
  };
}

/** `setup 12%, background 3%`: what is outside of the timed loop. */
export function outsideText(of: CostsOutside): string {
  const parts = sharesOutside(of).map(({ label, share }) => `${label} ${share}`);
  return parts.length === 0 ? l10n.t('nothing') : parts.join(', ');
}

/** What costs anything outside of the timed loop, and which share of the whole profile. */
export function sharesOutside({ facts, sampleType }: CostsOutside) {
  const texts = outsideTexts();
  const whole = facts.totals[sampleType] ?? 0;
  return outsides.flatMap((cause) => {
    const cost = facts.loop?.outside[cause][sampleType] ?? 0;
    return cost === 0 || whole === 0 ? [] : [{ cause, ...texts[cause], share: shareLabel(cost / whole) }];
  });
}
