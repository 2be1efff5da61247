// What `pprof-lens bench` prints of what benchmarks say of themselves and leave.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { goModule } from '../go/goModule.ts';
import { runHereIn } from './runHere.ts';

const module = goModule({
  'go.mod': 'module example.com/m\n\ngo 1.26\n',
  'm_test.go': `package m

import (
	"os"
	"path/filepath"
	"testing"
)

func BenchmarkX(b *testing.B) {
	b.Attr("input", "big \\x1b[31m")
	os.WriteFile(filepath.Join(b.ArtifactDir(), "x.txt"), nil, 0o644)
	for b.Loop() {
	}
}
`,
});
const options = ['--bench=.', '--benchtime=10x', '--profile=mem', `--out=${module.output}`];
const bench = (...more: string[]) => runHereIn(module, 'bench', ...options, ...more);

test('the JSON document has the attributes and the folder of the artifacts', async () => {
  const { status, stdout, stderr } = await bench('--json');
  assert.equal(status, 0, stderr);
  const [benchmark] = JSON.parse(stdout).benchmarks;
  assert.deepEqual(benchmark.attributes, { input: 'big \u001b[31m' });
  assert.ok(benchmark.artifacts.startsWith(module.output));
  assert.deepEqual(readdirSync(benchmark.artifacts), ['x.txt']);
});

test('the text has them as text', async () => {
  const { status, stdout, stderr } = await bench();
  assert.equal(status, 0, stderr);
  assert.match(stdout, /^ {2}input=big \\u001b\[31m$/m);
  const [, folder = ''] = /^ {2}artifacts: (.*)$/m.exec(stdout) ?? [];
  assert.deepEqual(readdirSync(join(folder)), ['x.txt']);
});
