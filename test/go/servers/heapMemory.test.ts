/** What the machine sees of a server's memory: of Go's text, and of a real server. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { profileAddress } from '../../../src/go/profiles/fetchAddress.ts';
import { askMemory, heapAddress, memoryBetween, readHeapMemory } from '../../../src/go/servers/heapMemory.ts';
import { eventually } from '../../eventually.ts';
import { startShopServer } from './shopServer.ts';

/** @param pauses Go's ring: that of collection n stands at n - 1, of 256 */
const heap = (collections: number, pauses: number[], more = '') =>
  `1: 64 [1: 64] @ 0x1\n#\t0x1\tmain.f\n\n# runtime.MemStats\n# HeapAlloc = 5\n# Stack = 480 / 960\n# NextGC = 4000
# PauseNs = [${[...pauses, ...Array(256 - pauses.length).fill(0)].join(' ')}]\n# PauseEnd = [9 9]\n# NumGC = ${collections}
# NumForcedGC = 9\n# DebugGC = false\n${more}`;

test('the end of heap?debug=1', () => {
  assert.deepEqual(readHeapMemory(heap(3, [10, 20, 60], '# MaxRSS = 38000\n')), {
    ...{ collections: 3, pauses: 90, heapGoal: 4000, stacks: 480, peak: 38000 },
    lastPauses: [60, 20, 10],
  });
  assert.deepEqual(readHeapMemory(heap(0, [])), {
    ...{ collections: 0, pauses: 0, heapGoal: 4000, stacks: 480, peak: 0, lastPauses: [] },
  });
  // The ring has gone round: the newest stands before the oldest.
  const round = readHeapMemory(heap(257, [7, ...Array(255).fill(2)]));
  assert.deepEqual(round?.lastPauses.slice(0, 3), [7, 2, 2]);
  assert.equal(round?.pauses, ((255 * 2 + 7) / 256) * 257);
  for (const other of ['', 'heap', '# NumGC = 3\n']) assert.equal(readHeapMemory(other), null);
});

test('between two answers stand the collections that came, and their pauses', () => {
  const [before, after] = [readHeapMemory(heap(1, [10])), readHeapMemory(heap(3, [10, 20, 60]))];
  assert.deepEqual(memoryBetween(before, after), {
    ...{ collections: 2, pauses: 80, heapGoal: 4000, stacks: 480, peak: 0 },
  });
  assert.equal(memoryBetween(after, after)?.pauses, 0);
  assert.equal(memoryBetween(after, before), null, 'another process');
  assert.equal(memoryBetween(null, after), null);
});

test('a real server says it, and where it does not there is none', async (t) => {
  const shop = await startShopServer();
  t.after(() => shop.stop());
  const at = (text: string) => heapAddress(profileAddress(text) ?? assert.fail(text));
  // On a busy machine, the first answers may come too late.
  const seen = await eventually('an answer', async () => (await askMemory(at(shop.plain), {})) ?? false);
  const text = JSON.stringify(seen);
  assert.ok(seen.heapGoal > 2 ** 20 && seen.stacks > 0 && seen.peak > 2 ** 20, text);
  assert.equal(seen.lastPauses.length, Math.min(256, seen.collections), text);
  assert.equal(await askMemory(at(`${shop.plain}/nothing/debug/pprof/heap`), {}), null);
  assert.equal(at(`${shop.plain}/profile`), null);
});
