// Folders that `pprof-lens bench` cannot write to.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { goModule } from '../go/goModule.ts';
import { runHereIn } from './runHere.ts';

const module = goModule({
  'm_test.go': 'package m\n\nimport "testing"\n\nfunc BenchmarkX(b *testing.B) {\n\tfor b.Loop() {\n\t}\n}\n',
});
const file = join(module.directory, '..', 'file');
writeFileSync(file, '');

const options = ['--bench=.', '--benchtime=10x', '--profile=mem', '--count=1'];
const bench = (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  runHereIn({ directory: module.directory, env: { ...process.env, ...env } }, 'bench', ...options, ...args);

const refused =
  /^pprof-lens: Nothing can be written to .*: (?:it is a file|a part of the path is a file)\.?$/m;

for (const out of [file, join(file, 'below')]) {
  test(`--out=${out === file ? 'FILE' : 'FILE/below'} fails with a sentence before anything is built`, async () => {
    const { status, stdout, stderr } = await bench([`--out=${out}`]);
    assert.deepEqual([status, stdout], [1, '']);
    assert.match(stderr, refused);
    assert.doesNotMatch(stderr, /error of pprof-lens itself|Building/);
  });
}

test('--save fails with a sentence if the cache folder is a file', async () => {
  const { status, stderr } = await bench(['--save=a'], {
    XDG_CACHE_HOME: file,
    GOCACHE: execFileSync('go', ['env', 'GOCACHE'], { encoding: 'utf8' }).trim(),
  });
  assert.equal(status, 1);
  assert.match(stderr, /^pprof-lens: The run cannot be saved in /m);
  assert.doesNotMatch(stderr, /error of pprof-lens itself/);
});
