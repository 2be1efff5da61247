/**
 * Counts of instructions on benchmarks of public modules, through the code that the editor and the command line use: how exact
 * they are, what they take beside the timing, and whether the lines add up to them. Then which changes they find that were
 * planted into the same benchmarks, and whether they call a change where only the layout of the code is another one.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ProfileCosts } from '../../src/analysis/costs/profileCosts.ts';
import { indexLines } from '../../src/analysis/lines/lines.ts';
import { ok, sentence } from '../../src/base/result.ts';
import { eventOfKind } from '../../src/base/takenKind.ts';
import { buildVersion, withVersion } from '../../src/go/build/build.ts';
import { Steps } from '../../src/go/build/runEvents.ts';
import { profileBenchmarks } from '../../src/go/profile/profileBenchmarks.ts';
import { Subjects } from '../../src/go/profile/subjects.ts';
import { takeInstructions } from '../../src/go/profile/takeInstructions.ts';
import { readProfileFile } from '../../src/go/profiles/profileFile.ts';
import type { BenchmarkResult } from '../../src/go/results/benchmarkResult.ts';
import { countedOf } from '../../src/go/results/countedResult.ts';
import { resultPair } from '../../src/go/results/resultPair.ts';
import { Random } from '../fuzz/random.ts';
import { benchmarkRequest, control, type RunOptions } from '../go/goModule.ts';
import { testFolder } from '../testFolder.ts';
import { steadyLoad } from './competingLoad.ts';
import { type Changed, type Counted, tables } from './countedTables.ts';
import { type Planted, plant, plantedWork, type ShapeCost, shapeCosts, timedLoops } from './planted.ts';
import { packageCopy, publicPackages } from './publicPackages.ts';
import { WatchedValgrind } from './watchedValgrind.ts';

/** What a count is compared with. */
const timingRuns = 6;
/** Slower benchmarks would need minutes under valgrind; nanoseconds, and milliseconds with all that comes before an operation. */
const mostTime = 2e6;
const mostSetup = 500;
const usual = { benchtime: '500ms', flags: ['-mod=mod'], timeout: 120_000 };

interface Sizes {
  readonly benchmarks: number;
  /** How often each is timed. */
  readonly count: number;
  readonly planted: number;
  readonly layouts: number;
  /** Which part of a benchmark's instructions is planted. */
  readonly share: number;
  readonly packages: readonly string[];
  readonly random: Random;
  record(row: Counted | Changed): void;
}

/**
 * Options: `--benchmarks=100`, timed `--count=6` times, `--planted=100` changes of `--share=1` percent, `--layouts=100` other
 * builds, `--load=2` busy loops beside it, `--only=PATTERN` of packages, `--seed=1`, `--raw=FILE` gets what was counted, a line of JSON each,
 * `--replay=FILE` judges that again.
 */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      benchmarks: { type: 'string', default: '100' },
      count: { type: 'string', default: '6' },
      planted: { type: 'string', default: '100' },
      share: { type: 'string', default: '1' },
      layouts: { type: 'string', default: '100' },
      load: { type: 'string', default: '2' },
      only: { type: 'string', default: '' },
      seed: { type: 'string', default: '1' },
      raw: { type: 'string', default: join(testFolder(), 'raw') },
      replay: { type: 'string', default: '' },
    },
  });
  const file = values.replay || values.raw;
  if (values.replay === '') {
    const load = steadyLoad(Number(values.load));
    await countAll({
      benchmarks: Number(values.benchmarks),
      count: Number(values.count),
      planted: Number(values.planted),
      layouts: Number(values.layouts),
      share: Number(values.share) / 100,
      packages: publicPackages.filter((each) => new RegExp(values.only).test(each)),
      random: new Random(Number(values.seed)),
      record: (row) => appendFileSync(file, `${JSON.stringify(row)}\n`),
    }).finally(() => load.stop());
  }
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  process.stdout.write(tables(lines.map((line) => JSON.parse(line) as Counted | Changed)));
}

