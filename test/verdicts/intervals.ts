/** Prints how often our intervals hold the truth and our tests are right, in profiles that are simulated from a seed. */
import { parseArgs } from 'node:util';
import { Random } from '../fuzz/random.ts';
import { lineRates, timingRate } from './changeRates.ts';
import {
  allocationCoverage,
  costCoverage,
  growthCoverage,
  lensCoverage,
  medianCoverage,
  sampleCounts,
  shareCoverage,
  tickCoverage,
} from './coverage.ts';
import { normal, uniform } from './draws.ts';

const print = (text: string) => process.stdout.write(`${text}\n`);
const percent = (share: number) => (100 * share).toFixed(1);
const row = (name: string | number, cells: readonly (string | number)[]) =>
  print(`${String(name).padStart(9)}${cells.map((cell) => String(cell).padStart(10)).join('')}`);

/** Options: `--seed=1 --repeats=2000`. */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { seed: { type: 'string', default: '1' }, repeats: { type: 'string', default: '2000' } },
  });
  const random = new Random(Number(values.seed));
  const repeats = Number(values.repeats);
  print('Of 100 intervals at 95% so many hold the truth; of 100 comparisons so many call a change.');
  shares();
  ticks(random, repeats);
  costs(random, repeats);
  allocations(random, repeats);
  exponents(random, repeats / 2);
  changes(random, repeats / 4);
  timings(random, repeats);
}

function shares(): void {
  print(
    '\nShare of a line, by the samples of the profile: averaged evenly over shares; over shares from 0.5% to 99%',
  );
  print('by factors; of these, where the line is seen; the lowest for any share, and for which');
  row('samples', ['evenly', 'factors', 'seen', 'lowest', 'at']);
  for (const samples of sampleCounts) {
    const { even, byFactor, seen, lowest, lowestAt } = shareCoverage(samples);
    row(samples, [...[even, byFactor, seen, lowest].map(percent), `${percent(lowestAt)}%`]);
  }
}

const tickShares = [0.01, 0.05, 0.1, 0.24, 0.6];

function ticks(random: Random, repeats: number): void {
  print('\nShare of a line in profiles of one second, by the timers of threads and the ticks of the kernel:');
  row('threads', ['ms/op', ...tickShares.map((share) => `${percent(share)}%`)]);
  for (const threads of [1, 2, 8]) {
    for (const [from, to] of [
      [0.2, 1],
      [1, 4],
      [4, 30],
      [30, 300],
    ] as const) {
      const lengths = Array.from({ length: repeats / 20 }, () => from * (to / from) ** uniform(random));
      const held = lengths.map((operation) =>
        tickCoverage(
          random,
          { shares: tickShares, operation, jitter: 0.02, threads },
          Math.max(1, Math.round(1000 / operation / threads)),
          5,
        ),
      );
      const mean = tickShares.map(
        (_, line) => held.reduce((sum, each) => sum + each[line]!, 0) / held.length,
      );
      row(threads, [`${from}-${to}`, ...mean.map(percent)]);
    }
  }
}

function costs(random: Random, repeats: number): void {
  const shares = [0.02, 0.1, 0.3, 0.6, 0.95];
  print(
    '\nCost per operation, by how much the speed of the machine varies from pass to pass, samples, and shares:',
  );
  row('speed', ['samples', ...shares.map((share) => `${percent(share)}%`), 'average']);
  for (const variation of [0, 0.01, 0.03, 0.05, 0.1, 0.2]) {
    for (const samples of [5, 20, 100, 500, 2000, 5000]) {
      const held = shares.map((share) =>
        costCoverage(random, { samples, share, variation }, samples > 500 ? repeats / 4 : repeats),
      );
      const average = held.reduce((sum, each) => sum + each, 0) / held.length;
      row(`±${percent(variation)}`, [samples, ...held.map(percent), percent(average)]);
    }
  }
}

function allocations(random: Random, repeats: number): void {
  const sizes = [16, 1024, 65_536, 524_288, 1_048_576];
  print(
    '\nMemory of a line, where one allocation in 512 kB is recorded, by recorded objects, and bytes of an object:',
  );
  row('objects', sizes);
  for (const recorded of [1, 3, 5, 20, 100, 1000]) {
    row(
      recorded,
      sizes.map((bytes) => percent(allocationCoverage(random, { recorded, bytes }, repeats))),
    );
  }
}

function exponents(random: Random, repeats: number): void {
  const counts = [10, 30, 100, 500, 3000];
  print(
    '\nExponent of growth, by how much the speed varies, sizes that are ten times apart, and samples at each:',
  );
  row('speed', ['sizes', ...counts]);
  for (const variation of [0, 0.03, 0.1]) {
    for (const sizes of [3, 4, 6]) {
      const xs = Array.from({ length: sizes }, (_, i) => 10 ** (i + 1));
      const held = counts.map(
        (samples) => growthCoverage(random, { sizes: xs, samples, variation }, repeats).held,
      );
      row(`±${percent(variation)}`, [sizes, ...held.map(percent)]);
    }
  }
}

function changes(random: Random, pairs: number): void {
  print(
    '\nLines of two profiles, one of them called: without a change, and where a line of 14% costs twice as much:',
  );
  row('speed', ['samples', 'falsely', 'found']);
  for (const variation of [0, 0.01, 0.03, 0.05, 0.1, 0.2]) {
    for (const samples of [10, 30, 100, 500, 2000]) {
      const { falsely, found } = lineRates(random, { samples, variation }, pairs);
      row(`±${percent(variation)}`, [samples, percent(falsely), percent(found)]);
    }
  }
}

function timings(random: Random, repeats: number): void {
  const counts = [4, 5, 6, 8, 10, 20];
  print(
    '\nTimes of two runs of the same code, called by the U test alone, by measurements of each (each ±2%):',
  );
  row('drift', counts);
  for (const drift of [0, 0.01, 0.03]) {
    const rates = counts.map((count) => timingRate(random, { count, variation: 0.02, drift }, repeats));
    row(`±${percent(drift)}`, rates.map(percent));
  }
  print('\nThe time of a lens with its ±, by measurements:');
  const shown = [3, 4, 5, 6, 8, 10, 20];
  row('', shown);
  row(
    '',
    shown.map((count) => percent(lensCoverage(random, count, repeats))),
  );
  print(
    '\nThe interval around the median of so many measurements (as benchstat makes it; with fewer than six it is infinite):',
  );
  const sizes = [6, 7, 8, 9, 10, 15, 20];
  row('', sizes);
  row(
    '',
    sizes.map((count) => percent(medianCoverage(random, count, normal, 0, repeats))),
  );
}
