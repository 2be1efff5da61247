// `pprof-lens test` as another program sees it, on a module with tests of every kind.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { before, describe, test } from 'node:test';
import { goTool } from '../goTool.ts';
import { testFolder } from '../testFolder.ts';
import { cliTest, testModule } from './testModule.ts';

const module = testModule();
const out = testFolder();

interface Report {
  readonly packages: { package: string; outcome: string; profiles: { kind: string; path: string }[] }[];
  readonly profiles: { kind: string; path: string }[];
  readonly totals: Record<string, number>;
  readonly tests: {
    package: string;
    name: string;
    outcome: string;
    runs: number;
    seconds: number;
    file: string;
    line: number;
    metrics: Record<string, number>;
    subtests: { name: string; outcome: string }[];
  }[];
  readonly others: { bucket: string; metrics: Record<string, number> }[];
  readonly lines: { file: string; line: number; metrics: Record<string, { flat: number; cum: number }> }[];
}

async function report(...args: string[]): Promise<Report> {
  const run = await cliTest(module, '--json', ...args);
  assert.notEqual(run.stdout, '', run.stderr);
  return JSON.parse(run.stdout) as Report;
}

/** The total that `go tool pprof` has for a profile, with a focus on one function and what is in it. */
function pprofTotal(path: string, sampleType: string, unit: string, focus: string): number {
  const args = ['-top', '-nodefraction=0', '-nodecount=100000', `-sample_index=${sampleType}`];
  const { stdout } = spawnSync(goTool('pprof'), [...args, `-unit=${unit}`, `-focus=${focus}`, path], {
    encoding: 'utf8',
  });
  const total = /accounting for ([\d.]+)/.exec(stdout)?.[1];
  assert.ok(total, stdout);
  return Number(total);
}

describe('a package with tests of every kind', () => {
  let ran: Report;
  before(async () => {
    ran = await report('--out', join(out, 'one'), '.');
  });
  const named = (name: string) => {
    const found = ran.tests.find((each) => each.name === name);
    assert.ok(found, name);
    return found;
  };

  test('lists what go test runs, ranked by CPU time', () => {
    assert.deepEqual(ran.tests.map(({ name }) => name).sort(), [
      'Example',
      'FuzzWork',
      'TestAllocates',
      'TestSkipped',
      'TestSlow',
      'TestTable',
    ]);
    const cpu = ran.tests.map(({ metrics }) => metrics['cpu-ns'] ?? 0);
    assert.deepEqual(
      cpu,
      [...cpu].sort((a, b) => b - a),
    );
    assert.equal(ran.tests[0]?.name, 'TestSlow');
    assert.equal(named('TestSkipped').outcome, 'skip');
    assert.deepEqual(
      named('TestTable').subtests.map(({ name, outcome }) => `${name} ${outcome}`),
      ['TestTable/n=10 pass', 'TestTable/n=5 pass'],
    );
    assert.deepEqual(
      named('FuzzWork').subtests.map(({ name }) => name),
      ['FuzzWork/seed#0'],
    );
  });

  test('says where each test is', () => {
    assert.equal(named('TestSlow').line, module.line('m_test.go', 'func TestSlow'));
    assert.match(named('Example').file, /external_test\.go$/);
  });

  test('counts subtests, goroutines and fuzz seeds as their test’s, as pprof does with a focus', () => {
    const path = ran.profiles.find(({ kind }) => kind === 'cpu')?.path ?? '';
    for (const name of ['TestSlow', 'TestTable', 'FuzzWork']) {
      const expected = pprofTotal(path, 'cpu', 'ns', `^example.com/m(_test)?\\.${name}(\\.|$)`);
      assert.equal(named(name).metrics['cpu-ns'], expected, name);
      assert.ok(expected > 0, name);
    }
    const mem = ran.profiles.find(({ kind }) => kind === 'mem')?.path ?? '';
    const expected = pprofTotal(mem, 'alloc_space', 'B', '^example.com/m\\.TestAllocates(\\.|$)');
    assert.equal(named('TestAllocates').metrics.bytes, expected);
    // Objects larger than the rate are always recorded.
    assert.ok(expected >= 100 * 2 ** 20, String(expected));
    assert.ok((named('Example').metrics.bytes ?? 0) >= 60 * 2 ** 20);
  });

  test('tests and the rest together are the total', () => {
    for (const metric of ['cpu-ns', 'allocs', 'bytes']) {
      const parts = [...ran.tests, ...ran.others].map(({ metrics }) => metrics[metric] ?? 0);
      assert.equal(
        parts.reduce((sum, each) => sum + each, 0),
        ran.totals[metric],
        metric,
      );
    }
    const path = ran.profiles.find(({ kind }) => kind === 'cpu')?.path ?? '';
    assert.equal(ran.totals['cpu-ns'], pprofTotal(path, 'cpu', 'ns', '.'));
  });

  test('lines have totals, and nothing is per operation', () => {
    const line = module.line('m_test.go', '// slow');
    const slow = ran.lines.find((each) => each.line === line && each.file.endsWith('m_test.go'));
    assert.equal(slow?.metrics['cpu-ns']?.cum, named('TestSlow').metrics['cpu-ns']);
    assert.equal(JSON.stringify(ran).includes('/op'), false);
  });

  test('leaves nothing in the module, and only profiles in the folder', () => {
    assert.deepEqual(readdirSync(join(out, 'one')).sort(), ['cpu.pprof', 'mem.pprof']);
    assert.equal(
      module.files().some((file) => file.endsWith('.pprof') || file.endsWith('.test')),
      false,
    );
  });
});

