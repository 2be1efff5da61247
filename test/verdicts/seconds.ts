/**
 * How long `bench --against` takes until it says what a change has done, and how often it is right: for code that does a known
 * share more work, and for unchanged code; with other functions beside it on both sides, so that all code lies elsewhere. Each
 * try is a whole command, as a user starts it, with its builds.
 */
import { execFile } from 'node:child_process';
import { appendFileSync, readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { listAt } from '../../src/base/maps.ts';
import { list, number, object, type Reader, text } from '../../src/base/outsideValues.ts';
import { Random } from '../fuzz/random.ts';
import { gitEnvironment, goRepository, type TestRepository } from '../go/git/repository.ts';
import { steadyLoad } from './competingLoad.ts';
import { benchmarkNames, filesOf, type Variant } from './variants.ts';

/**
 * What it is asked for besides. With `usual`, the other functions are those of a test, so that no benchmark reaches them; with the
 * others an init calls them, and all is measured.
 */
const ways: Readonly<Record<string, readonly string[]>> = {
  usual: [],
  time: ['--measure-same'],
  layouts: ['--layouts=12', '--measure-same'],
  instructions: ['--measure-same', '--instructions'],
};

interface Try {
  readonly name: string;
  readonly way: string;
  /** By how many percent more work is done. */
  readonly share: number;
  /** How many other processes compute all the time. */
  readonly load: number;
  /** Of the machine, in the last minute. */
  readonly machine: number;
  /** Of the whole command. */
  readonly seconds: number;
  /** How many benchmarks it has compared. */
  readonly together: number;
  readonly verdicts: readonly Verdict[];
}

interface Verdict {
  readonly unit: string;
  readonly verdict: string;
  readonly ratio: number;
}

const readVerdict = object<Verdict>({ unit: text, verdict: text, ratio: number });
const readTry = object<Try>({
  name: text,
  way: text,
  share: number,
  load: number,
  machine: number,
  seconds: number,
  together: number,
  verdicts: list(readVerdict),
});
const readNamed = object<{ readonly name: string }>({ name: text });
const readAnswer = object<{ readonly comparison: { readonly verdicts: readonly unknown[] } }>({
  comparison: object({ verdicts: list<unknown>((value) => value) }),
});

/** Work of the first version. Its hundredth and its two hundredth are whole. */
const rounds = 200;

/**
 * Options: `--ways=usual,time,layouts,instructions --shares=0,0.5,1,3,10 --loads=0,4,8` of busy loops beside it, `--minutes=30` after which
 * no round begins, `--seed=1`, `--raw=FILE` to which all tries are added, `--replay=FILE` to sum up those of earlier runs.
 */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      ways: { type: 'string', default: Object.keys(ways).join() },
      shares: { type: 'string', default: '0,0.5,1,3,10' },
      loads: { type: 'string', default: '0,4,8' },
      minutes: { type: 'string', default: '30' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      raw: { type: 'string', default: '' },
      replay: { type: 'string', default: '' },
    },
  });
  if (values.replay !== '') {
    const lines = readFileSync(values.replay, 'utf8').trim().split('\n');
    print(lines.map((line) => known(readTry, JSON.parse(line))));
    return;
  }
  const random = new Random(Number(values.seed));
  const until = Date.now() + 60_000 * Number(values.minutes);
  const repository = goRepository(filesOf({ deadCode: 0, rounds }));
  const tries: Try[] = [];
  for (let round = 0; Date.now() < until; round++) {
    for (const load of numbers(values.loads)) {
      const others = load === 0 ? null : steadyLoad(load);
      try {
        for (const share of numbers(values.shares)) {
          for (const way of values.ways.split(',')) {
            const name = share === 0 ? '.' : (benchmarkNames[round % benchmarkNames.length] ?? '');
            const tried = await oneTry(repository, { name, way, share, load }, random);
            tries.push(...tried);
            if (values.raw !== '')
              appendFileSync(values.raw, tried.map((each) => `${JSON.stringify(each)}\n`).join(''));
          }
        }
      } finally {
        await others?.stop();
      }
    }
    process.stderr.write(`\r${round + 1} rounds, ${tries.length} comparisons   `);
  }
  process.stderr.write('\n');
  print(tries);
}

