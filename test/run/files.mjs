// Which test files there are, and what each needs.
import { readdirSync, readFileSync } from 'node:fs';

/** @typedef {'fast' | 'process' | 'goVersions' | 'browser' | 'editor'} Need what a file needs at least to run: see `needOf` */

/** What modules import that start processes. A few of their importers never use it, and are called slow without being it. */
const startsProcesses = ['child_process', 'worker_threads'];

/**
 * @param {readonly string[]} words files are chosen whose path contains one of them; none chooses all
 * @returns {string[]} from the project's root
 */
export function testFiles(words) {
  return readdirSync('test', { recursive: true, encoding: 'utf8' })
    .map((file) => `test/${file.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.test.ts') && !file.startsWith('test/workspace/'))
    .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
    .sort();
}

/**
 * `fast` starts no process. `process` starts some, or servers. `goVersions` compile with several versions of Go, whose packages
 * must first be compiled, too: only once if such files share a process. `browser` shows pages in Chromium, `editor` a real VS Code
 * too.
 *
 * @param {string} file
 * @param {ReadonlySet<string>} imported all that it imports, itself or through others
 * @returns {Need}
 */
export function needOf(file, imported) {
  if (file.startsWith('test/editor/')) return 'editor';
  if (imported.has('playwright-core')) return 'browser';
  if (imported.has('test/go/everyGo.ts')) return 'goVersions';
  return startsProcesses.some((name) => imported.has(name)) ? 'process' : 'fast';
}

/**
 * Hooks at the top of a file, which would run for the tests of others, too, and what stays until its end, `{ after }`; and what
 * changes or measures the whole process.
 */
const isOfProcess =
  /^(?:before|beforeEach|afterEach)\(|\{ after \},|\bprocess\.(?:env\.\w+ = |chdir|on\(|once\(|resourceUsage|memoryUsage|set[ug]id)|startOnlyIf|\bmock\./m;

/**
 * Whether the file may share its process with others.
 *
 * @param {string} file
 */
export function mayShare(file) {
  return !isOfProcess.test(readFileSync(file, 'utf8'));
}

/**
 * A script that runs the tests of several files. Node would start those of the first while the next still waits for what it
 * begins with, such as a server, and a test may be in another folder or environment meanwhile.
 *
 * @param {readonly string[]} urls
 */
export function sharedScript(urls) {
  return [
    "import { before } from 'node:test';",
    'let begin;',
    'const begun = new Promise((resolve) => (begin = resolve));',
    'before(() => begun);',
    ...urls.map((url) => `await import('${url}');`),
    'begin();',
    '',
  ].join('\n');
}
