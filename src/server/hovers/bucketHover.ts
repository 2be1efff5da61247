import * as l10n from '@vscode/l10n';
import type { BilledProfile } from '../../analysis/benchmark/timeBill.ts';
import { type Bucket, buckets } from '../../analysis/benchmark/timedRegion.ts';
import { isCostOfOperations, shareLabel } from '../../analysis/values/operationCost.ts';
import { cpuShareOfWallTime } from '../../analysis/values/profileFacts.ts';
import { scaledLabel } from '../../analysis/values/units.ts';
import type { Value } from '../../analysis/values/value.ts';
import { isZero } from '../../analysis/values/value.ts';
import { escapeMarkdown, type Markdown } from '../../base/escape.ts';
import type { TakenKind } from '../../base/model.ts';
import { isSimulated } from '../../base/profileKinds.ts';
import { sampleTypeLabel } from '../../base/sampleTypeLabels.ts';
import type { BenchmarkResult } from '../../go/results/benchmarkResult.ts';
import { billOf, billText } from '../../go/results/billText.ts';
import { costLabel, totalLabel } from '../costs/costText.ts';
import type { Session } from '../sessions/session.ts';
import type { SessionStore } from '../sessions/sessions.ts';
import { allocationNote, sampleTypeOf } from './hoverCost.ts';
import { bold, markdownTable, paragraphs } from './hoverMarkdown.ts';

/**
 * The hover of a benchmark's name, as Markdown: what caused the costs in its profiles (the timed loop, setup, the
 * runtime), and how much of the wall time the CPU profile explains. `null` before a run.
 *
 * @param resultOf the latest result of a session's benchmark
 */
export function bucketHover(
  store: SessionStore,
  file: string,
  name: string,
  resultOf: (session: Session) => BenchmarkResult | undefined,
): Markdown | null {
  const session = sessionOf(store, file, name);
  if (session === null) return null;
  const run = store.siblings(session);
  // What is waited for is in the bill.
  const table = bucketTable(run.filter((each) => !isOfKind(each, 'wait')));
  const wallTime = run.flatMap((each) => wallTimeText(each) ?? []);
  const bill = billNote(run, resultOf(session));
  const notes = [...allocationNotes(run, resultOf), ...goroutineNote(run), ...wallTime];
  if (table === null && wallTime.length === 0 && bill.length === 0) return null;
  const { origin, title } = session;
  const profiled = origin.from === 'benchmark' ? origin.benchmark : title;
  return paragraphs([
    // What stands above it begins with the benchmark's own name.
    profiled === name ? null : bold(profiled),
    // A hover that is high shows its end only if it is scrolled.
    ...bill.map(escapeMarkdown),
    table,
    ...notes.map(escapeMarkdown),
  ]);
}

/**
 * A session of this benchmark; of several, the one that the lines show. Without any, the session that the lines show if
 * it is of a sub-benchmark.
 */
function sessionOf(store: SessionStore, file: string, name: string): Session | null {
  const { activeSession } = store;
  const candidates = activeSession === null ? store.all : [activeSession, ...store.all];
  const isOf = ({ origin }: Session, wanted: (benchmark: string) => boolean) =>
    origin.from === 'benchmark' && wanted(origin.benchmark);
  const here = candidates.filter((session) => session.match(file).kind === 'match');
  return (
    here.find((session) => isOf(session, (benchmark) => benchmark === name)) ??
    here.find((session) => session === activeSession && isOf(session, (b) => b.startsWith(`${name}/`))) ??
    null
  );
}

function isOfKind({ origin }: Session, kind: TakenKind): boolean {
  return origin.from === 'benchmark' && origin.kind === kind;
}

function billNote(run: readonly Session[], result: BenchmarkResult | undefined): string[] {
  const billed = new Map<TakenKind, BilledProfile>();
  for (const { origin, profile, buckets: parts, operations } of run) {
    const isKnown = origin.from === 'benchmark' && ['cpu', 'wait'].includes(origin.kind);
    if (isKnown && parts !== null && operations !== null)
      billed.set(origin.kind, { profile, inLoop: parts.inLoop, operations });
  }
  const bill = result === undefined ? null : billOf(result, billed);
  return bill === null ? [] : [billText(bill)];
}

