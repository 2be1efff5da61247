/**
 * Reports that Go's own `go tool pprof` does not have, or not yet as the newest google/pprof has them: the newest one is the
 * judge, character by character, on the profiles of the conformance data.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { temporaryFolder } from '../cli/runCli.ts';
import { buildPprof } from '../fuzz/reference.ts';
import { assertAgreed } from './agreed.ts';
import { profileNames, profilePath } from './data.ts';
import { reportOutput } from './reportOutput.ts';

const folder = temporaryFolder();
/** What the newest pprof prints. */
async function theirs(report: string, args: readonly string[], paths: readonly string[]): Promise<string> {
  // `raw` prints names as pprof changes them on loading; the other reports print those of the file.
  const all = [...(report === 'raw' ? [] : ['-symbolize=none']), `-${report}`, ...args, ...paths];
  return (await promisify(execFile)(await buildPprof(), all, { maxBuffer: 2 ** 28 })).stdout;
}

type Case = readonly [report: string, ...args: string[]];

const cases: readonly Case[] = [
  ['callgrind'],
  ['callgrind', '-noinlines', '-cum'],
  ['comments', '-add_comment=taken by hand'],
  ['top', '-add_comment=taken by hand', '-all_frames'],
  ['top', '-compact_labels', '-trim=true', '-nodecount=15', '-nodefraction=0.005', '-edgefraction=0.001'],
  ['tree', '-no_trim'],
  ['tree'],
  ['peek', '-compact_labels', '-focus=.'],
  ['dot', '-compact_labels', '-nodecount=20'],
  ['dot', '-trim=false', '-focus=main|test|sort'],
  ['traces', '-all_frames', '-lines'],
  ['raw', '-add_comment=#hidden', '-all_frames'],
];

for (const name of profileNames) {
  test(`${name}: reports and options of the newest pprof`, async (t) => {
    const path = await profilePath(name);
    const bytes = readFileSync(path);
    const own = name === oldFormat ? await converted(path) : path;
    for (const [report, ...args] of cases) {
      await t.test([report, ...args].join(' '), async () => {
        const pattern = report === 'peek' ? '.' : '';
        const asked = args.map((arg) => (arg === '-no_trim' ? '-trim=false' : arg));
        const ours = await reportOutput(report, pattern, args, [own]);
        await assertAgreed([bytes, report, ...asked], ours, async () => {
          assert.equal(ours, await theirs(report === 'peek' ? 'peek=.' : report, asked, [path]));
        });
      });
    }
    await t.test('topproto', async () => {
      const written = await reportOutput('topproto', '', ['-lines'], [own]);
      assert.ok(written instanceof Uint8Array);
      // Compressed, it depends on the version of zlib.
      await assertAgreed([bytes, 'topproto', '-lines'], gunzipSync(written), async () => {
        const [our, their] = [folder.file('ours.pb.gz', written), folder.path('theirs.pb.gz')];
        await theirs('topproto', ['-lines', `-output=${their}`], [path]);
        assert.equal(await theirs('raw', [], [our]), await theirs('raw', [], [their]));
      });
    });
    await t.test('trees, whose equal nodes stand in any order', async () => {
      for (const report of ['dot', 'callgrind']) {
        // With a number of nodes, it is chance for pprof which of equal ones it leaves out.
        const args = ['-call_tree', '-nodecount=0', '-nodefraction=0.02', '-edgefraction=0.03'];
        const ours = await reportOutput(report, '', args, [own]);
        assert.ok(typeof ours === 'string');
        await assertAgreed([bytes, report, ...args], ours, async () => {
          assert.deepEqual(inNoOrder(ours), inNoOrder(await theirs(report, args, [path])));
        });
      }
    });
  });
}

/** `go tool pprof` converts it each time that it is read, which takes longer than what is asked. */
const oldFormat = 'java-small.cpu.pb.gz';

async function converted(path: string): Promise<string> {
  const written = await reportOutput('proto', '', [], [path]);
  assert.ok(written instanceof Uint8Array);
  return folder.file('converted.pb.gz', written);
}

/** The lines without the numbers of nodes and names, and with whole addresses, sorted. */
function inNoOrder(text: string): string[] {
  // Of the node, and of the one before it, from which pprof measures the callees.
  let [own, before] = [0n, 0n];
  return text
    .split('\n')
    .map((line) => {
      // callgrind: an address stands for itself, or for its distance from that of the last node.
      const [, call, place, rest] = /^(calls=0 )?(0x[0-9a-f]+|[+-]\d+|\*) (\d+(?: -?\d+)?)$/.exec(line) ?? [];
      if (place === undefined) return line.replace(/\bN\d+\b|node\d+|\(\d+\)|\[\d+\/\d+\]$/g, '?');
      const from = call === undefined ? own : before;
      const address = place.startsWith('0x')
        ? BigInt(place)
        : from + (place === '*' ? 0n : BigInt(place.replace('+', '')));
      if (call === undefined) [own, before] = [address, own];
      return `${call ?? ''}${address} ${rest}`;
    })
    .sort();
}
