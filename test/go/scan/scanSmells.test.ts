import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { SourceEdit, SourceSmell } from '../../../src/go/scan/benchmarkSmells.ts';
import { scanner } from './goScanner.ts';

const header = 'package p\n\nimport "testing"\n\n';

function smellsOf(source: string): readonly SourceSmell[] {
  const scanned = scanner.smells(header + source);
  assert.ok(scanned, 'the test’s own source parses');
  return scanned.smells;
}

/** `code subject` of each smell. */
function told(source: string): string[] {
  return smellsOf(source).map(({ code, subject }) => `${code} ${subject}`);
}

function applied(text: string, edits: readonly SourceEdit[]): string {
  const lines = text.split('\n');
  const offset = (line: number, character: number) =>
    lines.slice(0, line).reduce((sum, each) => sum + each.length + 1, 0) + character;
  // From the end, so that the earlier offsets stay right. Of two edits at one place, the first one comes first.
  const placed = edits.map(({ range, newText }, i) => ({
    i,
    start: offset(range.startLine, range.startCharacter),
    end: offset(range.endLine, range.endCharacter),
    newText,
  }));
  placed.sort((a, b) => b.start - a.start || b.i - a.i);
  return placed.reduce(
    (result, { start, end, newText }) => result.slice(0, start) + newText + result.slice(end),
    text,
  );
}

function fixed(source: string): string {
  const [smell] = smellsOf(source);
  assert.ok(smell?.fix, 'there is a fix');
  return applied(header + source, smell.fix).slice(header.length);
}

/** A benchmark with this body. */
const benchmark = (body: string, name = 'BenchmarkX') => `func ${name}(b *testing.B) {\n${body}\n}`;

describe('work that is not repeated', () => {
  const smelly: [what: string, source: string, subject: string][] = [
    ['done once', benchmark('work()'), 'BenchmarkX'],
    ['in a loop of its own', benchmark('for i := 0; i < 1000; i++ {\nwork(i)\n}'), 'BenchmarkX'],
    ['with settings around it', benchmark('b.ReportAllocs()\nwork()\nb.SetBytes(8)'), 'BenchmarkX'],
    ['with a parameter that has no name', 'func BenchmarkX(_ *testing.B) {\nwork()\n}', 'BenchmarkX'],
    ['in a sub-benchmark', benchmark('b.Run("a", func(b *testing.B) {\nwork()\n})'), '"a"'],
    [
      'in a table',
      benchmark('for _, c := range cases {\nb.Run(c.name, func(b *testing.B) { c.work() })\n}'),
      'c.name',
    ],
  ];
  for (const [what, source, subject] of smelly) {
    test(what, () => assert.deepEqual(told(source), [`n-unused ${subject}`]));
  }

  const sound: [what: string, source: string][] = [
    ['b.N', benchmark('for range b.N {\nwork()\n}')],
    ['b.Loop', benchmark('for b.Loop() {\nwork()\n}')],
    ['b.N as an argument', benchmark('work(b.N)')],
    ['RunParallel', benchmark('b.RunParallel(func(pb *testing.PB) {\nfor pb.Next() { work() }\n})')],
    ['sub-benchmarks', benchmark('setup()\nb.Run("a", benchA)\nb.Run("b", benchB)')],
    ['handed to a function', benchmark('run(b, 100)')],
    ['kept for later', benchmark('s := suite{b}\ns.run()')],
    ['handed on in a closure', benchmark('each(func(n int) { run(b, n) })')],
    ['skipped', benchmark('b.Skip("slow")\nwork()')],
    ['not written yet', benchmark('')],
    ['only settings', benchmark('b.ReportAllocs()')],
    ['only a panic', benchmark('panic("later")')],
    ['no benchmark at all', 'func helper(b *testing.B) {\nwork()\n}\nfunc TestX(t *testing.T) {\nwork()\n}'],
    ['another type', 'func BenchmarkX(b *matrix.B) {\nwork()\n}'],
    ['another Run', benchmark('for b.Loop() {\nt.Run("a", func(t *testing.T) { work() })\n}')],
  ];
  for (const [what, source] of sound) test(`sound: ${what}`, () => assert.deepEqual(told(source), []));

  test('the fix repeats the body', () => {
    assert.equal(
      fixed('func BenchmarkX(b *testing.B) {\n\tx := make()\n\tif work(x) {\n\t\tb.Fail()\n\t}\n}\n'),
      'func BenchmarkX(b *testing.B) {\n\tfor i := 0; i < b.N; i++ {\n\t\tx := make()\n\t\tif work(x) {\n\t\t\tb.Fail()\n\t\t}\n\t}\n}\n',
    );
  });

  test('there is no fix if a loop would change the meaning of the body', () => {
    for (const body of ['\tdefer done()\n\twork()', '\tif work() {\n\t\treturn\n\t}', '\twork(`a\n\tb`)']) {
      assert.equal(smellsOf(benchmark(body))[0]?.fix, null, body);
    }
    assert.equal(smellsOf('func BenchmarkX(b *testing.B) { work() }')[0]?.fix, null);
  });
});

