/**
 * Two runs at two times, as a user makes them in the editor, while other work on the machine comes and goes. Of unchanged
 * code, of code that other code has moved, and of code that really became slower. Where no change is called, both binaries
 * are then measured in turns.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { compareMeasurements, type MetricChange } from '../../src/bench/verdicts/change.ts';
import { levelAtEnd, mostLooked } from '../../src/bench/verdicts/looks.ts';
import { testBinary } from '../../src/go/build/testBinary.ts';
import { compareBuilds } from '../../src/go/compare/compareBuilds.ts';
import type { BenchmarkResult } from '../../src/go/results/benchmarkResult.ts';
import { resultPair } from '../../src/go/results/resultPair.ts';
import { Random } from '../fuzz/random.ts';
import { benchmarkRequest, control, type GoModule, profile } from '../go/goModule.ts';
import { changingLoad } from './competingLoad.ts';
import { benchmarkNames, unchanged, type Variant, variantModule, writeVariant } from './variants.ts';

interface Run {
  readonly result: BenchmarkResult;
  readonly folder: string;
}

/** How many pairs ended how. */
class Tally {
  readonly title: string;
  readonly #counts = new Map<string, number>();
  pairs = 0;

  constructor(title: string) {
    this.title = title;
  }

  add(...outcomes: readonly string[]): void {
    this.pairs++;
    for (const each of outcomes) this.#counts.set(each, (this.#counts.get(each) ?? 0) + 1);
  }

  toString(): string {
    const counts = [...this.#counts].sort().map(([name, count]) => `  ${String(count).padStart(4)}  ${name}`);
    return [`${this.title}: ${this.pairs} pairs`, ...counts].join('\n');
  }
}

const usual = { count: 6, benchtime: '100ms' };

/** Options: `--same=60 --moved=60 --slower=40 --share=20 --seed=1 --calm` (no other work). */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      same: { type: 'string', default: '60' },
      moved: { type: 'string', default: '60' },
      slower: { type: 'string', default: '40' },
      share: { type: 'string', default: '20' },
      seed: { type: 'string', default: '1' },
      calm: { type: 'boolean', default: false },
    },
  });
  const random = new Random(Number(values.seed));
  const slower: Variant = { ...unchanged, rounds: Math.round(100 + Number(values.share)) };
  const kinds: readonly [title: string, pairs: number, after: () => Variant][] = [
    ['the same code', Number(values.same), () => unchanged],
    [
      'the same code, moved by other code',
      Number(values.moved),
      () => ({ ...unchanged, deadCode: 1 + random.below(50) }),
    ],
    [`code that is ${values.share}% slower`, Number(values.slower), () => slower],
  ];
  const started = Date.now();
  const module = variantModule();
  for (const [title, pairs, after] of kinds) {
    const tally = new Tally(title);
    for (let i = 0; i < pairs; i++) {
      const name = benchmarkNames[i % benchmarkNames.length] ?? '';
      const load = values.calm ? null : changingLoad(random);
      try {
        tally.add(...(await onePair(module, name, after())));
      } finally {
        await load?.stop();
      }
      process.stderr.write(`\r${title}: ${i + 1} of ${pairs}   `);
    }
    process.stderr.write('\n');
    process.stdout.write(`${tally}\n`);
  }
  process.stdout.write(`${Math.round((Date.now() - started) / 1000)} s\n`);
}

/** What came of the times and of the allocations, at first and after the measurement in turns. */
async function onePair(module: GoModule, name: string, after: Variant): Promise<string[]> {
  const base = await profiled(module, name, unchanged, 'base');
  const now = await profiled(module, name, after, 'now');
  const first = changesOf(base.result, now.result);
  const outcomes = [`time: ${textOf(first, true)}`, `allocations: ${textOf(first, false)}`];
  const time = first.find(({ unit }) => unit === 'ns/op');
  // A user who expects a change measures in turns where none is called, too.
  const isSettled = time === undefined || ['changed', 'same-code', 'same'].includes(time.verdict);
  let end = textOf(first, true);
  if (!isSettled) {
    const again = await inTurns(module, name, base, now);
    const second = changesOf(base.result, { ...now.result, inTurns: { with: base.result.runId, again } });
    end = textOf(second, true);
    outcomes.push(`time, measured in turns: ${end}`);
  }
  outcomes.push(`time, in the end: ${end}`);
  for (const { folder } of [base, now]) rmSync(folder, { recursive: true, force: true });
  return outcomes;
}

function changesOf(base: BenchmarkResult, now: BenchmarkResult): MetricChange[] {
  const pair = resultPair(base, now, 0);
  return compareMeasurements(pair.base, pair.measurements, pair.circumstances);
}

function textOf(changes: readonly MetricChange[], isTime: boolean): string {
  const of = changes.filter(({ unit }) => (unit === 'ns/op') === isTime);
  const called = of.find(({ verdict }) => verdict === 'changed');
  if (called !== undefined)
    return called.now.center > called.base.center ? 'CALLED slower or more' : 'CALLED faster or less';
  const [unsure] = of.filter(({ verdict }) => verdict === 'unsure');
  return unsure === undefined ? 'no change called' : `unsure (${unsure.doubt})`;
}

async function profiled(module: GoModule, name: string, variant: Variant, folder: string): Promise<Run> {
  writeVariant(module, variant);
  const outputDirectory = join(module.output, folder);
  mkdirSync(outputDirectory, { recursive: true });
  const outcome = await profile(module, [name], {
    kinds: ['cpu', 'mem'],
    count: usual.count,
    benchtime: usual.benchtime,
    keepsBinary: true,
    outputDirectory,
  });
  const [result] = outcome.ok ? outcome.value : [];
  if (result === undefined) throw new Error(`${name} has no result`);
  return { result, folder: outputDirectory };
}

async function inTurns(module: GoModule, name: string, base: Run, now: Run) {
  const request = await benchmarkRequest(module, [name], {
    count: mostLooked,
    stopsWhenSettled: true,
    benchtime: usual.benchtime,
    outputDirectory: join(module.output, 'turns'),
  });
  const measured = await compareBuilds(
    {
      ...request,
      base: { binary: join(base.folder, testBinary), title: 'before' },
      kept: { binary: join(now.folder, testBinary) },
    },
    control(),
  );
  const [older] = measured.ok ? measured.value.base : [];
  const [newer] = measured.ok ? measured.value.results : [];
  if (older === undefined || newer === undefined) throw new Error(`${name} cannot be measured in turns`);
  const level = levelAtEnd(older.measurements, newer.measurements, mostLooked);
  if (level === null) throw new Error(`${name} was measured too few times`);
  return {
    takenAt: newer.takenAt,
    base: older.measurements,
    measurements: newer.measurements,
    notes: newer.notes ?? [],
    level,
  };
}
