import * as l10n from '@vscode/l10n';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { TreePart } from '../../engine/questions.ts';
import { inlinedLabel, placeLabel, type ValueFormat } from '../../view/format.ts';
import { outsideTexts } from '../../view/outsideTexts.ts';
import { costText, type FrameFacts, shareOfTotal } from './frameRef.ts';

/** The longest name on a card, in characters. A name can have 10 kB. */
const longestName = 600;

interface HoverCardProps {
  readonly facts: FrameFacts;
  readonly format: ValueFormat;
  /** The samples do not bear that the frame's function has changed. */
  readonly isUncertain: boolean;
  /** The tree of the frame: in some, a frame's parent is its caller, in others its callee. */
  readonly treeIs: TreePart['is'];
  /** Cum of the frame that the graph is zoomed to; `null` when everything is in sight. */
  readonly zoomedCum: number | null;
  /** Place of the pointer in the viewport. */
  readonly x: number;
  readonly y: number;
}

/**
 * The costs of the frame under the pointer. Screen readers do not get it: they get the same facts of the selected
 * frame.
 */
export function HoverCard({ facts, format, isUncertain, treeIs, zoomedCum, x, y }: HoverCardProps) {
  const card = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (card.current !== null) place(card.current, x, y);
  });
  const inlined = inlinedLabel(facts.inlined);
  const source = placeLabel(facts.file, facts.line);
  return (
    <div class="hover-card" ref={card} aria-hidden="true">
      <div class="hover-name">
        {facts.name.length > longestName ? `${facts.name.slice(0, longestName)}…` : facts.name}
        {inlined !== '' && <span class="badge">{inlined}</span>}
      </div>
      {source !== '' && <div class="hover-source">{source}</div>}
      {facts.folded !== undefined && <div class="hover-source">{outsideTexts()[facts.folded].meaning}</div>}
      {format.isDifference && (
        <div class="hover-source">
          {l10n.t('cum {0}', costText(facts, format))}
          {isUncertain && ` · ${l10n.t('no certain change')}`}
        </div>
      )}
      <CostTable facts={facts} format={format} treeIs={treeIs} zoomedCum={zoomedCum} />
    </div>
  );
}

function CostTable({ facts, format, treeIs, zoomedCum }: Omit<HoverCardProps, 'x' | 'y' | 'isUncertain'>) {
  const ofInner =
    facts.folded !== undefined
      ? l10n.t('of the profile')
      : treeIs === 'callers' || treeIs === 'leaves'
        ? l10n.t('of callee')
        : l10n.t('of caller');
  const { timed } = facts;
  // What the setup and the runtime cost is no cost of operations.
  const perOperation = timed.cum !== 0 && format.perOperation(timed.cum) !== null;
  const isZoomed = zoomedCum !== null && zoomedCum !== 0;
  return (
    <table class="cost-table">
      <thead>
        <tr>
          <td />
          <th scope="col">{l10n.t('cost')}</th>
          {perOperation && <th scope="col">{l10n.t('per {0}', format.per)}</th>}
          <th scope="col">{l10n.t('of total')}</th>
          {facts.callerCum !== null && <th scope="col">{ofInner}</th>}
          {isZoomed && <th scope="col">{l10n.t('of zoom')}</th>}
        </tr>
      </thead>
      <tbody>
        {[
          { label: l10n.t('flat'), value: facts.flat, each: timed.flat },
          { label: l10n.t('cum'), value: facts.cum, each: timed.cum },
        ].map(({ label, value, each }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{format.value(value)}</td>
            {perOperation && <td>{format.perOperation(each)}</td>}
            <td>{shareOfTotal(facts, format, value)}</td>
            {facts.callerCum !== null && <td>{format.shareOf(value, facts.callerCum)}</td>}
            {isZoomed && <td>{format.shareOf(value, zoomedCum)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Puts the card below and right of the pointer, or on the other side where there is no room. */
function place(card: HTMLElement, x: number, y: number): void {
  const gap = 14;
  const { width, height } = card.getBoundingClientRect();
  const left = x + gap + width > innerWidth ? x - gap - width : x + gap;
  const top = y + gap + height > innerHeight ? y - gap - height : y + gap;
  card.style.left = `${Math.max(4, left)}px`;
  card.style.top = `${Math.max(4, top)}px`;
}
