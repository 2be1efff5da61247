import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { testFolder } from '../testFolder.ts';
import { sharedScript } from './files.mjs';

test('no test of several files runs before all of them are read, however long one waits', () => {
  const folder = testFolder();
  const head = "import { test } from 'node:test';\n";
  const texts = {
    'first.mjs': `${head}test('first', () => console.log('first runs'));\n`,
    'last.mjs': `${head}await new Promise((end) => setTimeout(end, 50));\nconsole.log('read');\ntest('last', () => console.log('last runs'));\n`,
  };
  const urls = Object.entries(texts).map(([name, text]) => {
    writeFileSync(join(folder, name), text);
    return pathToFileURL(join(folder, name)).href;
  });
  const script = join(folder, 'shared.mjs');
  writeFileSync(script, sharedScript(urls));
  // The variable would make it a part of this test.
  const env = { ...process.env, NODE_TEST_CONTEXT: undefined };
  const printed = execFileSync(process.execPath, ['--test-reporter=tap', script], { env, encoding: 'utf8' });
  const said = printed.split('\n').filter((line) => / runs$|^read$/.test(line));
  assert.deepEqual(said, ['read', 'first runs', 'last runs']);
});
