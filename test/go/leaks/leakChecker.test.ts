// The checker's hooks in package testing, in every Go that is in use.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { leakChecker } from '../../../src/go/leaks/leakChecker.ts';
import { goOfVersion } from '../everyGo.ts';
import { goVersions } from '../goVersions.ts';

for (const version of goVersions) {
  test(`Go ${version} begins and ends tests in the functions that we know`, async (t) => {
    const go = await goOfVersion(version);
    if (typeof go === 'string') return t.skip(go);
    for (const [file, head] of leakChecker.edits) {
      const text: string = readFileSync(join(go.toolchain.goroot, 'src', 'testing', file), 'utf8');
      assert.equal(text.split(head).length, 2, `${file}: ${head}`);
    }
  });
}