describe('the timer stopped in the loop', () => {
  const smelly: [what: string, body: string, subject: string][] = [
    [
      'stopped and started',
      'for range b.N {\nb.StopTimer()\nx := fresh()\nb.StartTimer()\nwork(x)\n}',
      'b.StopTimer()',
    ],
    ['in an inner loop', 'for b.Loop() {\nfor range 3 {\nb.StopTimer()\n}\n}', 'b.StopTimer()'],
    [
      'stopped before the first round',
      'b.StopTimer()\nfor range b.N {\nb.StartTimer()\nwork()\nb.StopTimer()\n}',
      'b.StartTimer()',
    ],
  ];
  for (const [what, body, subject] of smelly) {
    test(what, () => assert.deepEqual(told(benchmark(body)), [`timer-in-loop ${subject}`]));
  }

  const sound: [what: string, body: string][] = [
    [
      'before and after the loop',
      'b.StopTimer()\nsetup()\nb.StartTimer()\nfor range b.N { work() }\nb.StopTimer()',
    ],
    [
      'now and then',
      'for i := range b.N {\nif i%1000 == 0 {\nb.StopTimer()\nclean()\nb.StartTimer()\n}\nwork()\n}',
    ],
    ['in a loop that is not timed', 'for range 3 {\nb.StopTimer()\n}\nfor b.Loop() { work() }'],
    ['of something else', 'for b.Loop() {\nclock.StopTimer()\nwork()\n}'],
  ];
  for (const [what, body] of sound) test(`sound: ${what}`, () => assert.deepEqual(told(benchmark(body)), []));
});

describe('setup in the loop', () => {
  const smelly: [what: string, body: string, subject: string][] = [
    ['a pattern', 're := regexp.MustCompile(`a+`)\nre.MatchString(s)', 'regexp.MustCompile'],
    ['a template', 't := template.Must(template.New("x").Parse("{{.}}"))\nt.Execute(w, 1)', 'template.Must'],
    [
      'a chain',
      't, err := template.New("x").Parse("{{.}}")\nif err != nil { b.Fatal(err) }\nt.Execute(w, 1)',
      'template.New("x").Parse',
    ],
    [
      'a file',
      'data, err := os.ReadFile("testdata/big.json")\nif err != nil {\nb.Fatal(err)\n}\ndecode(data)',
      'os.ReadFile',
    ],
  ];
  for (const [what, body, subject] of smelly) {
    test(what, () => {
      assert.deepEqual(told(benchmark(`for b.Loop() {\n${body}\n}`)), [`setup-in-loop ${subject}`]);
    });
  }

  const sound: [what: string, source: string][] = [
    ['before the loop', benchmark('re := regexp.MustCompile("a")\nfor b.Loop() { re.MatchString(s) }')],
    ['all that is done', benchmark('for b.Loop() {\nre := regexp.MustCompile("a")\n_ = re\n}')],
    [
      'checked and nothing else',
      benchmark(
        'for b.Loop() {\nd, err := os.ReadFile("x")\nif err != nil || len(d) == 0 {\nb.Fatal(err)\n}\n}',
      ),
    ],
    [
      'of something that changes',
      benchmark('for i := range b.N {\nre := regexp.MustCompile(patterns[i])\nre.MatchString(s)\n}'),
    ],
    ['of a variable', benchmark('for b.Loop() {\nd, _ := os.ReadFile(name)\ndecode(d)\n}')],
    [
      'with functions that may differ',
      benchmark('for b.Loop() {\nt := template.New("x").Funcs(funcs)\nt.Execute(w, 1)\n}'),
    ],
    ['kept in a field', benchmark('for b.Loop() {\nh.re = regexp.MustCompile("a")\nh.serve()\n}')],
    [
      'by its name what is measured',
      benchmark(
        'for b.Loop() {\nre := regexp.MustCompile("a")\nre.MatchString(s)\n}',
        'BenchmarkCompileAndMatch',
      ),
    ],
    [
      'by its sub-benchmark’s name',
      benchmark(
        'b.Run("cold", func(b *testing.B) {\nfor b.Loop() {\nre := regexp.MustCompile("a")\nre.MatchString(s)\n}\n})',
      ),
    ],
    ['cheap things', benchmark('for b.Loop() {\nr := strings.NewReader("abc")\ndecode(r)\n}')],
    [
      'one for each goroutine',
      benchmark(
        'b.RunParallel(func(pb *testing.PB) {\nre := regexp.MustCompile("a")\nfor pb.Next() { re.MatchString(s) }\n})',
      ),
    ],
  ];
  for (const [what, source] of sound) test(`sound: ${what}`, () => assert.deepEqual(told(source), []));

  test('the fix moves it before the loop', () => {
    assert.equal(
      fixed(
        'func BenchmarkX(b *testing.B) {\n\tfor b.Loop() {\n\t\tre := regexp.MustCompile("a")\n\t\tre.MatchString(s)\n\t}\n}\n',
      ),
      'func BenchmarkX(b *testing.B) {\n\tre := regexp.MustCompile("a")\n\tfor b.Loop() {\n\t\tre.MatchString(s)\n\t}\n}\n',
    );
  });

  test('there is no fix if the loop assigns to it', () => {
    const source = benchmark(
      'for b.Loop() {\n\td, _ := os.ReadFile("x")\n\td = append(d, 1)\n\tdecode(d)\n}',
    );
    assert.deepEqual(
      smellsOf(source).map(({ fix }) => fix),
      [null],
    );
  });
});

