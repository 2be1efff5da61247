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
    [
      'fmt.Sprint',
      '/go/pkg/mod/golang.org/toolchain@v0.0.1-go1.27.0.linux-amd64/src/fmt/print.go',
      'standard',
    ],
    ['github.com/x/y.F', '/home/ann/shop/vendor/github.com/x/y/y.go', 'dependency'],
    ['memcpy', '', 'unknown'],
    ['shop::shop::rank', '/src/shop/src/shop.rs', 'own'],
    ['alloc::vec::Vec<T>::push', '/rustc/1a2b/library/alloc/src/vec/mod.rs', 'standard'],
    ['<alloc::string::String as core::clone::Clone>::clone', '', 'standard'],
    ['serde::de::visit', '/home/ann/.cargo/registry/src/x/serde-1.0/src/de.rs', 'dependency'],
    ['std::_Rb_tree<int>::_M_erase', '/usr/include/c++/12/bits/stl_tree.h', 'standard'],
    ['shop::Basket::total', '/src/shop/main.cpp', 'own'],
    ['com/example/shop/Shop.rank', '', 'own'],
    ['java/util/TreeMap.put', '', 'standard'],
    ['Writable.write', 'node:internal/streams/writable', 'standard'],
    ['Basket.add', '/src/shop/js/shop.ts', 'own'],
    ['Router.handle', '/src/shop/node_modules/router/index.js', 'dependency'],
    ['Thread.run', '/usr/lib/python3.11/threading.py', 'standard'],
    ['Session.get', '/usr/lib/python3/dist-packages/requests/api.py', 'dependency'],
    ['[libc.so.6]', '', 'unknown'],
  ];
  for (const [name, file, origin] of cases) {
    it(`of ${name} in ${file || 'no file'} is ${origin}`, () => assert.equal(codeOrigin(name, file), origin));
  }
});
