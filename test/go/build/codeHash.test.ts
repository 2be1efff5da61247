import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { identityOf } from '../../../src/go/build/identity.ts';
import { codeHash } from '../../../src/go/build/testBinary.ts';
import { testFolder } from '../../testFolder.ts';
import { goModule } from '../goModule.ts';
import { done } from '../outcome.ts';

const source = `package m

import "testing"

var sum int

func BenchmarkSum(b *testing.B) {
	for b.Loop() {
		sum += 2
	}
}
`;

test('the same code with other comments has the same hash; other code or other settings have another one', async () => {
  const module = goModule({ 'm_test.go': source });
  const hashOf = async (text: string, env: NodeJS.ProcessEnv = {}) => {
    writeFileSync(join(module.directory, 'm_test.go'), text);
    const [result] = await done(module, ['BenchmarkSum'], { env: { ...process.env, ...env } });
    assert.match(result?.codeHash ?? '', /^[0-9a-f]{32}$/);
    return result?.codeHash;
  };
  const first = await hashOf(source);
  assert.equal(await hashOf(source), first);
  // Only ELF files are hashed section by section.
  if (process.platform === 'linux') assert.equal(await hashOf(`// Package m sums.\n\n${source}`), first);
  assert.notEqual(await hashOf(source.replace('2', '3')), first);
  assert.notEqual(await hashOf(source, { GOGC: '50' }), first);
});

test('a missing file has no hash; a file that is no binary has one', async () => {
  assert.equal(await codeHash('/nowhere/package.test', {}), null);
  assert.match((await codeHash('package.json', {})) ?? '', /^[0-9a-f]{32}$/);
});

test('a binary is read when its identity is asked for, and not again', async () => {
  const outputDirectory = testFolder();
  const binary = join(outputDirectory, 'package.test');
  const identity = identityOf(binary, { env: {}, outputDirectory, toolchain: { command: '/nowhere/go' } });
  writeFileSync(binary, 'code');
  const first = await identity();
  assert.equal(first.codeHash, await codeHash(binary, {}));
  assert.notEqual(first.codeHash, null);
  writeFileSync(binary, 'other code');
  assert.deepEqual(await identity(), first);
});
