/** The object files of small modules, as the go command makes them. */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TestObjects } from '../../../src/go/objects/benchmarkCodes.ts';
import { testObjects } from '../../../src/go/objects/testObjects.ts';
import type { GoToolchain } from '../../../src/go/toolchain/toolchain.ts';
import { goModule, installedGo } from '../goModule.ts';

export async function built(
  files: Readonly<Record<string, string>>,
  { toolchain, env = process.env }: { toolchain?: GoToolchain; env?: NodeJS.ProcessEnv } = {},
): Promise<TestObjects & { readonly directory: string }> {
  const { directory } = goModule(files);
  const folder = join(directory, '..', 'build');
  mkdirSync(folder);
  const objects = await testObjects({
    toolchain: toolchain ?? (await installedGo()),
    directory,
    folder,
    flags: [],
    env,
    signal: new AbortController().signal,
    output: () => undefined,
  });
  assert.ok(objects, 'object files are found and known');
  return { ...objects, directory };
}
