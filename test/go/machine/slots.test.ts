// The processor of most machines that run this hides its counters. The texts have the form that perf's manual page gives for `-x,`, and
// the counts of Intel's are those of a run of `perf stat sleep 1` that its developers have published.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { readPerfStat } from '../../../src/go/machine/perfStat.ts';
import { findSlots, slotShares } from '../../../src/go/machine/slots.ts';
import { testFolder } from '../../testFolder.ts';
import { playedPerf, slotLines } from '../playedPerf.ts';

function sharesIn(...texts: readonly string[]) {
  return slotShares(
    texts.map((text) =>
      Object.fromEntries(
        readPerfStat(text).flatMap(({ event, count }) => (count === null ? [] : [[`${event}/op`, count]])),
      ),
    ),
  );
}

/** In thousandths. */
function rounded(shares: ReturnType<typeof sharesIn>): readonly number[] | null {
  return shares && Object.values(shares).map((share: number) => Math.round(1000 * share));
}

const intel = `# started on Sat Nov 28 10:04:30 2026

3245820,,slots:u,491276,100.00,,
564859,,topdown-retiring:u,491276,100.00,,
744874,,topdown-bad-spec:u,491276,100.00,,
1370999,,topdown-fe-bound:u,491276,100.00,,
603271,,topdown-be-bound:u,491276,100.00,,
`;

const amd = `400,,ex_ret_ops:u,491276,100.00,,
450,,de_src_op_disp.all:u,491276,100.00,,
100,,de_no_dispatch_per_slot.no_ops_from_frontend:u,491276,100.00,,
440,,de_no_dispatch_per_slot.backend_stalls:u,491276,100.00,,
10,,de_no_dispatch_per_slot.smt_contention:u,491276,100.00,,
`;

describe('the slots of a processor', () => {
  test('of Intel: 17.2% retiring and 18.4% back end, as perf itself says of these counts', () => {
    assert.deepEqual(rounded(sharesIn(intel)), [172, 227, 417, 184, 0]);
  });

  test('of two kinds of cores, both together', () => {
    const text = `900,,cpu_core/slots/u,3,60.00,,
200,,cpu_core/topdown-retiring/u,3,60.00,,
100,,cpu_core/topdown-bad-spec/u,3,60.00,,
300,,cpu_core/topdown-fe-bound/u,3,60.00,,
300,,cpu_core/topdown-be-bound/u,3,60.00,,
50,,cpu_atom/topdown-retiring/u,2,40.00,,
<not counted>,,cpu_atom/topdown-bad-spec/u,0,0.00,,
0,,cpu_atom/topdown-fe-bound/u,2,40.00,,
50,,cpu_atom/topdown-be-bound/u,2,40.00,,
`;
    assert.deepEqual(rounded(sharesIn(text)), [250, 100, 300, 350, 0]);
  });

  test('of AMD, with those that the other thread of the core had', () => {
    assert.deepEqual(rounded(sharesIn(amd)), [400, 50, 100, 440, 10]);
    // By chance, fewer began than ended.
    assert.deepEqual(
      rounded(sharesIn(amd.replace('450', '399'))),
      [400, 0, 100, 440, 10].map((each) => Math.round(each / 0.95)),
    );
  });

  test('of several counts, all together', () => {
    const twice = intel.replaceAll(/^\d+/gm, (count) => String(2 * Number(count)));
    assert.deepEqual(rounded(sharesIn(intel, twice)), [172, 227, 417, 184, 0]);
  });

  test('are not known where one event is missing, or nothing was counted', () => {
    for (const text of [intel, amd]) {
      const lines = text.split('\n').filter((line) => /^\d+,,(?!slots)/.test(line));
      for (const line of lines) {
        assert.equal(sharesIn(text.replace(line, '')), null, line);
        assert.equal(sharesIn(text.replace(line, line.replace(/^\d+/, '<not counted>'))), null, line);
      }
      assert.equal(sharesIn(text.replaceAll(/^\d+/gm, '0')), null);
    }
    assert.equal(slotShares([]), null);
  });

  describe('are looked for', {
    skip: process.platform === 'linux' ? false : 'perf is a program of Linux',
  }, () => {
    const folder = testFolder();
    const found = (name: string, lines: string) =>
      findSlots(join(playedPerf(join(folder, name), lines), 'perf'), {
        env: process.env,
        directory: folder,
        file: join(folder, `${name}.counts`),
      });

    test('in the way that this processor has, each event with the others', async () => {
      assert.deepEqual(await found('intel', slotLines('exit 1')), [
        '{slots,topdown-retiring,topdown-bad-spec,topdown-fe-bound,topdown-be-bound}',
      ]);
      const onTwo = await found(
        'two',
        `case $events in '{cpu_core'*) echo '${intel}' > "$file" ;; *) exit 129 ;; esac`,
      );
      assert.match(
        onTwo?.join(' ') ?? '',
        /^\{cpu_core\/slots\/,cpu_core.*\} \{cpu_atom\/topdown-retiring\/,.*\}$/,
      );
      const asked = "'{ex_ret_ops,'*smt_contention}:u";
      assert.match(
        (
          await found('amd', `case $events in ${asked}) echo '${amd}' > "$file" ;; *) exit 129 ;; esac`)
        )?.[0] ?? '',
        /^\{ex_ret_ops,/,
      );
    });

    test('and not found where perf knows none of the events, does not count them, or writes something else', async () => {
      const unsupported = intel.replaceAll(/^\d+/gm, '<not supported>');
      assert.equal(await found('unknown', "echo 'event syntax error' >&2; exit 129"), null);
      assert.equal(await found('hidden', `echo '${unsupported}' > "$file"`), null);
      assert.equal(await found('failing', `echo '${intel}' > "$file"; exit 1`), null);
      assert.equal(await found('other', 'echo hello > "$file"'), null);
    });
  });
});
