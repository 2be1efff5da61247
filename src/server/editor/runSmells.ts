/** Faults of a benchmark that its run shows. */

import type { Value } from '../../analysis/values/value.ts';
import { append, smallest } from '../../base/lists.ts';
import { valuesOf } from '../../bench/benchfmt/resultLine.ts';
import { summarize } from '../../bench/verdicts/summary.ts';
import { inlinesInLoop } from '../../go/profile/loopStyle.ts';
import type { LoopFacts, SourceEdit } from '../../go/scan/benchmarkSmells.ts';
import type { GoScanner } from '../../go/scan/scan.ts';
import type { SourceRange } from '../../go/scan/scannedBenchmark.ts';
import type { DocumentText } from '../costs/documentText.ts';
import type { LineMap } from '../costs/lineMap.ts';
import type { KnownResult } from '../results/comparedResult.ts';
import type { Session } from '../sessions/session.ts';

/**
 *   result-unused   an operation takes less time than a call: the compiler has removed the work
 *   setup-timed     the setup before a b.N loop is part of the measured time
 *   own-allocation  a line of the timed loop itself allocates
 */
export interface RunSmell {
  readonly code: 'result-unused' | 'setup-timed' | 'own-allocation';
  /** In the present text. */
  readonly range: SourceRange;
  /** By code: nanoseconds per operation; share of the result; allocations per operation. */
  readonly amount: number;
  /** For `own-allocation`: all allocations per operation of the benchmark. */
  readonly whole?: number;
  /** For `result-unused`: `b.Loop` would keep the work, but as a call that a program may not make. */
  readonly loopKeepsCalls?: boolean;
  readonly fix: SourceEdit | null;
}

/** In nanoseconds. No function call takes less. */
const leastCall = 1;
/** Setup is reported from this share of the result, and from so many samples, which make it certain. */
const leastSetup = 0.02;
const leastSetupSamples = 10;

/** The faults that a benchmark's latest run shows. Loops that have been edited since the run are left out. */
export function runSmells(
  { result }: KnownResult,
  sessions: readonly Session[],
  document: DocumentText,
  scanner: GoScanner,
): RunSmell[] {
  const { path } = document;
  const [first] = sessions;
  const profiled = first?.snapshot.codeOf(path) ?? null;
  const map = first === undefined ? null : document.lineMap(first.snapshot);
  if (profiled === null || map === null) return [];
  const original = profiled.text;
  const loops = scanner.smells(original)?.loops ?? [];
  const smells: RunSmell[] = [];
  // The fastest run counts: other programs can only make a run slower.
  const time = smallest(valuesOf(result.measurements, 'ns/op'));
  const own = loopOf(result.name, original, loops, scanner);
  if (own !== undefined && own.style === 'N' && own.dropsResults && time < leastCall) {
    const loopKeepsCalls = !inlinesInLoop(result.goVersion ?? '');
    const fix = loopKeepsCalls ? null : own.useLoop;
    smells.push({ code: 'result-unused', range: own.header, amount: time, fix, loopKeepsCalls });
  }
  for (const session of sessions) {
    append(smells, setupTimed(session, path, loops));
    const allocations = summarize(result.measurements, 'allocs/op')?.median;
    if (allocations !== undefined) append(smells, ownAllocations(session, path, loops, allocations));
  }
  return smells.flatMap((smell) => {
    const loop = loops.find(({ range }) => isWithin(smell.range, range));
    return (loop && moved(smell, loop, map, profiled.lines, document.code.lines)) ?? [];
  });
}

/** The timed loop of a benchmark, if there is only one. */
function loopOf(
  name: string,
  text: string,
  loops: readonly LoopFacts[],
  scanner: GoScanner,
): LoopFacts | undefined {
  const [loop, ...others] = scanner.scan(text).benchmarks.find((each) => each.name === name)?.loops ?? [];
  return others.length > 0 ? undefined : loops.find(({ range }) => range.startLine === loop?.startLine);
}

function setupTimed(session: Session, path: string, loops: readonly LoopFacts[]): RunSmell[] {
  const { buckets, profile, operations } = session;
  const cpu = profile.sampleTypes.findIndex(({ type }) => type === 'cpu');
  const count = profile.sampleTypes.findIndex(({ type }) => type === 'samples');
  const file = session.fileIndex(path);
  if (buckets === null || cpu === -1 || count === -1 || file === -1) return [];
  const { timed, goroutines, truncated } = buckets.totals(cpu);
  const inLoop = Number(timed) + Number(goroutines) + Number(truncated);
  // The first round, with b.N = 1, runs the setup too, but only the last round gives the result.
  const rounds = operations === 1 ? 1 : 2;
  return loops.flatMap((loop): RunSmell[] => {
    if (loop.style !== 'N' || !loop.leavesTimer || loop.resetBefore === null) return [];
    const before = (sampleType: number) =>
      sumOfLines(
        buckets.lines('setup', file, sampleType),
        loop.functionRange.startLine,
        loop.range.startLine - 1,
      );
    const setup = before(cpu) / rounds;
    if (before(count) < leastSetupSamples || setup / (setup + inLoop) < leastSetup) return [];
    const amount = setup / (setup + inLoop);
    return [{ code: 'setup-timed', range: loop.header, amount, fix: loop.resetBefore }];
  });
}

function ownAllocations(
  session: Session,
  path: string,
  loops: readonly LoopFacts[],
  whole: number,
): RunSmell[] {
  const { buckets, profile, operations } = session;
  const objects = profile.sampleTypes.findIndex(({ type }) => type === 'alloc_objects');
  const file = session.fileIndex(path);
  if (buckets === null || operations === null || objects === -1 || file === -1) return [];
  const smells: RunSmell[] = [];
  for (const { line, flat } of buckets.lines('operations', file, objects).values()) {
    // In a loop that calls nothing, the allocation is what is measured.
    const loop = loops.find(
      ({ calls, range }) => calls && line - 1 > range.startLine && line - 1 <= range.endLine,
    );
    const amount = Number(flat) / operations;
    if (loop === undefined || Math.round(amount) < 1) continue;
    const range = { startLine: line - 1, startCharacter: 0, endLine: line - 1, endCharacter: 0 };
    smells.push({ code: 'own-allocation', range, amount: Math.round(amount), whole, fix: null });
  }
  return smells;
}

/** The sum of the costs from line `first` to line `last`, both 0-based. No stack counts twice: it is on one line of a function. */
function sumOfLines(
  lines: ReadonlyMap<number, { readonly line: number; readonly cum: Value }>,
  first: number,
  last: number,
): number {
  let sum = 0;
  for (const { line, cum } of lines.values()) if (line - 1 >= first && line - 1 <= last) sum += Number(cum);
  return sum;
}

function isWithin(inner: SourceRange, outer: SourceRange): boolean {
  return inner.startLine >= outer.startLine && inner.endLine <= outer.endLine;
}

/** The smell where its loop now stands; `null` if the loop has been edited. Its fix needs the same characters. */
function moved(
  smell: RunSmell,
  { range }: LoopFacts,
  { same }: LineMap,
  before: readonly string[],
  after: readonly string[],
): RunSmell | null {
  const by = (same[range.startLine] ?? -1) - range.startLine;
  for (let line = range.startLine; line <= range.endLine; line++) {
    if (after[line + by] !== before[line]) return null;
  }
  const shift = (each: SourceRange): SourceRange => ({
    ...each,
    startLine: each.startLine + by,
    endLine: each.endLine + by,
  });
  const fix = smell.fix === null ? null : { ...smell.fix, range: shift(smell.fix.range) };
  return { ...smell, range: shift(smell.range), fix };
}
