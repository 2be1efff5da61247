/**
 * How often intervals hold a truth that is known by construction, in real profiles: of loops whose shares are set by their
 * arguments. Each profile is taken as a click takes it. What a pass really cost is known from the processor's clock.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { allocationSamples } from '../../src/analysis/lines/sampledAllocations.ts';
import { samplesOf } from '../../src/analysis/values/operationCost.ts';
import {
  costInterval,
  estimateInterval,
  type Interval,
  shareInterval,
} from '../../src/analysis/values/sampleIntervals.ts';
import { type Circumstances, compareMeasurements, inTurns } from '../../src/bench/verdicts/change.ts';
import { spreadNotes } from '../../src/bench/verdicts/noise.ts';
import { speedVariation } from '../../src/bench/verdicts/passSpeed.ts';
import { readProfile } from '../../src/pprof/read.ts';
import { lineChanges } from '../../src/server/compare/lineChanges.ts';
import { DocumentText } from '../../src/server/costs/documentText.ts';
import { samplePeriod } from '../../src/server/costs/sampledCost.ts';
import type { Session } from '../../src/server/sessions/session.ts';
import { resultOf, sessionOf, snapshotOf } from '../server/builders.ts';
import { loopFile, trueAllocations, trueShares, workFile } from './calibratedModule.ts';
import { type CalibratedRun, calibratedRuns } from './calibratedRuns.ts';

/** Nanoseconds of CPU time, not their number. */
const sampleType = 1;
/** In percent. Lines that cost less show no cost. */
const leastShare = 0.5;

interface OpenedRun extends CalibratedRun {
  readonly session: Session;
  /** Samples in the whole profile, and on each line of `trueShares`. */
  readonly all: number;
  readonly seen: readonly number[];
  readonly isDisturbed: boolean;
}

/**
 * Options: `--profiles=200 --seconds=1 --count=6 --timing=100`, and `--keep=FOLDER` for profiles to be used again.
 */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      profiles: { type: 'string', default: '200' },
      seconds: { type: 'string', default: '1' },
      count: { type: 'string', default: '6' },
      timing: { type: 'string', default: '100' },
      keep: { type: 'string' },
    },
  });
  const folder = path.resolve(values.keep ?? mkdtempSync(path.join(tmpdir(), 'calibrated-')));
  const sizes = {
    profiles: Number(values.profiles),
    seconds: Number(values.seconds),
    count: Number(values.count),
    timing: Number(values.timing),
  };
  const byBenchmark = new Map<string, OpenedRun[]>();
  try {
    for (const each of calibratedRuns(folder, sizes)) {
      const opened = open(each, folder);
      byBenchmark.set(each.benchmark, [...(byBenchmark.get(each.benchmark) ?? []), opened]);
    }
  } finally {
    if (values.keep === undefined) rmSync(folder, { recursive: true });
  }
  for (const [name, runs] of byBenchmark) {
    if (name === 'BenchmarkAllocate') reportAllocations(runs);
    else report(name, runs);
  }
}

function open(taken: CalibratedRun, folder: string): OpenedRun {
  const read = readProfile(readFileSync(taken.profile));
  if (!read.ok) throw new Error(`${taken.profile}: ${read.problem.template}`);
  const file = path.join(folder, workFile.name);
  const session = sessionOf(read.value, {
    operations: taken.operations,
    snapshot: snapshotOf({ [file]: workFile.text, [path.join(folder, loopFile.name)]: loopFile.text }),
  });
  const period = samplePeriod(session, sampleType) ?? 1;
  const costs = new Map(
    session.lines.lines(session.fileIndex(file), sampleType).map(({ line, cum }) => [line, cum]),
  );
  return {
    ...taken,
    session,
    all: samplesOf(session.lines.total(sampleType), period),
    seen: trueShares.map(({ line }) => samplesOf(costs.get(line) ?? 0, period)),
    isDisturbed: spreadNotes({ procs: 1, measurements: taken.measurements }).length > 0,
  };
}

function report(name: string, runs: readonly OpenedRun[]): void {
  const times = runs.map(({ processorTime }) => processorTime);
  const usual = mean(times);
  const print = (text: string) => process.stdout.write(`${text}\n`);
  print(`${name}: ${runs.length} profiles, ${range(runs.map(({ all }) => all))} samples`);
  print(`  load ${range(runs.map(({ load }) => load))} on ${cpus().length} cores`);
  print(
    `  CPU time per operation ${range(times.map((each) => Math.round(each)))} ns, deviation ${percent(deviation(times))}`,
  );
  print(`  disturbed: ${runs.filter(({ isDisturbed }) => isDisturbed).length}`);
  const counted = runs.map(({ all, session, operations, processorTime }) => {
    const period = samplePeriod(session, sampleType) ?? 1;
    return (all * period) / operations / processorTime;
  });
  print(`  CPU time by samples / by the clock: ${mean(counted).toFixed(4)}`);
  print('  share    samples   share held   cost of the pass held   usual cost held');
  const rows = trueShares.map(({ share }, line) => {
    const held = (
      intervalOf: (each: OpenedRun, seen: number) => Interval,
      truth: (each: OpenedRun) => number,
    ) =>
      mean(
        runs.map((each) => {
          const { low, high } = intervalOf(each, each.seen[line]!);
          return low <= truth(each) && truth(each) <= high ? 1 : 0;
        }),
      );
    const cost = (variation: (each: OpenedRun) => number) => (each: OpenedRun, seen: number) => {
      const { low, high } = costInterval(seen, each.all, variation(each));
      const perSample = (samplePeriod(each.session, sampleType) ?? 1) / each.operations;
      return { low: low * perSample, high: high * perSample };
    };
    return {
      share,
      samples: mean(runs.map(({ seen }) => seen[line]!)),
      shares: held(
        ({ all }, seen) => shareInterval(seen, all),
        () => share,
      ),
      pass: held(
        cost(() => 0),
        ({ processorTime }) => share * processorTime,
      ),
      usual: held(
        cost(({ measurements, isDisturbed }) => speedVariation([measurements], isDisturbed)),
        () => share * usual,
      ),
    };
  });
  for (const { share, samples, shares, pass, usual } of rows) {
    print(
      `  ${percent(share).padStart(6)} ${samples.toFixed(1).padStart(9)} ${percent(shares).padStart(12)} ${percent(pass).padStart(23)} ${percent(usual).padStart(17)}`,
    );
  }
  const average = (of: (row: (typeof rows)[number]) => number) => percent(mean(rows.map(of)));
  print(
    `  all lines        ${average(({ shares }) => shares).padStart(12)} ${average(({ pass }) => pass).padStart(23)} ${average(({ usual }) => usual).padStart(17)}`,
  );
  reportChanges(runs, print);
}

