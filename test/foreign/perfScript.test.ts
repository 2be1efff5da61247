/** The output of `perf script` becomes a profile, with the weights that perf gives its samples. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { perfFrame } from '../../src/foreign/perfFrame.ts';
import { perfHeader } from '../../src/foreign/perfHeader.ts';
import { foreignFormat } from '../../src/foreign/readForeign.ts';
import type { Profile } from '../../src/pprof/profile.ts';
import { foldedLines, leafLines, profileOfText, recording, refusalOf } from './recordings.ts';

function textOf(name: string): string {
  return Buffer.from(recording(name)).toString();
}

/** The sums of the periods of each event, as `stackcollapse-perf.pl` adds them. */
function periods(text: string): Map<string, number> {
  const sums = new Map<string, number>();
  for (const [, period, event] of text.matchAll(/^\s*\S+ \d+.* [\d.]+:\s+(\d+)\s+(\S+):/gm)) {
    sums.set(event!, (sums.get(event!) ?? 0) + Number(period));
  }
  return sums;
}

function totalOf(profile: Profile, type: number): number {
  const lines = foldedLines(profile, type);
  return lines.reduce((all, line) => all + Number(line.slice(line.lastIndexOf(' ') + 1)), 0);
}

for (const name of ['source-lines', 'two-events', 'inlined', 'no-chains']) {
  test(`${name}: every sample is there, and the totals are the sums of the periods`, () => {
    const text = textOf(`${name}.perf.txt`);
    assert.equal(foreignFormat(Buffer.from(text)), 'perf-script');
    const profile = profileOfText(text);
    const events = periods(text);
    const samples = profile.sampleTypes.flatMap(({ type }, index) => (type.includes('samples') ? index : []));
    const counted = samples.reduce((sum, type) => sum + totalOf(profile, type), 0);
    assert.equal(counted, text.match(/-faults:|-clock:/g)?.length);
    for (const [index, { type }] of profile.sampleTypes.entries()) {
      if (!type.includes('samples')) assert.equal(totalOf(profile, index), events.get(type), type);
    }
    assert.equal(events.size, samples.length);
  });
}

test('two events are sample types beside each other, and the first one is shown', () => {
  const profile = profileOfText(textOf('two-events.perf.txt'));
  assert.deepEqual(
    profile.sampleTypes.map(({ type, unit }) => `${type}/${unit}`),
    ['page-faults samples/count', 'page-faults/count', 'cpu-clock samples/count', 'cpu-clock/nanoseconds'],
  );
  assert.equal(profile.defaultSampleType, 'page-faults');
});

test('source lines are those below the frames', () => {
  const lines = leafLines(profileOfText(textOf('source-lines.perf.txt')));
  assert.ok(lines.includes('main /src/shop/main.cpp:52'), lines.join('\n'));
  assert.ok(lines.includes('free@plt :0'));
});

test('functions that were inlined share a place with the one that they are in', () => {
  const profile = profileOfText(textOf('inlined.perf.txt'));
  const { locations } = profile;
  const most = Math.max(
    ...Array.from(
      { length: locations.count },
      (_, row) => locations.lineStart[row + 1]! - locations.lineStart[row]!,
    ),
  );
  assert.ok(most >= 8, `${most} functions in a place`);
  assert.ok(leafLines(profile).includes('shop::rank /src/shop/main.cpp:37'));
  const [first] = foldedLines(profile, 1).filter((line) => line.includes('__new_allocator'));
  assert.match(first!, /^_start;__libc_start_main_impl;__libc_start_call_main;main;shop::rank;std::map/);
});

test('the program is the first mapping, so that reports name it', () => {
  const { strings, mappings } = profileOfText(textOf('source-lines.perf.txt'));
  assert.equal(strings.get(mappings.filename[0]!), '/src/shop/shop');
});

