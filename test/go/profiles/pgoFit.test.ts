/** How much of a `default.pgo` fits code, by our reading of sources; Go's compiler is the judge. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type PgoEdge, pgoEdges } from '../../../src/analysis/benchmark/pgoEdges.ts';
import { type PgoFit, pgoFit } from '../../../src/go/profiles/pgoFit.ts';
import { findGo } from '../../../src/go/toolchain/toolchain.ts';
import { succeeded, why } from '../../why.ts';
import { goModule, openedProfile } from '../goModule.ts';

const source = `package main

import (
	"os"
	"runtime/pprof"
	"syscall"
	"time"
)

type shape interface{ area(n int) int }

type square struct{ side int }

//go:noinline
func (s *square) area(n int) int {
	sum := s.side
	for i := range n {
		sum += i * i % 7
	}
	return sum
}

//go:noinline
func each[T any](all []T, f func(T) int) int {
	sum := 0
	for _, one := range all {
		sum += f(one)
	}
	return sum
}

//go:noinline
func cold(n int) int {
	sum := n
	for i := range 3000 {
		sum += i * i % 11
	}
	return sum
}

//go:noinline
func hot(s shape, n int) int {
	sum := 0
	for range n {
		sum += s.area(3000)
	}
	return sum
}

//go:noinline
func warm(n int) int {
	done := make(chan int)
	go func() {
		defer close(done)
		done <- each(make([]int, n), func(i int) int {
			return cold(i)
		})
	}()
	return <-done
}

// On a busy machine, a second has few samples.
func computed() time.Duration {
	var used syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &used)
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

func main() {
	file, _ := os.Create(os.Args[1])
	pprof.StartCPUProfile(file)
	for computed() < time.Second {
		hot(&square{side: 1}, 100)
		warm(100)
	}
	pprof.StopCPUProfile()
	file.Close()
}
`;

const module = goModule({ 'go.mod': 'module example.com/fit\n\ngo 1.24\n', 'main.go': source });
const directory = module.directory;
const go = (...args: string[]) =>
  execFileSync('go', args, { cwd: directory, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
const pgo = join(directory, 'default.pgo');
const learnt = join(directory, 'learnt');

go('build', '-pgo=off', '-o', 'program', '.');
execFileSync(join(directory, 'program'), [join(directory, 'cpu.pprof')]);
copyFileSync(join(directory, 'cpu.pprof'), pgo);
go('tool', 'preprofile', '-i', pgo, '-o', learnt);

async function edgesOf(file: string): Promise<PgoEdge[]> {
  return pgoEdges(await openedProfile(file));
}

async function fitOf(text: string): Promise<PgoFit> {
  writeFileSync(join(directory, 'main.go'), text);
  const toolchain = succeeded(await findGo({ env: process.env, directory }));
  const fit = await pgoFit({ toolchain, directory, env: process.env, tags: '' });
  assert.ok(fit.ok && fit.value !== null, why(fit));
  return fit.value;
}

/** The functions of this program whose calls the compiler finds in the profile, with their weights there. */
function foundByCompiler(): Map<string, number> {
  const exported = go(
    'list',
    // With the profile, Go would compile its library anew.
    '-pgo=off',
    '-export',
    '-deps',
    '-f',
    '{{if .Export}}packagefile {{.ImportPath}}={{.Export}}{{end}}',
    '.',
  );
  writeFileSync(join(directory, 'importcfg'), exported);
  const args = [
    `-pgoprofile=${learnt}`,
    '-p',
    'main',
    '-importcfg',
    'importcfg',
    '-d=pgodebug=3',
    '-o',
    'a.o',
  ];
  const text = go('tool', 'compile', ...args, 'main.go');
  const found = new Map<string, number>();
  const sites = new Set<string>();
  for (const line of text.split('\n')) {
    if (!line.startsWith('{"Pkg":"main"')) continue;
    const { Pos, Caller, Weight }: { Pos: string; Caller: string; Weight: number } = JSON.parse(line);
    const site = `${Caller} ${Pos.split(':').at(-2)}`;
    if (Weight === 0 || sites.has(site)) continue;
    sites.add(site);
    const caller = Caller.replace(/\[.*\]/, '[...]');
    found.set(caller, (found.get(caller) ?? 0) + Weight);
  }
  return found;
}

test('the calls and their weights are those of go tool preprofile', async () => {
  const lines = readFileSync(learnt, 'utf8').split('\n').slice(1);
  const theirs = new Map<string, number>();
  for (let i = 0; i + 2 < lines.length; i += 3) {
    const [offset = '', weight] = lines[i + 2]!.split(' ');
    theirs.set([lines[i], lines[i + 1], offset].join(' '), Number(weight));
  }
  const ours = await edgesOf(pgo);
  assert.ok(ours.length > 1);
  assert.deepEqual(
    new Map(ours.map(({ caller, callee, offset, weight }) => [`${caller} ${callee} ${offset}`, weight])),
    theirs,
  );
});

test('unchanged code fits, also below new lines; the compiler finds its calls', async () => {
  for (const text of [source, source.replace('type shape', '// New.\n\nfunc other() {}\n\ntype shape')]) {
    const fit = await fitOf(text);
    assert.deepEqual([fit.fits, fit.functions], [1, []]);
    assert.ok(Math.abs(Date.now() - fit.takenAt) < 600_000);
    const found = foundByCompiler();
    assert.ok((found.get('main.hot') ?? 0) > 10, JSON.stringify([...found]));
    assert.ok((found.get('main.warm.func1.1') ?? 0) > 10, JSON.stringify([...found]));
  }
});

test('a call that has moved within its function does not fit; the compiler does not find it', async () => {
  const before = foundByCompiler();
  const fit = await fitOf(
    source.replace('\tsum := 0\n\tfor range n {', '\tsum := 0\n\tn++\n\tfor range n {'),
  );
  const [first, ...others] = fit.functions;
  assert.deepEqual([first?.name, first?.is, others], ['main.hot', 'moved', []]);
  const weights = await edgesOf(pgo);
  const own = weights.filter(({ caller }) => caller.startsWith('main.'));
  const sum = (edges: readonly PgoEdge[]) => edges.reduce((all, { weight }) => all + weight, 0);
  const share = sum(own.filter(({ caller }) => caller === 'main.hot')) / sum(own);
  assert.ok(Math.abs(fit.moved - share) < 1e-9 && Math.abs(fit.fits - (1 - share)) < 1e-9);
  const found = foundByCompiler();
  assert.ok((before.get('main.hot') ?? 0) > 10);
  assert.equal(found.get('main.hot'), undefined);
  assert.equal(found.get('main.warm.func1.1'), before.get('main.warm.func1.1'));
});

test('what calls, or is called, by another name is gone', async () => {
  const called = await fitOf(source.replaceAll('cold(', 'cool('));
  assert.ok(called.gone > 0.1 && called.moved === 0, JSON.stringify(called));
  assert.ok(called.functions.some(({ name }) => name === 'main.warm.func1.1'));
  const calling = await fitOf(source.replaceAll('hot(', 'heat('));
  assert.deepEqual(
    calling.functions.map(({ name, is }) => [name, is]),
    [['main.hot', 'gone']],
  );
  assert.equal(foundByCompiler().get('main.heat'), undefined);
});