/** What lines allocated, in profiles that recorded one allocation in each 512 kB. */
function reportAllocations(runs: readonly OpenedRun[]): void {
  process.stdout.write(
    `BenchmarkAllocate: ${runs.length} profiles\n  bytes of an object   samples   bytes held   objects held\n`,
  );
  const held = (
    line: number,
    sampleType: number,
    each: (truth: (typeof trueAllocations)[number]) => number,
  ) =>
    runs.map(({ session, profile, operations }) => {
      const file = session.fileIndex(path.join(path.dirname(profile), '../..', workFile.name));
      const truth = trueAllocations.find((allocation) => allocation.line === line)!;
      const value = session.lines.lines(file, sampleType).find((cost) => cost.line === line)?.cum ?? 0;
      const { count, variance } = allocationSamples(session.lines, file, line, sampleType)!;
      // Of a line that was never seen no hover is shown: nothing is known but that it allocated less than a few samples.
      const { low, high } =
        count === 0 ? { low: 0, high: 4 * 2 ** 19 } : estimateInterval(Number(value), variance);
      const allocated = each(truth) * operations;
      return { count, isHeld: low <= allocated && allocated <= high };
    });
  for (const { line, objects, bytes } of trueAllocations) {
    const space = held(line, 1, (truth) => truth.bytes);
    const counted = held(line, 0, (truth) => truth.objects);
    const share = (all: typeof space) => percent(mean(all.map(({ isHeld }) => (isHeld ? 1 : 0))));
    const samples = mean(space.map(({ count }) => count)).toFixed(1);
    process.stdout.write(
      `  ${String(bytes / objects).padStart(18)} ${samples.padStart(9)} ${share(space).padStart(12)} ${share(counted).padStart(14)}\n`,
    );
  }
}

/** What would be called of two runs, one after the other, of the same code. */
function reportChanges(runs: readonly OpenedRun[], print: (text: string) => void): void {
  const pairs = runs.slice(1).map((now, i) => [runs[i]!, now] as const);
  const share = (isCalled: (base: OpenedRun, now: OpenedRun) => boolean) =>
    percent(mean(pairs.map(([base, now]) => (isCalled(base, now) ? 1 : 0))));
  const times = (base: OpenedRun, now: OpenedRun, circumstances: Circumstances) =>
    compareMeasurements(base.measurements, now.measurements, circumstances).some(
      ({ unit, verdict }) => unit === 'ns/op' && verdict === 'changed',
    );
  print(`  ${pairs.length} pairs of runs of the same code, one after the other, in which`);
  for (const { name, text } of [workFile, loopFile]) {
    const document = new DocumentText(path.join(path.dirname(runs[0]!.profile), '../..', name), text);
    const tested = share((base, now) => differ(base, now, document, inTurnsOf(base, now)));
    const said = share((base, now) => differ(base, now, document, atTwoTimes(base, now)));
    print(`    a line of ${name} differs by the test of its samples: ${tested}; is said to: ${said}`);
  }
  const tested = share((base, now) => times(base, now, inTurnsOf(base, now)));
  const said = share((base, now) => times(base, now, atTwoTimes(base, now)));
  print(`    wall times differ by the U test: ${tested}; are said to: ${said}`);
}

/** Without the doubts that two runs at two times deserve. */
function inTurnsOf(base: OpenedRun, now: OpenedRun): Circumstances {
  return { ...inTurns, isDisturbed: base.isDisturbed || now.isDisturbed };
}

function atTwoTimes(base: OpenedRun, now: OpenedRun): Circumstances {
  return { ...inTurnsOf(base, now), isInTurns: false };
}

/** Whether any line of the document is said to differ. */
function differ(
  base: OpenedRun,
  now: OpenedRun,
  document: DocumentText,
  circumstances: Circumstances,
): boolean {
  const pair = {
    session: now.session,
    base: base.session,
    result: resultOf({ measurements: now.measurements }),
    baseResult: resultOf({ measurements: base.measurements }),
    circumstances,
  };
  const changes = lineChanges(pair, sampleType, document, leastShare);
  return [...(changes?.at.values() ?? [])].some(({ isDifferent }) => isDifferent);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, each) => sum + each, 0) / values.length;
}

/** Of the logarithm. */
function deviation(values: readonly number[]): number {
  const logs = values.map(Math.log);
  const middle = mean(logs);
  return Math.sqrt(mean(logs.map((log) => (log - middle) ** 2)));
}

function range(values: readonly number[]): string {
  const sorted = [...values].sort((a, b) => a - b);
  return `${sorted[0]} to ${sorted.at(-1)} (median ${sorted[Math.floor(sorted.length / 2)]})`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)}%`;
}
