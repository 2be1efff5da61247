/** Go texts that nest, repeat and break off as nobody writes them, so long as they are asked for. */

const head = 'package p\n\nimport "testing"\n\n';

interface Shape {
  readonly what: string;
  readonly before?: string;
  /** Repeated. */
  readonly piece: string;
  readonly between?: string;
  /** Repeated as often as the piece, behind all of them. */
  readonly close?: string;
  readonly behind?: string;
}

const benchmark = 'func BenchmarkA(b *testing.B) {\n';

/** Inside of one benchmark. */
const bodies: readonly Shape[] = [
  { what: 'benchmarks in benchmarks', piece: 'b.Run("a", func(b *testing.B) {\n', close: '})\n' },
  { what: 'benchmarks beside each other', piece: 'b.Run("a", f)\n' },
  {
    what: 'benchmarks with a long name',
    before: `b.Run("${'a'.repeat(4000)}", func(b *testing.B) {\n`,
    piece: 'b.Run("a", f)\n',
    behind: '})',
  },
  { what: 'loops in loops', piece: 'for b.Loop() {\n', close: '}\n' },
  { what: 'loops in loops that use N', piece: 'for i := 0; i < b.N; i++ { f(i)\n', close: '}\n' },
  { what: 'loops beside each other', piece: 'for b.Loop() { f() }\n' },
  {
    what: 'loops that make things',
    piece: 'for range b.N { x := regexp.MustCompile("a"); f(x) }\n',
  },
  { what: 'loops over copies of N', before: 'n := b.N\n', piece: 'for range n { f() }\n' },
  { what: 'functions in headers of loops', piece: 'for func() bool { return true\n', close: '}() {}\n' },
  { what: 'a long header of a loop', before: 'for i < a', piece: '+b.N', behind: '{}' },
  { what: 'selectors of selectors', before: 'for b', piece: '.N', behind: '{}' },
  { what: 'calls of calls', before: 'for b.Loop() { x := f', piece: '()', behind: '; g(x) }' },
  { what: 'calls in calls', piece: 'f(func() { for b.Loop() {}\n}, g(', close: '))' },
  { what: 'blocks in blocks', piece: '{\n', close: '}\n' },
  { what: 'pauses in pauses', piece: '{\nb.StopTimer()\n', close: '}\n' },
  { what: 'pauses beside each other', piece: 'b.StopTimer(); func() {}\nb.StartTimer()\n' },
  { what: 'resets beside each other', piece: 'b.ResetTimer()\n' },
  { what: 'else after else', piece: 'if a { for b.Loop() { f() } } else ', behind: '{}' },
  { what: 'brackets in brackets', before: 'x = ', piece: '(', close: ')' },
  { what: 'a body without end', piece: 'f(func() {\n' },
  { what: 'brackets that do not fit', piece: '(', close: '}' },
].map((shape) => ({
  ...shape,
  before: benchmark + (shape.before ?? ''),
  behind: `${shape.behind ?? ''}\n}\n`,
}));

const shapes: readonly Shape[] = [
  ...bodies,
  {
    what: 'one function for all benchmarks',
    before: 'func x(b *testing.B) {\n',
    piece: 'for b.Loop() { f() }\n',
    between: `}\n${benchmark}`,
    close: 'b.Run("a", x)\n',
    behind: '}\n',
  },
  {
    what: 'names for the type of benchmarks',
    before: 'type (\n',
    piece: 'A = testing.B\n',
    between: ')\nfunc f(b *testing.PB) {\n',
    close: 'for b.Next() {}\n',
    behind: '}\n',
  },
  { what: 'a sum', before: 'var a = 1', piece: '+1' },
  { what: 'pointers to pointers', before: 'var a ', piece: '*', behind: 'int' },
  {
    what: 'pointers to what is broken',
    before: 'var a ',
    piece: `${'*'.repeat(83)}p() { f() }\nfor b.Loop() { f(range) }\nfor b.Loop() { f() }`,
  },
  { what: 'beginnings of functions', before: '{\n', piece: 'func\n' },
  { what: 'beginnings of benchmarks', before: '}\n', piece: 'func BenchmarkA(b *testing.B) { f(\n' },
  { what: 'examples', before: 'func ExampleA() {\n', piece: '// Output:\n', behind: '}\n' },
  { what: 'no Go', piece: ') } ] `a` "b" func ( { [ ' },
  { what: 'quotes', piece: '"' },
];

/** By what they are made of, texts of so many characters, or a few less. */
export const goTexts: readonly { readonly what: string; readonly of: (length: number) => string }[] =
  shapes.map(({ what, before = '', piece, between = '', close = '', behind = '' }) => ({
    what,
    of: (length) => {
      const times = Math.floor(length / (piece.length + close.length));
      return head + before + piece.repeat(times) + between + close.repeat(times) + behind;
    },
  }));