async function countAll(sizes: Sizes): Promise<void> {
  const { packages } = sizes;
  const costs = sizes.planted === 0 ? {} : await shapeCosts();
  let [counted, planted, laidOut] = [0, 0, 0];
  for (const [i, name] of packages.entries()) {
    const due = (wanted: number) => Math.round((wanted * (i + 1)) / packages.length);
    try {
      const directory = packageCopy(name);
      const results = await countPackage(name, directory, due(sizes.benchmarks) - counted, sizes);
      counted += results.length;
      const others = { name, directory, results };
      planted += await countPlanted(others, due(sizes.planted) - planted, costs, sizes);
      laidOut += await countLayouts(others, due(sizes.layouts) - laidOut, sizes);
    } catch (error) {
      process.stderr.write(`${error}\n`);
    }
    process.stderr.write(`${name}: ${counted} counted, ${planted} planted, ${laidOut} layouts\n`);
  }
}

/** Measures and counts benchmarks of a package, evenly chosen. */
async function countPackage(
  name: string,
  directory: string,
  wanted: number,
  { count, record }: Sizes,
): Promise<readonly BenchmarkResult[]> {
  const all = await profiled(directory, ['/.'], { benchtime: '1x', count: 1 });
  const quick = all.filter(
    ({ measurements: [first], took = 0 }) =>
      (first?.metrics['ns/op'] ?? mostTime) < mostTime && took < mostSetup,
  );
  const parts = Math.min(wanted, quick.length);
  const chosen = Array.from(
    { length: parts },
    (_, i) => quick[Math.floor(((i + 0.5) * quick.length) / parts)]!,
  );
  const watched = new WatchedValgrind();
  const names = chosen.map((each) => each.name);
  const results = await profiled(directory, names, { count, instructions: true, env: watched.env });
  for (const result of results) {
    record({
      is: 'counted',
      package: name,
      name: result.name,
      load: loadavg()[0]!,
      timing: (timingRuns * (result.took ?? 0)) / 1000,
      now: countedOf(result),
      problem: problemOf(result),
      isFlat: result.profiles.at(-1)?.isFlat === true,
      lines: await linesOf(result),
      ...watched.of(result.name),
    });
  }
  return results.filter((result) => countedOf(result) !== null);
}

async function profiled(
  directory: string,
  names: readonly string[],
  options: RunOptions,
): Promise<readonly BenchmarkResult[]> {
  const request = await benchmarkRequest({ directory, output: testFolder() }, names, {
    ...usual,
    ...options,
  });
  const outcome = await profileBenchmarks(request, control(options));
  if (!outcome.ok) throw new Error(`${directory}: ${sentence(outcome.problem)} ${outcome.problem.details}`);
  return outcome.value;
}

interface CountedPackage {
  readonly name: string;
  readonly directory: string;
  readonly results: readonly BenchmarkResult[];
}

/** A package with few benchmarks that bear a change has several shapes in each, so that there are as many in all. */
const mostRounds = 5;

/** Plants into as many benchmarks at a time as have loops of their own. The value is how many changes were planted. */
async function countPlanted(
  { name, directory, results }: CountedPackage,
  wanted: number,
  costs: Readonly<Record<string, ShapeCost>>,
  { share, record }: Sizes,
): Promise<number> {
  if (wanted <= 0) return 0;
  const copy = packageCopy(name);
  const loops = timedLoops(directory);
  let planted = 0;
  for (let round = 0; round < mostRounds && planted < wanted; round++) {
    const works = new Map<BenchmarkResult, Planted>();
    const statements = new Map<string, string>();
    for (const base of rotated(results, round)) {
      const before = countedOf(base)?.perOp ?? 0;
      const work = plantedWork(costs, share * before, round + results.indexOf(base));
      const owners = [...loops.reachedFrom(topOf(base))].filter((each) => loops.heads.has(each));
      const isFree = owners.length > 0 && owners.every((owner) => !statements.has(owner));
      if (work === null || !isFree || planted + works.size >= wanted) continue;
      works.set(base, work);
      for (const owner of owners) statements.set(owner, work.statement);
    }
    if (works.size === 0) break;
    plant(directory, copy, loops, statements);
    const counted = await countAgain(copy, [...works.keys()], results, []);
    for (const [i, [base, { shape, instructions }]] of [...works].entries()) {
      const planted = instructions / (countedOf(base)?.perOp ?? 0);
      record({ is: 'planted', package: name, what: shape, share: planted, ...changeOf(base, counted[i]!) });
    }
    planted += works.size;
  }
  return planted;
}

