// Go's own tables of functions: what we read of an address is what Go's own profiles say of it.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { readGoTable } from '../../../src/go/counters/goTable.ts';
import type { Profile } from '../../../src/pprof/profile.ts';
import { goOfVersion } from '../everyGo.ts';
import { goModule, openedProfile } from '../goModule.ts';
import { goVersions } from '../goVersions.ts';

const skip = process.platform === 'linux' ? false : 'only of Linux programs';
const source = `package m

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
)

type pair[T any] struct{ key string; value T }

func (p pair[T]) text() string { return inner(p.key, fmt.Sprint(p.value)) }

func inner(a, b string) string { return deeper(a) + b }

func deeper(a string) string {
	return strings.Repeat(a, 3)
}

var sink []string

func BenchmarkMany(b *testing.B) {
	pool := sync.Pool{New: func() any { return new([64]byte) }}
	for b.Loop() {
		all := []pair[int]{{"b", 1}, {"a", 2}}
		slices.SortFunc(all, func(x, y pair[int]) int { return strings.Compare(x.key, y.key) })
		sink = sink[:0]
		for _, each := range all {
			sink = append(sink, each.text(), pair[string]{"k", "v"}.text())
		}
		pool.Put(pool.Get())
		done := make(chan int)
		go func(n int) { done <- n }(len(sink))
		<-done
	}
}
`;
const module = goModule({ 'm_test.go': source });

/** By address: the functions there, with their lines. */
function placesOf({ locations, functions, strings }: Profile): Map<number, string[]> {
  const places = new Map<number, string[]>();
  for (let row = 0; row < locations.count; row++) {
    const lines: string[] = [];
    for (let line = locations.lineStart[row]!; line < locations.lineStart[row + 1]!; line++) {
      const func = locations.lineFunction[line]!;
      const file = strings.get(functions.filename[func]!);
      lines.push(`${strings.get(functions.name[func]!)} ${file}:${locations.lineNumber.approximate[line]}`);
    }
    places.set(locations.address.approximate[row]!, lines);
  }
  return places;
}

describe('names and lines are those of Go’s own profiles', { skip }, () => {
  for (const version of goVersions) {
    test(`Go ${version}`, async (t) => {
      const go = await goOfVersion(version);
      if (typeof go === 'string') return t.skip(go);
      const at = (name: string) => join(module.directory, '..', `${name}-${version}`);
      const run = (command: string, ...args: readonly string[]) =>
        execFileSync(command, args, { cwd: module.directory, env: go.env, stdio: 'ignore' });
      run(go.toolchain.command, 'test', '-c', '-vet=off', '-o', at('binary'));
      const bench = ['-test.bench=.', '-test.benchtime=300x', '-test.memprofilerate=1'];
      run(at('binary'), ...bench, `-test.memprofile=${at('mem')}`);
      const table = readGoTable(readFileSync(at('binary')));
      assert.ok(table !== null);
      const profile = await openedProfile(at('mem'));
      const places = placesOf(profile);
      assert.ok(
        [...places.values()].some((lines) => lines.length > 2),
        'something was inlined twice',
      );
      for (const [address, lines] of places) {
        const func = table.function(address);
        assert.ok(func !== null);
        const frames: string[] = table
          .frames(func, address)
          .map(({ name, file, line }) => `${name} ${file}:${line}`);
        assert.deepEqual(frames, lines);
      }
    });
  }
});

test('what is no Go program has no such table', () => {
  assert.equal(readGoTable(Buffer.from('#!/bin/sh\n')), null);
  assert.equal(readGoTable(readFileSync(process.execPath)), null);
});

test('a program that was cut off has none, or answers', { skip }, () => {
  const whole = readFileSync(join(module.directory, '..', 'binary-1.26.8'));
  for (let part = 1; part < 20; part++) readGoTable(whole.subarray(0, (whole.length * part) / 20));
});
