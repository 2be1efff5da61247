/** The files of Java's classes, which its profilers leave out. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withJavaFiles } from '../../src/foreign/javaFiles.ts';
import type { Profile } from '../../src/pprof/profile.ts';
import { profileOf } from '../pprof/builder.ts';

function filesOf({ functions, strings }: Profile): string[] {
  return Array.from(functions.filename, (file) => strings.get(file));
}

test('a method with a line and without a file is in the file of its outermost class', () => {
  const names = [
    'com/example/shop/Shop.rank',
    'com/example/shop/Shop$Basket.add',
    'com/example/shop/Shop$Basket.lambda$total$0',
    'com.example.shop.Shop.<init>',
    'PhaseChaitin::build_ifg_physical',
    'java/util/TreeMap.put',
    'exc_page_fault',
    'github.com/acme/shop.(*Cart).Add',
  ];
  const profile = profileOf({ samples: [{ values: [1], stack: names.map((name) => `${name} :7`) }] });
  assert.deepEqual(filesOf(withJavaFiles(profile)), [
    'com/example/shop/Shop.java',
    'com/example/shop/Shop.java',
    'com/example/shop/Shop.java',
    'com/example/shop/Shop.java',
    '',
    'java/util/TreeMap.java',
    '',
    '',
  ]);
});

test('where the file is known, or no line, nothing changes', () => {
  for (const place of ['com/example/Shop.rank Shop.java:7', 'com/example/Shop.rank']) {
    const profile = profileOf({ samples: [{ values: [1], stack: [place] }] });
    assert.equal(withJavaFiles(profile), profile);
  }
});
