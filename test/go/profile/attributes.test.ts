// What benchmarks say of themselves and leave, with real runs.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { asksForAttributes } from '../../../src/go/build/build.ts';
import { minorOf } from '../everyGo.ts';
import { goModule, installedGo } from '../goModule.ts';
import { done, problems } from '../outcome.ts';

const source = (body: string) =>
  `package m\n\nimport (\n\t"fmt"\n\t"os"\n\t"path/filepath"\n\t"testing"\n)\n\nvar _ = fmt.Sprint\nvar _ = os.Getpid\nvar _ = filepath.Join\n${body}`;

describe('b.Attr and b.ArtifactDir', () => {
  const module = goModule({
    'go.mod': 'module example.com/m\n\ngo 1.26\n',
    'm_test.go': source(`
func BenchmarkSort(b *testing.B) {
	b.Attr("input", "a [file](command:x)")
	for _, n := range []int{10, 1000} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			b.Attr("n", fmt.Sprint(n))
			if testing.Verbose() && b.N > 1 {
				b.Fatal("it is timed with -test.v")
			}
			os.WriteFile(filepath.Join(b.ArtifactDir(), "sizes.txt"), []byte(fmt.Sprint(n)), 0o644)
			for b.Loop() {
			}
		})
	}
}

func BenchmarkQuiet(b *testing.B) {
	for b.Loop() {
	}
}

func BenchmarkBroken(b *testing.B) {
	if testing.Verbose() {
		b.Fatal("not with -test.v")
	}
	for b.Loop() {
	}
}

func BenchmarkLarge(b *testing.B) {
	file, err := os.Create(filepath.Join(b.ArtifactDir(), "large"))
	if err != nil {
		b.Fatal(err)
	}
	file.Truncate(101 << 20)
	file.Close()
	for b.Loop() {
	}
}
`),
  });

  test('are kept with the result of each benchmark; what they leave is in the run’s folder', async () => {
    const commands: string[] = [];
    const results = await done(module, ['BenchmarkSort', 'BenchmarkQuiet'], {
      kinds: ['mem'],
      onOutput: (text) => commands.push(text),
    });
    assert.deepEqual(
      results.map(({ name, attributes }) => [name, attributes]),
      [
        ['BenchmarkSort/n=10', { input: 'a [file](command:x)', n: '10' }],
        ['BenchmarkSort/n=1000', { input: 'a [file](command:x)', n: '1000' }],
        ['BenchmarkQuiet', undefined],
      ],
    );
    assert.deepEqual(problems(results)['BenchmarkSort/n=10'], []);
    const [ten, thousand, quiet] = results;
    assert.equal(readFileSync(join(ten!.artifacts!, 'sizes.txt'), 'utf8'), '10');
    assert.equal(readFileSync(join(thousand!.artifacts!, 'sizes.txt'), 'utf8'), '1000');
    assert.equal(quiet!.artifacts, undefined);
    assert.ok(ten!.artifacts!.startsWith(module.output));
    assert.deepEqual(module.files(), ['go.mod', 'm_test.go']);
    // What is timed and profiled does not see the flags.
    for (const command of commands
      .join('')
      .split('\n')
      .filter((line) => line.includes('-test.benchmem'))) {
      assert.doesNotMatch(command, /-test\.v|-test\.artifacts/);
    }
  });

  test('a benchmark that fails with -test.v keeps its result, and the problem says what is missing', async () => {
    const [broken] = await done(module, ['BenchmarkBroken']);
    assert.equal(broken!.measurements.length, 1);
    assert.deepEqual(problems([broken!]).BenchmarkBroken, [
      'no-attributes: What BenchmarkBroken says of itself was not read: not with -test.v.',
    ]);
  });

  test('too large artifacts are removed, and the problem says so', async () => {
    const [large] = await done(module, ['BenchmarkLarge']);
    assert.equal(large!.artifacts, undefined);
    assert.match(problems([large!]).BenchmarkLarge![0]!, /^too-many-artifacts: .*more than 100 MB/);
    assert.deepEqual(
      existsSync(module.output) ? readdirSync(module.output).filter((name) => name.includes('Large')) : [],
      [],
    );
  });
});

test('a package that does not ask for them has no further pass', async () => {
  const module = goModule({
    'm_test.go': source('func BenchmarkX(b *testing.B) {\n\tfor b.Loop() {\n\t}\n}\n'),
  });
  let output = '';
  await done(module, ['BenchmarkX'], { onOutput: (text) => (output += text) });
  assert.doesNotMatch(output, /-test\.v/);
});

test('a Go that lacks them is not asked', async () => {
  const module = goModule({
    'm_test.go': source('func BenchmarkX(b *testing.B) {\n\tb.Attr("a", "b")\n\tb.ArtifactDir()\n}\n'),
  });
  const go = await installedGo();
  const asked = async (version: string) => {
    const { attributes, artifacts } = await asksForAttributes(module.directory, { ...go, version });
    return [attributes, artifacts];
  };
  assert.deepEqual(await asked('go1.24.13'), [false, false]);
  assert.deepEqual(await asked('go1.25.1'), [true, false]);
  assert.deepEqual(await asked('go1.26.0'), [true, true]);
});

test('Go 1.25 has attributes and no artifacts', async (t) => {
  const toolchain = await installedGo();
  if (minorOf(toolchain) !== 25) return t.skip('Go 1.25 is not the installed one');
  const module = goModule({
    'go.mod': 'module example.com/m\n\ngo 1.25\n',
    'm_test.go': source('func BenchmarkX(b *testing.B) {\n\tb.Attr("a", "b")\n\tfor b.Loop() {\n\t}\n}\n'),
  });
  const [result] = await done(module, ['BenchmarkX'], { toolchain });
  assert.deepEqual([result!.attributes, result!.problems], [{ a: 'b' }, []]);
});
