/**
 * Comparisons of a working tree with a commit, over several layouts, through the code that the editor and the command line
 * use: checkout, builds, links, turns, verdict. Of unchanged code beside different functions that the program keeps but
 * never runs, and of code that does a known share more work. Every second round of
 * unchanged code has busy loops beside it.
 *
 * One round builds both versions and compares all benchmarks of the module. Each benchmark is a comparison of its own,
 * because each of its functions has its own place in each layout. All rounds have new dead code, new builds and new seeds.
 */
import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Measurement } from '../../src/bench/benchfmt/resultLine.ts';
import { compareMeasurements, type MetricChange } from '../../src/bench/verdicts/change.ts';
import type { BenchmarkResult } from '../../src/go/run/benchmarkResult.ts';
import { resultPair } from '../../src/go/run/resultPair.ts';
import type { ComparedResults } from '../../src/go/run/twoBuilds.ts';
import { Random } from '../fuzz/random.ts';
import { goRepository, type TestRepository } from '../go/git/repository.ts';
import { done } from '../go/run/against.ts';
import { steadyLoad } from './competingLoad.ts';
import { benchmarkNames, filesOf, type Variant } from './variants.ts';

interface Sizes {
  readonly layouts: number;
  readonly benchtime: string;
  /** How many measurements each version has, over all layouts; at least three of each layout. */
  readonly count: number;
  /** No new round begins after this time, in milliseconds since the epoch. */
  readonly until: number;
}

/** How many comparisons of one kind ended how. */
class Tally {
  readonly title: string;
  readonly #counts = new Map<string, number>();
  /** Of the times: half the range of the layouts' medians, by benchmark. */
  readonly #spreads = new Map<string, number[]>();
  readonly #calledOf = new Map<string, number>();
  comparisons = 0;
  called = 0;
  /** What all measurements together would have called if the layouts were not known. */
  calledWithout = 0;

  constructor(title: string) {
    this.title = title;
  }

  add(name: string, change: MetricChange, isCalledWithout: boolean): void {
    const { verdict, base, now, layouts } = change;
    this.comparisons++;
    if (verdict === 'changed') {
      this.called++;
      this.#calledOf.set(name, (this.#calledOf.get(name) ?? 0) + 1);
    }
    if (isCalledWithout) this.calledWithout++;
    const direction = now.center > base.center ? 'slower' : 'faster';
    const outcome = verdict === 'changed' ? `CALLED ${direction}` : verdict;
    this.#counts.set(outcome, (this.#counts.get(outcome) ?? 0) + 1);
    this.#spreads.set(name, [...(this.#spreads.get(name) ?? []), layouts?.spread ?? 0]);
  }

  toString(): string {
    if (this.comparisons === 0) return `${this.title}: none`;
    const counts = [...this.#counts].sort().map(([name, count]) => `  ${String(count).padStart(4)}  ${name}`);
    const spreads = [...this.#spreads].map(([name, values]) => {
      const sorted = [...values].sort((a, b) => a - b);
      const spread = `±${(100 * (sorted[sorted.length >> 1] ?? 0)).toFixed(1)}%`;
      return `${name.replace('Benchmark', '')} ${spread}, ${this.#calledOf.get(name) ?? 0} called`;
    });
    return [
      `${this.title}: ${this.comparisons} comparisons, ${this.called} called (${percent(this.called, this.comparisons)})`,
      ...counts,
      `  ${String(this.calledWithout).padStart(4)}  would be called from the same measurements without layouts`,
      `        typical spread of the layouts: ${spreads.join('; ')}`,
    ].join('\n');
  }
}

function percent(part: number, whole: number): string {
  return `${((100 * part) / whole).toFixed(1)}%`;
}

