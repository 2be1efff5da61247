import * as l10n from '@vscode/l10n';
import { useEffect, useRef } from 'preact/hooks';
import type { ProfileFacts } from '../../analysis/values/profileFacts.ts';
import type { ActiveCost, CostChoice, CostGroup } from '../../protocol.ts';
import { sampleTypeName } from '../view/format.ts';

/** The page is made anew for another profile. Then the focus returns to the drop-down in which it was chosen. */
let returnsFocus = false;

/**
 * The drop-down of costs. Beside an editor it has those of all profiles, the shown run's first; of other runs only the main
 * one of each profile. In a file of its own it has the profile's sample types.
 */
export function CostSelect(props: {
  facts: ProfileFacts;
  sampleType: number;
  /** The shown profile's; `null` in a file of its own. */
  sessionId: string | null;
  groups: readonly CostGroup[];
  /** Another sample type of the shown profile. */
  onSampleType: (sampleType: number) => void;
  /** A cost of another profile. */
  onShow: (cost: ActiveCost) => void;
}) {
  const { facts, sampleType, sessionId, groups } = props;
  const select = useRef<HTMLSelectElement>(null);
  useEffect(() => {
    if (returnsFocus) select.current?.focus();
    returnsFocus = false;
  }, []);

  const own = String(sampleType);
  const optionOf = ({ cost }: CostChoice) =>
    cost.sessionId === sessionId ? String(cost.sampleType) : `${cost.sessionId} ${cost.sampleType}`;
  const offered = sessionId === null || !offers(groups, sessionId, sampleType) ? [] : groups.map(offeredOf);
  const choose = (value: string) => {
    const other = offered.flatMap(({ choices }) => choices).find((choice) => optionOf(choice) === value);
    if (other === undefined || other.cost.sessionId === sessionId) return props.onSampleType(Number(value));
    // Until the other profile is here, the page shows what it shows.
    if (select.current !== null) select.current.value = own;
    returnsFocus = true;
    props.onShow(other.cost);
  };
  const count = offered.reduce((sum, { choices }) => sum + choices.length, 0);
  return (
    <label class="sample-type">
      <span class="visually-hidden">{l10n.t('Sample type')}</span>
      <select
        ref={select}
        value={own}
        disabled={Math.max(facts.sampleTypes.length, count) < 2}
        onChange={(event) => choose(event.currentTarget.value)}
      >
        {offered.length === 0
          ? facts.sampleTypes.map((type, index) => (
              <option key={type.type} value={index}>
                {sampleTypeName(type, facts.sampleTypes)}
              </option>
            ))
          : offered.map(({ title, choices }) => (
              <optgroup key={choices[0]?.cost.sessionId} label={title}>
                {choices.map((choice) => (
                  <option key={optionOf(choice)} value={optionOf(choice)}>
                    {choice.label}
                  </option>
                ))}
              </optgroup>
            ))}
      </select>
    </label>
  );
}

/** The editor's choices may be older than the profile. */
function offers(groups: readonly CostGroup[], sessionId: string, sampleType: number): boolean {
  return groups.some(({ choices }) =>
    choices.some(({ cost }) => cost.sessionId === sessionId && cost.sampleType === sampleType),
  );
}

function offeredOf(group: CostGroup, index: number): CostGroup {
  if (index === 0) return group;
  const isMain = ({ cost }: CostChoice, i: number) =>
    group.choices.findIndex((other) => other.cost.sessionId === cost.sessionId) === i;
  return { ...group, choices: group.choices.filter(isMain) };
}
