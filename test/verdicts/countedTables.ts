/** Tables of what was counted. */
import { largest } from '../../src/base/lists.ts';
import { inTurns } from '../../src/bench/verdicts/change.ts';
import { compareVersions } from '../../src/bench/verdicts/counted.ts';
import { exactSpread } from '../../src/bench/verdicts/layouts.ts';
import { leastSpreadOfHeap } from '../../src/go/counters/countedProfile.ts';

interface Count {
  readonly perOp: number;
  readonly spread: number;
}

/** A benchmark, as a run has counted it. */
export interface Counted {
  readonly is: 'counted';
  readonly package: string;
  readonly name: string;
  /** Of the machine, in the last minute. */
  readonly load: number;
  /** Seconds that six timing runs take, that counting takes, and what that has of the processor. */
  readonly timing: number;
  readonly counting: number;
  readonly processor: number;
  readonly now: Count | null;
  readonly problem: string;
  /** Callers are not known. */
  readonly isFlat: boolean;
  /** Per operation: of all lines, and of the whole process. */
  readonly lines: number;
  readonly whole: number;
}

/** The same benchmark in another build. */
export interface Changed {
  readonly is: 'planted' | 'layout';
  readonly package: string;
  readonly name: string;
  /** What is planted; the flag of the linker. */
  readonly what: string;
  /** By how much more it does. */
  readonly share: number;
  readonly base: Count | null;
  readonly now: Count | null;
  /** Both are counted in the same way. */
  readonly isCompared?: boolean;
  readonly problem: string;
}

export function tables(rows: readonly (Counted | Changed)[]): string {
  const counted = rows.filter((row) => row.is === 'counted');
  const [planted, layouts] = (['planted', 'layout'] as const).map((is) =>
    rows.filter((row): row is Changed => row.is === is),
  );
  return [
    ...counted.map(countedLine),
    '',
    `${counted.length} benchmarks of ${new Set(counted.map((row) => row.package)).size} modules, load ${quantiles(counted.map(({ load }) => load))}`,
    ...countedSums(counted.filter(isCounted)),
    ...timesLines(counted.filter(isCounted)),
    '',
    ...changedLines('planted changes', planted ?? [], true),
    '',
    ...changedLines('builds in another layout', layouts ?? [], false),
    '',
  ].join('\n');
}

function isCounted(row: Counted): row is Counted & { readonly now: Count } {
  return row.now !== null;
}

function countedLine(row: Counted): string {
  const { package: of, name, problem, isFlat, timing, counting, load } = row;
  const count = isCounted(row)
    ? `${countText(row.now)}${isFlat ? ' flat' : ''}, lines ${percent(row.lines / row.now.perOp - 1)}, process ${percent(row.whole / row.now.perOp - 1)}`
    : problem;
  return `${shortName(of)} ${name.replace('Benchmark', '')}: ${count}; ${timing.toFixed(1)} s, counted in ${counting.toFixed(1)} s at load ${load.toFixed(1)}`;
}

function timesLines(rows: readonly Counted[]): string[] {
  const of = (secondsOf: (row: Counted) => number) => quantiles(rows.map(secondsOf));
  const six = `six timing runs ${of((row) => row.timing)} s`;
  const counting = `counting ${of((row) => row.counting)} s, of the processor ${of((row) => row.processor)} s`;
  return [`${six}, ${counting}; counting by timing ${of((row) => row.counting / row.timing)}`];
}

function countedSums(rows: readonly (Counted & { readonly now: Count })[]): string[] {
  const exact = rows.filter(({ now }) => now.spread <= exactSpread);
  const ofHeap = rows.filter(({ now }) => now.spread === leastSpreadOfHeap);
  const others = rows
    .filter((row) => !exact.includes(row) && !ofHeap.includes(row))
    .map(({ now }) => now.spread);
  const apart = rows.map(({ lines, now }) => Math.abs(lines / now.perOp - 1));
  const whole = rows.map((row) => row.whole / row.now.perOp - 1);
  return [
    `${rows.length} are counted: ${exact.length} exactly, ${ofHeap.length} to ${percent(leastSpreadOfHeap)} because they take memory, ${others.length} differ${others.length === 0 ? '' : ` by ${quantiles(others, percent)}`}`,
    `lines add up to the count but for ${percent(largest(apart, 0))}; the whole process executes more by ${quantiles(whole, percent)}`,
  ];
}

