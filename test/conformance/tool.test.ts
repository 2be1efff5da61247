/**
 * The reports are those of `go tool pprof`, character by character. The profiles are made now from the sample modules, by
 * the installed Go.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { promisify } from 'node:util';
import { kindsOfWholeRuns, type ProfileKind } from '../../src/base/profileKinds.ts';
import { loadProfiles } from '../../src/cli/profiles/loadProfiles.ts';
import { pprofSpellings, reportOptions } from '../../src/cli/profiles/reportOptions.ts';
import { dot } from '../../src/cli/reports/dot.ts';
import { list } from '../../src/cli/reports/list.ts';
import { peek, tree } from '../../src/cli/reports/peek.ts';
import { proto } from '../../src/cli/reports/proto.ts';
import { raw } from '../../src/cli/reports/raw.ts';
import { type Report, reportContext } from '../../src/cli/reports/reportContext.ts';
import { tags } from '../../src/cli/reports/tags.ts';
import { top } from '../../src/cli/reports/top.ts';
import { traces } from '../../src/cli/reports/traces.ts';
import { readOptions } from '../../src/cli/terminal/options.ts';
import { temporaryFolder } from '../cli/runCli.ts';
import { goTool } from '../goTool.ts';
import { profileBytes } from '../pprof/builder.ts';
import { succeeded } from '../why.ts';
import { wholeText } from './reportOutput.ts';

const run = promisify(execFile);
const workspace = join(import.meta.dirname, '../workspace');
const folder = temporaryFolder();

/** Modules with quick benchmarks that print nothing. */
const modules = ['shapes', 'template'] as const;
const profilePath = (module: string, kind: string) => folder.path(`${module}.${kind}`);

before(async () => {
  for (const module of modules) {
    const flags = kindsOfWholeRuns.map((kind) => `-test.${kind}profile=${profilePath(module, kind)}`);
    const binary = folder.path(`${module}.test`);
    const directory = join(workspace, module);
    await run('go', ['test', '-c', '-vet=off', '-o', binary, '.'], { cwd: directory });
    const selection = ['-test.run=^$', '-test.bench=.', '-test.benchtime=50x', '-test.memprofilerate=1024'];
    await run(binary, [...selection, ...flags], { cwd: directory, maxBuffer: 2 ** 28 });
  }
});

const reports: Readonly<Record<string, Report>> = { top, peek, tree, list, tags, traces, raw, dot };

/** Asks pprof and us for the same report. `args` are pprof's, after the report's name. */
async function assertSame(
  report: string,
  pattern: string,
  args: readonly string[],
  paths: readonly string[],
) {
  const argument = pattern === '' ? [] : [pattern];
  // `raw` prints names as pprof changes them on loading; the other reports print those of the file.
  const symbolize = report === 'raw' ? [] : ['-symbolize=none'];
  const all = [...symbolize, `-${report}`, ...argument, ...args, ...paths];
  const theirs = await run(goTool('pprof'), all, { maxBuffer: 2 ** 28 });
  assert.equal(await ourText(report, pattern, args, paths), theirs.stdout);
}

async function ourText(report: string, pattern: string, args: readonly string[], paths: readonly string[]) {
  const text = await reports[report]?.output(await contextOf(pattern, args, paths));
  assert.ok(text?.ok && !(text.value instanceof Uint8Array), `${report} has a text`);
  return wholeText(text.value);
}

async function ourProto(args: readonly string[], paths: readonly string[]): Promise<Uint8Array> {
  return succeeded(proto.output(await contextOf('', args, paths)));
}

async function contextOf(pattern: string, args: readonly string[], paths: readonly string[]) {
  const { options } = succeeded(readOptions(args, reportOptions, pprofSpellings));
  const { profile } = succeeded(await loadProfiles(paths, options));
  return succeeded(reportContext(profile, options, pattern));
}

const zones = [
  'Europe/Berlin',
  'Australia/Sydney',
  'America/New_York',
  'America/Sao_Paulo',
  'Asia/Kolkata',
  'UTC',
];
const noZones = existsSync('/usr/share/zoneinfo') ? false : 'there are no time zones: install tzdata';

test('the local time has the name of its zone', { skip: noZones }, async (t) => {
  const { TZ } = process.env;
  t.after(() => {
    if (TZ === undefined) delete process.env.TZ;
    else process.env.TZ = TZ;
  });
  for (const zone of zones) {
    process.env.TZ = zone;
    await assertSame('top', '', ['-nodecount=1'], [profilePath('shapes', 'cpu')]);
  }
});

const untrimmed = ['-nodecount=0', '-nodefraction=0', '-edgefraction=0'];

for (const module of modules) {
  test(`${module}: top, for every sample type of every kind`, async (t) => {
    for (const kind of kindsOfWholeRuns) {
      const path = profilePath(module, kind);
      if (statSync(path).size === 0) continue;
      const types = kind === 'mem' ? 4 : 2;
      for (let type = 0; type < types; type++) {
        const args = [`-sample_index=${type}`, ...untrimmed];
        await t.test(`${kind} ${type}`, () => assertSame('top', '', args, [path]));
      }
    }
  });
}