test('the fields of the first line of a sample, in all ways that perf prints them', () => {
  const known = { command: 'shop', pid: 4711, tid: 4711, time: '', period: '', event: 'cycles', rest: '' };
  const headers: readonly (readonly [string, Partial<ReturnType<typeof perfHeader>>])[] = [
    ['shop 4711 47769.994735:    5025125 cycles: ', { time: '47769.994735', period: '5025125', rest: ' ' }],
    [
      'shop  4711/4712  [003] 47769.994735:    12 cycles:u:',
      { tid: 4712, time: '47769.994735', period: '12' },
    ],
    ['            shop  4711 [001]  1.000000: cycles:ppp: ', { time: '1.000000', rest: ' ' }],
    [
      'Web Content 1 2 4711/4712 [000] 1.5: 9 cycles:',
      { command: 'Web Content 1 2', tid: 4712, time: '1.5', period: '9' },
    ],
    ['shop 4711 250000 cycles:', { period: '250000' }],
    ['shop 4711 cycles:', {}],
    [
      'swapper     0 [000] 1.0: 1 sched:sched_switch: prev_comm=a ==> next_comm=b',
      {
        command: 'swapper',
        pid: 0,
        tid: 0,
        time: '1.0',
        period: '1',
        event: 'sched:sched_switch',
        rest: ' prev_comm=a ==> next_comm=b',
      },
    ],
    ['shop 4711 1.0: 7 cpu_core/cycles/u:', { time: '1.0', period: '7', event: 'cpu_core/cycles/' }],
  ];
  for (const [line, expected] of headers) assert.deepEqual(perfHeader(line), { ...known, ...expected }, line);
  for (const line of ['', 'Remember: this', '\t 1b79 main (/bin/shop)'])
    assert.equal(perfHeader(line), null, line);
});

test('frames with and without their parts', () => {
  const known = { address: 0x1b79n, name: 'main', object: '/bin/shop', isInlined: false };
  const frames: readonly (readonly [string, object])[] = [
    ['\t  1b79 main+0x159 (/bin/shop)', {}],
    ['\t  1b79 main (/bin/a (b)/shop)', { object: 'b)/shop', name: 'main (/bin/a' }],
    ['\t  1b79 main (/bin/shop (deleted))', {}],
    ['\t  1b79 operator()(int)+0x1 (inlined)', { name: 'operator()(int)', object: '', isInlined: true }],
    ['\t  1b79 [unknown] ([unknown])', { name: '', object: '' }],
    ['\t  1b79 [unknown] (/bin/shop)', { name: '' }],
    ['\t  1b79 main', { object: '' }],
    ['\t  1b79 (/bin/shop)', { name: '' }],
    [
      '\t  ffffffff81000000 do_syscall_64 ([kernel.kallsyms])',
      {
        address: 0xffffffff81000000n,
        name: 'do_syscall_64',
        object: '[kernel.kallsyms]',
      },
    ],
  ];
  for (const [line, expected] of frames) assert.deepEqual(perfFrame(line), { ...known, ...expected }, line);
});

test('processes and threads are labels', () => {
  const { labels, strings } = profileOfText(textOf('source-lines.perf.txt'));
  const keys = new Set(Array.from(labels.key, (key) => strings.get(key)));
  assert.deepEqual([...keys].sort(), ['comm', 'pid', 'tid']);
});

test('a recording cannot ask for more room than its bytes are worth', () => {
  const events = Array.from({ length: 40 }, (_, i) => `shop 1 1.0: 1 event${i}:\n\t 1 main (/bin/shop)\n`);
  assert.match(refusalOf(events.join('\n'), 'perf-script'), /one event too many/);
  const large = 'shop 1 1.0: 9999999999999999999 cycles:\n\t 1 main (/bin/shop)\n';
  assert.match(refusalOf(large, 'perf-script'), /period in line 1/);
});

test('other texts are no output of perf', () => {
  const texts = ['Nov 22 shop 12 error: no item\nand more\n', 'a: b\n', 'shop: 12\n', 'x 12 y:\n\n'];
  for (const text of texts) assert.equal(foreignFormat(Buffer.from(text)), null, text);
});
