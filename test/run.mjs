// Runs the tests.
//   node test/run.mjs [all] [WORD...]   builds, installs the editor and the browser if necessary, runs every test
//   node test/run.mjs unit [WORD...]    runs only the tests that need neither editor nor browser, without a build
// Words select the files whose path contains one of them.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';

const args = process.argv.slice(2);
const unitOnly = args[0] === 'unit';
const words = args[0] === 'unit' || args[0] === 'all' ? args.slice(1) : args;

const files = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .map((file) => `test/${file.replaceAll('\\', '/')}`)
  .filter((file) => file.endsWith('.test.ts') && !file.startsWith('test/workspace/'))
  .filter((file) => !unitOnly || !(needsEditor(file) || needsBrowser(file)))
  .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
  .sort();
if (files.length === 0) {
  // Without files, Node's test runner would search for some.
  console.error(`No test file has ${words.join(' or ')} in its path.`);
  process.exit(1);
}

if (!unitOnly) {
  node('esbuild.mjs', '--production');
  if (files.some(needsEditor)) node('--import', 'tsx', 'test/editor/prepare.ts');
  else if (files.some(needsBrowser)) node('--import', 'tsx', 'test/editor/prepare.ts', 'browser');
}
// The reporter is named, because the default depends on Node's version and on the terminal.
node('--import', 'tsx', '--test', '--test-reporter=spec', '--test-concurrency=2', ...files);

/** @param {string} file */
function needsEditor(file) {
  return file.startsWith('test/editor/');
}

/**
 * The tests of the whole page stand in test/webview itself and open it in a browser. Those in its folders, which are the
 * folders of src/webview, test modules that need none.
 * @param {string} file
 */
function needsBrowser(file) {
  return /^test\/webview\/[^/]+$/.test(file);
}

/**
 * Runs Node. If it fails, so does this program.
 * @param {string[]} args
 */
function node(...args) {
  const run = spawnSync(process.execPath, args, { stdio: 'inherit' });
  if (run.status !== 0) process.exit(run.status ?? 1);
}
