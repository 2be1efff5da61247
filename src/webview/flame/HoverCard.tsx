import * as l10n from '@vscode/l10n';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { TreePart } from '../engine/questions.ts';
import { inlinedLabel, placeLabel, type ValueFormat } from '../view/format.ts';
import type { FrameFacts } from './frameRef.ts';

/** A name can have 10 kB; the card is for reading at a glance. */
const longestName = 600;

export interface HoverCardProps {
  readonly facts: FrameFacts;
  readonly format: ValueFormat;
  /** Whether what stands between a frame and the root calls it, or is called by it. */
  readonly treeIs: TreePart['is'];
  /** What the frame zoomed into costs; `null` when everything is seen. */
  readonly zoomedCum: number | null;
  /** Where the pointer is, in the viewport. */
  readonly x: number;
  readonly y: number;
}

/**
 * What a frame costs, beside the pointer. Only for eyes: the same is said of the selected frame, which has the
 * keyboard and the screen reader.
 */
export function HoverCard({ facts, format, treeIs, zoomedCum, x, y }: HoverCardProps) {
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
      {format.isDifference && (
        <div class="hover-source">
          {l10n.t('cum {0} → {1}', format.value(wasOf(facts)), format.value(wasOf(facts) + facts.cum))}
        </div>
      )}
      <CostTable facts={facts} format={format} treeIs={treeIs} zoomedCum={zoomedCum} />
    </div>
  );
}

/** What the frame cost in the base: its samples are the negative ones. */
function wasOf({ cum, width }: FrameFacts): number {
  return Math.round((width - cum) / 2);
}

/** Flat and cum, absolute, as shares and per operation. */
function CostTable({ facts, format, treeIs, zoomedCum }: Omit<HoverCardProps, 'x' | 'y'>) {
  const ofInner = treeIs === 'callers' || treeIs === 'leaves' ? l10n.t('of callee') : l10n.t('of caller');
  const perOperation = format.perOperation(facts.cum) !== null;
  const isZoomed = zoomedCum !== null && zoomedCum !== 0;
  return (
    <table class="cost-table">
      <thead>
        <tr>
          <td />
          <th scope="col">{l10n.t('cost')}</th>
          {perOperation && <th scope="col">{l10n.t('per op')}</th>}
          <th scope="col">{l10n.t('of total')}</th>
          {facts.callerCum !== null && <th scope="col">{ofInner}</th>}
          {isZoomed && <th scope="col">{l10n.t('of zoom')}</th>}
        </tr>
      </thead>
      <tbody>
        {[
          { label: l10n.t('flat'), value: facts.flat },
          { label: l10n.t('cum'), value: facts.cum },
        ].map(({ label, value }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{format.value(value)}</td>
            {perOperation && <td>{format.perOperation(value)}</td>}
            <td>{format.share(value)}</td>
            {facts.callerCum !== null && <td>{format.shareOf(value, facts.callerCum)}</td>}
            {isZoomed && <td>{format.shareOf(value, zoomedCum)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Below and right of the pointer, or on its other side where there is no room. */
function place(card: HTMLElement, x: number, y: number): void {
  const gap = 14;
  const { width, height } = card.getBoundingClientRect();
  const left = x + gap + width > innerWidth ? x - gap - width : x + gap;
  const top = y + gap + height > innerHeight ? y - gap - height : y + gap;
  card.style.left = `${Math.max(4, left)}px`;
  card.style.top = `${Math.max(4, top)}px`;
}
