/**
 * Two published versions of public modules, with the newer one's tests on both, and edits that cannot matter: what a comparison says,
 * as the editor and the command line make it, beside what is true. That is measured without our code: both test binaries as Go
 * builds them, each in turn with a fixed number of operations, by the CPU time that the shell has for them.
 */
import { execFileSync } from 'node:child_process';
import { appendFileSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { list, nullable, number, object, text } from '../../src/base/outsideValues.ts';
import { compareMeasurements, type MetricChange } from '../../src/bench/verdicts/change.ts';
import { findableChange } from '../../src/bench/verdicts/power.ts';
import { resultPair } from '../../src/go/results/resultPair.ts';
import { done } from '../go/compare/against.ts';
import { goRepository, type TestRepository } from '../go/git/repository.ts';
import { writeFiles } from '../testFolder.ts';
import { packageCopy } from './publicPackages.ts';

/** Module, folder of the package in it, the older and the newer version. */
const versions: readonly (readonly [module: string, folder: string, older: string, newer: string])[] = [
  ['github.com/tidwall/gjson', '', 'v1.14.2', 'v1.18.0'],
  ['github.com/google/uuid', '', 'v1.3.0', 'v1.6.0'],
  ['github.com/gorilla/mux', '', 'v1.7.4', 'v1.8.1'],
  ['go.uber.org/zap', '', 'v1.21.0', 'v1.27.0'],
  ['github.com/shopspring/decimal', '', 'v1.3.1', 'v1.4.0'],
  ['github.com/bits-and-blooms/bitset', '', 'v1.22.0', 'v1.29.0'],
  ['github.com/valyala/fastjson', '', 'v1.6.4', 'v1.6.10'],
  ['github.com/google/btree', '', 'v1.1.2', 'v1.1.3'],
  ['github.com/sirupsen/logrus', '', 'v1.8.1', 'v1.9.3'],
  ['github.com/cespare/xxhash/v2', '', 'v2.1.2', 'v2.3.0'],
  ['github.com/julienschmidt/httprouter', '', 'v1.2.0', 'v1.3.0'],
  ['github.com/go-chi/chi/v5', '', 'v5.1.0', 'v5.2.5'],
  ['github.com/klauspost/compress', 'huff0', 'v1.17.0', 'v1.18.0'],
  ['github.com/rivo/uniseg', '', 'v0.4.3', 'v0.4.7'],
  ['github.com/rs/zerolog', '', 'v1.28.0', 'v1.33.0'],
  ['github.com/hashicorp/golang-lru/v2', '', 'v2.0.2', 'v2.0.7'],
  ['github.com/miekg/dns', '', 'v1.1.58', 'v1.1.72'],
  ['github.com/oklog/ulid/v2', '', 'v2.1.0', 'v2.1.1'],
  ['github.com/BurntSushi/toml', '', 'v1.2.0', 'v1.5.0'],
  ['github.com/pelletier/go-toml/v2', '', 'v2.2.0', 'v2.4.3'],
  ['github.com/gofrs/uuid/v5', '', 'v5.3.0', 'v5.5.1'],
  ['github.com/mattn/go-runewidth', '', 'v0.0.20', 'v0.0.31'],
  ['github.com/tidwall/btree', '', 'v1.7.0', 'v1.8.1'],
  ['github.com/fxamacker/cbor/v2', '', 'v2.5.0', 'v2.9.0'],
  ['golang.org/x/net', 'html', 'v0.38.0', 'v0.48.0'],
  ['github.com/Masterminds/semver/v3', '', 'v3.2.1', 'v3.5.0'],
  ['github.com/spf13/cast', '', 'v1.3.1', 'v1.10.0'],
  ['github.com/RoaringBitmap/roaring/v2', '', 'v2.17.0', 'v2.30.0'],
  ['github.com/prometheus/client_golang', 'prometheus', 'v1.20.4', 'v1.25.0'],
  ['github.com/goccy/go-json', '', 'v0.7.8', 'v0.12.0'],
  ['github.com/buger/jsonparser', '', 'v1.1.1', 'v1.6.1'],
  ['github.com/tidwall/sjson', '', 'v1.2.4', 'v1.2.9'],
  ['github.com/tidwall/match', '', 'v1.0.3', 'v1.2.0'],
  ['github.com/gammazero/deque', '', 'v0.2.0', 'v1.2.3'],
  ['github.com/deckarep/golang-set/v2', '', 'v2.1.0', 'v2.9.0'],
  ['github.com/segmentio/encoding', 'ascii', 'v0.3.5', 'v0.5.4'],
  ['github.com/dustin/go-humanize', '', 'v1.0.0', 'v1.1.0'],
  ['github.com/google/go-cmp', 'cmp', 'v0.5.4', 'v0.7.0'],
  ['github.com/hashicorp/go-version', '', 'v1.6.0', 'v1.9.0'],
  ['github.com/pierrec/lz4/v4', '', 'v4.1.18', 'v4.1.33'],
  ['github.com/andybalholm/brotli', '', 'v1.0.4', 'v1.3.0'],
  ['github.com/bmatcuk/doublestar/v4', '', 'v4.0.2', 'v4.10.4'],
  ['github.com/bits-and-blooms/bloom/v3', '', 'v3.3.1', 'v3.7.1'],
  ['github.com/tinylib/msgp', 'msgp', 'v1.1.8', 'v1.6.5'],
  ['github.com/alecthomas/chroma/v2', '', 'v2.15.0', 'v2.27.0'],
  ['github.com/gorilla/websocket', '', 'v1.4.2', 'v1.5.3'],
  ['github.com/valyala/fasttemplate', '', 'v1.0.1', 'v1.2.2'],
  ['github.com/antchfx/xpath', '', 'v1.2.4', 'v1.3.9'],
  ['github.com/andybalholm/cascadia', '', 'v1.1.0', 'v1.3.5'],
  ['golang.org/x/image', 'draw', 'v0.34.0', 'v0.48.0'],
  ['golang.org/x/text', 'unicode/norm', 'v0.30.0', 'v0.44.0'],
  ['github.com/agnivade/levenshtein', '', 'v1.0.1', 'v1.2.2'],
  ['github.com/huandu/xstrings', '', 'v1.0.0', 'v1.6.3'],
  ['github.com/gosimple/slug', '', 'v1.4.1', 'v1.15.0'],
  ['github.com/golang/snappy', '', 'v0.0.1', 'v1.0.0'],
  ['github.com/sahilm/fuzzy', '', 'v0.1.0', 'v0.1.3'],
  ['github.com/zeebo/xxh3', '', 'v1.0.2', 'v1.1.0'],
  ['github.com/yuin/goldmark', '', 'v1.7.11', 'v1.8.7'],
  ['github.com/labstack/echo/v4', '', 'v4.10.0', 'v4.16.4'],
];

/** Files that are added to a package, and change nothing that its benchmarks do. */
const harmless: Readonly<Record<string, (name: string) => Readonly<Record<string, string>>>> = {
  'a function that nothing calls': (name) => ({
    'zz_more.go': `package ${name}\n\nfunc zzMore(x int) int { return 3*x + 1 }\n\nvar zzTable = [...]int{1, 2, 3}\n`,
  }),
  'a new test': (name) => ({
    'zz_more_test.go': `package ${name}\n\nimport "testing"\n\nfunc TestZzMore(t *testing.T) { t.Log("more") }\n`,
  }),
  'an init': (name) => ({
    'aa_more.go': `package ${name}\n\nvar aaMore int\n\nfunc init() { aaMore = 3 }\n`,
  }),
};

interface Judged {
  readonly what: string;
  readonly name: string;
  readonly machine: number;
  readonly verdict: string;
  /** Now over before. */
  readonly ratio: number;
  /** The smallest change that would have been found, as a share. */
  readonly findable: number | null;
  /** The true ratio, and what it may be; `null` where nothing has changed for certain. */
  readonly truth: readonly number[] | null;
}

const readJudged = object<Judged>({
  what: text,
  name: text,
  machine: number,
  verdict: text,
  ratio: number,
  findable: nullable(number),
  truth: nullable(list(number)),
});

/**
 * Of a pair those of its benchmarks are judged whose time differs most at a short look, as most benchmarks of two versions do not
 * differ. The look only chooses: neither the verdict nor the truth knows its numbers.
 *
 * Options: `--each=2` benchmarks of a pair, `--layouts=0` as of `bench`, `--truth=15` or 45 layouts of the truth beside a verdict over
 * layouts, `--only=RE` of what is printed, `--minutes=60` after which no pair begins, `--raw=FILE` to which all is added,
 * `--replay=FILE` to sum up earlier runs.
 */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      each: { type: 'string', default: '2' },
      layouts: { type: 'string', default: '0' },
      truth: { type: 'string', default: '15' },
      only: { type: 'string', default: '.' },
      minutes: { type: 'string', default: '60' },
      raw: { type: 'string', default: '' },
      replay: { type: 'string', default: '' },
    },
  });
  if (values.replay !== '') {
    const lines = readFileSync(values.replay, 'utf8').trim().split('\n');
    sumUp(lines.flatMap((line) => readJudged(JSON.parse(line)) ?? []));
    return;
  }
  const until = Date.now() + 60_000 * Number(values.minutes);
  const all: Judged[] = [];
  for (const [i, pair] of versions.entries()) {
    const edits = Object.keys(harmless);
    for (const edit of [null, edits[i % edits.length] ?? '']) {
      const what = edit === null ? titleOf(pair) : `${pair[0]} ${pair[3]}, ${edit}`;
      if (Date.now() > until || !new RegExp(values.only).test(what)) continue;
      try {
        const judged = await judge(what, pair, edit, {
          most: Number(values.each),
          layouts: Number(values.layouts),
          trueLayouts: Number(values.truth),
        });
        for (const each of judged) process.stdout.write(`${rowOf(each)}\n`);
        if (values.raw !== '')
          appendFileSync(values.raw, judged.map((each) => `${JSON.stringify(each)}\n`).join(''));
        all.push(...judged);
      } catch (error) {
        process.stdout.write(`${what}: not compared: ${String(error).split('\n')[0]}\n`);
      }
    }
  }
  sumUp(all);
}

