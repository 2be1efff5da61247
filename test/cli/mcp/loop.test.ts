/** `pprof-lens mcp`, as an agent uses it: with the client of the protocol's own library. */
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { guideText } from '../../../src/cli/mcp/guide.ts';
import { eventually } from '../../eventually.ts';
import { processesNaming } from '../../processes.ts';
import { repositoryOf, source } from '../benchAgainst.ts';
import { runCli } from '../runCli.ts';
import { runHere } from '../runHere.ts';
import { agentIn } from './agent.ts';
import { fasterCatalogue } from './template.ts';

const quick = { benchmarks: '^BenchmarkWork$', benchtime: '20x' };

describe('pprof-lens mcp', () => {
  test('an agent finds the hot line, edits it, and hears what has changed', async (t) => {
    const repository = repositoryOf({ 'm_test.go': source(20) });
    const { client, call } = await agentIn(t, repository);
    assert.equal(client.getInstructions(), guideText);
    const { tools } = await client.listTools();
    assert.ok(tools.length <= 10);
    for (const { name, annotations, description = '' } of tools) {
      assert.match(name, /^[a-z_]+$/);
      assert.ok(description.length > 50, name);
      assert.equal(annotations?.readOnlyHint, name !== 'profile' && name !== 'compare', name);
    }

    const listed = await call('list_benchmarks', { match: 'Work' });
    assert.deepEqual(
      listed.document.benchmarks.map(({ name, file, line }) => [name, file, line]),
      [['BenchmarkWork', join(repository.directory, 'm_test.go'), 7]],
    );

    const told: string[] = [];
    const onprogress = ({ message = '' }) => void told.push(message);
    const first = await call('profile', quick, { onprogress });
    const { run } = first.document;
    assert.match(told.join('\n'), /^\[1\/5\] Building the benchmark$/m);
    const hot = await call('hot_lines', { run, metric: 'allocs/op' });
    const line = hot.document.benchmarks[0]?.lines[0];
    assert.deepEqual([line?.line, line?.text], [10, 'kept = new([64]byte)']);
    assert.equal(line?.metrics['allocs/op']?.flat, 20);
    assert.deepEqual(first.document.benchmarks[0]?.lines[0]?.line, 10);
    const explained = await call('explain_line', { run, file: 'm_test.go', line: 10 });
    assert.match(
      explained.text,
      /"calls":\[\{"metric":"allocs\/op","callers":\[\{"name":"testing\.\(\*B\)\.runN"/,
    );

    assert.match(explained.text, /"reasons":\[\{"kind":"escape","text":"new\(\[64\]byte\) escapes to heap/);

    repository.write({ 'm_test.go': source(10) });
    const changed = await call('compare', { ...quick, count: 4, against: run });
    const outside = await call('compare', { ...quick, against: run, production: '/etc/hostname' });
    assert.equal(outside.document.error?.code, 'outside');
    const allocs = changed.document.verdicts.find(({ unit }) => unit === 'allocs/op');
    assert.deepEqual([allocs?.verdict, allocs?.ratio, allocs?.n], ['changed', 0.5, 4]);
    const stale = await call('hot_lines', { run, metric: 'allocs/op' });
    assert.deepEqual(stale.document.benchmarks[0]?.changedSince, [line?.file]);
    assert.equal(stale.document.benchmarks[0]?.lines[0]?.text, undefined);

    repository.write({ 'm_test.go': `${source(10)}\n// A change without effect.\n` });
    const same = await call('compare', { ...quick, count: 4, against: changed.document.run });
    assert.deepEqual(
      same.document.verdicts.map(({ verdict, n }) => [verdict, n]),
      [['same code', 0]],
    );
    const byCommit = await call('compare', { ...quick, count: 1, against: 'HEAD' });
    assert.ok(
      byCommit.document.verdicts.some(({ unit, verdict }) => unit === 'allocs/op' && verdict === 'changed'),
    );
    const gone = await call('compare', { ...quick, against: 'mcp-20260101-000000-0000' });
    assert.equal(gone.document.error?.code, 'no-such-run');
    const kept = await call('compare_runs', { base: run, run: changed.document.run });
    assert.match(kept.text, /"inTurns":false/);
    assert.ok(kept.document.verdicts.every(({ p }) => Number(p) <= 1));
    assert.deepEqual(readdirSync(repository.temporary), [], 'nothing is left');
  });

  test('an agent makes the sample of templates at least 80% faster', async (t) => {
    const repository = repositoryOf({});
    cpSync('test/workspace/template', repository.directory, { recursive: true });
    const { hot, reasons, time } = await fasterCatalogue(await agentIn(t, repository), repository.directory);
    assert.match(hot, /template\.ParseFiles\(/);
    assert.match(reasons, /"callees":\[\{"name":"html\/template\.ParseFiles"/);
    assert.equal(time.verdict, 'changed');
    assert.ok(Number(time.ratio) <= 0.2, JSON.stringify(time));
  });

  test('its reports are those of --json, part by part; runs outlive the server; a reader runs nothing', async (t) => {
    const repository = repositoryOf({ 'm_test.go': source(20) });
    const first = await agentIn(t, repository);
    const { run } = (await first.call('profile', { ...quick, profiles: ['mem'] })).document;
    await first.client.close();

    const { call } = await agentIn(t, repository, '--read-only');
    const rows: unknown[] = [];
    const question = { run, kind: 'mem', report: 'top', sample_index: 'alloc_objects', cum: true };
    for (let cursor: string | undefined; ; ) {
      const { document } = await call('report', { ...question, ...(cursor === undefined ? {} : { cursor }) });
      assert.deepEqual(document.filters, { sample_index: 'alloc_objects', cum: true });
      rows.push(...(document.rows as unknown[]));
      cursor = document.next;
      if (cursor === undefined) break;
    }
    const folder = join(repository.output, 'kept', run);
    const profile = readdirSync(folder).find((name) => name.endsWith('.pprof'));
    const args = ['--cum', '--sample-index=alloc_objects', '--json', join(folder, profile!)];
    const whole = await runHere('top', ...args);
    assert.deepEqual(rows, JSON.parse(whole.stdout).rows);
    assert.ok(rows.length > 30);

    const nothing = await call('report', { ...question, focus: 'nobody' });
    assert.deepEqual([nothing.document.matchedNothing, nothing.document.rows], ['focus', []]);
    assert.match(String(nothing.document.empty), /^No sample is left/);
    const absent = await call('callers_callees', { run, function: 'nobody' });
    assert.match(String(absent.document.empty), /^Nothing in the profile matches nobody/);
    for (const [name, args] of [
      ['profile', quick],
      ['compare', { ...quick, against: 'HEAD' }],
      ['list_benchmarks', {}],
      ['disassemble', { run, function: 'Work' }],
    ] as const) {
      const refused = await call(name, args);
      assert.ok(refused.isError, name);
      assert.equal(refused.document.error?.code, 'read-only', name);
    }
    assert.equal((await call('hot_lines', { run })).document.benchmarks[0]?.name, 'BenchmarkWork');
    // An execution trace, which Go would convert.
    repository.write({ 'a.trace': `go 1.24 trace\0\0\0${'x'.repeat(64)}` });
    const trace = await call('report', { profile: 'a.trace', report: 'top' });
    assert.equal(trace.document.error?.code, 'untrusted');
  });

  test('files and packages outside the folder are refused, also by links', async (t) => {
    const repository = repositoryOf({
      'm_test.go': source(1),
      'go.mod': 'module example.com/m\n\ngo 1.24\n',
    });
    mkdirSync(join(repository.directory, 'sub'));
    symlinkSync('/etc/hostname', join(repository.directory, 'sub', 'link.pprof'));
    const { call } = await agentIn(t, { ...repository, directory: join(repository.directory, 'sub') });
    for (const profile of [
      '/etc/hostname',
      '../m_test.go',
      'link.pprof',
      '/nowhere',
      'http://localhost:1/x',
    ]) {
      const { isError, document } = await call('report', { profile, report: 'top' });
      assert.ok(isError, profile);
      assert.match(
        document.error?.code ?? '',
        profile.startsWith('http') ? /^no-file$/ : /^outside$/,
        profile,
      );
    }
    const { document } = await call('profile', { ...quick, packages: ['..'] });
    assert.equal(document.error?.code, 'outside');
    const broken = await call('profile', { ...quick, packages: ['-exec=sh'] }).catch((error) =>
      String(error),
    );
    assert.match(JSON.stringify(broken), /does not begin with -/);
  });

  test('a call that is cancelled ends its programs, and so does the end of the agent', async (t) => {
    const repository = repositoryOf({ 'm_test.go': source(20) });
    const { client, call } = await agentIn(t, repository);
    const programs = () =>
      processesNaming(repository.temporary).filter(({ command }) => command.includes('-test.bench'));
    const endless = { ...quick, benchtime: '10000h' };
    for (const end of ['cancel', 'close']) {
      const abort = new AbortController();
      const answer = call('profile', endless, { signal: abort.signal }).catch(() => 'ended');
      await eventually('the benchmark runs', () => programs().length > 0);
      if (end === 'cancel') abort.abort();
      else await client.close();
      assert.equal(await answer, 'ended');
      await eventually('its process has ended', () => programs().length === 0);
    }
  });
});

test('guide prints what agents are told; the server is not loaded for it', async () => {
  assert.equal((await runCli('guide')).stdout, guideText);
});