const cases: [report: string, pattern: string, kind: ProfileKind, args: string[]][] = [
  ['top', '', 'cpu', ['-cum', ...untrimmed]],
  ['top', '', 'mem', ['-lines', ...untrimmed]],
  ['top', '', 'mem', ['-filefunctions', ...untrimmed]],
  ['top', '', 'mem', ['-addresses', ...untrimmed]],
  ['top', '', 'mem', ['-noinlines', '-sample_index=inuse_objects', ...untrimmed]],
  ['top', '', 'mem', ['-focus=Benchmark', '-hide=^runtime', '-relative_percentages', ...untrimmed]],
  ['top', '', 'mem', ['-ignore=fmt', '-show=testing|strings|html', '-unit=kB', ...untrimmed]],
  ['top', '', 'mem', ['-show_from=testing', '-prune_from=testing', '-divide_by=3', ...untrimmed]],
  ['top', '', 'mem', ['-tagfocus=bytes=16b:64b', '-nodecount=12', '-nodefraction=0', '-edgefraction=0']],
  ['top', '', 'mem', ['-tagignore=:32b', '-tagroot=bytes', ...untrimmed]],
  ['top', '', 'mem', ['-trim_path=/usr/local/go', '-lines', '-showcolumns', ...untrimmed]],
  ['peek', 'alloc|Benchmark', 'mem', []],
  ['peek', '.', 'cpu', ['-lines']],
  ['tree', '', 'mem', untrimmed],
  ['tree', '', 'cpu', ['-lines', '-cum', ...untrimmed]],
  ['tree', '', 'mem', ['-nodecount=12', '-nodefraction=0.01', '-edgefraction=0.02']],
  ['tree', '', 'cpu', ['-focus=Benchmark', '-noinlines', ...untrimmed]],
  ['list', 'Benchmark', 'mem', []],
  ['tags', '', 'mem', []],
  ['traces', '', 'mem', []],
  ['traces', '', 'cpu', ['-lines']],
  ['traces', '', 'cpu', ['-lines', '-trim_path=/usr/local/go']],
  ['raw', '', 'mem', []],
  ['raw', '', 'cpu', ['-focus=Benchmark', '-noinlines']],
  ['raw', '', 'mem', ['-tagroot=bytes', '-tagleaf=bytes', '-trim_path=/usr/local/go']],
  ['dot', '', 'mem', []],
  ['dot', '', 'mem', ['-nodecount=10', '-nodefraction=0.02', '-edgefraction=0.01']],
  ['dot', '', 'cpu', ['-lines', '-nodecount=25']],
];
test('every report and option, of both modules together', async (t) => {
  for (const [report, pattern, kind, args] of cases) {
    await t.test(`${report} ${pattern} ${kind} ${args.join(' ')}`, () =>
      assertSame(
        report,
        pattern,
        args,
        modules.map((module) => profilePath(module, kind)),
      ),
    );
  }
});

test('what proto writes reads as what the tool writes itself', async (t) => {
  const paths = modules.map((module) => profilePath(module, 'mem'));
  const cases = [
    [],
    ['-noinlines', '-focus=Benchmark'],
    ['-hide=^runtime', '-divide_by=3'],
    ['-tagroot=bytes', '-tagshow=none'],
    ['-trim_path=/usr/local/go', '-prune_from=testing', '-lines'],
  ];
  const raw = async (file: string) =>
    (await run(goTool('pprof'), ['-symbolize=none', '-raw', file], { maxBuffer: 2 ** 28 })).stdout;
  for (const args of cases) {
    await t.test(args.join(' '), async () => {
      const [ours, theirs] = [
        folder.file('ours.pb.gz', await ourProto(args, paths)),
        folder.path('theirs.pb.gz'),
      ];
      await run(goTool('pprof'), ['-symbolize=none', '-proto', `-output=${theirs}`, ...args, ...paths]);
      assert.equal(await raw(ours), await raw(theirs));
    });
  }
});

test('raw prints the names that pprof changes, and their system names', async () => {
  const names = [
    'f[func(int)_error]',
    'a::b(int,_char)',
    'v<int>::push(x)',
    'pkg.(*T[go.shape.int]).M(a)',
    'f(x)',
  ];
  const samples = names.map((name) => ({ values: [1], stack: [`${name} a.go:1`] }));
  await assertSame('raw', '', [], [folder.file('names.pb', profileBytes({ samples, binary: '/bin/names' }))]);
});

test('two modules merged and compared', async (t) => {
  const [ours, base] = [profilePath(modules[0], 'mem'), profilePath(modules[1], 'mem')];
  await t.test('merged', () => assertSame('raw', '', [], [ours, base]));
  await t.test('minus', () => assertSame('top', '', [`-base=${base}`, ...untrimmed], [ours]));
  await t.test('compared', () => assertSame('top', '', [`-diff_base=${base}`, ...untrimmed], [ours]));
  await t.test('normalized', () => assertSame('raw', '', [`-base=${base}`, '-normalize'], [ours]));
  await t.test('gains only', () => {
    const args = [`-base=${base}`, '-drop_negative', ...untrimmed];
    return assertSame('top', '', args, [ours]);
  });
});
