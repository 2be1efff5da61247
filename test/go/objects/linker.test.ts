/** What is reached from where a program starts is what Go's linker keeps, for every Go in use. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';
import { startOf } from '../../../src/go/objects/benchmarkCodes.ts';
import { initOrder, initTask } from '../../../src/go/objects/initOrder.ts';
import { LinkedSymbols } from '../../../src/go/objects/linkedSymbols.ts';
import { ReachedSymbols } from '../../../src/go/objects/reachedSymbols.ts';
import { goOfVersion } from '../everyGo.ts';
import { goVersions } from '../goVersions.ts';
import { built } from './built.ts';

const source = `package m

import (
	"fmt"
	"reflect"
	"slices"
	"sort"
	"strings"
	"testing"
)

type shape interface{ Area() int }

type square struct{ Side int }

func (s square) Area() int        { return s.Side * s.Side }
func (s square) String() string   { return fmt.Sprint(s.Side) }
func (s *square) unreached() int  { return 7 }
func (s square) Exported() string { return "by reflection" }

type set[T comparable] struct{ all map[T]bool }

func (s *set[T]) add(each T)     { s.all[each] = true }
func (s *set[T]) dropped(each T) { delete(s.all, each) }

func unused() { fmt.Println("never") }

func BenchmarkMany(b *testing.B) {
	var shapes []shape
	for b.Loop() {
		shapes = append(shapes, square{2})
		text := fmt.Sprintf("%v %+v", shapes, b)
		sort.Slice(shapes, func(i, j int) bool { return shapes[i].Area() < shapes[j].Area() })
		slices.Sort([]string{text})
		s := set[string]{map[string]bool{}}
		s.add(strings.ToUpper(text))
		reflect.ValueOf(shapes[0]).MethodByName(b.Name()[:0] + "Exported").Call(nil)
	}
}
`;

/** What the linker itself makes, and the beginnings of sections. */
const ofLinker = /^(?:go:|runtime\.(?:e?text|mapinitnoop)$)|\(\.text/;
/** Of others, the runtime has functions that we take for reached: see `startOf`. */
const ofPackages = /^(?:example\.com\/m|fmt|slices|sort|strings|strconv|testing)[.[]/;

for (const version of goVersions) {
  describe(`Go ${version}`, async () => {
    const go = await goOfVersion(version);
    test('keeps these functions', { skip: typeof go === 'string' ? go : false }, async () => {
      if (typeof go === 'string') return;
      const { directory, packages } = await built({ 'm_test.go': source }, go);
      const symbols = new LinkedSymbols(packages);
      const ours = new Set<string>();
      const reached = new ReachedSymbols(symbols, new Set(), (symbol) => {
        if (symbols.isDefined(symbol) && symbols.isFunction(symbol))
          ours.add(shownName(symbols.nameOf(symbol)));
      });
      reached.add(startOf(symbols, packages.keys()));
      const kept = await functionsOf(go, directory);
      assert.ok(kept.size > 2000, `${kept.size}`);
      const missing = [...kept].filter((name) => !ours.has(name) && !ofLinker.test(name));
      assert.deepEqual(missing, [], 'the linker keeps more');
      const more = [...ours].filter((name) => !kept.has(name) && ofPackages.test(name));
      assert.deepEqual(more, [], 'more is reached');
      assert.deepEqual(begunIn(symbols), await begunBy(directory), 'the linker has another order');
      for (const gone of ['m.unused', 'm.(*square).unreached', 'm.(*set[go.shape.string]).dropped'])
        assert.ok(!ours.has(`example.com/${gone}`), gone);
    });
  });
}

/** The packages that do something before the program, in their order. */
function begunIn(symbols: LinkedSymbols): string[] {
  const orders = ['runtime', 'main'].map((path) => {
    const task = symbols.named(`${path}${initTask}`);
    assert.ok(task !== undefined, path);
    return initOrder(symbols, task);
  });
  return [...new Set(orders.flat())].map((task) => symbols.nameOf(task).slice(0, -initTask.length));
}

/** As the runtime prints them. */
async function begunBy(directory: string): Promise<string[]> {
  const env = { ...process.env, GODEBUG: 'inittrace=1' };
  const { stderr } = await promisify(execFile)(join(directory, '..', 'm.test'), ['-test.run=^$'], { env });
  return [...stderr.matchAll(/^init (\S+) @/gm)].map(([, path = '']) => path);
}

async function functionsOf(
  { toolchain, env }: Exclude<Awaited<ReturnType<typeof goOfVersion>>, string>,
  directory: string,
): Promise<Set<string>> {
  const binary = join(directory, '..', 'm.test');
  const run = (...args: string[]) =>
    promisify(execFile)(toolchain.command, args, {
      cwd: directory,
      env,
      maxBuffer: 1 << 28,
      encoding: 'latin1',
    });
  await run('test', '-c', '-vet=off', '-o', binary, '.');
  const { stdout } = await run('tool', 'nm', binary);
  const lines = stdout.split('\n').map((line) => /^\s*[0-9a-f]+ [tT] (.*)$/.exec(line)?.[1] ?? '');
  return new Set(lines.filter((name) => name !== '').map(shownName));
}

/** `nm` says of some of two functions of one name which is which, and writes a dot for one in the middle. */
function shownName(name: string): string {
  return name.replace(/\.abi(?:0|internal)$/, '').replace(/\u00c2?\u00b7/g, '.');
}
