/** How much of production a benchmark stands for. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { functionKey, ownShares, standsFor } from '../../../src/analysis/lines/standsFor.ts';
import { profileOf } from '../../pprof/builder.ts';

const round = (share: number) => Math.round(share * 1000) / 1000;

const production = profileOf({
  samples: [
    {
      values: [30],
      stack: [
        'strings.ToUpper /usr/local/go/src/strings/strings.go:9',
        'main.price /srv/shop/price.go:7',
        'main.main /srv/shop/main.go:5',
      ],
    },
    { values: [10], stack: ['main.price /srv/shop/price.go:8', 'main.main /srv/shop/main.go:5'] },
    { values: [20], stack: ['main.offer /srv/shop/offer.go:3', 'main.main /srv/shop/main.go:6'] },
    { values: [40], stack: ['runtime.gcBgMarkWorker /usr/local/go/src/runtime/mgc.go:9'] },
  ],
});

/** A benchmark of the program's package has its import path in the names. */
const benchmark = profileOf({
  samples: [
    {
      values: [995],
      stack: [
        'example.com/shop.price /home/me/shop/price.go:9',
        'example.com/shop.BenchmarkPrice /home/me/shop/shop_test.go:5',
        'testing.(*B).runN /usr/local/go/src/testing/benchmark.go:1',
      ],
    },
    {
      values: [5],
      stack: [
        'example.com/shop.offer /home/me/shop/offer.go:3',
        'example.com/shop.BenchmarkPrice /home/me/shop/shop_test.go:5',
      ],
    },
  ],
});

test('each sample is charged to the leafmost function of the user, libraries included', () => {
  const shares = ownShares(production, 0);
  assert.deepEqual(
    [...shares].map(([name, share]) => [name, round(share)]),
    [
      ['price.go price', 0.4],
      ['offer.go offer', 0.2],
    ],
  );
});

test('a benchmark stands for what its functions cost in production, not for what it hardly touches', () => {
  assert.equal(round(standsFor(ownShares(production, 0), ownShares(benchmark, 0))), 0.4);
  assert.equal(standsFor(ownShares(benchmark, 0), ownShares(production, 0)) > 0.99, true);
  const other = profileOf({ samples: [{ values: [1], stack: ['example.com/x.f /x/f.go:1'] }] });
  assert.equal(standsFor(ownShares(production, 0), ownShares(other, 0)), 0);
});

test('a generic function is the same with other type arguments, and without them', () => {
  const names = [
    'github.com/google/btree.(*node[go.shape.struct { ID int; Of []example.com/x.T }]).get',
    'github.com/google/btree.(*node[go.shape.int]).get',
    'github.com/google/btree.(*node[...]).get',
    'github.com/google/btree.(*node).get',
  ];
  const keys = new Set(names.map((name) => functionKey(name, '/src/btree.go')));
  assert.deepEqual([...keys], ['btree.go (*node).get']);
});
