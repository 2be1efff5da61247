/** Profile-guided optimisation from the editor: the bundled language server over real JSON-RPC, with the real Go. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import { profileBytes } from '../../../pprof/builder.ts';
import { testFolder } from '../../../testFolder.ts';
import { servedModule } from '../../servedModule.ts';

const files = {
  'work.go': `package m

type shape interface{ area() int }
type square int

func (s square) area() int { return int(s) * int(s) }

func total(shapes []shape) int {
	sum := 0
	for _, s := range shapes {
		sum += s.area()
	}
	return sum
}
`,
  'work_test.go': `package m

import "testing"

var kept int

func BenchmarkTotal(b *testing.B) {
	shapes := make([]shape, 2000)
	for i := range shapes {
		shapes[i] = square(i)
	}
	for b.Loop() {
		kept = total(shapes)
	}
}
`,
  'cmd/app/main.go': 'package main\n\nfunc main() {}\n',
  'cmd/other/main.go': 'package main\n\nfunc main() {}\n',
};

const made = profileBytes({
  sampleTypes: ['samples/count', 'cpu/nanoseconds'],
  samples: [
    {
      values: [100, 1_000_000_000],
      stack: ['example.com/m.total work.go:9', 'example.com/m.BenchmarkTotal work_test.go:13'],
    },
  ],
  startLine: 4,
});

/**
 * Go, but it does not see the profile of `cmd/app`: with one, it compiles the packages of `testing` anew, which takes half a minute.
 * That it can use our files, the tests of the command line prove.
 */
const go = path.join(
  testFolder({
    go: `#!/bin/sh
for each; do
  shift
  case "$each" in -pgo=*/cmd/app/default.pgo) ;; *) set -- "$@" "$each" ;; esac
done
exec go "$@"
`,
  }),
  'go',
);
chmodSync(go, 0o755);

const settings = { goPath: go, count: 2, benchtime: '200ms', kinds: ['cpu'] };
const served = await servedModule({ after }, files, settings);
const { directory, client, uri } = served;

test('a CPU profile becomes the default.pgo of a program, and its effect is measured in turns', async () => {
  await served.profile('BenchmarkTotal');
  const profile = client.sessions.sessions[0]?.profilePath ?? '';

  const folders = await client.execute('mainPackages', { uri });
  assert.deepEqual(
    folders.map((folder) => path.relative(directory, folder)),
    [path.join('cmd', 'app'), path.join('cmd', 'other')],
  );
  const [folder = '', other = ''] = folders;
  const own = await client.execute('savePgo', { profilePaths: [profile, profile], folder: other });
  assert.equal(own, path.join(other, 'default.pgo'));
  const learnt = path.join(directory, 'learnt');
  execFileSync('go', ['tool', 'preprofile', '-i', own, '-o', learnt]);
  assert.match(readFileSync(learnt, 'utf8'), /m\.BenchmarkTotal\nexample\.com\/m\.total\n/);

  const file = path.join(directory, 'made.pprof');
  writeFileSync(file, made);
  const pgo = await client.execute('savePgo', { profilePaths: [file], folder });
  assert.equal(pgo, path.join(folder, 'default.pgo'));
  assert.deepEqual(readdirSync(folder), ['default.pgo', 'main.go'], 'nothing else is written there');
  // What Go would do.
  const would = spawnSync('go', ['build', '-n', './cmd/app'], { cwd: directory, encoding: 'utf8' });
  assert.match(would.stderr, /build\\t-pgo=[^ ]*default\.pgo/);

  await client.run({ uri, benchmark: 'BenchmarkTotal', pgo });
  assert.match(client.output, /-pgo=off/);
  assert.ok(client.output.includes(`-pgo=${pgo}`), client.output);
  assert.deepEqual(
    client.sessions.sessions.slice(0, 2).map(({ title }) => title),
    ['BenchmarkTotal · CPU', 'BenchmarkTotal · CPU · without PGO'],
  );
  const [lens] = await client.lenses(uri);
  assert.match(lens?.tooltip ?? '', /^Compared with the run of/m, 'the lens compares with the run without');
});

test('a file that is no CPU profile is refused with one sentence, and nothing is written', async () => {
  const known = client.messages.length;
  const file = path.join(directory, 'x.pprof');
  writeFileSync(file, 'no profile');
  const folder = path.join(directory, 'empty');
  mkdirSync(folder);
  assert.equal(await client.execute('savePgo', { profilePaths: [file], folder }), null);
  assert.equal(client.messages.length, known + 1);
  assert.deepEqual(readdirSync(folder), []);
});

test('if the compiler refuses the profile, the build has failed', async () => {
  const known = client.messages.length;
  const pgo = path.join(directory, 'default.pgo');
  writeFileSync(pgo, 'no profile');
  const outcome = await client.execute('run', { uri, benchmark: 'BenchmarkTotal', pgo });
  assert.equal(outcome.status, 'failed');
  assert.match(client.messages.slice(known).join(), /^The benchmark does not build: /);
});
