import assert from 'node:assert/strict';
import test from 'node:test';
import {
  type BenchmarkNode,
  nodeId,
  profileNodes,
  readBenchmarkNode,
  resultText,
  rootNodes,
  rowName,
  runNode,
  timeText,
} from '../../../src/extension/runs/profilesTree.ts';
import type { KeptRunSummary } from '../../../src/protocol.ts';
import { sessionSummary } from '../sessionSummary.ts';

function run(runId: string, part: Partial<KeptRunSummary> = {}): KeptRunSummary {
  return {
    runId,
    benchmark: 'BenchmarkA',
    directory: '/m',
    takenAt: 0,
    place: 0,
    label: null,
    pinned: false,
    result: '5.4µs/op ±2%',
    change: '',
    verdict: null,
    isMore: false,
    others: '3 allocs/op',
    profiles: [{ kind: 'cpu', label: 'CPU', path: `/runs/${runId}/cpu.pprof` }],
    details: [],
    ...part,
  };
}

const ofBenchmark = sessionSummary('s2', [], {
  origin: { from: 'benchmark', runId: 'r', benchmark: 'BenchmarkA', kind: 'cpu' },
});

test('runs stand under their benchmark, the one that ran last first, then opened files', () => {
  const runs = [run('4'), run('3', { benchmark: 'BenchmarkB' }), run('2', { directory: '/other' }), run('1')];
  const roots = rootNodes(runs, [ofBenchmark, sessionSummary('s1')]);
  const told = roots.map((node) =>
    node.type === 'file'
      ? node.sessionId
      : `${node.directory} ${node.benchmark}: ${node.runs.map(({ runId }) => runId).join(' ')}`,
  );
  assert.deepEqual(told, ['/m BenchmarkA: 4 1', '/m BenchmarkB: 3', '/other BenchmarkA: 2', 's1']);
  assert.equal(new Set(roots.map(nodeId)).size, roots.length);
});

test('sub-benchmarks stand under their benchmark, in their own order, each with its runs', () => {
  const sub = (runId: string, name: string, place: number) =>
    run(runId, { benchmark: `BenchmarkA/${name}`, place });
  const later = [sub('6', 'n=100', 2), sub('5', 'n=10', 1), run('4')];
  const earlier = [sub('3', 'n=1', 0), sub('2', 'n=100', 2), run('1', { benchmark: 'BenchmarkAB/x' })];
  const [node, ...others] = rootNodes([...later, ...earlier], []);
  assert.ok(node?.type === 'benchmark');
  const told = (each: BenchmarkNode) => `${rowName(each)}: ${each.runs.map(({ runId }) => runId).join(' ')}`;
  assert.equal(told(node), 'BenchmarkA: 4');
  assert.deepEqual(node.subs.map(told), ['n=1: 3', 'n=10: 5', 'n=100: 6 2']);
  assert.deepEqual(readBenchmarkNode(node.subs[2]), { directory: '/m', benchmark: 'BenchmarkA/n=100' });
  assert.equal(readBenchmarkNode(runNode(run('4'))), null);
  assert.equal(others.length, 1);
  assert.equal(new Set([node, ...node.subs].map(nodeId)).size, 4);
});

test('a run is its profile where it has one, and has them below it where there are several', () => {
  const both = [
    { kind: 'cpu', label: 'CPU', path: '/cpu' },
    { kind: 'mem', label: 'Memory', path: '/mem' },
  ] as const;
  assert.equal(runNode(run('1')).profilePath, '/runs/1/cpu.pprof');
  assert.deepEqual(profileNodes(run('1')), []);
  const below = profileNodes(run('1', { profiles: both }));
  assert.equal(
    below.map(({ label, profilePath }) => `${label} ${profilePath}`).join(),
    'CPU /cpu,Memory /mem',
  );
  assert.equal(runNode(run('1', { profiles: [] })).profilePath, undefined);
});

test('the result comes first, then what changed, then the rest', () => {
  assert.equal(resultText(run('1')), '5.4µs/op ±2% · 3 allocs/op');
  assert.equal(
    resultText(run('2', { change: '−76% (p<0.001 n=10)' })),
    '5.4µs/op ±2%  −76% (p<0.001 n=10) · 3 allocs/op',
  );
});

test('a run of today has a time, one of another day its date', () => {
  const now = new Date(2026, 10, 21, 18, 0);
  const at = (day: number) => new Date(2026, 10, day, 9, 5, 7).getTime();
  assert.match(timeText(at(21), now, 'en-GB'), /^09:05:07$/);
  assert.match(timeText(at(20), now, 'en-GB'), /^20 Nov 2026, 09:05$/);
});

test('a row stands for the sub-benchmarks that are not in the list', () => {
  const more = [
    { directory: '/other', benchmark: 'BenchmarkA', count: 3 },
    { directory: '/m', benchmark: 'BenchmarkA', count: 9500 },
  ];
  const [node, other] = rootNodes(
    [run('1', { benchmark: 'BenchmarkA/x' }), run('2', { benchmark: 'BenchmarkB' })],
    [],
    more,
  );
  assert.ok(node?.type === 'benchmark' && other?.type === 'benchmark');
  assert.deepEqual(node.more, { type: 'more', directory: '/m', benchmark: 'BenchmarkA', count: 9500 });
  assert.equal(other.more, undefined);
  assert.equal(new Set([node, ...node.subs, node.more].map((each) => each && nodeId(each))).size, 3);
});
