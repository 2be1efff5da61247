/** Two windows remember servers in the same file; stores are in such a list, too. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { object, text } from '../../../../src/base/outsideValues.ts';
import { KeptServers } from '../../../../src/server/remote/live/keptServers.ts';
import { KeptList } from '../../../../src/server/remote/shared/keptList.ts';
import { TextFile } from '../../../../src/server/remote/shared/keptText.ts';
import { testFolder } from '../../../testFolder.ts';

const folder = testFolder();

const fileOf = (name: string) => path.join(folder, `${name}.json`);
const addresses = ({ all }: KeptServers) => all.map(({ address }) => address);
const add = (list: KeptServers, address: string) => list.keep(list.at(address));

test('servers of another window stay, and are seen', async () => {
  const file = fileOf('added');
  const [one, other] = [new KeptServers(file), new KeptServers(file)];
  await add(one, 'a:1');
  await add(other, 'b:1');
  assert.deepEqual(addresses(new KeptServers(file)), ['b:1', 'a:1']);
  assert.deepEqual(addresses(one), ['b:1', 'a:1']);
  // The same address is the same place, whoever has named it.
  await add(one, 'b:1');
  assert.deepEqual(addresses(other), ['b:1', 'a:1']);
  await one.forget(one.all[1]?.id ?? '');
  await add(other, 'c:1');
  assert.deepEqual(addresses(new KeptServers(file)), ['c:1', 'b:1']);
});

test('servers of two windows that write at the same time', async () => {
  const file = fileOf('together');
  const [one, other] = [new KeptServers(file), new KeptServers(file)];
  await Promise.all([add(one, 'a:1'), add(other, 'b:1'), add(one, 'c:1')]);
  assert.deepEqual(addresses(new KeptServers(file)).sort(), ['a:1', 'b:1', 'c:1']);
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.startsWith(path.basename(file))),
    [path.basename(file)],
  );
});

test('servers survive a file that was damaged while they were known', async () => {
  const file = fileOf('damaged');
  const one = new KeptServers(file);
  await add(one, 'a:1');
  writeFileSync(file, '{');
  await add(one, 'b:1');
  assert.deepEqual(addresses(new KeptServers(file)), ['b:1', 'a:1']);
  assert.doesNotThrow(() => JSON.parse(readFileSync(file, 'utf8')));
});

test('what another window writes between reading and writing stays', async () => {
  const file = fileOf('between');
  const form = { name: 'items', item: object({ id: text }) };
  const other = new KeptList(new TextFile(file), form);
  await other.keep({ id: 'a' });
  let isFirst = true;
  const one = new KeptList(new TextFile(file), {
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