function numbers(list: string): number[] {
  return list.split(',').map(Number);
}

async function oneTry(
  repository: TestRepository,
  { name, way, share, load }: Pick<Try, 'name' | 'way' | 'share' | 'load'>,
  random: Random,
): Promise<Try[]> {
  const version = (work: number): Variant => ({
    deadCode: 1 + random.below(1 << 20),
    rounds: work,
    isInTest: way === 'usual',
  });
  repository.commit(filesOf(version(rounds)));
  repository.write(filesOf(version(rounds + (rounds * share) / 100)));
  const asked = ['--against=HEAD', '--profile=none', '--json', ...(ways[way] ?? [])];
  const began = performance.now();
  const printed = await bench(repository.directory, [`--bench=${name}`, ...asked]);
  const seconds = (performance.now() - began) / 1000;
  const { verdicts } = known(readAnswer, JSON.parse(printed)).comparison;
  const names = [...new Set(verdicts.map((each) => known(readNamed, each).name))];
  return names.map((compared) => ({
    name: compared,
    way,
    share,
    load,
    machine: loadavg()[0] ?? 0,
    seconds,
    together: names.length,
    verdicts: verdicts
      .filter((each) => known(readNamed, each).name === compared)
      .map((each) => known(readVerdict, each)),
  }));
}

/** What the command prints. It ends with 1 where something has become worse, which is no failure here. */
function bench(directory: string, options: readonly string[]): Promise<string> {
  const command = resolve(import.meta.dirname, '../../dist/cli.js');
  return new Promise((done, failed) => {
    execFile(
      process.execPath,
      [command, 'bench', '.', ...options],
      { cwd: directory, env: { ...gitEnvironment, CI: '' }, maxBuffer: 1 << 28 },
      (error, stdout, stderr) => {
        if (error !== null && error.code !== 1) failed(new Error(stderr));
        else done(stdout);
      },
    );
  });
}

function known<T>(read: Reader<T>, value: unknown): T {
  const is = read(value);
  if (is === undefined) throw new Error(`not what was expected: ${JSON.stringify(value).slice(0, 200)}`);
  return is;
}

/** A row for each way, load and share, and what was called of unchanged code. */
function print(tries: readonly Try[]): void {
  const kinds = new Map<string, Try[]>();
  for (const each of tries) listAt(kinds, `${each.way}\t${each.load}\t${each.share}`).push(each);
  const rows = [...kinds].map(([kind, all]) => rowOf(kind.split('\t'), all));
  const head = ['way', 'load', 'share', 'tries', 'time', 'wrong', 'any', 'wrong', 'median s', 'p90 s'];
  for (const row of [head, ...rows])
    process.stdout.write(`${row.map((each) => each.padStart(9)).join('')}\n`);
}

function rowOf([way = '', load = '', share = '']: readonly string[], all: readonly Try[]): string[] {
  const isPlanted = Number(share) !== 0;
  const called = (isCounted: (unit: string) => boolean) => {
    const changes = all.map(({ verdicts }) =>
      verdicts.filter(({ unit, verdict }) => verdict === 'changed' && isCounted(unit)),
    );
    const isWrong = ({ ratio }: Verdict) => !isPlanted || ratio < 1;
    const wrong = changes.filter((each) => each.some(isWrong)).length;
    return [changes.filter((each) => each.length > 0).length - wrong, wrong].map(String);
  };
  const seconds = all.map((each) => each.seconds / each.together).sort((a, b) => a - b);
  const at = (part: number) => (seconds[Math.floor(part * (seconds.length - 1))] ?? 0).toFixed(1);
  return [
    `${way} `,
    load,
    `${share}%`,
    String(all.length),
    ...called((unit) => unit === 'ns/op'),
    ...called(() => true),
    at(0.5),
    at(0.9),
  ];
}
