/**
 * Comparisons of a working tree with a commit, over several layouts, through the code that the editor and the command line
 * use: checkout, builds, links, turns, verdict. Of unchanged code beside different functions that the program keeps but
 * never runs, and of code that does a known share more work. Every second round of
 * unchanged code has busy loops beside it.
 *
 * One round builds both versions and compares all benchmarks of the module. Each benchmark is a comparison of its own,
 * because each of its functions has its own place in each layout. All rounds have new dead code, new builds and new seeds.
 */
import { appendFileSync, readFileSync, rmSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import type { ComparedResults } from '../../src/go/compare/compareBuilds.ts';
import { resultPair } from '../../src/go/results/resultPair.ts';
import { Random } from '../fuzz/random.ts';
import { done } from '../go/compare/against.ts';
import { goRepository, type TestRepository } from '../go/git/repository.ts';
import { steadyLoad } from './competingLoad.ts';
import { type Comparison, readComparison, Tally } from './layoutTally.ts';
import { benchmarkNames, filesOf, type Variant } from './variants.ts';

interface Sizes {
  readonly layouts: number;
  /** How many measurements each version has at most, over all layouts. */
  readonly count: number;
  /** No new round begins after this time, in milliseconds since the epoch. */
  readonly until: number;
  /** Gets all measurements, a line of JSON for each comparison; empty for none. */
  readonly raw: string;
}

/**
 * Options: `--comparisons=200` of unchanged code, `--slower=40` of code that does `--share=3` percent more work, `--layouts=12`,
 * `--count=40` measurements of each version at most, `--seed=1`, `--minutes=60` after which the figures until then are
 * printed, `--raw=FILE` for all measurements, `--replay=FILE` to judge those of an earlier run again and measure nothing.
 */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      comparisons: { type: 'string', default: '200' },
      slower: { type: 'string', default: '40' },
      share: { type: 'string', default: '3' },
      layouts: { type: 'string', default: '12' },
      count: { type: 'string', default: '40' },
      seed: { type: 'string', default: '1' },
      minutes: { type: 'string', default: '60' },
      raw: { type: 'string', default: '' },
      replay: { type: 'string', default: '' },
    },
  });
  if (values.replay !== '') {
    replay(values.replay);
    return;
  }
  const random = new Random(Number(values.seed));
  const started = Date.now();
  const sizes: Sizes = {
    layouts: Number(values.layouts),
    count: Number(values.count),
    until: started + Number(values.minutes) * 60_000,
    raw: values.raw,
  };
  const rounds = 100 + Number(values.share);
  const repository = goRepository(filesOf({ deadCode: 0, rounds: 100 }));
  // First the fewer, so that a run that is cut off has some of both.
  await compareMany(Number(values.slower), rounds, sizes, random, repository);
  await compareMany(Number(values.comparisons), 100, sizes, random, repository);
  process.stdout.write(`${Math.round((Date.now() - started) / 1000)} s\n`);
}

/** @param rounds how much work the working tree does; the commit does 100 */
async function compareMany(
  comparisons: number,
  rounds: number,
  sizes: Sizes,
  random: Random,
  repository: TestRepository,
): Promise<void> {
  const tallies = [false, true].map((isBusy) => new Tally(titleOf(rounds - 100, isBusy)));
  const needed = Math.ceil(comparisons / benchmarkNames.length);
  for (let round = 0; round < needed && Date.now() < sizes.until; round++) {
    const isBusy = rounds === 100 && round % 2 === 1;
    const load = isBusy ? steadyLoad(1 + random.below(3)) : null;
    try {
      const compared = await compareOnce(rounds, sizes, random, repository);
      for (const name of benchmarkNames) {
        const comparison = comparisonOf(name, compared, rounds, isBusy);
        tallies[isBusy ? 1 : 0]?.add(comparison);
        if (sizes.raw !== '') appendFileSync(sizes.raw, `${JSON.stringify(comparison)}\n`);
      }
    } finally {
      await load?.stop();
    }
    const [calm, busy] = tallies.map(({ called, comparisons: all }) => `${called} of ${all}`);
    process.stderr.write(
      `\r${rounds - 100}% slower: ${round + 1} of ${needed} rounds, called ${calm}, busy ${busy}   `,
    );
  }
  process.stderr.write('\n');
  const shown = tallies.filter(({ comparisons: all }) => all > 0);
  process.stdout.write(shown.map((each) => `${each}\n`).join(''));
}

async function compareOnce(
  rounds: number,
  { layouts, count }: Sizes,
  random: Random,
  repository: TestRepository,
): Promise<ComparedResults> {
  const version = (work: number): Variant => ({ deadCode: 1 + random.below(1 << 20), rounds: work });
  repository.commit(filesOf(version(100)));
  repository.write(filesOf(version(rounds)));
  const compared = await done(repository, {
    names: benchmarkNames,
    layouts,
    count,
    benchtime: '1s',
    stopsWhenSettled: true,
  });
  for (const folder of [repository.output, `${repository.output}-base`])
    rmSync(folder, { recursive: true, force: true });
  return compared;
}

/** @param rounds as of `compareMany` */
function comparisonOf(name: string, compared: ComparedResults, rounds: number, isBusy: boolean): Comparison {
  const [older, newer] = [compared.base, compared.results].map((all) =>
    all.find((result) => result.name === name),
  );
  if (older === undefined || newer === undefined || compared.problems.length > 0) {
    throw new Error(`${name} was not compared`);
  }
  const { base, measurements, circumstances } = resultPair(older, newer, 0);
  if (!circumstances.isInTurns) throw new Error(`${name} was not measured in turns`);
  return { name, rounds, isBusy, load: loadavg()[0] ?? 0, base, now: measurements };
}

/** Judges the comparisons of an earlier run by the rules as they are now. */
function replay(file: string): void {
  const tallies = new Map<string, Tally>();
  for (const line of readFileSync(file, 'utf8').trim().split('\n')) {
    const read: unknown = JSON.parse(line);
    const compared = readComparison(read);
    if (compared === undefined) throw new Error(`not of a run with --raw: ${line.slice(0, 80)}`);
    const title = titleOf(compared.rounds - 100, compared.isBusy);
    const tally = tallies.get(title) ?? new Tally(title);
    tallies.set(title, tally);
    tally.add(compared);
  }
  process.stdout.write([...tallies.values()].map((each) => `${each}\n`).join(''));
}

/** @param share by how many percent more work is done */
function titleOf(share: number, isBusy: boolean): string {
  const what = share === 0 ? 'unchanged code' : `${share}% slower`;
  return `${what}, ${isBusy ? 'busy on purpose' : 'other work not on purpose'}`;
}
