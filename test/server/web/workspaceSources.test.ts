/** Where sources are in a workspace without a disk: by the ends of their names, and only where that is certain. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fail, ok } from '../../../src/base/result.ts';
import { WorkspaceSources } from '../../../src/server/web/workspaceSources.ts';

/** Where the names lead, for a workspace with these files. */
async function located(
  files: readonly string[],
  names: readonly string[],
  folders = ['/vfs:h/me/shop'],
  mappings: Readonly<Record<string, string>> = {},
) {
  const asked: string[] = [];
  const sources = new WorkspaceSources(
    {
      list: async (folder) => {
        asked.push(folder);
        const below = files
          .filter((file) => file.startsWith(`${folder}/`))
          .map((file) => file.slice(folder.length + 1));
        return {
          files: new Set(below.filter((rest) => !rest.includes('/'))),
          folders: new Set(below.filter((rest) => rest.includes('/')).map((rest) => rest.split('/')[0]!)),
        };
      },
      read: async (file) =>
        files.includes(file)
          ? ok({ bytes: new TextEncoder().encode(`// ${file}`), modifiedAt: 0 })
          : fail('cannot-read', 'no'),
    },
    () => folders,
  );
  const { pathMappings, exists } = await sources.rootsOf(names, mappings);
  for (const file of Object.values(pathMappings)) assert.ok(exists(file));
  assert.equal(new Set(asked).size, asked.length, 'a folder is listed once');
  return pathMappings;
}

const files = [
  '/vfs:h/me/shop/shop.go',
  '/vfs:h/me/shop/cart/cart.go',
  '/vfs:h/me/shop/cart/item.rs',
  '/vfs:h/me/shop/lone.go',
];

test('a source is found by the end of its name, its folder at least', async () => {
  const names = [
    '/home/you/shop/shop.go',
    'example.com/shop/cart/cart.go',
    'C:\\src\\cart\\item.rs',
    '/usr/local/go/src/runtime/proc.go',
    '/elsewhere/cart.go',
    '/elsewhere/lone.go',
    '/home/you/shop/../shop/cart/cart.go',
  ];
  assert.deepEqual(await located(files, names), {
    '/home/you/shop/shop.go': files[0],
    'example.com/shop/cart/cart.go': files[1],
    'C:\\src\\cart\\item.rs': files[2],
  });
});

test('of two names for one file the longer end wins, and neither where both are as long', async () => {
  assert.deepEqual(await located(files, ['/x/cart/cart.go', '/y/shop/cart/cart.go']), {
    '/y/shop/cart/cart.go': files[1],
  });
  assert.deepEqual(await located(files, ['/x/cart/cart.go', '/y/cart/cart.go']), {});
});

test('a name that fits files of two folders equally well means neither', async () => {
  const two = ['/vfs:h/a/cart/cart.go', '/vfs:h/b/cart/cart.go', '/vfs:h/b/shop/cart/cart.go'];
  const folders = ['/vfs:h/a', '/vfs:h/b'];
  assert.deepEqual(await located(two, ['/x/cart/cart.go'], folders), {});
  assert.deepEqual(await located(two, ['/x/shop/cart/cart.go'], folders), { '/x/shop/cart/cart.go': two[2] });
});

test('what the user maps comes first: a path of the file system, or one below the folder', async () => {
  const names = ['/ci/7f/lone.go', '/build/cart.go', '/x/cart/cart.go', '/gone/cart/item.rs', '/out/lone.go'];
  const mappings = {
    '/ci/7f': '/me/shop',
    '/build': '/vfs:h/me/shop/cart',
    // What is not there is looked for as before, and nothing outside of the folder is read.
    '/gone': '/me/shop/gone',
    '/out': '/me/other',
  };
  const outside = [...files, '/vfs:h/me/other/lone.go'];
  assert.deepEqual(await located(outside, names, undefined, mappings), {
    '/ci/7f/lone.go': files[3],
    '/build/cart.go': files[1],
    '/gone/cart/item.rs': files[2],
  });
  assert.deepEqual(await located(files, ['/ci/../shop/cart/cart.go'], undefined, { '/ci': '/me/shop' }), {});
});

test('the text of a source must say that it is the profiled one: nobody knows when it was written', async () => {
  const sources = new WorkspaceSources(
    {
      list: async () => ({ files: new Set(['shop.go']), folders: new Set<string>() }),
      read: async () => ok({ bytes: new TextEncoder().encode('package shop'), modifiedAt: 0 }),
    },
    () => ['/vfs:h/shop'],
  );
  await sources.rootsOf(['/a/shop/shop.go']);
  assert.deepEqual(sources.read('/vfs:h/shop/shop.go'), ok({ text: 'package shop', modifiedAt: Infinity }));
  assert.equal(sources.read('/vfs:h/shop/other.go').ok, false);
});
