/** How the cost of each line of a document has changed since the run that it is compared with. */
import {
  countsDiffer,
  instructionsDiffer,
  isOfInstructions,
} from '../../analysis/difference/countedChange.ts';
import { differentRates, type SampledCost } from '../../analysis/difference/sampleRates.ts';
import type { LineCost } from '../../analysis/lines/lines.ts';
import { samplesOf } from '../../analysis/values/operationCost.ts';
import { isZero } from '../../analysis/values/value.ts';
import type { Evidence } from '../../base/model.ts';
import { evidenceOf } from '../../go/results/evidence.ts';
import { isWorthShowing } from '../costs/costText.ts';
import { documentCosts, type PlacedCost, type ProfiledCost } from '../costs/documentCosts.ts';
import type { DocumentText } from '../costs/documentText.ts';
import { samplePeriod } from '../costs/sampledCost.ts';
import type { Session } from '../sessions/session.ts';
import type { SessionStore } from '../sessions/sessions.ts';
import type { SessionPair } from './pairOfFiles.ts';

/** The cost now and before of a line whose text has not changed. */
export interface LineChange {
  /** The cost of the operations now. Zero if the line no longer costs anything. */
  readonly now: LineCost;
  /** The cost of the operations in the earlier profile. */
  readonly base: LineCost;
  /** The difference is significant, after both costs are related to the number of operations. */
  readonly isDifferent: boolean;
}

export interface LineChanges {
  readonly pair: SessionPair;
  /** The index of the sample type in the earlier profile. */
  readonly baseType: number;
  /** What costs are divided by before they are compared. */
  readonly per: Denominator;
  /** The machine was disturbed, so that no line can be called different. */
  readonly isDisturbed: boolean;
  /** By 0-based line of the document. */
  readonly at: ReadonlyMap<number, LineChange>;
  /** Costs in the earlier profile of lines whose text has changed, or that have been deleted. */
  readonly gone: readonly ProfiledCost[];
}

/**
 * Costs of two profiles are compared per operation where the numbers of operations are known. Those of production, where
 * they are not, are compared as shares of their profiles: how much was asked of a service differs from hour to hour.
 */
export interface Denominator {
  readonly what: 'operations' | 'shares';
  readonly now: number;
  readonly base: number;
}

/**
 * @param threshold in percent of the total; lines below it in both profiles are left out
 * @returns `null` if the number of operations or the profiled text is unknown for one of the profiles
 */
export function lineChanges(
  pair: SessionPair,
  sampleType: number,
  document: DocumentText,
  threshold: number,
): LineChanges | null {
  const { session, base } = pair;
  const baseType = sameType(session, base, sampleType);
  const per = baseType === -1 ? null : denominator(pair, sampleType, baseType);
  if (per === null) return null;
  const now = documentCosts(session, sampleType, document);
  const before = documentCosts(base, baseType, document);
  const lineMap = document.lineMap(base.snapshot);
  if (now.kind !== 'costs' || lineMap === null) return null;
  if (before.kind !== 'costs' && before.kind !== 'none') return null;
  const lines = pairLines(now.costs, before.kind === 'costs' ? before.costs : [], lineMap.same);
  const shown = lines.filter(
    (each) =>
      isWorthShowing(session, sampleType, each.now, threshold) ||
      isWorthShowing(base, baseType, each.base, threshold),
  );
  const isTime = session.sampleTypes[sampleType]?.unit === 'nanoseconds';
  const evidence = evidenceOf(pair);
  const isDisturbed = isTime && evidence.isDisturbed;
  const called =
    isDisturbed || evidence.isSameCode
      ? shown.map(() => false)
      : differences({ pair, sampleType, baseType, per, path: document.path, evidence }, shown);
  const at = new Map(
    shown.map((each, i) => [
      each.line,
      { now: each.now, base: each.base, isDifferent: called[i] === true } satisfies LineChange,
    ]),
  );
  return { pair, baseType, per, isDisturbed, at, gone: before.kind === 'costs' ? before.gone : [] };
}

interface PairedLine {
  /** 0-based, in the document. */
  readonly line: number;
  readonly now: LineCost;
  readonly base: LineCost;
}

/** The operations' costs now and before, for each line of the document that was there before. */
function pairLines(
  now: readonly PlacedCost[],
  before: readonly PlacedCost[],
  oldLines: Int32Array,
): PairedLine[] {
  const nowAt = new Map(now.map((each) => [each.line, each.byCause.operations]));
  const beforeAt = new Map(before.map((each) => [each.line, each.byCause.operations]));
  const paired: PairedLine[] = [];
  for (const [old, line] of oldLines.entries()) {
    const nothing = { line: 0, flat: 0, cum: 0 };
    const nowCost = nowAt.get(line) ?? nothing;
    const base = beforeAt.get(line) ?? { ...nothing, line: old + 1 };
    if (!isZero(nowCost.cum) || !isZero(base.cum)) paired.push({ line, now: nowCost, base });
  }
  return paired;
}