function changedLines(what: string, rows: readonly Changed[], isWanted: boolean): string[] {
  const named = rows.filter((row) => (isWanted ? !isFound(row) : isCalled(row) || isFar(row)));
  const apart = rows.flatMap(({ base, now, share }) =>
    base === null || now === null ? [] : Math.abs(now.perOp / base.perOp - 1 - share),
  );
  const names = isWanted ? `, ${[...new Set(rows.map((row) => row.what))].join(', ')}` : '';
  return [
    `${rows.length} ${what}${names}: ${rows.filter(isCalled).length} called${apart.length === 0 ? '' : `; counts are apart from the truth by ${quantiles(apart, percent)}`}`,
    ...(isWanted ? plantedLines(rows) : []),
    ...named.map((row) => `  ${isCalled(row) ? 'called' : 'not called'}: ${changedText(row)}`),
  ];
}

/** A change of a percent is beyond three times this: see counted.ts of the verdicts. */
const mostSpread = 0.0033;

/** Where counts of one code are further apart, no change of a percent is promised. */
function plantedLines(rows: readonly Changed[]): string[] {
  const isVaried = ({ base, now }: Changed) => Math.max(base?.spread ?? 0, now?.spread ?? 0) > mostSpread;
  const [varied, steady] = [true, false].map((is) => rows.filter((row) => isVaried(row) === is));
  const found = (some: readonly Changed[] = []) => `${some.filter(isFound).length} of ${some.length} found`;
  return [
    `  where counts of one code differ by at most ${percent(mostSpread)}: ${found(steady)}; by more: ${found(varied)}`,
  ];
}

function changedText({ package: of, name, what, base, now, isCompared, share, problem }: Changed): string {
  const counts =
    base === null || now === null
      ? problem
      : `${countText(base)} to ${countText(now)}, ${percent(now.perOp / base.perOp - 1)} for ${percent(share)}${isCompared === false ? ', not counted alike' : ''}`;
  return `${shortName(of)} ${name} ${what}: ${counts}`;
}

function isCalled({ base, now, isCompared }: Changed): boolean {
  if (base === null || now === null || isCompared === false) return false;
  const changes = compareVersions([], [], { ...inTurns, instructions: { base, now } });
  return changes.some(({ verdict }) => verdict === 'changed');
}

/** It is called, and in size and direction about what was planted. */
function isFound(row: Changed): boolean {
  const { base, now, share } = row;
  return isCalled(row) && Math.abs((now?.perOp ?? 0) / (base?.perOp ?? 0) - 1 - share) <= share / 2;
}

/** By more than a change that is to be found. */
function isFar({ base, now }: Changed): boolean {
  return base !== null && now !== null && Math.abs(now.perOp / base.perOp - 1) > 0.01;
}

function shortName(of: string): string {
  return of.replace(/^github\.com\//, '').replace(/@[^/]+/, '');
}

function countText({ perOp, spread }: Count): string {
  return `${perOp.toFixed(2)} ${spread <= exactSpread ? 'exact' : `±${percent(spread)}`}`;
}

function percent(share: number): string {
  return `${Number((100 * share).toPrecision(2))}%`;
}

/** `least / median / most`. */
function quantiles(values: readonly number[], text = (value: number) => value.toFixed(1)): string {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (part: number) => sorted[Math.round(part * (sorted.length - 1))];
  return [0, 0.5, 1].map((part) => text(at(part) ?? Number.NaN)).join(' / ');
}