function rotated<T>(all: readonly T[], by: number): readonly T[] {
  const at = by % Math.max(1, all.length);
  return [...all.slice(at), ...all.slice(0, at)];
}

/** The function of a benchmark. */
function topOf({ name }: BenchmarkResult): string {
  return /^\w+/.exec(name)?.[0] ?? '';
}

/** One benchmark in each of other builds. The value is how many there were. */
async function countLayouts(
  { name, directory, results }: CountedPackage,
  wanted: number,
  { random, record }: Sizes,
): Promise<number> {
  let n = 0;
  for (; results.length > 0 && n < wanted; n++) {
    const flag = `-randlayout=${1 + random.below(2 ** 31 - 1)}`;
    const base = results[n % results.length]!;
    const [now = base] = await countAgain(directory, [base], results, [`-ldflags=-w ${flag}`]);
    record({ is: 'layout', package: name, what: flag, share: 0, ...changeOf(base, now) });
  }
  return n;
}

/** Builds the package anew, and counts benchmarks as if they had been timed in that build. */
async function countAgain(
  directory: string,
  bases: readonly BenchmarkResult[],
  others: readonly BenchmarkResult[],
  flags: readonly string[],
): Promise<readonly BenchmarkResult[]> {
  const names = bases.map(({ name }) => name);
  const request = await benchmarkRequest({ directory, output: join(testFolder(), 'run') }, names, {
    instructions: true,
    flags: [...usual.flags, ...flags],
  });
  const steps = new Steps(control());
  const given = { request, control: control(), steps, side: 'now', title: '' } as const;
  const counted = await withVersion<readonly BenchmarkResult[]>(given, async (version) => {
    const build = await buildVersion(version);
    if (!build.ok) return build;
    const selections = names.map((name) => ({ name }));
    const subjects = new Subjects(build.value, others, selections);
    const results: BenchmarkResult[] = [];
    for (const { instructions: _, ...base } of bases) {
      const profiles = base.profiles.filter(({ kind }) => eventOfKind(kind) !== 'instructions');
      const subject = await subjects.of({ ...base, profiles, problems: [] });
      if (!subject.ok) return subject;
      results.push((await takeInstructions(subject.value)).result);
    }
    return ok(results);
  });
  if (!counted.ok) throw new Error(`${directory}: ${sentence(counted.problem)} ${counted.problem.details}`);
  return counted.value;
}

function changeOf(base: BenchmarkResult, now: BenchmarkResult) {
  const { instructions } = resultPair(base, now, 0).circumstances;
  const isCompared = instructions !== undefined;
  return { name: base.name, base: countedOf(base), now: countedOf(now), isCompared, problem: problemOf(now) };
}

function problemOf({ problems }: BenchmarkResult): string {
  return problems.map(sentence).join(' ');
}

/** The flat instructions of all lines together, per operation. */
async function linesOf({ profiles }: BenchmarkResult): Promise<number> {
  const { path = '', operations } = profiles.at(-1) ?? {};
  const read = path === '' ? null : await readProfileFile(path);
  if (!read?.ok || !read.value) return Number.NaN;
  const index = indexLines(new ProfileCosts(read.value));
  const flats = index.files.flatMap((_, file) => index.lines(file, 0).map(({ flat }) => Number(flat)));
  return flats.reduce((sum, flat) => sum + flat, 0) / (operations ?? Number.NaN);
}
