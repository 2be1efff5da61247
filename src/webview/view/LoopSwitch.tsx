import * as l10n from '@vscode/l10n';
import { type Outside, outsides, type PageFacts } from '../../analysis/benchmark/timedLoop.ts';
import { shareLabel } from '../../analysis/values/operationCost.ts';
import { QuietButton } from '../controls/Button.tsx';
import type { FilterControl } from './useFilters.ts';

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

interface LoopSwitchProps {
  readonly filters: FilterControl;
  readonly facts: PageFacts;
  readonly sampleType: number;
}

/** Folds what is outside of the timed loop, or shows what pprof prints. Only where the profile knows its loop. */
export function LoopSwitch({ filters, facts, sampleType }: LoopSwitchProps) {
  if (facts.loop === null) return null;
  const isOn = filters.current.unfolded.length < outsides.length;
  const outside = sharesOutside({ facts, sampleType }).map(({ label, share }) => `${label} ${share}`);
  const parts = outside.length === 0 ? l10n.t('all of it') : outside.join(', ');
  return (
    <QuietButton
      aria-pressed={isOn}
      title={
        isOn
          ? l10n.t(
              'Shares are of the timed loop. Outside of it: {0}. Click for the whole profile, as go tool pprof prints it.',
              parts,
            )
          : l10n.t('The whole profile, as go tool pprof prints it. Click for the timed loop alone.')
      }
      onClick={() => filters.changes.unfold(isOn ? outsides : [])}
    >
      <span class="choice-label">{l10n.t('Timed loop')}</span>
      <span class="choice-brief" aria-hidden="true">
        {l10n.t({ message: 'Loop', comment: ['Short for Timed loop'] })}
      </span>
    </QuietButton>
  );
}

/** A switch for each cause outside of the timed loop: one frame for all of it, or what it consists of. */
export function OutsideSwitches({ filters, facts, sampleType }: LoopSwitchProps) {
  const { unfolded } = filters.current;
  return sharesOutside({ facts, sampleType }).map(({ cause, label, meaning, share }) => {
    const isOpen = unfolded.includes(cause);
    const others = unfolded.filter((each) => each !== cause);
    return (
      <button
        key={cause}
        type="button"
        class="quiet-button"
        aria-pressed={isOpen}
        title={`${meaning} ${isOpen ? l10n.t('Click to fold it into one frame.') : l10n.t('Click to see what it consists of.')}`}
        onClick={() => filters.changes.unfold(isOpen ? others : [...others, cause])}
      >
        {label} {share}
      </button>
    );
  });
}

/** What costs anything outside of the timed loop, and which share of the whole profile. */
function sharesOutside({ facts, sampleType }: Pick<LoopSwitchProps, 'facts' | 'sampleType'>) {
  const texts = outsideTexts();
  const whole = facts.totals[sampleType] ?? 0;
  return outsides.flatMap((cause) => {
    const cost = facts.loop?.outside[cause][sampleType] ?? 0;
    return cost === 0 || whole === 0 ? [] : [{ cause, ...texts[cause], share: shareLabel(cost / whole) }];
  });
}
