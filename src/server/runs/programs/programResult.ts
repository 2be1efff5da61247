/** What the last run of a program has cost, for the lens above `main`. */
import * as l10n from '@vscode/l10n';
import { total } from '../../../analysis/values/total.ts';
import { kindLabel } from '../../../base/sampleTypeLabels.ts';
import type { Program } from '../../../go/programs/findProgram.ts';
import type { ProgramOutcome } from '../../../go/programs/profileProgram.ts';
import { timeText } from '../../../go/programs/recorded.ts';
import type { ActiveCost } from '../../../protocol.ts';
import { roundedTotal, totalLabel } from '../../costs/costText.ts';
import type { Session } from '../../sessions/session.ts';

export interface ProgramResult {
  /** What the lines show of it first. */
  readonly cost: ActiveCost;
  /** `1.24s CPU · 480 kB allocated`. */
  readonly text: string;
  /** How it ended. */
  readonly sentence: string;
}

/** `null` if it has left no profile. */
export function programResult(sessions: readonly Session[], sentence: string): ProgramResult | null {
  const [first] = sessions;
  if (first === undefined) return null;
  const cost = { sessionId: first.id, sampleType: first.defaultSampleType };
  return { cost, text: sessions.map(wholeCost).join(' · '), sentence };
}

function wholeCost(session: Session): string {
  const { profile, origin, defaultSampleType } = session;
  const value = total(profile, defaultSampleType);
  const unit = session.sampleTypes[defaultSampleType]?.unit;
  const isRounded = unit === 'nanoseconds' || unit === 'bytes';
  const label = isRounded ? roundedTotal(value, unit) : totalLabel(session, defaultSampleType, value);
  const kind = origin.from === 'file' ? null : origin.kind;
  if (kind === 'cpu') return l10n.t('{0} CPU', label);
  if (kind === 'mem') return l10n.t('{0} allocated', label);
  return kind === null ? label : `${label} ${kindLabel(kind)}`;
}

export function endText({ name }: Program, { end, milliseconds }: ProgramOutcome): string {
  const ran = timeText(milliseconds);
  return end.exitCode === null
    ? l10n.t('{0} ran {1} and was ended by {2}.', name, ran, end.signal ?? '')
    : l10n.t('{0} ran {1} and ended with exit status {2}.', name, ran, end.exitCode);
}
