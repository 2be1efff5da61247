/** Two windows remember servers and stores in the same file. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { object, text } from '../../../../src/base/outsideValues.ts';
import { KeptServers } from '../../../../src/server/remote/live/keptServers.ts';
import { KeptList } from '../../../../src/server/remote/shared/keptList.ts';
import { KeptStores } from '../../../../src/server/remote/stores/keptStores.ts';
import { testFolder } from '../../../testFolder.ts';

const folder = testFolder();

const servers = (file: string) => new KeptServers(file);
const stores = (file: string) => new KeptStores(file);

/** Names a server or store, or puts it first. */
async function add(list: ReturnType<typeof servers | typeof stores>, address: string): Promise<void> {
  if (list instanceof KeptServers) await list.keep(list.at(address));
  else await list.keep({ ...list.at(address, ''), kind: 'parca' });
}

for (const [what, open] of Object.entries({ servers, stores })) {
  const addresses = ({ all }: ReturnType<typeof open>) => all.map(({ address }) => address);
  const fileOf = (name: string) => path.join(folder, `${what}-${name}.json`);

  test(`${what} of another window stay, and are seen`, async () => {
    const file = fileOf('added');
    const [one, other] = [open(file), open(file)];
    await add(one, 'a:1');
    await add(other, 'b:1');
    assert.deepEqual(addresses(open(file)), ['b:1', 'a:1']);
    assert.deepEqual(addresses(one), ['b:1', 'a:1']);
    // The same address is the same place, whoever has named it.
    await add(one, 'b:1');
    assert.deepEqual(addresses(other), ['b:1', 'a:1']);
    await one.forget(one.all[1]?.id ?? '');
    await add(other, 'c:1');
    assert.deepEqual(addresses(open(file)), ['c:1', 'b:1']);
  });

  test(`${what} of two windows that write at the same time`, async () => {
    const file = fileOf('together');
    const [one, other] = [open(file), open(file)];
    await Promise.all([add(one, 'a:1'), add(other, 'b:1'), add(one, 'c:1')]);
    assert.deepEqual(addresses(open(file)).sort(), ['a:1', 'b:1', 'c:1']);
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.startsWith(path.basename(file))),
      [path.basename(file)],
    );
  });

  test(`${what} survive a file that was damaged while they were known`, async () => {
    const file = fileOf('damaged');
    const one = open(file);
    await add(one, 'a:1');
    writeFileSync(file, '{');
    await add(one, 'b:1');
    assert.deepEqual(addresses(open(file)), ['b:1', 'a:1']);
    assert.doesNotThrow(() => JSON.parse(readFileSync(file, 'utf8')));
  });
}

test('what another window writes between reading and writing stays', async () => {
  const file = path.join(folder, 'between.json');
  const form = { name: 'items', item: object({ id: text }) };
  const other = new KeptList(file, form);
  await other.keep({ id: 'a' });
  let isFirst = true;
  const one = new KeptList(file, {
    ...form,
    item: (value) => {
      if (isFirst) {
        isFirst = false;
        void other.keep({ id: 'b' });
      }
      return form.item(value);
    },
  });
  await one.keep({ id: 'c' });
  assert.deepEqual(other.all, [{ id: 'c' }, { id: 'b' }, { id: 'a' }]);
});
