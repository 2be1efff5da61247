// Runs the tests: `node test/run.mjs` all of them, `node test/run.mjs unit` those that need neither a browser nor an editor.
// Any further words select files whose path contains one of them.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';

const [scope = 'all', ...words] = process.argv.slice(2);
const slowFolders = ['test/editor/', 'test/webview/'];

const files = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .map((file) => `test/${file.replaceAll('\\', '/')}`)
  .filter((file) => file.endsWith('.test.ts') && !file.includes('/workspace/'))
  .filter((file) => scope !== 'unit' || !slowFolders.some((folder) => file.startsWith(folder)))
  .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
  .sort();

const run = spawnSync(process.execPath, ['--import', 'tsx', '--test', '--test-concurrency=2', ...files], { stdio: 'inherit' });
process.exit(run.status ?? 1);
