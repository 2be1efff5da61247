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
 * Whether the file may share its process with others: hooks at its top would run for the tests of the others, too.
 *
 * @param {string} file
 */
export function mayShare(file) {
  return !/^(before|beforeEach|afterEach)\(/m.test(readFileSync(file, 'utf8'));
}
