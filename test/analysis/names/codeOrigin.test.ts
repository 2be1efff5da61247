import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { codeOrigin } from '../../../src/analysis/names/codeOrigin.ts';

describe('the origin of code', () => {
  const cases: [name: string, file: string, origin: string][] = [
    ['runtime.mallocgc', '/usr/local/go/src/runtime/malloc.go', 'runtime'],
    ['internal/runtime/maps.(*Map).Get', 'internal/runtime/maps/map.go', 'runtime'],
    ['runtime/pprof.StartCPUProfile', 'runtime/pprof/pprof.go', 'standard'],
    ['encoding/json.Marshal', '/usr/local/go/src/encoding/json/encode.go', 'standard'],
    ['sort_test.BenchmarkInts', '/usr/local/go/src/sort/sort_test.go', 'standard'],
    ['main.main', '/home/ann/shop/main.go', 'own'],
    ['example.com/shop/cart.(*Cart).Add', '/home/ann/shop/cart/cart.go', 'own'],
    ['shop/cart.Add', 'shop/cart/cart.go', 'own'],
    ['github.com/x/y.F', '/home/ann/go/pkg/mod/github.com/x/y@v1.2.3/y.go', 'dependency'],
    ['github.com/x/y.F', 'github.com/x/y@v1.2.3/y.go', 'dependency'],
    ['github.com/x/y.F', '/home/ann/shop/vendor/github.com/x/y/y.go', 'dependency'],
    ['memcpy', '', 'unknown'],
    ['[libc.so.6]', '', 'unknown'],
  ];
  for (const [name, file, origin] of cases) {
    it(`of ${name} in ${file || 'no file'} is ${origin}`, () => assert.equal(codeOrigin(name, file), origin));
  }
});
