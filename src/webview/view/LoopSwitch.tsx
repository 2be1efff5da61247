import * as l10n from '@vscode/l10n';
import { outsides } from '../../analysis/benchmark/timedLoop.ts';
import { QuietButton } from '../controls/Button.tsx';
import { type CostsOutside, outsideText, sharesOutside } from './outsideTexts.ts';
import type { FilterControl } from './useFilters.ts';

interface LoopSwitchProps extends CostsOutside {
  readonly filters: FilterControl;
}

/** Folds what is outside of the timed loop, or shows what pprof prints. Only where the profile knows its loop. */
export function LoopSwitch({ filters, facts, sampleType }: LoopSwitchProps) {
  if (facts.loop === null) return null;
  const isOn = filters.current.unfolded.length < outsides.length;
  return (
    <QuietButton
      aria-pressed={isOn}
      title={
        isOn
          ? l10n.t(
              'Shares are of the timed loop. Outside of it: {0}. Click for the whole profile, as go tool pprof prints it.',
              outsideText({ facts, sampleType }),
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
