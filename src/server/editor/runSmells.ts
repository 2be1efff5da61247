/** What a run tells of its benchmark's own faults, where the benchmark stands as it was run. */
import type { Value } from '../../analysis/values/total.ts';
import { summarize } from '../../bench/verdicts/summary.ts';
import type { LoopFacts, SourceEdit } from '../../go/scan/benchmarkSmells.ts';
import type { GoScanner } from '../../go/scan/scan.ts';
import type { SourceRange } from '../../go/scan/scannedBenchmark.ts';
import type { DocumentText } from '../costs/documentText.ts';
import type { KnownResult } from '../results/benchmarkResults.ts';
import type { Session } from '../sessions/sessions.ts';

/**
 *   result-unused   less than a call takes: the compiler has removed the work
 *   setup-timed     setup before a b.N loop that counts as part of the result
 *   own-allocation  a line of the timed loop that itself allocates
 */
export interface RunSmell {
  readonly code: 'result-unused' | 'setup-timed' | 'own-allocation';
  /** In the text as it is now. */
  readonly range: SourceRange;
  /** Nanoseconds per operation; share of the result; allocations per operation. */
  readonly amount: number;
  /** Of `own-allocation`: all of the benchmark's allocations per operation. */
  readonly whole?: number;
  readonly fix: SourceEdit | null;
}

/** Below this many nanoseconds nothing can have been called, let alone have done any work. */
const leastCall = 1;
/** A share of the result that is worth a word, and the samples that make it sure. */
const leastSetup = 0.02;
const leastSetupSamples = 10;

/** Smells of one benchmark's latest run in a file. Loops that have been edited since have none. */
export function runSmells(
  { result }: KnownResult,
  sessions: readonly Session[],
  document: DocumentText,
  scanner: GoScanner,
): RunSmell[] {
  const { path } = document;
  const [first] = sessions;
  const original = first?.snapshot.textOf(path) ?? null;
  const map = first === undefined ? null : document.lineMap(first.snapshot);
  if (original === null || map === null) return [];
  const loops = scanner.smells(original)?.loops ?? [];
  const smells: RunSmell[] = [];
  // The fastest: what slows a run down is never the benchmark's merit.
  const time = Math.min(...result.measurements.flatMap(({ metrics }) => metrics['ns/op'] ?? []));
  const own = loopOf(result.name, original, loops, scanner);
  if (own !== undefined && own.style === 'N' && own.dropsResults && time < leastCall) {
    smells.push({ code: 'result-unused', range: own.header, amount: time, fix: own.useLoop });
  }
  for (const session of sessions) {
    smells.push(...setupTimed(session, path, loops));
    const allocations = summarize(result.measurements, 'allocs/op')?.median;
    if (allocations !== undefined) smells.push(...ownAllocations(session, path, loops, allocations));
  }
  return smells.flatMap((smell) => {
    const loop = loops.find(({ range }) => isWithin(smell.range, range));
    return (loop && moved(smell, loop, map)) ?? [];
  });
}

/** The only timed loop of a benchmark. */
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
  const file = fileIndex(session, path);
  if (buckets === null || cpu === -1 || count === -1 || file === -1) return [];
  const { timed, goroutines, truncated } = buckets.totals(cpu);
  const inLoop = Number(timed) + Number(goroutines) + Number(truncated);
  // The probing round with b.N = 1 sets up as well, but only the last round is the result.
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
  const file = fileIndex(session, path);
  if (buckets === null || operations === null || objects === -1 || file === -1) return [];
  const smells: RunSmell[] = [];
  for (const { line, flat } of buckets.lines('operations', file, objects).values()) {
    // Where the loop calls nothing, allocating is what is measured.
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

function fileIndex(session: Session, path: string): number {
  const match = session.match(path);
  return match.kind === 'match' ? session.lines.fileIndex(match.name) : -1;
}

/** What lines cost together, first and last 0-based; each stack is on one line of a function. */
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

/** A smell where its loop now stands; null where the loop is not what it was. */
function moved(smell: RunSmell, { range }: LoopFacts, map: Int32Array): RunSmell | null {
  const by = (map[range.startLine] ?? -1) - range.startLine;
  for (let line = range.startLine; line <= range.endLine; line++) {
    if ((map[line] ?? -1) !== line + by) return null;
  }
  const shift = (each: SourceRange): SourceRange => ({
    ...each,
    startLine: each.startLine + by,
    endLine: each.endLine + by,
  });
  const fix = smell.fix === null ? null : { ...smell.fix, range: shift(smell.fix.range) };
  return { ...smell, range: shift(smell.range), fix };
}
