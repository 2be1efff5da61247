import assert from 'node:assert/strict';
import test from 'node:test';
import { ownCode } from '../../../src/analysis/names/ownCode.ts';
import { stackProfile } from '../stackProfile.ts';

/** Own code of a profile with these frames. */
function ownCodeOf(...frames: string[]) {
  return ownCode(stackProfile({ samples: frames.map((frame) => [frame, 1]) }));
}

test("the module of a benchmark is what its repository's packages have in common", () => {
  const code = ownCodeOf(
    'github.com/acme/shop/cart_test.BenchmarkAdd:1@/home/u/shop/cart/cart_test.go',
    'github.com/acme/shop/cart_test.BenchmarkAdd.func1:1@/home/u/shop/cart/cart_test.go',
    'github.com/acme/shop/price.Of:1@/home/u/shop/price/price.go',
    // A module that a replace directive has put in another's place: not the one that is measured.
    'github.com/other/money.Round:1@/home/u/money/money.go',
    'github.com/third/yaml.Parse:1@/root/go/pkg/mod/github.com/third/yaml@v1.2.3/yaml.go',
    'runtime.mallocgc:1@/usr/local/go/src/runtime/malloc.go',
    'testing.(*B).runN:1@/usr/local/go/src/testing/benchmark.go',
  );
  assert.deepEqual(code, {
    paths: ['github.com/acme/shop'],
    benchmarks: ['github.com/acme/shop/cart_test.BenchmarkAdd'],
  });
});

test('a program is its main package and the packages beside it', () => {
  const code = ownCodeOf(
    'main.main:1@/home/u/shop/main.go',
    'example.com/shop/cart.Add:1@/home/u/shop/cart/cart.go',
  );
  assert.deepEqual(code, { paths: ['example.com/shop/cart', 'main'], benchmarks: [] });
});

test('what only looks like a benchmark is none', () => {
  const { benchmarks } = ownCodeOf(
    'shop.Benchmark:1@a_test.go',
    'shop.Benchmark_x:2@a_test.go',
    'shop.Benchmarks:3@a_test.go',
    'shop.(*Suite).BenchmarkAll:4@a_test.go',
  );
  assert.deepEqual(benchmarks, ['shop.Benchmark', 'shop.Benchmark_x']);
});

test('a profile without code of its own has no own packages', () => {
  assert.deepEqual(ownCodeOf('runtime.mcall:1@asm.s').paths, []);
});