type Versions = (typeof versions)[number];

function titleOf([module, folder, older, newer]: Versions): string {
  return `${[module, folder].filter((each) => each !== '').join('/')} ${older} -> ${newer}`;
}

async function judge(
  what: string,
  pair: Versions,
  edit: string | null,
  { most, layouts, trueLayouts }: Readonly<Record<'most' | 'layouts' | 'trueLayouts', number>>,
): Promise<Judged[]> {
  const [module, folder, older, newer] = pair;
  const copyOf = (version: string) => packageCopy(`${module}@${version}/${folder}`);
  const now = copyOf(newer);
  const repository = goRepository({});
  // The module's own folder, in which its go.mod is.
  const root = (copy: string) => (folder === '' ? copy : copy.slice(0, -folder.length - 1));
  const put = (copy: string) => {
    for (const name of readdirSync(repository.directory))
      if (name !== '.git') rmSync(join(repository.directory, name), { recursive: true });
    execFileSync('cp', ['-r', '--no-preserve=mode', `${root(copy)}/.`, repository.directory]);
  };
  const before = edit === null ? copyOf(older) : now;
  put(before);
  repository.commit({});
  if (edit === null) put(now);
  else writeFiles(join(repository.directory, folder), harmless[edit]?.(packageName(now)) ?? {});
  const ofBase = new Map(benchmarksIn(before).map(({ name, body }) => [name, body]));
  const common = benchmarksIn(now).filter(({ name, body }) => ofBase.get(name) === body);
  const ways =
    layouts === 0 ? [''] : Array.from({ length: trueLayouts }, (_, i) => `-randlayout=${Date.now() + i}`);
  const binaries = edit === null ? binariesOf(repository, folder, ways) : [];
  const names = mostChanged(
    common.map(({ name }) => name),
    binaries[0],
  ).slice(0, most);
  if (names.length === 0) throw new Error('no benchmark is the same in both');
  const compared = await done(repository, {
    package: folder,
    names,
    count: 40,
    benchtime: '1s',
    stopsWhenSettled: true,
    skipsSameCode: true,
    layouts,
  });
  const judged: Judged[] = [];
  const loaded = { what, machine: loadavg()[0] ?? 0 };
  for (const result of compared.results) {
    const base = compared.base.find((each) => each.name === result.name && each.procs === result.procs);
    if (base === undefined) continue;
    const { name } = result;
    const nothing = { ...loaded, name, ratio: 1, findable: null };
    if (result.measurements.length === 0 && result.codeHash === base.codeHash) {
      judged.push({ ...nothing, verdict: 'same code', truth: edit === null ? [1, 1, 1] : null });
      continue;
    }
    const measured = resultPair(base, result, 0);
    const changes = compareMeasurements(measured.base, measured.measurements, measured.circumstances);
    const time = changes.find(({ unit }) => unit === 'ns/op');
    if (time === undefined) continue;
    judged.push({
      ...nothing,
      verdict: time.verdict,
      ratio: time.now.center / time.base.center,
      findable: findableChange(time),
      truth: edit === null ? truthOf(binaries, name, time) : null,
    });
  }
  for (const each of [repository.output, `${repository.output}-base`])
    rmSync(each, { recursive: true, force: true });
  for (const each of binaries.flatMap(({ now, base }) => [now, base])) rmSync(each, { force: true });
  return judged.slice(0, 2 * most);
}

