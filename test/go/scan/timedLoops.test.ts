import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { scanner } from './goScanner.ts';

/** The timed lines of a source. */
function timed(source: string, header = 'package p\nimport "testing"\n'): string {
  const text = header + source;
  const lines = text.split('\n');
  return scanner
    .timedCode(text)
    .loops.flatMap(([first, last]) => lines.slice(first - 1, last).map((line) => line.trim()))
    .join(' ');
}

describe('lines of timed loops', () => {
  const cases: [what: string, source: string, lines: string][] = [
    [
      'header and brace are the loop, what is around it is not',
      'func BenchmarkX(b *testing.B) {\nsetup()\nfor b.Loop() {\nwork()\n}\ncheck()\n}',
      'for b.Loop() { work() }',
    ],
    [
      'every way to count to b.N',
      'func BenchmarkX(b *testing.B) {\nfor i := 0; i < b.N; i++ { one() }\nfor range b.N { two() }\nfor i := range b.N { three(i) }\n}',
      'for i := 0; i < b.N; i++ { one() } for range b.N { two() } for i := range b.N { three(i) }',
    ],
    [
      'the loop of a parallel body, not the goroutine’s own setup',
      'func BenchmarkX(b *testing.B) {\nb.RunParallel(func(pb *testing.PB) {\nmine := setup()\nfor pb.Next() {\nwork(mine)\n}\n})\n}',
      'for pb.Next() { work(mine) }',
    ],
    [
      'a sub-benchmark whose name is computed',
      'func BenchmarkX(b *testing.B) {\nfor _, c := range cases {\nb.Run(c.name, func(b *testing.B) {\nfor b.Loop() { c.work() }\n})\n}\n}',
      'for b.Loop() { c.work() }',
    ],
    [
      'a function that is handed the benchmark',
      'func bench(name string, b *testing.B, n int) {\nfor b.Loop() { work(n) }\n}',
      'for b.Loop() { work(n) }',
    ],
    [
      'a method that is handed the benchmark',
      'func (s *suite) bench(sub *testing.B) {\nfor range sub.N { s.work() }\n}',
      'for range sub.N { s.work() }',
    ],
    [
      'not a loop that asks something else',
      'func BenchmarkX(b *testing.B) {\nfor range 3 { work() }\nfor p.Next() { work() }\nfor rows.Loop() { work() }\n}',
      '',
    ],
    ['not a loop over the field of another type', 'func f(b *matrix.B) {\nfor range b.N { work() }\n}', ''],
    [
      'not where a nearer parameter hides the benchmark',
      'func BenchmarkX(b *testing.B) {\neach(func(b *box) {\nfor range b.N { work() }\n})\n}',
      '',
    ],
    [
      'a loop that counts to a copy of b.N, in this function only',
      'func BenchmarkX(b *testing.B) {\nn := b.N\nfor i := 0; i < n; i++ { work() }\nb.Run("a", func(b *testing.B) {\nfor range n { other() }\n})\n}',
      'for i := 0; i < n; i++ { work() }',
    ],
    [
      'a benchmark that is a field, or behind a type assertion',
      'type suite struct { b *testing.B; c *box }\nfunc (s *suite) run(t testing.TB) {\nfor range s.b.N { one() }\nfor range s.c.N { no() }\nb := t.(*testing.B)\nfor b.Loop() { two() }\n}',
      'for range s.b.N { one() } for b.Loop() { two() }',
    ],
    [
      'what comes behind a loop in another goroutine: there it is waited for',
      'func BenchmarkX(b *testing.B) {\nfor range 4 {\ngo func() {\nfor range b.N / 4 { work() }\n}()\n}\nwait()\n}\nfunc BenchmarkY(b *testing.B) {\nvar g errgroup.Group\ng.Go(func() error {\nfor range b.N { work() }\nreturn nil\n})\ng.Wait()\n}\nfunc BenchmarkZ(b *testing.B) {\nf := func() { for range b.N { more() } }\nf()\nother()\n}\nfunc BenchmarkV(b *testing.B) {\ngo func() { for range b.N { <-c } }()\nsetup()\nfor range b.N { c <- 1 }\n}',
      'for range b.N / 4 { work() } for range b.N { work() } f := func() { for range b.N { more() } } go func() { for range b.N { <-c } }() for range b.N { c <- 1 } wait() g.Wait()',
    ],
    [
      'a loop while the timer runs, if it is stopped behind it; not one of sub-benchmarks',
      'type bench struct { b *testing.B }\nfunc (p *bench) reads() {\nb := p.b\nfill()\nb.ResetTimer()\nfor _, k := range p.keys {\nget(k)\n}\nb.StopTimer()\nfor range 3 { check() }\n}\nfunc BenchmarkX(b *testing.B) {\nb.ResetTimer()\nfor _, c := range cases {\nb.Run(c.name, c.run)\n}\nb.StopTimer()\n}',
      'for _, k := range p.keys { get(k) }',
    ],
    [
      'not a loop over function literals that have timed loops',
      'func BenchmarkX(b *testing.B) {\nfor _, f := range []func(*testing.B){\nfunc(b *testing.B) {\nfor range b.N { work() }\n},\n} {\nb.Run("a", f)\n}\n}',
      'for range b.N { work() }',
    ],
  ];
  for (const [what, source, lines] of cases) test(what, () => assert.equal(timed(source), lines));

  test('in all ways in which a file can write testing.B', () => {
    const loop = 'for b.Loop() { work() }';
    assert.equal(timed(`func f(b *tt.B) {\n${loop}\n}`, 'package p\nimport tt "testing"\n'), loop);
    assert.equal(
      timed(
        'func f(b *B) {\nb.RunParallel(func(pb *PB) {\nfor pb.Next() {}\n})\n}',
        'package p\nimport . "testing"\n',
      ),
      'for pb.Next() {}',
    );
  });
});

