/** Two windows remember servers and stores in the same file. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { object, text } from '../../../src/outsideValues.ts';
import { Remembered } from '../../../src/server/servers/remembered.ts';
import { RememberedList } from '../../../src/server/servers/rememberedList.ts';
import { RememberedStores } from '../../../src/server/stores/rememberedStores.ts';
import { testFolder } from '../../testFolder.ts';

const folder = testFolder();

interface Remembering {
  readonly all: readonly { readonly address: string }[];
  add(address: string): Promise<void>;
  forget(address: string): Promise<void>;
}

function servers(file: string): Remembering {
  const remembered = new Remembered(file);
  return {
    get all() {
      return remembered.all;
    },
    add: (address) => remembered.keep(remembered.at(address)),
    forget: (address) => remembered.forget(remembered.at(address).id),
  };
}

function stores(file: string): Remembering {
  const remembered = new RememberedStores(file);
  const at = (address: string) => remembered.made('parca', address, '');
  return {
    get all() {
      return remembered.all;
    },
    add: (address) => remembered.keep(at(address)),
    forget: (address) => remembered.forget(at(address).id),
  };
}

for (const [what, open] of Object.entries({ servers, stores })) {
  const addresses = ({ all }: Remembering) => all.map(({ address }) => address);
  const fileOf = (name: string) => path.join(folder, `${what}-${name}.json`);

  test(`${what} of another window stay, and are seen`, async () => {
    const file = fileOf('added');
    const [one, other] = [open(file), open(file)];
    await one.add('a:1');
    await other.add('b:1');
    assert.deepEqual(addresses(open(file)), ['b:1', 'a:1']);
    assert.deepEqual(addresses(one), ['b:1', 'a:1']);
    // The same address is the same place, whoever has named it.
    await one.add('b:1');
    assert.deepEqual(addresses(other), ['b:1', 'a:1']);
    await one.forget('a:1');
    await other.add('c:1');
    assert.deepEqual(addresses(open(file)), ['c:1', 'b:1']);
  });

  test(`${what} of two windows that write at the same time`, async () => {
    const file = fileOf('together');
    const [one, other] = [open(file), open(file)];
    await Promise.all([one.add('a:1'), other.add('b:1'), one.add('c:1')]);
    assert.deepEqual(addresses(open(file)).sort(), ['a:1', 'b:1', 'c:1']);
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.startsWith(path.basename(file))),
      [path.basename(file)],
    );
  });

  test(`${what} survive a file that was damaged while they were known`, async () => {
    const file = fileOf('damaged');
    const one = open(file);
    await one.add('a:1');
    writeFileSync(file, '{');
    await one.add('b:1');
    assert.deepEqual(addresses(open(file)), ['b:1', 'a:1']);
    assert.doesNotThrow(() => JSON.parse(readFileSync(file, 'utf8')));
  });
}

test('what another window writes between reading and writing stays', async () => {
  const file = path.join(folder, 'between.json');
  const form = { name: 'items', item: object({ id: text }), most: 9 };
  const other = new RememberedList(file, form);
  await other.keep({ id: 'a' });
  let isFirst = true;
  const one = new RememberedList(file, {
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
