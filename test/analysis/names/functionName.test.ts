import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { nameAsLoaded, packageOf, shortFunctionName } from '../../../src/analysis/names/functionName.ts';

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

describe('the short name of a function', () => {
  /** By pprof's patterns, as they are in its internal/graph. */
  function byPatterns(name: string): string {
    const plain = name
      .replace(/^\(anonymous namespace\)::/, '')
      .replace(/^(.*?)\/v(?:[2-9]|[1-9][0-9]+)([./].*)$/, '$1$2');
    const patterns = [
      /^(?:[\w\-.]+\/)+([^.]+\..+)/,
      /^(?:[a-z]\w*\.)*([A-Z][\w$]*\.(?:<init>|[a-z][\w$]*(?:\$\d+)?))(?:\(|$)/,
      /^(?:[_a-zA-Z]\w*::)+(_*[A-Z]\w*::~?[_a-zA-Z]\w*(?:<.*>)?)/,
    ];
    return patterns.flatMap((pattern) => pattern.exec(plain)?.[1] ?? [])[0] ?? plain;
  }

  it('is the one that pprof’s patterns find', () => {
    const piece = fc.constantFrom(
      'a',
      '.',
      '/',
      'v2',
      '/v12',
      'v1',
      '\n',
      '-',
      '(',
      '::',
      'A',
      '$',
      'x/',
      'a.b',
      '<',
      '>',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 10 }), (pieces) => {
        const name = pieces.join('');
        assert.equal(shortFunctionName(name), byPatterns(name));
      }),
      { numRuns: 5000 },
    );
  });
});
