/** Long texts of repeated pieces: each makes some search begin again and again, or go back again and again. */

/** What names, paths, code, markup, numbers and reports consist of. Text of each kind meets the pieces of all kinds. */
const pieces: readonly string[] = [
  ...'()[]{}<>/\\.*@:;,|&#%$!?=+-_~^"\'`',
  ...[' ', '\n', '\r', '\t', '\0', '\u2028', '\u0085', '\ufeff', '\ud800', '\u{1f525}'],
  ...['a', 'A', 'x', '0', '1', '7f', 'é'],
  ...'a/ /a a. .a a.b/ 1. 1_ _1 1e 0x1 -1 (-1 1: :1 x= =x a=1/'.split(' '),
  ...['[x](', '](', '![', '$(', '${', '${env:', '</', '<!--', '-->', '&#', '\\"', '\\n', '%2e', '%s', '{0}'],
  ...['a ', ' a', '  ', '\r\n', '\n ', ' \n', '\n\t', '\n\n', '\n    ', '\n        ', ' \r', '\t\r'],
  ...'/pkg/mod/ /src/ /go/src/ m@v1.0.0/ /v2/ /v2. ../ ./ // C:\\ /. .go .go:1: _test.go'.split(' '),
  ...'(*T). .func1 -fm [...] [go.shape.int] go.shape. :: ::operator< operator() ~T:: .<init> Aa'.split(' '),
  'aA',
  ...['func(', 'func F(', 'func (', '()', '(()', '[]', '[[', '<>', '<<', '*/', '/*', '/**/', "'\\'", '"\\"'],
  ...['\u001b[', '\u001b]0;', '\u009b', '\u202e', 'e\u0301', 'https://', 'www.', '@a', '#1', 'a@b.'],
  ...[
    'Benchmark',
    'BenchmarkA',
    'Benchmark \t',
    'BenchmarkA-8 ',
    ' ns/op',
    '\t 1 ns/op',
    ' 1\t 1 ns/op',
    '1 1 ',
    '-8',
    '/n=1',
    '--- ',
  ],
  ...[
    'go.mod',
    '#\t',
    '\n# ',
    'a.go:1:1: b\n',
    '\ta',
    'import ',
    'import "C"\n',
    'if ',
    '&&',
    '||',
    'NaN ',
    'MOVQ ',
    '(AX)',
    ', ',
  ],
];

/** Long enough that what is quadratic takes a quarter of a second and more. */
export const longLength = 16_000;

/** A text that is written with ends before and behind the repeated piece, which a search may need to begin or to fail. */
export interface LongText {
  readonly what: string;
  /** So many characters, or a few less. */
  readonly of: (length: number) => string;
}

const ends: readonly (readonly [before: string, behind: string])[] = [
  ['', ''],
  ['a', '\n!'],
];

/**
 * @param before what a text must begin with to be looked at, such as `//go:build `; several are tried one after the other
 * @param more pieces besides
 */
export function longTexts(before: readonly string[] = [], more: readonly string[] = []): LongText[] {
  const around = [
    ...ends,
    ...before.map((text) => [text, '\r!'] as const),
    ...before.map((text) => [text, ''] as const),
  ];
  return [...pieces, ...more].flatMap((piece) =>
    around.map(([first, last]) => ({
      what: `${JSON.stringify(first)} ${JSON.stringify(piece)}... ${JSON.stringify(last)}`,
      of: (length: number) => first + piece.repeat(length / piece.length) + last,
    })),
  );
}