/** `null` where nothing is known that the costs could be divided by. */
function denominator(
  { session, base, result }: SessionPair,
  sampleType: number,
  baseType: number,
): Denominator | null {
  const [now, before] = [session.operations ?? 0, base.operations ?? 0];
  const isSameUnit =
    session.perUnit === base.perUnit &&
    (result !== null || session.perUnit === 'request' || session.watchedAfter !== undefined);
  if (now > 0 && before > 0 && isSameUnit) return { what: 'operations', now, base: before };
  if (result !== null) return null;
  // Of a server that is watched, what is there at two moments.
  if (session.watchedAfter !== undefined && now === 0 && before === 0)
    return { what: 'operations', now: 1, base: 1 };
  const [all, allBefore] = [Number(session.lines.total(sampleType)), Number(base.lines.total(baseType))];
  return all > 0 && allBefore > 0 ? { what: 'shares', now: all, base: allBefore } : null;
}

function sameType(session: Session, base: Session, sampleType: number): number {
  const wanted = session.sampleTypes[sampleType];
  return base.sampleTypes.findIndex(({ type, unit }) => type === wanted?.type && unit === wanted.unit);
}

interface Compared {
  readonly pair: SessionPair;
  readonly sampleType: number;
  readonly baseType: number;
  readonly per: Denominator;
  readonly path: string;
  readonly evidence: Evidence;
}

/** Which lines differ. Sampled and counted costs can be tested; waiting times cannot. */
function differences(compared: Compared, lines: readonly PairedLine[]): boolean[] {
  const { pair, sampleType, baseType } = compared;
  const period = samplePeriod(pair.session, sampleType);
  const basePeriod = samplePeriod(pair.base, baseType);
  if (period !== null && basePeriod !== null) return sampledDifferences(compared, lines, period, basePeriod);
  const { type = '' } = pair.session.sampleTypes[sampleType] ?? {};
  // Production, and a server that is watched, record a sample of the allocations.
  if (pair.result === null) return lines.map(() => false);
  if (isOfInstructions(type) && compared.per.what === 'operations') {
    const { now, base } = compared.per;
    return lines.map((line) =>
      instructionsDiffer(
        type,
        { count: Number(line.base.cum), operations: base },
        { count: Number(line.now.cum), operations: now },
        compared.evidence.countSpread,
      ),
    );
  }
  if (type === 'alloc_objects' || type === 'alloc_space') return countedDifferences(compared, lines, type);
  return lines.map(() => false);
}

function sampledDifferences(
  { pair, sampleType, baseType, per, evidence }: Compared,
  lines: readonly PairedLine[],
  period: number,
  basePeriod: number,
): boolean[] {
  const { session, base } = pair;
  const counted = ({ lines }: Session, type: number, each: number, denominator: number) => {
    const all = samplesOf(lines.total(type), each);
    return ({ cum }: LineCost): SampledCost => ({
      samples: Math.round(Math.max(0, Number(cum)) / each),
      all,
      exposure: denominator / each,
    });
  };
  const inBase = counted(base, baseType, basePeriod, per.base);
  const inNow = counted(session, sampleType, period, per.now);
  const pairs = lines.map((line) => ({ base: inBase(line.base), now: inNow(line.now) }));
  return differentRates(pairs, evidence.deviation);
}

function countedDifferences(
  { pair, path }: Compared,
  lines: readonly PairedLine[],
  type: 'alloc_objects' | 'alloc_space',
): boolean[] {
  const now = countsOf(pair.session, path);
  const base = countsOf(pair.base, path);
  const isSetupKnown = pair.session.buckets !== null && pair.base.buckets !== null;
  return lines.map((line) => {
    const differ = countsDiffer(base(line.base.line), now(line.now.line), isSetupKnown);
    return type === 'alloc_objects' ? differ.objects : differ.bytes;
  });
}

/** Answers, for a line number of the profile, the objects and bytes that the operations allocate on the line. */
function countsOf(session: Session, path: string) {
  const file = session.fileIndex(path);
  const sums = (type: string): ReadonlyMap<number, number> => {
    const index = session.sampleTypes.findIndex((each) => each.type === type);
    if (file === -1 || index === -1) return new Map();
    const ofOperations = session.buckets?.lines('operations', file, index);
    const costs = ofOperations === undefined ? session.lines.lines(file, index) : [...ofOperations.values()];
    return new Map(costs.map(({ line, cum }) => [line, Number(cum)]));
  };
  const objects = sums('alloc_objects');
  const bytes = sums('alloc_space');
  return (line: number) => ({
    objects: objects.get(line) ?? 0,
    bytes: bytes.get(line) ?? 0,
    operations: session.operations ?? 1,
  });
}

/** What hovers of a document ask for: the changes of a session's lines, and those of the session that is shown. */
export function changesIn(
  { active, activeSession }: Pick<SessionStore, 'active' | 'activeSession'>,
  pairOf: (session: Session) => SessionPair | null,
  document: DocumentText,
  threshold: number,
) {
  const changesOf = (session: Session, sampleType: number): LineChanges | null => {
    const pair = pairOf(session);
    return pair === null ? null : lineChanges(pair, sampleType, document, threshold);
  };
  const shown =
    active === null || activeSession === null ? null : changesOf(activeSession, active.sampleType);
  return { changesOf, shown };
}
