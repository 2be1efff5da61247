import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { packageOf, shortNames } from '../../../src/analysis/names/functionName.ts';

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

describe('short names', () => {
  it('lose the type arguments, then the folders, the package, the receiver', () => {
    assert.deepEqual(shortNames('github.com/acme/shop/cart.(*Cart[go.shape.int]).Add.func1'), [
      'github.com/acme/shop/cart.(*Cart[go.shape.int]).Add.func1',
      'github.com/acme/shop/cart.(*Cart).Add.func1',
      'cart.(*Cart).Add.func1',
      '(*Cart).Add.func1',
      'Add.func1',
    ]);
  });

  it('lose the outer namespaces', () => {
    assert.deepEqual(shortNames('a::b::C<int>::push(int)'), [
      'a::b::C<int>::push(int)',
      'a::b::C::push(int)',
      'C::push',
      'push',
    ]);
  });

  it('of a plain or unknown name are that name', () => {
    assert.deepEqual(shortNames('memcpy'), ['memcpy']);
    assert.deepEqual(shortNames('[libc.so.6]'), ['[libc.so.6]']);
    assert.deepEqual(shortNames('operator<'), ['operator<']);
  });
});
