/** What README and documentation tell people to type. */
import assert from 'node:assert/strict';
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { testFolder } from '../testFolder.ts';
import { runHere } from './runHere.ts';

const pages = ['README.md', ...readdirSync('media/docs').map((name) => `media/docs/${name}`)];
const profile = 'test/conformance/data/profiles/std-sort.cpu.pb.gz';

/** What stands on the lines of a page that begin with the program's name. */
function commandLines(page: string): string[] {
  return [...readFileSync(page, 'utf8').matchAll(/^pprof-lens (.*?)(?: +#.*)?$/gm)].map(
    ([, line = '']) => line,
  );
}

/** As a shell splits a line that has no other quotes than single ones. */
function words(line: string): string[] {
  return [...line.matchAll(/'([^']*)'|\S+/g)].map(([word, quoted]) => quoted ?? word);
}

/** Without Go code, a repository, a server: so these fail, but only after their arguments have been understood. */
const withoutCode = /go\.mod|main module|git repository|Nothing answers/;

test('every command line of the documentation is right', async () => {
  const folder = testFolder({ 'old.txt': 'BenchmarkA 1 2 ns/op\n', 'new.txt': 'BenchmarkA 1 3 ns/op\n' });
  for (const name of ['cpu.pprof', 'mem.pprof']) cpSync(profile, path.join(folder, name));
  const lines = new Set(pages.flatMap(commandLines));
  process.chdir(folder);
  assert.ok(lines.size > 25, `${lines.size} lines`);
  for (const line of lines) {
    // They end with their client, and have tests of their own.
    if (/^(?:http|lsp) /.test(line)) continue;
    const { status, stderr } = await runHere(...words(line));
    if (status !== 0) assert.match(stderr, withoutCode, line);
    assert.notEqual(status, 2, `${line}: ${stderr}`);
  }
});