/**
 * Options: `--comparisons=200` of unchanged code, `--slower=40` of code that does `--share=3` percent more work, `--layouts=5`,
 * `--benchtime=10ms`, `--count=15` measurements of each version, `--seed=1`, `--minutes=60` after which the figures until then are printed.
 */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      comparisons: { type: 'string', default: '200' },
      slower: { type: 'string', default: '40' },
      share: { type: 'string', default: '3' },
      layouts: { type: 'string', default: '5' },
      benchtime: { type: 'string', default: '10ms' },
      count: { type: 'string', default: '15' },
      seed: { type: 'string', default: '1' },
      minutes: { type: 'string', default: '60' },
    },
  });
  const random = new Random(Number(values.seed));
  const started = Date.now();
  const sizes: Sizes = {
    layouts: Number(values.layouts),
    benchtime: values.benchtime,
    count: Number(values.count),
    until: started + Number(values.minutes) * 60_000,
  };
  const rounds = 100 + Number(values.share);
  const repository = goRepository(filesOf({ deadCode: 0, rounds: 100 }));
  try {
    // First the fewer, so that a run that is cut off has some of both.
    await compareMany(`${values.share}% slower`, Number(values.slower), rounds, sizes, random, repository);
    await compareMany('unchanged code', Number(values.comparisons), 100, sizes, random, repository);
  } finally {
    repository.remove();
  }
  process.stdout.write(`${Math.round((Date.now() - started) / 1000)} s\n`);
}

/** @param rounds how much work the working tree does; the commit does 100 */
async function compareMany(
  title: string,
  comparisons: number,
  rounds: number,
  sizes: Sizes,
  random: Random,
  repository: TestRepository,
): Promise<void> {
  const tallies = [new Tally(`${title}, other work not on purpose`), new Tally(`${title}, busy on purpose`)];
  const needed = Math.ceil(comparisons / benchmarkNames.length);
  for (let round = 0; round < needed && Date.now() < sizes.until; round++) {
    const isBusy = rounds === 100 && round % 2 === 1;
    const load = isBusy ? steadyLoad(1 + random.below(3)) : null;
    try {
      const compared = await compareOnce(rounds, sizes, random, repository);
      for (const name of benchmarkNames) tally(name, compared, tallies[isBusy ? 1 : 0]);
    } finally {
      await load?.stop();
    }
    const [calm, busy] = tallies.map(({ called, comparisons: all }) => `${called} of ${all}`);
    process.stderr.write(`\r${title}: ${round + 1} of ${needed} rounds, called ${calm}, busy ${busy}   `);
  }
  process.stderr.write('\n');
  const shown = tallies.filter(({ comparisons: all }) => all > 0);
  process.stdout.write(shown.map((each) => `${each}\n`).join(''));
}

async function compareOnce(
  rounds: number,
  { layouts, benchtime, count }: Sizes,
  random: Random,
  repository: TestRepository,
): Promise<ComparedResults> {
  const version = (work: number): Variant => ({ deadCode: 1 + random.below(1 << 20), rounds: work });
  repository.commit(filesOf(version(100)));
  repository.write(filesOf(version(rounds)));
  const compared = await done(repository, { names: benchmarkNames, layouts, benchtime, count });
  for (const folder of [repository.output, `${repository.output}-base`])
    rmSync(folder, { recursive: true, force: true });
  return compared;
}

function tally(name: string, { base, results, problems }: ComparedResults, into: Tally | undefined): void {
  const of = (all: readonly BenchmarkResult[]) => all.find((result) => result.name === name);
  const [older, newer] = [of(base), of(results)];
  if (older === undefined || newer === undefined || problems.length > 0)
    throw new Error(`${name} was not compared`);
  const pair = resultPair(older, newer, 0);
  const change = timeChange(pair.base, pair.measurements, pair.circumstances);
  if (change?.layouts === undefined) throw new Error(`${name} was not compared over layouts`);
  const plain = timeChange(withoutSeeds(pair.base), withoutSeeds(pair.measurements), pair.circumstances);
  into?.add(name, change, plain?.verdict === 'changed');
}

function timeChange(...compared: Parameters<typeof compareMeasurements>): MetricChange | undefined {
  return compareMeasurements(...compared).find(({ unit }) => unit === 'ns/op');
}

function withoutSeeds(measurements: readonly Measurement[]): Measurement[] {
  return measurements.map(({ iterations, metrics }) => ({ iterations, metrics }));
}
