import { parseBenchtime } from '../../../src/base/benchtime.ts';
import { attributesOf } from '../../../src/bench/benchfmt/attributes.ts';
import { extractor, fullNameWithout } from '../../../src/bench/benchfmt/extract.ts';
import { readBenchmarkFile, readUnitLine } from '../../../src/bench/benchfmt/format.ts';
import { loggedReason } from '../../../src/bench/benchfmt/loggedReason.ts';
import { parseBenchmarkText } from '../../../src/bench/benchfmt/parse.ts';
import { separateProcs } from '../../../src/bench/benchfmt/procs.ts';
import * as resultLine from '../../../src/bench/benchfmt/resultLine.ts';
import { tidyUnit, unitClass } from '../../../src/bench/benchfmt/unit.ts';
import { betterOf } from '../../../src/bench/verdicts/direction.ts';
import { findSeries, functionFamily } from '../../../src/bench/verdicts/series.ts';
import { formatMetric } from '../../../src/bench/verdicts/summary.ts';
import { isSymbolOf, parseObjdump, symbolPattern } from '../../../src/go/binary/objdump.ts';
import { parseCompilerErrors } from '../../../src/go/build/compilerErrors.ts';
import { WrittenFiles } from '../../../src/go/build/writtenFiles.ts';
import { beginnings } from '../../../src/go/profile/subjects.ts';
import { exactPattern } from '../../../src/go/time/passArguments.ts';
import { readCompilerNotes } from '../../../src/go/why/compilerNotes.ts';
import { callNotInlinedText, escapeText, notInlinedText } from '../../../src/go/why/reasonText.ts';
import { parseGoFloat, parseGoInteger } from '../../../src/goText/numbers.ts';
import { codePoints, compareText } from '../../../src/goText/text.ts';
import { arranged } from '../../../src/server/results/arranged.ts';
import { many, type Taker } from './taker.ts';

const values = { series: [{ name: 'ns/op', values: [1] }] };

export const takersOfBenchmarks: readonly Taker[] = [
  // What benchmarks, the compiler, Go, Git and the system print, and files of benchmarks.
  {
    name: 'parseBenchmarkText',
    take: (text) => parseBenchmarkText(text),
    before: ['BenchmarkA-8 \t 1\t', 'BenchmarkA \t', 'goos:'],
    pieces: ['BenchmarkA 1 1 ns/op\n', 'a: b\n', '--- FAIL: BenchmarkA\n', '\n    a.go:1: b'],
  },
  { name: 'readResultLine', take: resultLine.readResultLine, before: ['BenchmarkA 1 '] },
  {
    name: 'loggedReason',
    take: loggedReason,
    before: ['a.go:1: \n        \tError:      \t'],
    pieces: ['a.go:1: b', '\n        ', '\n        \t            \ta', '\tError: \t'],
  },
  {
    name: 'readNumbersAtEnd',
    take: resultLine.readNumbersAtEnd,
    before: [' 1\t'],
    pieces: ['\t 1 1', ' 1\t1 1'],
  },
  {
    name: 'readAnnouncement',
    take: (text) => [resultLine.readAnnouncement(text, true), resultLine.readAnnouncement(text, false)],
    before: ['BenchmarkA '],
    pieces: ['Benchmark \t\u2028'],
  },
  { name: 'isBenchmarkName', take: resultLine.isBenchmarkName },
  {
    name: 'readBenchmarkFile',
    take: (text) => readBenchmarkFile(text, 'f', new Map()),
    before: ['BenchmarkA 1 ', 'Unit a '],
    pieces: ['BenchmarkA 1 1 ns/op\n', 'a: b\n', 'Unit a b=c\n'],
  },
  {
    name: 'readUnitLine',
    take: (text) => readUnitLine(text, new Map()),
    before: ['Unit '],
    pieces: ['Unit a b=c '],
  },
  {
    name: 'attributesOf',
    take: (text) => attributesOf(text, 'BenchmarkA'),
    pieces: ['=== ATTR  BenchmarkA a b\n'],
  },
  {
    name: 'attributesOf a long name',
    take: (text) => attributesOf('=== ATTR  BenchmarkA a b\n'.repeat(text.length / 100), text),
  },
  { name: 'separateProcs', take: (text) => separateProcs([text, `${text}-8`]) },
  { name: 'separateProcs of many', take: (text) => separateProcs(many(text)) },
  {
    name: 'separateProcs of many processors',
    take: (text) => separateProcs(many(text).map((name, i) => `B/${name}-${i}`)),
  },
  {
    name: 'extractor',
    take: (text) => extractor(`/${text}`)({ name: `B/${text}`, config: [], ...values } as never),
  },
  {
    name: 'fullNameWithout',
    take: (text) => fullNameWithout(['/a'])({ name: `B/${text}`, config: [], ...values } as never),
  },
  { name: 'tidyUnit', take: tidyUnit },
  { name: 'unitClass', take: unitClass },
  { name: 'betterOf', take: (text) => betterOf(text, new Map() as never) },
  { name: 'formatMetric', take: (text) => formatMetric(12.5, text) },
  { name: 'functionFamily', take: (text) => functionFamily(`Benchmark${text}`) },
  {
    name: 'findSeries',
    take: (text) =>
      findSeries([
        { name: `B/${text}`, measurements: [] },
        { name: `B/${text}/2`, measurements: [] },
      ] as never),
  },
  { name: 'parseBenchtime', take: parseBenchtime, pieces: ['1s', '1.s'] },
  { name: 'parseGoFloat', take: parseGoFloat, before: ['-', '0x1', '0x1p', '1e'], pieces: ['1_1', 'f.'] },
  { name: 'parseGoInteger', take: parseGoInteger, before: ['-'] },
  { name: 'compareText', take: (text) => compareText(text, `${text}a`) },
  { name: 'codePoints', take: codePoints },
  {
    name: 'parseCompilerErrors',
    take: (text) => parseCompilerErrors(text, '/m'),
    before: ['./a.go:1:1: ', './a.go:1'],
    pieces: ['./a.go:1:1: b\n\tc\n'],
  },
  { name: 'readCompilerNotes', take: readCompilerNotes },
  {
    name: 'escapeText',
    take: (text) =>
      escapeText({
        message: `${text} escapes to heap`,
        flow: [{ at: { file: '', line: 1, column: 1 }, text }],
      }),
    before: ['from f(', 'from a = '],
    pieces: ['(', ' (', ' = ', '"', '\\'],
  },
  { name: 'notInlinedText', take: (text) => notInlinedText('f', text) },
  { name: 'callNotInlinedText', take: callNotInlinedText, before: ['cost 1 of '] },
  {
    name: 'parseObjdump',
    take: parseObjdump,
    before: ['TEXT a(SB) ', 'TEXT a(SB) /b\n  b.go:1\t0x1\t90\t', 'TEXT a(SB) /b\n '],
    pieces: ['(SB) ', '\t0x1', '  b.go:1\t0x1\t90\tNOP\n'],
  },
  { name: 'symbolPattern', take: symbolPattern },
  { name: 'isSymbolOf', take: (text) => isSymbolOf(text, `${text}[...]`) },
  { name: 'beginnings', take: beginnings },
  { name: 'exactPattern', take: exactPattern },
  { name: 'WrittenFiles', take: (text) => new WrittenFiles('/m').claim(text, '.pb.gz') },
  { name: 'arranged', take: (text) => arranged([text, `${text}/a`], [`${text}/a`]) },
];