test('the text ranks tests and names what is of none', async () => {
  const run = await cliTest(module, '--run=Slow|Allocates', '--count=2', '.');
  assert.equal(run.status, 0, run.stderr);
  assert.match(run.stdout, /^example\.com\/m {2}2 tests {2}/);
  assert.match(run.stdout, /CPU +time +test\n.* TestSlow {2}2 runs\n/);
  assert.match(run.stdout, /allocated +time +test\n.*200(?:\.\d+)?MB.* TestAllocates {2}2 runs\n/);
  assert.match(run.stdout, /flat cpu-ns/);
  assert.doesNotMatch(run.stdout, /\/op/);
  const folder = /^cpu: (.*)[\\/]cpu\.pprof$/m.exec(run.stdout)?.[1] ?? '';
  assert.ok(existsSync(join(folder, 'cpu.pprof')));
  assert.match(basename(folder), /^pprof-lens-test-/);
  rmSync(folder, { recursive: true });
});

test('tests that are too short for a CPU profile are said to be, with what to do', async () => {
  const run = await cliTest(module, '--json', '--out', join(out, 'short'), '--run=Skipped|Allocates', '.');
  assert.equal(run.status, 0, run.stderr);
  const { problems } = JSON.parse(run.stdout) as { problems: { code: string; message: string }[] };
  assert.deepEqual(
    problems.map(({ code }) => code),
    ['too-few-samples'],
  );
  assert.match(problems[0]?.message ?? '', /--count=\d+\.$/);
});

test('several packages: profiles merged, a failure is said and its profile shows all the same', async () => {
  const run = await cliTest(
    module,
    '--json',
    '--out',
    join(out, 'two'),
    '--run=Slow|Wrong',
    '.',
    './failing',
    './none',
  );
  assert.equal(run.status, 1);
  assert.match(run.stderr, /pprof-lens: TestWrong failed: want 3, got 4/);
  const { packages, profiles, tests, totals } = JSON.parse(run.stdout) as Report;
  assert.deepEqual(
    packages.map(({ package: name, outcome }) => `${name} ${outcome}`),
    ['example.com/m pass', 'example.com/m/failing fail'],
  );
  assert.equal(tests.find(({ name }) => name === 'TestWrong')?.outcome, 'fail');
  const cpu = profiles.find(({ kind }) => kind === 'cpu')?.path ?? '';
  assert.equal(totals['cpu-ns'], pprofTotal(cpu, 'cpu', 'ns', '.'));
  const wrong = tests.find(({ name }) => name === 'TestWrong')?.metrics['cpu-ns'] ?? 0;
  assert.ok(wrong > 0);
  assert.equal(wrong, pprofTotal(cpu, 'cpu', 'ns', '^example.com/m/failing\\.TestWrong$'));
});
