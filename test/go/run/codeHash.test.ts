import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { codeHash } from '../../../src/go/run/codeHash.ts';
import { goModule, profile } from '../goModule.ts';

const source = `package m

import "testing"

var sum int

func BenchmarkSum(b *testing.B) {
	for b.Loop() {
		sum += 2
	}
}
`;

test('the same code has the same hash, whatever its comments; other code and other settings have another', async () => {
  const module = goModule({ 'm_test.go': source });
  try {
    const hashOf = async (text: string, env: NodeJS.ProcessEnv = {}) => {
      writeFileSync(join(module.directory, 'm_test.go'), text);
      const outcome = await profile(module, ['BenchmarkSum'], { env: { ...process.env, ...env } });
      assert.ok(outcome.ok);
      const [result] = outcome.value;
      assert.match(result?.codeHash ?? '', /^[0-9a-f]{32}$/);
      return result?.codeHash;
    };
    const first = await hashOf(source);
    assert.equal(await hashOf(source), first);
    // Sections are told apart in ELF files only.
    if (process.platform === 'linux') assert.equal(await hashOf(`// Package m sums.\n\n${source}`), first);
    assert.notEqual(await hashOf(source.replace('2', '3')), first);
    assert.notEqual(await hashOf(source, { GOGC: '50' }), first);
  } finally {
    module.remove();
  }
});

test('what cannot be read has none, and what is no binary has one all the same', async () => {
  assert.equal(await codeHash('/nowhere/package.test', {}), null);
  assert.match((await codeHash('package.json', {})) ?? '', /^[0-9a-f]{32}$/);
});
