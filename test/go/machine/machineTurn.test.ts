// Two windows, or a window and a command line, measure one after the other.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { takeTurn } from '../../../src/go/machine/machineTurn.ts';
import { eventually } from '../../eventually.ts';
import { testFolder } from '../../testFolder.ts';

function asked(title: string, abort = new AbortController()) {
  const others: string[] = [];
  const request = {
    title,
    directory: join('w', 'cart'),
    signal: abort.signal,
    waits: (other: { readonly title: string; readonly folder: string }) =>
      others.push(`${other.title} in ${other.folder}`),
  };
  return { request, others, abort };
}

test('who comes second waits for the first, and is told for whom; a third one for both', async () => {
  const folder = testFolder();
  const [a, b, c] = [asked('A'), asked('B'), asked('C')];
  const endA = await takeTurn(a.request, folder);
  const order: string[] = [];
  const turnOf = async ({ request }: typeof a) => {
    const end = await takeTurn(request, folder);
    order.push(request.title);
    return end;
  };
  const turnB = turnOf(b);
  await eventually('B waits', async () => b.others.length > 0);
  const turnC = turnOf(c);
  await eventually('C waits', async () => c.others.length > 0);
  assert.deepEqual([a.others, b.others, c.others, order], [[], ['A in cart'], ['A in cart'], []]);
  endA?.();
  const end = await turnB;
  await eventually('C waits for B', async () => c.others.includes('B in cart'));
  assert.deepEqual(order, ['B']);
  end?.();
  (await turnC)?.();
  assert.deepEqual(order, ['B', 'C']);
  assert.deepEqual(readdirSync(folder), []);
});

test('of many that come at once, never two measure', async () => {
  const folder = testFolder();
  let measuring = 0;
  const turns = Array.from({ length: 8 }, async (_, i) => {
    const end = await takeTurn(asked(String(i)).request, folder);
    measuring++;
    assert.equal(measuring, 1);
    await new Promise((resolve) => setImmediate(resolve));
    measuring--;
    end?.();
  });
  await Promise.all(turns);
  assert.deepEqual(readdirSync(folder), []);
});

test('a wait can be cancelled', async () => {
  const folder = testFolder();
  const end = await takeTurn(asked('A').request, folder);
  const b = asked('B');
  const turn = takeTurn(b.request, folder);
  await eventually('B waits', async () => b.others.length > 0);
  b.abort.abort();
  assert.equal(await turn, null);
  end?.();
  assert.deepEqual(readdirSync(folder), []);
});

test('the turn of a process that was killed is given back', async () => {
  const folder = testFolder();
  const module = pathToFileURL(join('src', 'go', 'machine', 'machineTurn.ts')).href;
  const script = `import { takeTurn } from ${JSON.stringify(module)};
    await takeTurn({ title: 'killed', directory: 'w', signal: new AbortController().signal, waits() {} }, ${JSON.stringify(folder)});
    console.log('measures');`;
  const other = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script]);
  await new Promise((resolve) => other.stdout.once('data', resolve));
  const b = asked('B');
  const turn = takeTurn(b.request, folder);
  await eventually('B waits', async () => b.others.length > 0);
  other.kill('SIGKILL');
  (await turn)?.();
  assert.deepEqual(b.others, ['killed in w']);
  // It may still have been dying. The next one removes what it has left.
  (await takeTurn(asked('C').request, folder))?.();
  assert.deepEqual(readdirSync(folder), []);
});

test('who measures already is waited for, also if it came later by its own clock', async () => {
  const folder = testFolder();
  const sockets: Socket[] = [];
  const later = createServer((socket) => {
    sockets.push(socket.on('error', () => undefined));
    socket.write('{"measures":true,"title":"Late","folder":"cart"}\n');
  });
  await new Promise<void>((listens) => later.listen(join(folder, 'zzzzzzzz-00000000'), listens));
  const a = asked('A');
  const turn = takeTurn(a.request, folder);
  await eventually('A waits', async () => a.others.length > 0);
  later.close();
  for (const socket of sockets) socket.destroy();
  (await turn)?.();
  assert.deepEqual(a.others, ['Late in cart']);
});

test('what others have put there decides nothing: no answer that cannot be read, no file', async () => {
  const folder = testFolder();
  writeFileSync(join(folder, '00000000-00000000'), '');
  writeFileSync(join(folder, 'notes'), '');
  const texts = ['not json\n', '{"measures":"yes","title":7}\n', 'x'.repeat(5000)];
  const servers = await Promise.all(
    texts.map(async (text, i) => {
      const server = createServer((socket) => socket.on('error', () => undefined).end(text));
      await new Promise<void>((listens) => server.listen(join(folder, `00000000-0000000${i + 1}`), listens));
      return server;
    }),
  );
  const a = asked('A');
  const end = await takeTurn(a.request, folder);
  assert.deepEqual(a.others, []);
  end?.();
  for (const server of servers) server.close();
});

test('where there is no folder, nobody waits', async () => {
  for (const folder of [null, join(testFolder(), 'x'.repeat(100)), join(process.execPath, 'turns')])
    (await takeTurn(asked('A').request, folder))?.();
});
