import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { beginnings, plainText, shownText } from '../../../src/analysis/names/nameParts.ts';
import { NameSet } from '../../../src/analysis/names/nameSet.ts';
import { readProfile } from '../../../src/pprof/read.ts';
import { namesIn, pathOf } from '../../conformance/data.ts';

/** The forms of each name in a set of them all, longest first. */
function formsIn(...names: string[]): string[][] {
  const set = new NameSet(names);
  return names.map((name) => set.forms(name));
}

describe('the forms of a name alone', () => {
  const cases: string[][] = [
    [
      'github.com/acme/shop/cart.(*Cart[go.shape.int]).Add.func1',
      'github.com/acme/shop/cart.(*Cart[int]).Add.func1',
      'github.com/acme/shop/cart.(*Cart).Add.func1',
      'cart.(*Cart[int]).Add.func1',
      'cart.(*Cart).Add.func1',
      '(*Cart[int]).Add.func1',
      '(*Cart).Add.func1',
      'Add.func1',
    ],
    ['github.com/acme/box/v2.New', 'box/v2.New', 'New'],
    ['main.Map[github.com/acme/shop/cart.Item]', 'main.Map[cart.Item]', 'Map[cart.Item]', 'main.Map', 'Map'],
    // Closures keep the function that they stand in.
    [
      'go.uber.org/zap.Benchmark10Fields.func1.2',
      'zap.Benchmark10Fields.func1.2',
      'Benchmark10Fields.func1.2',
    ],
    ['main.run.gowrap1', 'run.gowrap1'],
    // Every package could have these.
    ['main.glob..func1'],
    ['github.com/acme/shop.init', 'shop.init'],
    ['time.Time.Add', 'Time.Add', 'Add'],
    ['java.util.HashMap.get', 'util.HashMap.get', 'HashMap.get', 'get'],
    ['a::b::push(int)', 'b::push(int)', 'push(int)'],
    ['memcpy'],
    ['[libc.so.6]'],
    ['operator<'],
  ];
  for (const forms of cases) {
    it(`of ${forms[0]}`, () => {
      assert.deepEqual(formsIn(forms[0]!), [forms]);
    });
  }

  it('have dots where symbols have %2e', () => {
    const forms = ['gopkg.in/yaml.v3.unmarshal', 'yaml.v3.unmarshal', 'unmarshal'];
    assert.deepEqual(formsIn('gopkg.in/yaml%2ev3.unmarshal'), [forms]);
  });
});

describe('names that would look alike', () => {
  it('keep their packages, receivers or folders', () => {
    const shortest = formsIn(
      'container/list.New',
      'container/ring.New',
      'github.com/acme/list.New',
      'acme/a.(*Tree).Put',
      'acme/a.(*Map).Put',
    ).map((forms) => forms.at(-1));
    assert.deepEqual(shortest, [
      'container/list.New',
      'ring.New',
      'acme/list.New',
      '(*Tree).Put',
      '(*Map).Put',
    ]);
  });

  it('keep their type arguments, and where those look alike, everything', () => {
    const shortest = formsIn('cmp.Less[go.shape.int]', 'cmp.Less[go.shape.string]').map((forms) =>
      forms.at(-1),
    );
    assert.deepEqual(shortest, ['Less[int]', 'Less[string]']);
    assert.deepEqual(formsIn('cmp.Less[go.shape.int]', 'cmp.Less[int]'), [
      ['cmp.Less[go.shape.int]'],
      ['cmp.Less[int]'],
    ]);
  });

  it('are told apart as paths, too', () => {
    const set = new NameSet(['/src/a/util.go', '/src/b/util.go', '/src/b/main.go'], 'path');
    assert.deepEqual(set.forms('/src/a/util.go'), ['/src/a/util.go', 'a/util.go']);
    assert.deepEqual(set.forms('/src/b/main.go'), ['/src/b/main.go', 'main.go']);
  });
});

/** Names of many forms, of few words, so that many of them are alike. The generator repeats itself in every run. */
function madeNames(count: number): string[] {
  let state = 12345;
  const random = (below: number) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 8) % below;
  };
  const word = () => ['a', 'list', 'Map', 'Tree', 'v2', 'Put', 'put', 'func1', 'É', 'x_1'][random(10)]!;
  const some = (most: number, make: () => string) => Array.from({ length: random(most + 1) }, make).join('');
  const typeArguments = () => ['', '', '[int]', '[go.shape.int]', '[go.shape.*a/list.Map,int]'][random(5)]!;
  const receiver = () => ['', `(*${word()}${typeArguments()}).`, `${word()}.`][random(3)]!;
  return Array.from({ length: count }, () =>
    [
      some(3, () => `${word()}/`),
      word(),
      '.',
      receiver(),
      word(),
      typeArguments(),
      some(2, () => '.func1'),
    ].join(''),
  );
}

/** All functions of the reference profiles, by profile. */
function namesOfProfiles(): string[][] {
  return namesIn('profiles').flatMap((file) => {
    const read = readProfile(readFileSync(pathOf('profiles', file)));
    if (!read.ok) return [];
    const { functions, strings } = read.value;
    return [Array.from(functions.name.subarray(0, functions.count), (name) => strings.get(name))];
  });
}

describe('in every set of names', () => {
  const sets = [madeNames(3000), madeNames(40), ...namesOfProfiles()];

  it('no form is empty, and every form has the end of its name', () => {
    for (const names of sets) {
      const set = new NameSet(names);
      for (const name of names.filter((name) => name !== '')) {
        const end = plainText(name, beginnings(name).at(-1));
        for (const form of set.forms(name)) {
          assert.notEqual(form, '', name);
          assert.ok(plainText(form).endsWith(end), `${form} of ${name}`);
        }
      }
    }
  });

  it('no two names have a form in common', () => {
    for (const names of sets) {
      const set = new NameSet(names);
      const owners = new Map<string, string>();
      for (const name of new Set(names)) {
        for (const form of set.forms(name)) {
          assert.ok(!owners.has(form), `${form} of ${name} and of ${owners.get(form)}`);
          owners.set(form, name);
        }
      }
    }
  });

  it('the text that tables show of a name is no other name’s', () => {
    for (const names of sets) {
      const set = new NameSet(names);
      const owners = new Map<string, string>();
      for (const name of new Set(names)) {
        const { starts, without } = set.short(name);
        for (const from of starts) {
          const text = without === 'nothing' ? name.slice(from) : shownText(name, from);
          assert.ok(!owners.has(text), `${text} of ${name} and of ${owners.get(text)}`);
          owners.set(text, name);
        }
      }
    }
  });
});
