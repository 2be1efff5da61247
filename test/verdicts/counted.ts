/**
 * Counts of instructions on benchmarks of public modules, through the code that the editor and the command line use: how exact
 * they are, what they take beside the timing, and whether the lines add up to them. Then which changes they find that were
 * planted into the same benchmarks, and whether they call a change where only the layout of the code is another one.
 */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ProfileCosts } from '../../src/analysis/costs/profileCosts.ts';
import { indexLines } from '../../src/analysis/lines/lines.ts';
import { ok, sentence } from '../../src/base/result.ts';
import { buildVersion, withVersion } from '../../src/go/build/build.ts';
import { Steps } from '../../src/go/build/runEvents.ts';
import { profileBenchmarks } from '../../src/go/profile/profileBenchmarks.ts';
import { Subjects } from '../../src/go/profile/subjects.ts';
import { takeInstructions } from '../../src/go/profile/takeInstructions.ts';
import { readProfileFile } from '../../src/go/profiles/profileFile.ts';
import type { BenchmarkResult } from '../../src/go/results/benchmarkResult.ts';
import { countedOf } from '../../src/go/results/resultPair.ts';
import { exactPattern } from '../../src/go/time/passArguments.ts';
import { findProgram } from '../../src/go/toolchain/programs.ts';
import { Random } from '../fuzz/random.ts';
import { benchmarkRequest, control, type RunOptions } from '../go/goModule.ts';
import { testFolder } from '../testFolder.ts';
import { steadyLoad } from './competingLoad.ts';
import { type Changed, type Counted, tables } from './countedTables.ts';
import { plant, plantedWork, type ShapeCost, shapeCosts } from './planted.ts';
import { packageCopy, publicPackages } from './publicPackages.ts';

/** Slower benchmarks would need minutes under valgrind; nanoseconds. */
const mostTime = 2e6;
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
  const { packages, random } = sizes;
  const costs = sizes.planted === 0 ? {} : await shapeCosts();
  let [counted, planted, laidOut] = [0, 0, 0];
  for (const [i, name] of packages.entries()) {
    const due = (wanted: number) => Math.round((wanted * (i + 1)) / packages.length);
    const results = await countPackage(name, due(sizes.benchmarks) - counted, sizes).catch(
      (error: unknown) => {
        process.stderr.write(`${error}\n`);
        return [];
      },
    );
    counted += results.length;
    // A package with few benchmarks that bear a change has several shapes in each, so that there are as many in all.
    for (let n = 0; n < 4 * results.length && planted < due(sizes.planted); n++) {
      if (await countPlanted(name, results, n, costs, sizes)) planted++;
    }
    for (let n = 0; results.length > 0 && laidOut < due(sizes.layouts); n++, laidOut++) {
      const seed = 1 + random.below(2 ** 31 - 1);
      const flag = `-randlayout=${seed}`;
      const directory = packageCopy(name);
      const base = results[n % results.length]!;
      const now = await countAgain(directory, base, results, [`-ldflags=-w ${flag}`]);
      sizes.record({ is: 'layout', package: name, what: flag, share: 0, ...changeOf(base, now) });
    }
    process.stderr.write(`${name}: ${results.length} counted, ${planted} planted, ${laidOut} layouts\n`);
  }
}

/** Measures and counts benchmarks of a package, evenly chosen. */
async function countPackage(
  name: string,
  wanted: number,
  { count, record }: Sizes,
): Promise<readonly BenchmarkResult[]> {
  const directory = packageCopy(name);
  const all = await profiled(directory, ['/.'], { benchtime: '1x', count: 1 });
  const quick = all.filter(({ measurements: [first] }) => (first?.metrics['ns/op'] ?? mostTime) < mostTime);
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
      timing: ((result.took ?? 0) * result.measurements.length) / 1000,
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

/** `false` if the benchmark is too small for a change of this share, or its loop is none of operations. */
async function countPlanted(
  name: string,
  results: readonly BenchmarkResult[],
  n: number,
  costs: Readonly<Record<string, ShapeCost>>,
  { share, record }: Sizes,
): Promise<boolean> {
  const base = results[n % results.length]!;
  const before = countedOf(base)?.perOp ?? 0;
  const work = plantedWork(costs, share * before, n + Math.floor(n / results.length));
  if (work === null) return false;
  const directory = packageCopy(name);
  if (!plant(directory, work.statement).has(/^\w+/.exec(base.name)?.[0] ?? '')) return false;
  const now = await countAgain(directory, base, results, []);
  const planted = work.instructions / before;
  record({ is: 'planted', package: name, what: work.shape, share: planted, ...changeOf(base, now) });
  return true;
}

/** Builds the package anew, and counts a benchmark as if it had been timed in that build. */
async function countAgain(
  directory: string,
  { name, ...timed }: BenchmarkResult,
  others: readonly BenchmarkResult[],
  flags: readonly string[],
): Promise<BenchmarkResult> {
  const request = await benchmarkRequest({ directory, output: join(testFolder(), 'run') }, [name], {
    instructions: true,
    flags: [...usual.flags, ...flags],
  });
  const steps = new Steps(control());
  const given = { request, control: control(), steps, side: 'now', title: '' } as const;
  const counted = await withVersion<BenchmarkResult>(given, async (version) => {
    const build = await buildVersion(version);
    if (!build.ok) return build;
    const subject = await new Subjects(build.value, others, [{ name }]).of({ name, ...timed, problems: [] });
    return subject.ok ? ok((await takeInstructions(subject.value)).result) : subject;
  });
  if (!counted.ok) throw new Error(`${directory}: ${sentence(counted.problem)} ${counted.problem.details}`);
  return counted.value;
}

function changeOf(base: BenchmarkResult, now: BenchmarkResult) {
  return { name: base.name, base: countedOf(base), now: countedOf(now), problem: problemOf(now) };
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

/** Stands before the real valgrind, and notes what each process has executed in all, by callgrind's own sum, and when. */
class WatchedValgrind {
  readonly #log = join(testFolder({ log: '' }), 'log');
  readonly env: NodeJS.ProcessEnv;

  constructor() {
    const script = `#!/bin/sh
from=$(date +%s.%N)
${findProgram('valgrind', process.env)} "$@"
code=$?
for each; do case $each in
  --callgrind-out-file=*) file=\${each#*=} ;;
  -test.bench=*) name=\${each#*=} ;;
  -test.benchtime=*) operations=\${each#*=} ;;
esac; done
[ -n "$file" ] && echo "$name $operations $(grep '^totals:' "$file") $from $(date +%s.%N)" >> '${this.#log}'
exit $code
`;
    const folder = testFolder();
    writeFileSync(join(folder, 'valgrind'), script, { mode: 0o755 });
    this.env = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
  }

  /** The instructions per operation, by the last two processes of a benchmark; and the seconds of all. */
  of(name: string): { readonly whole: number; readonly counting: number } {
    const processes = readFileSync(this.#log, 'utf8')
      .split('\n')
      .filter((line) => line.startsWith(`${exactPattern(name)} `))
      .map((line) => /(\d+)x totals: (\d+) (\S+) (\S+)$/.exec(line)?.slice(1).map(Number) ?? []);
    const [[few = 0, fewer = 0] = [], [many = 0, more = 0, , end = 0] = []] = processes.slice(-2);
    return { whole: (more - fewer) / (many - few), counting: end - (processes[0]?.[2] ?? end) };
  }
}
