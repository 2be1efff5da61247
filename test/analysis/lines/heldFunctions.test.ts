import assert from 'node:assert/strict';
import test from 'node:test';
import { HeldFunctions } from '../../../src/analysis/lines/heldFunctions.ts';
import { type ProfileSpec, profileOf } from '../../pprof/builder.ts';

/** Whether `text` holds functions, each as `name file:line`, that all begin on the line `startLine`. */
function held(file: string, text: string, functions: readonly string[], startLine?: number): string {
  const samples: ProfileSpec['samples'] = functions.map((each) => ({ values: [1], stack: [each] }));
  const profile = profileOf({ samples, ...(startLine === undefined ? {} : { startLine }) });
  return new HeldFunctions(profile).in(file, text);
}

const cart = `package cart

//go:linkname other_name runtime.linked
func other_name() {}

func (c *Cart[T]) Add(n int) {
	c.each(func() {
		c.n += n
	})
}
`;

test('a function is looked for on its first line', () => {
  assert.equal(held('cart.go', cart, ['cart.(*Cart[...]).Add cart.go:8'], 6), 'yes');
  assert.equal(held('cart.go', cart, ['cart.(*Cart[...]).Add cart.go:8'], 7), 'no');
  assert.equal(held('cart.go', cart, ['cart.(*Cart[go.shape.[]go.shape.int]).Add cart.go:8'], 6), 'yes');
  assert.equal(held('cart.go', cart, ['cart.Ad cart.go:8'], 6), 'no');
  assert.equal(held('/src/cart.go', cart, ['cart.Add /src/./other/../cart.go:8'], 6), 'yes');
  // In one line of a file of secrets, there is no function.
  assert.equal(held('private.go', 'Add = "secret"\n', ['cart.Add private.go:1'], 1), 'no');
});

test('without first lines it is looked for above its samples', () => {
  assert.equal(held('cart.go', cart, ['cart.(*Cart).Add cart.go:8']), 'yes');
  assert.equal(held('cart.go', cart, ['cart.(*Cart).Add cart.go:5']), 'no');
  assert.equal(held('cart.go', cart, ['cart.(*Cart).Add cart.go']), 'unknown');
});

test('a closure belongs to a function above it', () => {
  for (const name of [
    'cart.(*Cart[...]).Add.func1',
    'main.caller.Add.func2',
    'cart.(*Cart).Add-fm',
    'cart.Add.gowrap1',
  ]) {
    assert.equal(held('cart.go', cart, [`${name} cart.go:8`], 7), 'yes', name);
  }
  assert.equal(held('cart.go', cart, ['cart.Other.func1 cart.go:8'], 7), 'unknown');
  assert.equal(held('cart.go', cart, ['cart.Other.func1 cart.go:8'], 5), 'no');
  assert.equal(held('cart.go', cart, ['cart.glob..func1 cart.go:8'], 7), 'unknown');
});

test('functions that the compiler has named can begin on any line with code', () => {
  const functions = ['p.F.func1 f.go:2', 'p.F.gowrap2 f.go:2', 'p.init f.go:2'];
  assert.equal(held('f.go', 'package p\nvar x = compute()', functions, 2), 'unknown');
  assert.equal(held('f.go', 'package p\n\nvar x = compute()', functions, 2), 'no');
});

test('a function can have another name for the linker, and a wrong file if it is of another package', () => {
  assert.equal(held('cart.go', cart, ['runtime.linked cart.go:4'], 4), 'yes');
  const functions = [
    'btree.items[go.shape.int].find /go/src/cart/cart.go:300',
    'cart.Add /go/src/cart/cart.go:8',
  ];
  assert.equal(held('/go/src/cart/cart.go', cart, functions, 6), 'yes');
  // Of its own package none may be missing.
  assert.equal(
    held('/go/src/cart/cart.go', cart, [...functions, 'cart.Remove /go/src/cart/cart.go:9'], 6),
    'no',
  );
});

test('a text without the lines of the samples is another text', () => {
  assert.equal(held('cart.go', cart, ['cart.(*Cart).Add cart.go:12'], 6), 'no');
  assert.equal(
    held(
      'memmove_amd64.s',
      'TEXT runtime·memmove<ABIInternal>(SB), NOSPLIT, $0\n',
      ['runtime.memmove memmove_amd64.s:90'],
      1,
    ),
    'no',
  );
});

test('assembly and C are held to the names before their parentheses', () => {
  const assembly = '\nTEXT runtime·memmove<ABIInternal>(SB), NOSPLIT, $0-24\n\tMOVQ AX, DI\n';
  assert.equal(held('m.s', assembly, ['runtime.memmove m.s:3'], 2), 'yes');
  assert.equal(held('m.s', assembly, ['runtime.memmove.abi0 m.s:3'], 2), 'yes');
  assert.equal(held('m.s', assembly, ['runtime.memclr m.s:3'], 2), 'no');
  const c = 'static int\nhash<T>(int a)\n{\n  return a;\n}\n';
  assert.equal(held('h.cc', c, ['ns::Class<int,std::less<int>>::hash(int)const h.cc:4'], 1), 'yes');
  assert.equal(held('h.cc', c, ['_ZN2ns4hashEi h.cc:4'], 1), 'unknown');
  assert.equal(held('keys.py', 'password = "secret"\n', ['password keys.py:1'], 1), 'no');
});

test('long and many names take linear time', () => {
  const long = 'a'.repeat(100_000);
  const name = `cart.${'F[('.repeat(20_000)}${long}`;
  assert.equal(held('cart.go', `func ${long}()\n`, [`${name.replaceAll(' ', '')} cart.go:1`], 1), 'no');
  assert.equal(held('c.c', `${'x('.repeat(50_000)}${long} ${long}`, ['x c.c:1'], 1), 'yes');
});