interface Column {
  readonly session: Session;
  readonly sampleType: number;
  readonly totals: Readonly<Record<Bucket, Value>>;
}

function bucketTable(run: readonly Session[]): Markdown | null {
  const columns = run.flatMap((session): Column[] =>
    session.sampleTypes.flatMap(({ type }, sampleType) => {
      // A hover is narrow, and the benchmark's own has what is simulated.
      const isShown = isCostOfOperations(type) && !isSimulated(type);
      const totals = isShown ? session.buckets?.totals(sampleType) : undefined;
      return totals === undefined ? [] : [{ session, sampleType, totals }];
    }),
  );
  const shown = buckets.filter((bucket) => columns.some(({ totals }) => !isZero(totals[bucket])));
  if (shown.length === 0) return null;
  const heads = columns.map((column) => sampleTypeLabel(sampleTypeOf(column), column.session.sampleTypes));
  const rows = shown.map((bucket) => [bucketLabel(bucket), ...columns.map((column) => cell(column, bucket))]);
  return markdownTable(['', ...heads], rows);
}

/** `1.2µs/op (67%)` for the timed loop, `150ms (31%)` for other buckets. */
function cell({ session, sampleType, totals }: Column, bucket: Bucket): string {
  const value = totals[bucket];
  if (isZero(value)) return '0';
  const whole = Number(session.lines.total(sampleType));
  const share = shareLabel(whole === 0 ? 0 : Math.abs(Number(value)) / Math.abs(whole));
  const label = bucket === 'timed' ? costLabel : totalLabel;
  return l10n.t('{0} ({1})', label(session, sampleType, value), share);
}

function bucketLabel(bucket: Bucket): string {
  switch (bucket) {
    case 'timed':
      return l10n.t('timed loop');
    case 'goroutines':
      return l10n.t('other goroutines');
    case 'truncated':
      return l10n.t('stacks too deep to tell');
    case 'setup':
      return l10n.t('setup');
    case 'collector':
      return l10n.t('garbage collector');
    case 'scheduler':
      return l10n.t('scheduler, rest of the runtime');
  }
}

function allocationNotes(
  run: readonly Session[],
  resultOf: (session: Session) => BenchmarkResult | undefined,
): string[] {
  return run.flatMap((session) =>
    session.sampleTypes.flatMap(
      (_, sampleType) => allocationNote(session, sampleType, resultOf(session)) ?? [],
    ),
  );
}

function goroutineNote(run: readonly Session[]): string[] {
  const hasOthers = run.some((session) =>
    session.sampleTypes.some((_, sampleType) => {
      const totals = session.buckets?.totals(sampleType);
      return totals !== undefined && !isZero(totals.goroutines);
    }),
  );
  return hasOthers
    ? [
        l10n.t(
          'A profile does not say who started a goroutine: the loop, or the setup before it. Lines count other goroutines as part of the operation.',
        ),
      ]
    : [];
}

/** How much of the wall time the CPU profile explains. */
function wallTimeText({ profile }: Session): string | null {
  const share = cpuShareOfWallTime(profile);
  if (share === null) return null;
  const duration = scaledLabel(Number(profile.durationNanos), 'nanoseconds', 'auto');
  if (share > 1.05) {
    return l10n.t(
      'CPU time is {0} of the {1} that passed: {2} cores were busy on average.',
      `${Math.round(share * 100)}%`,
      duration,
      share.toFixed(1),
    );
  }
  if (share >= 0.9)
    return l10n.t('CPU time explains {0} of the {1} that passed.', shareLabel(share), duration);
  return l10n.t(
    'CPU time explains {0} of the {1} that passed. The rest was waiting, or a machine busy with something else: a CPU profile sees neither.',
    shareLabel(share),
    duration,
  );
}
