/** What the last run of a program has cost, for the lens above `main`. */
import * as l10n from '@vscode/l10n';
import { total } from '../../../analysis/values/total.ts';
import { kindLabel } from '../../../base/sampleTypeLabels.ts';
import type { ActiveCost } from '../../../protocol.ts';
import { roundedTotal, totalLabel } from '../../costs/costText.ts';
import type { Session } from '../../sessions/session.ts';

export interface ProgramResult {
  /** What the lines show of it first. */
  readonly cost: ActiveCost;
  /** `1.24s CPU · 480 kB allocated`. */
  readonly text: string;
  /** The same of each session, by its id: `1.24s`. */
  readonly costs: ReadonlyMap<string, string>;
  /** How it ended, and what the machine has seen of its memory. */
  readonly sentence: string;
}

/** `null` if it has left no profile. */
export function programResult(sessions: readonly Session[], sentence: string): ProgramResult | null {
  const [first] = sessions;
  if (first === undefined) return null;
  const cost = { sessionId: first.id, sampleType: first.defaultSampleType };
  const costs = new Map(sessions.map((session) => [session.id, wholeCost(session)]));
  const text = sessions.map((session) => withKind(costs.get(session.id) ?? '', session)).join(' · ');
  return { cost, text, costs, sentence };
}

function wholeCost(session: Session): string {
  const { profile, defaultSampleType } = session;
  const value = total(profile, defaultSampleType);
  const unit = session.sampleTypes[defaultSampleType]?.unit;
  const isRounded = unit === 'nanoseconds' || unit === 'bytes';
  return isRounded ? roundedTotal(value, unit) : totalLabel(session, defaultSampleType, value);
}

function withKind(label: string, { origin }: Session): string {
  const kind = origin.from === 'file' ? null : origin.kind;
  if (kind === 'cpu') return l10n.t('{0} CPU', label);
  if (kind === 'mem') return l10n.t('{0} allocated', label);
  return kind === null ? label : `${label} ${kindLabel(kind)}`;
}
