// The texts are those of perf 6.1, recorded: on a machine without a PMU; behind a seccomp filter that answers as a container's;
// those of processors that count, in the form that perf's manual page gives for them.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readPerfStat } from '../../../src/go/machine/perfStat.ts';

describe('perf stat -x,', () => {
  test('counts, with the share of the time in which they were counted', () => {
    const text = `# started on Sun Nov 22 10:04:30 2026

1234567,,instructions:u,491276,100.00,1.23,insn per cycle
88,,cache-misses:u,294765,60.00,,
0.49,msec,task-clock,491276,100.00,0.412,CPUs utilized
`;
    assert.deepEqual(readPerfStat(text), [
      { event: 'instructions', count: 1_234_567, share: 1 },
      { event: 'cache-misses', count: 88, share: 0.6 },
      { event: 'task-clock', count: 0.49, share: 1 },
    ]);
  });

  test('on a machine without a PMU, hardware events are not supported', () => {
    const text = `# started on Sun Nov 22 10:04:30 2026

<not supported>,,instructions:u,0,100.00,,
<not supported>,,cache-misses:u,0,100.00,,
<not supported>,,branch-misses:u,0,100.00,,
0.49,msec,task-clock,491276,100.00,0.412,CPUs utilized
48,,page-faults,491276,100.00,97.705,K/sec
`;
    const counts = readPerfStat(text).map(({ event, count }) => [event, count]);
    assert.deepEqual(counts, [
      ['instructions', null],
      ['cache-misses', null],
      ['branch-misses', null],
      ['task-clock', 0.49],
      ['page-faults', 48],
    ]);
  });

  test('an event whose turn never came was not counted', () => {
    const [event] = readPerfStat('<not counted>,,branch-misses:u,0,0.00,,\n');
    assert.deepEqual(event, { event: 'branch-misses', count: null, share: 0 });
  });

  test('a processor with two kinds of cores counts on each of them', () => {
    const text = `600,,cpu_core/instructions:u/,300000,60.00,,
400,,cpu_atom/instructions:u/,200000,40.00,,
<not counted>,,cpu_atom/cache-misses/u,0,0.00,,
7,,cpu_core/cache-misses/u,500000,100.00,,
`;
    assert.deepEqual(readPerfStat(text), [
      { event: 'instructions', count: 1000, share: 1 },
      { event: 'cache-misses', count: 7, share: 1 },
    ]);
  });

  test('names with capitals and dots, as perf lists those of a processor', () => {
    const text = `31,,L1-dcache-load-misses:u,1000,100.00,,
7,,mem_load_retired.l3_miss:u,1000,100.00,,
5,,cpu_core/topdown-be-bound/u,1000,100.00,,
`;
    assert.deepEqual(
      readPerfStat(text).map(({ event, count }) => [event, count]),
      [
        ['L1-dcache-load-misses', 31],
        ['mem_load_retired.l3_miss', 7],
        ['topdown-be-bound', 5],
      ],
    );
  });

  test('other text is left out', () => {
    assert.deepEqual(
      readPerfStat('Error:\nNo permission to enable instructions:u event.\n\n1,2\n,,,,\n'),
      [],
    );
    assert.deepEqual(readPerfStat('1 234,,instructions:u,1,100.00\n0x5,,cycles,1,100.00\n'), []);
  });
});
