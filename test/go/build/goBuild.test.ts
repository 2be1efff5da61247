import assert from 'node:assert/strict';
import test from 'node:test';
import { goBuild } from '../../../src/go/build/goBuild.ts';
import { testFolder } from '../../testFolder.ts';
import { installedGo } from '../goModule.ts';

test('a build collects its garbage less often, or as often as the user has set', async () => {
  const [directory, folder] = [testFolder(), testFolder()];
  const { signal } = new AbortController();
  // Instead of go, a shell that says what it was given, and fails.
  const toolchain = { ...(await installedGo()), command: '/bin/sh' };
  const collects = (env: NodeJS.ProcessEnv) =>
    goBuild({ toolchain, flags: [], directory, folder, signal, env, output() {} }, [
      '-c',
      'echo "$GOGC"; exit 1',
    ]);
  assert.deepEqual(await collects({}), { ok: true, value: '200\n' });
  assert.deepEqual(await collects({ GOGC: '50' }), { ok: true, value: '50\n' });
});