describe('lines on which the timer is stopped', () => {
  const cases: [what: string, body: string, lines: string][] = [
    [
      'between StopTimer and StartTimer',
      'b.StopTimer()\nx := fresh()\nb.StartTimer()\nwork(x)',
      'for range b.N { work(x) }',
    ],
    [
      'before a StartTimer, also if the timer is reset before the loop and stopped behind it',
      'x := fresh()\nb.StartTimer()\nwork(x)\nb.StopTimer()\ncheck(x)\n}\nb.StopTimer()\nif done {',
      'work(x)',
    ],
    ['after a StopTimer', 'work()\nb.StopTimer()\ncheck()', 'for range b.N { work()'],
    [
      'before a StartTimer, if the loop begins with the timer stopped',
      'x := fresh()\nb.StartTimer()\nwork(x)\nb.StopTimer()\ncheck(x)',
      'work(x)',
    ],
    [
      'not behind a condition, as that is not in every round',
      'if rare {\nb.StopTimer()\nclean()\nb.StartTimer()\n}\nwork()',
      'for range b.N { if rare { b.StopTimer() clean() b.StartTimer() } work() }',
    ],
    ['not those of another timer', 'c.StopTimer()\nwork()', 'for range b.N { c.StopTimer() work() }'],
  ];
  for (const [what, body, lines] of cases) {
    test(what, () =>
      assert.equal(
        timed(`func BenchmarkX(b *testing.B) {\nb.ResetTimer()\nfor range b.N {\n${body}\n}\n}`),
        lines,
      ),
    );
  }
});

describe('lines on which nothing is measured, whoever runs them', () => {
  const pausesOf = (source: string) => {
    const lines = `package p\nimport "testing"\n${source}`.split('\n');
    const { paused = [] } = scanner.timedCode(lines.join('\n'));
    return paused.map(([first, last]) => lines.slice(first - 1, last).join(' ')).join(' ');
  };
  const cases: [what: string, body: string, paused: string][] = [
    ['none', 'for range b.N { work() }', ''],
    [
      'behind a condition in the loop',
      'for i := range b.N {\nif i%10 == 0 {\nb.StopTimer()\nclean()\nb.StartTimer()\n}\nwork()\n}',
      'b.StopTimer() clean() b.StartTimer()',
    ],
    [
      'in a helper that stops the timer until it returns',
      'b.StopTimer()\ndefer b.StartTimer()\nclean()',
      'b.StopTimer() defer b.StartTimer() clean()',
    ],
    [
      'before the timer is reset, loops over b.N too, but not function literals',
      'keys := fill(b.N)\nfor i := range b.N {\nkeys[i] = i\n}\nf := func() {\nwork()\n}\nb.ResetTimer()\nfor range b.N { f() }',
      'keys := fill(b.N) for i := range b.N { keys[i] = i } b.ResetTimer()',
    ],
    ['not by another timer', 'c.StopTimer()\nwork()', ''],
    [
      'beside any number of function literals',
      `b.StopTimer()\nclean()\nb.StartTimer()\n${'each(func() { work() })\n'.repeat(200)}`,
      'b.StopTimer() clean() b.StartTimer()',
    ],
  ];
  for (const [what, body, paused] of cases) {
    test(what, () => assert.equal(pausesOf(`func f(b *testing.B) {\n${body}\n}`), paused));
  }
});

test('the lines of functions with a timed loop', () => {
  const source =
    'package p\nimport "testing"\n\nfunc setup() {\n}\n\nfunc BenchmarkX(b *testing.B) {\n\tsetup()\n\tfor b.Loop() {\n\t}\n\tfor b.Loop() {\n\t}\n}\n';
  assert.deepEqual(scanner.timedCode(source), {
    loops: [
      [9, 10],
      [11, 12],
    ],
    functions: [[7, 13]],
  });
});
