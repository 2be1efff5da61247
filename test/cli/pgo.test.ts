/** `pprof-lens pgo`: Go's compiler can use its file. Profiles that the compiler cannot use are refused with a sentence. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { savePgo } from '../../src/go/profiles/pgo.ts';
import { goModule } from '../go/goModule.ts';
import { profileBytes } from '../pprof/builder.ts';
import { refused, succeeded } from '../why.ts';
import { runCliIn, temporaryFolder } from './runCli.ts';
import { runHere } from './runHere.ts';

const folder = temporaryFolder();
const module = goModule({
  'go.mod': 'module example.com/pgo\n\ngo 1.21\n',
  'main.go': `package main

//go:noinline
func hot(n int) (sum int) {
	for i := range make([]struct{}, n) {
		sum += cold(i)
	}
	return sum
}

//go:noinline
func cold(i int) int { return i * i }

func main() { println(hot(10)) }
`,
  'main_test.go': `package main

import "testing"

var kept int

func BenchmarkHot(b *testing.B) {
	for i := 0; i < b.N; i++ {
		kept += hot(1000)
	}
}
`,
});

const cpu = ['samples/count', 'cpu/nanoseconds'];
const hotCall = {
  values: [100, 1_000_000_000],
  stack: ['main.cold main.go:12', 'main.hot main.go:6', 'main.main main.go:14'],
};
// Always the same bytes, so that Go's build cache can be used.
const made = folder.file('made.pb', profileBytes({ sampleTypes: cpu, samples: [hotCall], startLine: 4 }));

function go(...args: string[]): string {
  return execFileSync('go', args, {
    cwd: module.directory,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

test('go build takes the file beside package main, and says so', async () => {
  const { status, stdout, stderr } = await runCliIn(module.directory, 'pgo', '-o', 'default.pgo', made, made);
  assert.deepEqual([status, stdout], [0, '']);
  assert.match(stderr, /Merged 2 profiles, 1 stack \(2s\), into default\.pgo\./);
  // Go only says what it would do: it would compile the runtime anew. The program alone is compiled with the profile.
  const would = spawnSync('go', ['build', '-n', '.'], { cwd: module.directory, encoding: 'utf8' });
  assert.match(would.stderr, /build\\t-pgo=[^ ]*default\.pgo/);
  const learnt = folder.path('learnt');
  go('tool', 'preprofile', '-i', 'default.pgo', '-o', learnt);
  go('tool', 'compile', '-p', 'main', `-pgoprofile=${learnt}`, '-o', folder.path('main.o'), 'main.go');
});

test('--check: how old the file is and what of it still fits, in text and JSON', async () => {
  const made = profileBytes({
    sampleTypes: cpu,
    samples: [hotCall, { values: [25, 250_000_000], stack: ['main.cold main.go:12', 'main.old main.go:6'] }],
    startLine: 4,
    timeNanos: BigInt(Date.now() - 3 * 86_400_000) * 1_000_000n,
  });
  const program = goModule({
    'go.mod': 'module example.com/pgo\n\ngo 1.21\n',
    'cmd/a/main.go': readFileSync(join(module.directory, 'main.go'), 'utf8'),
    'cmd/b/main.go': 'package main\n\nfunc main() {}\n',
  });
  const { directory } = program;
  const none = await runCliIn(directory, 'pgo', '--check', './...');
  assert.deepEqual([none.status, none.stdout], [1, '']);
  assert.match(
    none.stderr,
    /No program of \.\/\.\.\. has a default\.pgo\. Write one with: pprof-lens pgo PROFILE/,
  );
  writeFileSync(join(directory, 'cmd/a/default.pgo'), made);
  const text = await runCliIn(directory, 'pgo', '--check', './...');
  assert.equal(text.status, 0, text.stderr);
  assert.equal(
    text.stdout,
    [
      'cmd/a/default.pgo: 3d old; of the calls in your code and its modules, 80% are where the compiler looks for them',
      '20%  gone  main.old',
      '',
    ].join('\n'),
  );
  const json = await runCliIn(directory, 'pgo', '--check', '--json', './cmd/a');
  const { programs } = JSON.parse(json.stdout);
  assert.equal(programs.length, 1);
  const [{ package: importPath, fits, moved, gone, ageSeconds, functions }] = programs;
  assert.deepEqual([importPath, fits, moved, gone], ['example.com/pgo/cmd/a', 0.8, 0, 0.2]);
  assert.ok(Math.abs(ageSeconds - 3 * 86_400) < 600);
  assert.deepEqual(functions, [{ name: 'main.old', share: 0.2, is: 'gone' }]);
});

test('with a single profile, the message does not speak of merging', async () => {
  const { stderr } = await runHere('pgo', '-o', folder.path('single.pgo'), made);
  assert.match(stderr, /Wrote a profile, 1 stack \(1s\), to .*single\.pgo\./);
});

test("the compiler learns from real profiles what it learns from go tool pprof's merge of them", async () => {
  const profiles = ['a', 'b'].map((name) => folder.path(`${name}.cpu`));
  for (const path of profiles) {
    // Without the file that lies there by now, with which Go would compile the packages of `testing` anew.
    go(
      'test',
      '-pgo=off',
      '-vet=off',
      '-run=^$',
      '-bench=.',
      '-benchtime=100ms',
      '-o',
      folder.path('pgo.test'),
      `-cpuprofile=${path}`,
    );
  }
  const [ours, theirs] = [folder.path('ours.pgo'), folder.path('theirs.pgo')];
  assert.equal((await runHere('pgo', '-o', ours, ...profiles)).status, 0);
  go('tool', 'pprof', '-symbolize=none', '-proto', `-output=${theirs}`, ...profiles);
  const learnt = (path: string) => {
    go('tool', 'preprofile', '-i', path, '-o', `${path}.txt`);
    return readFileSync(`${path}.txt`, 'utf8');
  };
  assert.match(learnt(ours), /pgo\.hot/);
  assert.equal(learnt(ours), learnt(theirs));
});

const heap = folder.file(
  'heap.pb',
  profileBytes({
    sampleTypes: ['alloc_objects/count', 'alloc_space/bytes'],
    samples: [{ values: [1, 8], stack: ['main.main main.go:14'] }],
    startLine: 4,
  }),
);
const old = folder.file('old.pb', profileBytes({ sampleTypes: cpu, samples: [hotCall] }));
const idle = folder.file('idle.pb', profileBytes({ sampleTypes: cpu, samples: [], startLine: 4 }));

const refusals: [what: string, paths: string[], message: RegExp][] = [
  ['a heap profile', [made, heap], /heap\.pb is no CPU profile: it holds alloc_objects, alloc_space\./],
  ['a profile from before Go 1.20', [old], /old\.pb does not say where functions start/],
  ['nothing but idle time', [idle], /no samples to learn from/],
  ['a file that is not there', [folder.path('none.pb')], /There is no file/],
];

for (const [what, paths, message] of refusals) {
  test(`${what}: exit status 1, one sentence, no file`, async () => {
    const output = folder.path('refused.pgo');
    const { status, stdout, stderr } = await runHere('pgo', '-o', output, ...paths);
    assert.deepEqual([status, stdout], [1, '']);
    assert.match(stderr, /^pprof-lens: [^\n]*\n$/);
    assert.match(stderr, message);
    assert.equal(existsSync(output), false);
  });
}

test('without a profile: exit status 2 and the usage', async () => {
  const { status, stderr } = await runHere('pgo', '-o', folder.path('x.pgo'));
  assert.equal(status, 2);
  assert.match(stderr, /^usage: pprof-lens pgo[\s\S]*\npprof-lens: Name one or more CPU profiles\.\n$/);
});

test('for the server: files in, file out, nothing half written', async () => {
  const target = folder.path('saved.pgo');
  const saved = succeeded(await savePgo([made, idle], target));
  assert.equal(saved.samples.count, 1);
  const nowhere = refused(await savePgo([made], join(folder.path('no-such-folder'), 'default.pgo')));
  assert.equal(nowhere.code, 'cannot-write');
  assert.deepEqual(
    readdirSync(join(target, '..')).filter((name) => name.includes('partial')),
    [],
  );
});