function packageName(folder: string): string {
  return execFileSync('go', ['list', '-f={{.Name}}', '.'], { cwd: folder, encoding: 'utf8' }).trim();
}

/** Those without sub-benchmarks, if there are any: of many, each is a comparison of its own. */
function benchmarksIn(folder: string): { readonly name: string; readonly body: string }[] {
  const sources = readdirSync(folder)
    .filter((name) => name.endsWith('_test.go'))
    .map((name) => readFileSync(join(folder, name), 'utf8'));
  const found = sources.flatMap((source) =>
    [...source.matchAll(/^func (Benchmark\w+)\(b \*testing\.B\) \{\n(.*?)^\}/gms)].map(
      ([, name = '', body = '']) => ({ name, body }),
    ),
  );
  const plain = found.filter(({ body }) => !/\.Run\(|\w+\(b[,)]/.test(body));
  return plain.length > 0 ? plain : found;
}

interface Binaries {
  /** In which they run. */
  readonly directory: string;
  readonly now: string;
  readonly base: string;
}

/**
 * The test binaries of the work tree and of what is committed: a pair for each way to build them, as flags of Go's linker.
 */
function binariesOf({ directory, git }: TestRepository, folder: string, ways: readonly string[]): Binaries[] {
  const place = join(directory, folder);
  const build = (side: string) =>
    ways.map((way, i) => {
      const binary = join(directory, '..', `${side}${i}.test`);
      const flags = ['-vet=off', `-ldflags=${way}`, '-o', binary];
      execFileSync('go', ['test', '-c', ...flags, '.'], { cwd: place });
      return binary;
    });
  const now = build('now');
  git('stash', '--quiet', '--include-untracked');
  try {
    const base = build('base');
    return ways.map((_, i) => ({ directory: place, now: now[i] ?? '', base: base[i] ?? '' }));
  } finally {
    git('stash', 'pop', '--quiet');
  }
}

/** The names, first those whose time differs most between the binaries at a short look. */
function mostChanged(names: readonly string[], binaries: Binaries | undefined): string[] {
  if (binaries === undefined) return [...names];
  const some = names.slice(0, 24);
  const look = (binary: string) => shortLook(binary, binaries.directory, some);
  const [now, base] = [look(binaries.now), look(binaries.base)];
  const change = (name: string) => Math.abs(Math.log((now.get(name) ?? 1) / (base.get(name) ?? 1)));
  return [...now.keys()].filter((name) => base.has(name)).sort((a, b) => change(b) - change(a));
}

/** ns/op of each and of its sub-benchmarks, the smallest of three. */
function shortLook(binary: string, directory: string, names: readonly string[]): Map<string, number> {
  const pattern = `^(${names.join('|')})$`;
  const options = [
    '-test.run=^$',
    `-test.bench=${pattern}`,
    '-test.benchtime=30ms',
    '-test.count=3',
    '-test.cpu=1',
  ];
  const printed = execFileSync(binary, options, {
    ...{ cwd: directory, encoding: 'utf8', maxBuffer: 1 << 28 },
    timeout: 60_000,
  });
  const found = new Map<string, number>();
  for (const [, name = '', time] of printed.matchAll(/^(Benchmark\S+)\s+\d+\s+([\d.]+) ns\/op/gm))
    found.set(name, Math.min(found.get(name) ?? Infinity, Number(time)));
  return found;
}

const turns = 45;
/** CPU seconds of one turn. */
const turn = 0.3;

/** The ratio of CPU times, of each layout the median, and its 95% interval from the order of the ratios. */
function truthOf(layouts: readonly Binaries[], name: string, time: MetricChange): number[] {
  const operations = Math.max(1, Math.round((turn * 1e9) / time.now.center));
  const ratioOf = ({ directory, now, base }: Binaries, i: number) => {
    const inOrder = i % 2 === 0 ? [now, base] : [base, now];
    const [first = 0, second = 0] = inOrder.map((binary) => cpuSeconds(binary, directory, name, operations));
    return i % 2 === 0 ? first / second : second / first;
  };
  const times = turns / layouts.length;
  const ratios = layouts.flatMap((layout) => {
    const own = sorted(Array.from({ length: times }, (_, i) => ratioOf(layout, i)));
    return layouts.length === 1 ? own : [own[times >> 1] ?? 1];
  });
  const all = sorted(ratios);
  // Of 15, the fourth from each end, of 45 the 16th: 96.5% of the intervals hold the median.
  const end = all.length === turns ? 15 : 3;
  return [all[all.length >> 1] ?? 1, all[end] ?? 1, all[all.length - 1 - end] ?? 1];
}

function sorted(values: readonly number[]): number[] {
  return [...values].sort((a, b) => a - b);
}

function cpuSeconds(binary: string, directory: string, name: string, operations: number): number {
  const pattern = name
    .split('/')
    .map((part) => `^${part.replace(/[^\w]/g, '\\$&')}$`)
    .join('/');
  const command = `TIMEFORMAT='%U %S'; time "$0" -test.run='^$' -test.bench="$1" -test.benchtime=${operations}x >/dev/null 2>&1`;
  const printed = execFileSync('bash', ['-c', `{ ${command}; } 2>&1`, binary, pattern], {
    cwd: directory,
    encoding: 'utf8',
  });
  return printed
    .trim()
    .split(/\s+/)
    .reduce((sum, each) => sum + Number(each), 0);
}

/** A smaller difference need not be found. */
const small = 0.05;

/** `right`, `missed`: a change that is true was not called; `wrong`: one that is not true was. */
function answerOf({ verdict, ratio, truth, findable }: Judged): 'right' | 'missed' | 'wrong' {
  const [, low, high] = truth ?? [1, 1, 1];
  const isTrue = low! > 1 || high! < 1;
  if (verdict === 'changed') return isTrue && ratio > 1 === low! > 1 ? 'right' : 'wrong';
  const least = Math.min(Math.abs(low! - 1), Math.abs(high! - 1));
  if (!isTrue || least <= small) return 'right';
  // It has said that it could not have found it.
  return verdict === 'unsure' || (findable !== null && findable > least) ? 'missed' : 'wrong';
}

function rowOf(judged: Judged): string {
  const { what, name, verdict, ratio, truth, machine } = judged;
  const percent = (value: number) => `${value >= 1 ? '+' : ''}${(100 * (value - 1)).toFixed(1)}%`;
  const [middle, low, high] = truth ?? [1, 1, 1];
  const is = truth === null ? 'nothing' : `${percent(middle!)} (${percent(low!)} to ${percent(high!)})`;
  return `${answerOf(judged).padEnd(7)}${verdict.padEnd(10)}${percent(ratio).padStart(8)}, true ${is}; load ${machine.toFixed(1)}  ${what}: ${name}`;
}

function sumUp(all: readonly Judged[]): void {
  for (const [title, some] of [
    ['published versions', all.filter(({ truth }) => truth !== null)],
    ['harmless edits', all.filter(({ truth }) => truth === null)],
  ] as const) {
    const count = (answer: string) => some.filter((each) => answerOf(each) === answer).length;
    process.stdout.write(
      `${title}: ${some.length} verdicts on time, ${count('right')} right, ${count('missed')} missed, ${count('wrong')} wrong\n`,
    );
  }
  for (const each of all) if (answerOf(each) !== 'right') process.stdout.write(`${rowOf(each)}\n`);
}
