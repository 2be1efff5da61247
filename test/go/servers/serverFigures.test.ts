/** What a server says of itself beside its profiles. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { indexAddresses } from '../../../src/go/servers/serverAddress.ts';
import { heapFigures, ServerFigureSource, varsFigures } from '../../../src/go/servers/serverFigures.ts';
import { askIndex } from '../../../src/go/servers/serverIndex.ts';
import { succeeded } from '../../why.ts';
import { strangeServer } from '../profiles/strangeServer.ts';
import { type ShopServer, startShopServer } from './shopServer.ts';

let shop: ShopServer;
before(async () => {
  shop = await startShopServer();
});
after(() => shop.stop());

/** A source of this server's figures. @param every seconds between two questions */
async function sourceOf(at: string, every: number): Promise<ServerFigureSource> {
  const index = succeeded(await askIndex(indexAddresses(at), {}));
  return new ServerFigureSource(index, undefined, every);
}

const { signal } = new AbortController();

test('a real server says it in debug/vars, or in heap?debug=1', async () => {
  const pages = [];
  for (const at of [shop.plain, `${shop.prefix}/internal`]) {
    const { goroutines, memory, page } = await (await sourceOf(at, 3600)).ask(signal);
    assert.ok(memory.ok, at);
    assert.ok(memory.value.allocated >= memory.value.heap && memory.value.heap > 10_000, at);
    assert.ok(goroutines !== null && goroutines > 2);
    pages.push(page);
  }
  assert.deepEqual(pages, ['debug/vars', 'heap?debug=1']);
});

test('the numbers of the heap stand at the end of a long text', () => {
  const record = '1: 64 [1: 64] @ 0x1 0x2\n#\t0x1\tmain.f+0x1\tm.go:1\n\n';
  const end =
    '\n# runtime.MemStats\n# Alloc = 7\n# TotalAlloc = 900\n# Sys = 3\n# HeapAlloc = 80\n# HeapSys = 4\n';
  assert.deepEqual(heapFigures(record.repeat(1000) + end), { allocated: 900, heap: 80 });
  assert.equal(heapFigures(record), null);
  assert.equal(heapFigures('# TotalAlloc = 900\n'), null);
  assert.deepEqual(varsFigures('{"x": 1, "memstats": {"TotalAlloc": 900, "HeapAlloc": 80}}'), {
    allocated: 900,
    heap: 80,
  });
  assert.deepEqual(['{"memstats": 1}', '{"memstats"'].map(varsFigures), [null, null]);
});

test('a server that counts no goroutines, or has no such heap, says nothing of them, and is not asked again', async () => {
  const answers: Readonly<Record<string, string>> = {
    '/debug/pprof/': '<td>12</td><td><a href="goroutine?debug=1">goroutine</a></td>',
    '/debug/pprof/heap?debug=1': '<b>heap</b>',
    '/other/debug/pprof/': '<a href="heap">heap</a>',
    '/other/debug/pprof/heap?debug=1': `${'#'.repeat(60_000)}\n# TotalAlloc = 1\n# HeapAlloc = 1\n`,
    '/away/debug/pprof/': '<a href="heap">heap</a>',
  };
  const server = await strangeServer((asked, answer) => {
    const text = answers[asked.url ?? ''];
    const status = asked.url?.startsWith('/away') ? 502 : 404;
    answer.writeHead(text === undefined ? status : 200).end(text);
  });
  const said = [];
  for (const at of [server.host, `${server.host}/other`, `${server.host}/away`]) {
    const source = await sourceOf(at, 2);
    await source.ask(signal);
    const before = server.requests.length;
    const { goroutines, memory, page } = await source.ask(signal);
    said.push([goroutines, memory.ok ? 'ok' : memory.problem.code, page, server.requests.length - before]);
  }
  assert.deepEqual(said, [
    [12, 'no-memory-figures', null, 1],
    [null, 'costly-figures', null, 1],
    [null, 'server-refused', 'debug/vars', 2],
  ]);
});
