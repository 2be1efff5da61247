/** `bench --write=FUNC`: what is written, where, and what is said of it. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { goModule } from '../go/goModule.ts';
import { runHereIn } from './runHere.ts';

const module = goModule({
  'in/m.go': `package in

type Options struct{ loud bool }

func Parse(text string, options *Options) int { return len(text) }

func Len(text string) int { return len(text) }
`,
  'in/taken.go': 'package in\n\nfunc Taken() {}\n',
  'in/taken_bench_test.go/file': '',
  'in/m_test.go': 'package in\n\nimport "testing"\n\nfunc TestLen(t *testing.T) { Len("abc") }\n',
});

const write = (...args: string[]) => runHereIn(module, 'bench', './...', ...args);

test('the file is new, compiles, and its report says from where the arguments are and what is open', async () => {
  const first = await write('--write=Len');
  assert.deepEqual([first.status, first.stderr], [0, '']);
  assert.equal(first.stdout, 'in/m_bench_test.go: BenchmarkLen\nCalled as in: TestLen.\n');
  const before = readFileSync(join(module.directory, 'in/m_bench_test.go'), 'utf8');
  const again = await write('--write=Len', '--json');
  assert.deepEqual(JSON.parse(again.stdout), {
    file: join(module.directory, 'in/m_bench2_test.go'),
    benchmark: 'BenchmarkLen2',
    cases: ['TestLen'],
    open: [],
  });
  assert.equal(readFileSync(join(module.directory, 'in/m_bench_test.go'), 'utf8'), before);
  const open = await write('--write=Parse');
  assert.equal(open.status, 0, open.stderr);
  assert.match(open.stdout, /^You must choose: options\. See TODO in the file\.$/m);
  // A folder has the name that the file would have.
  const taken = await write('--write=Taken');
  assert.deepEqual([taken.status, taken.stdout], [1, '']);
  assert.match(
    taken.stderr,
    /^pprof-lens: The file \S+\/in\/taken_bench_test\.go cannot be written \(EEXIST\)\.$/m,
  );
  const none = await write('--write=Nothing');
  assert.equal(none.status, 1);
  assert.match(none.stderr, /^pprof-lens: No Go file of the package has a function Nothing\.$/m);
});
