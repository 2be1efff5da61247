import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { nameAsLoaded, packageOf } from '../../../src/analysis/names/functionName.ts';

describe('the package of a function', () => {
  const packages: [name: string, expected: string][] = [
    ['runtime.mallocgc', 'runtime'],
    ['encoding/json.(*decodeState).object', 'encoding/json'],
    ['github.com/acme/shop/cart.(*Cart[go.shape.int]).Add.func1', 'github.com/acme/shop/cart'],
    ['main.Map[github.com/acme/shop/cart.Item]', 'main'],
    ['gopkg.in/yaml%2ev3.unmarshal', 'gopkg.in/yaml.v3'],
    ['std::vector<int, std::allocator<int> >::push_back(int const&)', 'std'],
    ['absl::container::Map<a/b>::find', 'absl::container'],
    ['java.util.HashMap.get', 'java.util'],
    ['memcpy', ''],
    ['[libc.so.6]', ''],
    ['<unknown>', ''],
  ];
  for (const [name, expected] of packages) {
    it(`of ${name} is ${expected || 'unknown'}`, () => assert.equal(packageOf(name), expected));
  }
});

describe('a name that pprof takes for C++ when it loads a profile', () => {
  const names: [name: string, expected: string][] = [
    ['f[func(int) error]', 'f[func error]'],
    ['a::b(int, char)', 'a::b'],
    ['v<int>::push(x)', 'v::push'],
    ['f((a)(b))[]', 'f[]'],
    ['a<b<c>>d(', 'ad('],
    // What does not match stays from there on.
    ['a[]<(>)', 'a[]<'],
    ['x::()) y()', 'x::) y()'],
    ['>x<y>', '>x<y>'],
    // Not C++: a method of a generic Go type, a Java constructor, a plain name.
    ['pkg.(*T[go.shape.int]).M(a)', 'pkg.(*T[go.shape.int]).M(a)'],
    ['C.<init>', 'C.<init>'],
    ['plain(x)', 'plain(x)'],
  ];
  for (const [name, expected] of names) {
    it(`${name} becomes ${expected}`, () => assert.equal(nameAsLoaded(name), expected));
  }
});