describe('facts about loops', () => {
  function facts(body: string) {
    const scanned = scanner.smells(header + benchmark(body));
    return scanned?.loops ?? [];
  }

  test('results that are not used', () => {
    const dropping = ['work()', '_ = work(1)', 'work()\n_, _ = more()'];
    for (const body of dropping)
      assert.equal(facts(`for range b.N {\n${body}\n}`)[0]?.dropsResults, true, body);
    const keeping = [
      'sink = work()',
      'x := work()\n_ = x',
      'if work() { b.Fail() }',
      'i++',
      '',
      'ch <- work()',
    ];
    for (const body of keeping)
      assert.equal(facts(`for range b.N {\n${body}\n}`)[0]?.dropsResults, false, body);
  });

  test('whether it calls anything', () => {
    assert.equal(facts('for b.Loop() {\nx = append(x, make([]int, 3)...)\n}')[0]?.calls, false);
    assert.equal(facts('for b.Loop() {\nx = string(y)\nb.SetBytes(1)\n}')[0]?.calls, false);
    assert.equal(facts('for b.Loop() {\nwork()\n}')[0]?.calls, true);
    assert.equal(facts('for b.Loop() {\nx.work()\n}')[0]?.calls, true);
  });

  test('whether the function resets, stops or starts the timer', () => {
    assert.equal(facts('setup()\nfor range b.N { work() }')[0]?.leavesTimer, true);
    assert.equal(facts('setup()\nb.ResetTimer()\nfor range b.N { work() }')[0]?.leavesTimer, false);
  });

  test('the loop rewritten for b.Loop, unless it needs its counter', () => {
    const source = header + benchmark('\tfor i := 0; i < b.N; i++ {\n\t\twork()\n\t}');
    const [loop] = scanner.smells(source)?.loops ?? [];
    assert.ok(loop?.useLoop);
    assert.match(applied(source, [loop.useLoop]), /^\tfor b\.Loop\(\) {$/m);
    assert.equal(facts('for i := range b.N { work(i) }')[0]?.useLoop, null);
    assert.notEqual(facts('for range b.N { work() }')[0]?.useLoop, null);
    assert.equal(facts('for b.Loop() { work() }')[0]?.useLoop, null);
  });

  test('a place for b.ResetTimer', () => {
    const source = header + benchmark('\tsetup()\n\tfor range b.N {\n\t\twork()\n\t}');
    const [loop] = scanner.smells(source)?.loops ?? [];
    assert.ok(loop?.resetBefore);
    assert.match(applied(source, [loop.resetBefore]), /\tsetup\(\)\n\tb\.ResetTimer\(\)\n\tfor range b\.N {/);
    assert.equal(facts('if x {\nfor range b.N { work() }\n}')[0]?.resetBefore, null);
  });

  test('parallel loops have no facts', () => {
    assert.deepEqual(facts('b.RunParallel(func(pb *testing.PB) {\nfor pb.Next() { work() }\n})'), []);
  });
});

test('text that does not parse has no smells', () => {
  assert.equal(scanner.smells(`${header}func BenchmarkX(b *testing.B) {\n\tfor b.Loop( {\n}`), null);
});
