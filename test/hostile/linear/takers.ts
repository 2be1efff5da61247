/**
 * Everything in src/ that takes a text from outside and searches or loops in it. Whoever adds such a function adds a row:
 * what it is called, and a call with a text in every place that the outside writes.
 */
import { slowKind } from '../../../src/analysis/assembly/skid.ts';
import { functionCause, isSilent } from '../../../src/analysis/bill/causes.ts';
import { drawableDot, escapeForDot } from '../../../src/analysis/callGraph/dotEscape.ts';
import { compilePattern } from '../../../src/analysis/filters/pattern.ts';
import { trimmedPath } from '../../../src/analysis/filters/trimPaths.ts';
import { splitLines } from '../../../src/analysis/lines/splitLines.ts';
import { codeOrigin } from '../../../src/analysis/names/codeOrigin.ts';
import { baseName, cleanPath } from '../../../src/analysis/names/filePaths.ts';
import * as functionNames from '../../../src/analysis/names/functionName.ts';
import * as nameParts from '../../../src/analysis/names/nameParts.ts';
import { NameSet } from '../../../src/analysis/names/nameSet.ts';
import { isCostOfOperations } from '../../../src/analysis/values/operationCost.ts';
import { areConvertible, perOperation, scaledLabel } from '../../../src/analysis/values/units.ts';
import { parseBenchtime } from '../../../src/base/benchtime.ts';
import * as escapes from '../../../src/base/escape.ts';
import { FileNames, fileNameOf } from '../../../src/base/fileName.ts';
import { fail, sentence } from '../../../src/base/result.ts';
import { sampleTypeLabel } from '../../../src/base/sampleTypeLabels.ts';
import { attributesOf } from '../../../src/bench/benchfmt/attributes.ts';
import { extractor, fullNameWithout } from '../../../src/bench/benchfmt/extract.ts';
import { readBenchmarkFile, readUnitLine } from '../../../src/bench/benchfmt/format.ts';
import { parseBenchmarkText } from '../../../src/bench/benchfmt/parse.ts';
import { separateProcs } from '../../../src/bench/benchfmt/procs.ts';
import * as resultLine from '../../../src/bench/benchfmt/resultLine.ts';
import { tidyUnit, unitClass } from '../../../src/bench/benchfmt/unit.ts';
import { betterOf } from '../../../src/bench/verdicts/direction.ts';
import { findSeries, functionFamily } from '../../../src/bench/verdicts/series.ts';
import { formatMetric } from '../../../src/bench/verdicts/summary.ts';
import { foldedFrame } from '../../../src/foreign/folded.ts';
import { perfFrame, perfSource } from '../../../src/foreign/perfFrame.ts';
import { perfHeader } from '../../../src/foreign/perfHeader.ts';
import { foreignFormat, otherFile, readForeignText } from '../../../src/foreign/readForeign.ts';
import { fileOf } from '../../../src/foreign/v8Tree.ts';
import { parseInstructions, parseSymbols } from '../../../src/go/binary/binutils.ts';
import { readBuildInfo } from '../../../src/go/binary/buildInfo.ts';
import { isSymbolOf, parseObjdump, symbolPattern } from '../../../src/go/binary/objdump.ts';
import { parseCompilerErrors } from '../../../src/go/build/compilerErrors.ts';
import { reasonIn } from '../../../src/go/build/goBuild.ts';
import { WrittenFiles } from '../../../src/go/build/writtenFiles.ts';
import { readCallgrind } from '../../../src/go/counters/callgrindFile.ts';
import { parseLeaks } from '../../../src/go/leaks/leaks.ts';
import { readLoadRequest } from '../../../src/go/load/loadPlan.ts';
import { readPerfStat } from '../../../src/go/machine/perfStat.ts';
import { beginnings } from '../../../src/go/profile/subjects.ts';
import { readTimes } from '../../../src/go/profile/takeTimes.ts';
import { nameAndPassword } from '../../../src/go/profiles/authorization.ts';
import { isUrl, ProfileAddress, profileAddress, shownSource } from '../../../src/go/profiles/fetchAddress.ts';
import { arePlain } from '../../../src/go/profiles/perfData.ts';
import { sentSecrets, withoutSecrets } from '../../../src/go/profiles/sentSecrets.ts';
import { readRecord } from '../../../src/go/results/runRecord.ts';
import { rewriteSubName, SubNames } from '../../../src/go/scan/benchmarkNames.ts';
import { leftOut } from '../../../src/go/scan/buildConstraint.ts';
import { calledMethods } from '../../../src/go/scan/calledMethods.ts';
import { unitChanges } from '../../../src/go/scan/codeUnits.ts';
import { inCode, inComment, lineTokens, stateAfter } from '../../../src/go/scan/goTokens.ts';
import { SourceCode } from '../../../src/go/scan/sourceCode.ts';
import { readStringLiteral } from '../../../src/go/scan/syntax.ts';
import * as serverAddress from '../../../src/go/servers/serverAddress.ts';
import { listedProfiles } from '../../../src/go/servers/serverIndex.ts';
import { isOnShare, pathKind } from '../../../src/go/sources/namedPath.ts';
import { isSourceName } from '../../../src/go/sources/sourceLanguages.ts';
import {
  closestFile,
  locateFile,
  matchDocument,
  type SourceRoots,
  samePath,
} from '../../../src/go/sources/sourcePaths.ts';
import { base64In } from '../../../src/go/stores/parca.ts';
import { matched, quoted } from '../../../src/go/stores/store.ts';
import { tooManyIn } from '../../../src/go/stores/storeBounds.ts';
import { kindIn } from '../../../src/go/stores/storeKinds.ts';
import { queryOf } from '../../../src/go/stores/storeQuery.ts';
import { durationOf, timeOf } from '../../../src/go/stores/timeRange.ts';
import { shortVersion } from '../../../src/go/stores/versions.ts';
import { endProblems } from '../../../src/go/tests/testProblems.ts';
import { exactPattern } from '../../../src/go/time/passArguments.ts';
import { timedOut } from '../../../src/go/time/passLimit.ts';
import {
  counterGoflags,
  quotedFields,
  sortFlags,
  withoutSpoilingFlags,
} from '../../../src/go/toolchain/flags.ts';
import { commandLine } from '../../../src/go/toolchain/process.ts';
import { windowsProgram } from '../../../src/go/toolchain/programs.ts';
import { expandVariables, parseEnvFile } from '../../../src/go/toolchain/settings.ts';
import { splitArguments } from '../../../src/go/toolchain/splitArguments.ts';
import { readCompilerNotes } from '../../../src/go/why/compilerNotes.ts';
import { callNotInlinedText, escapeText, notInlinedText } from '../../../src/go/why/reasonText.ts';
import { parseGoFloat, parseGoInteger } from '../../../src/goText/numbers.ts';
import { codePoints, compareText } from '../../../src/goText/text.ts';
import { legacyProblem } from '../../../src/pprof/legacy.ts';
import { lensTitle, tooltip } from '../../../src/server/client/lensCommand.ts';
import { filePath } from '../../../src/server/client/lspTerms.ts';
import { unitOf } from '../../../src/server/costs/costText.ts';
import { bold, code, fileLink } from '../../../src/server/hovers/hoverMarkdown.ts';
import { arranged } from '../../../src/server/results/arranged.ts';
import { escaped, exactly, readable } from '../../../src/webview/engine/filterList.ts';
import { hueOf } from '../../../src/webview/tabs/flame/colours.ts';

export interface Taker {
  readonly name: string;
  readonly take: (text: string) => unknown;
  /** What a text must begin with to be looked at. */
  readonly before?: readonly string[];
  /** Pieces that mean something to it alone. */
  readonly pieces?: readonly string[];
}

/** The same text as many short ones. */
const many = (text: string) => text.match(/.{1,20}/gs) ?? [];

const roots: SourceRoots = {
  goroot: '/usr/lib/go',
  moduleCache: '/home/me/go/pkg/mod',
  modules: [{ path: 'example.com/shop', directory: '/home/me/shop' }],
  pathMappings: { '/build/src': '/home/me/src', a: '/b' },
  exists: () => false,
};

const goBuild = { goos: 'linux', goarch: 'amd64', cgo: true, version: 'go1.26.1', tags: [] };

const anyServer = new ProfileAddress(new URL('http://a/debug/pprof/'), false);

const values = { series: [{ name: 'ns/op', values: [1] }] };

/** All functions of a module that take a text and nothing else that they need. */
function allOf(module: Readonly<Record<string, unknown>>, ...left: readonly string[]): Taker[] {
  return Object.entries(module).flatMap(([name, take]) =>
    typeof take === 'function' && !left.includes(name) ? [{ name, take: (text: string) => take(text) }] : [],
  );
}

export const takers: readonly Taker[] = [
  // Names, files, labels, units and comments of profiles.
  ...allOf(functionNames),
  ...allOf(nameParts, 'withoutNeedlessFolders', 'splitTypeArguments', 'cutText'),
  { name: 'splitTypeArguments', take: (text) => nameParts.splitTypeArguments(text, 0) },
  { name: 'cutText', take: (text) => nameParts.cutText(text, 30) },
  { name: 'beginnings of a path', take: (text) => nameParts.beginnings(text, 'path') },
  {
    name: 'withoutNeedlessFolders',
    take: (text) => nameParts.withoutNeedlessFolders(text, nameParts.beginnings(text), 10),
  },
  { name: 'NameSet', take: (text) => new NameSet([text, `${text}a`, `b${text}`], 'function').short(text) },
  { name: 'NameSet of many', take: (text) => new NameSet(many(text), 'function').forms(many(text)[0] ?? '') },
  {
    name: 'NameSet of paths',
    take: (text) => new NameSet([text, `${text}a`, `b${text}`], 'path').short(text),
  },
  { name: 'functionCause', take: (text) => [functionCause(text, text), isSilent(text, text)] },
  { name: 'codeOrigin', take: (text) => codeOrigin(text, text) },
  { name: 'cleanPath', take: cleanPath },
  { name: 'baseName', take: baseName },
  { name: 'trimmedPath', take: (text) => [trimmedPath(text, '', 'a:b'), trimmedPath(text, 'a:b', '')] },
  { name: 'splitLines', take: splitLines },
  { name: 'slowKind', take: slowKind, pieces: ['MOVQ 0x8(AX), ', 'REP; ', 'w('] },
  { name: 'isCostOfOperations', take: isCostOfOperations },
  { name: 'areConvertible', take: (text) => areConvertible(text, text) },
  { name: 'scaledLabel', take: (text) => scaledLabel(12_345_678, text, 'auto') },
  { name: 'perOperation', take: (text) => perOperation(12_345_678, 10, text) },
  { name: 'sampleTypeLabel', take: (text) => sampleTypeLabel({ type: text, unit: text }, []) },
  { name: 'hueOf', take: hueOf },
  { name: 'escapeForDot', take: escapeForDot },
  { name: 'drawableDot', take: drawableDot, before: ['digraph "a" {\nN1 [label="'] },
  { name: 'readable', take: readable },
  { name: 'exactly', take: exactly },
  { name: 'escaped', take: escaped },
  { name: 'a filter of a name', take: (text) => compilePattern('focus', exactly(text.slice(0, 2000))) },

  // Sinks.
  ...allOf(escapes, 'shortened', 'jsonForHtml'),
  { name: 'jsonForHtml', take: (text) => escapes.jsonForHtml({ text }) },
  { name: 'shortened', take: (text) => escapes.shortened(text, 30) },
  { name: 'fileNameOf', take: fileNameOf },
  { name: 'FileNames', take: (text) => new FileNames().claim(text, '.pb.gz') },
  {
    name: 'hoverMarkdown',
    take: (text) => [bold(text), code(text), fileLink(code(text), `file:///${text}`, 1)],
  },
  { name: 'lensTitle', take: lensTitle },
  { name: 'tooltip', take: (text) => tooltip(text, text) },
  { name: 'a problem', take: (text) => sentence(fail('x', 'It is {0}: {1}.', [text, text], text).problem) },
  { name: 'unitOf', take: unitOf },

  // Files that a profile names, and sources.
  {
    name: 'pathKind',
    take: (text) => [pathKind(text, 'linux'), pathKind(text, 'win32'), pathKind(`/${text}`, 'darwin')],
  },
  { name: 'isOnShare', take: (text) => isOnShare(text, text) },
  { name: 'isSourceName', take: isSourceName },
  { name: 'samePath', take: (text) => samePath(text, `${text}/a`) },
  { name: 'locateFile', take: (text) => [locateFile(text, roots), locateFile(`/a${text}/f.go`, roots)] },
  {
    name: 'matchDocument',
    take: (text) => matchDocument('/home/me/shop/f.go', [`${text}/shop/f.go`, `a/${text}/f.go`], roots),
  },
  { name: 'closestFile', take: (text) => closestFile(text, [`/a/${text}`, `/b/${text}`]) },
  {
    name: 'SourceCode',
    take: (text) => new SourceCode(text, true).declarations,
    before: ['import "C"\nimport', 'func (', 'func (a ', 'func (a *B['],
  },
  {
    name: 'tokens of SourceCode',
    take: (text) => new SourceCode(text, true).lines.map((_, line) => new SourceCode('', true).codeOf(line)),
  },
  {
    name: 'unitChanges',
    take: (text) => unitChanges(new SourceCode(text, true), new SourceCode(`${text}a`, true)),
  },
  {
    name: 'unitChanges of constants that repeat a value',
    take: (text) =>
      unitChanges(
        new SourceCode(`const (\na = 1+${text}\n${'b\n'.repeat(text.length / 4)})`, true),
        new SourceCode('', true),
      ),
    pieces: ['a+', '1+'],
  },
  {
    name: 'calledMethods',
    take: (text) => calledMethods(text, ['Loop', 'Run']),
    before: ['b.Loop('],
    pieces: ['Loop', '.Loop('],
  },
  {
    name: 'stateAfter',
    take: (text) => [stateAfter(text, inCode), stateAfter(text, inComment)],
    pieces: ['`/*'],
  },
  { name: 'lineTokens', take: (text) => [lineTokens(text, inCode), lineTokens(text, inComment, true)] },
  { name: 'readStringLiteral', take: (text) => readStringLiteral(`"${text}"`) },
  { name: 'rewriteSubName', take: rewriteSubName },
  { name: 'SubNames', take: (text) => new SubNames().next('BenchmarkA', text) },
  {
    name: 'SubNames of many',
    take: (text) => {
      const names = new SubNames();
      for (const name of many(text)) names.next('BenchmarkA', name);
    },
  },
  {
    name: 'leftOut',
    take: (text) => leftOut('a_test.go', `//go:build ${text}`, goBuild),
    before: ['linux && ', '!'],
    pieces: ['a && ', '(a || ', '!('],
  },
  { name: 'the name of leftOut', take: (text) => leftOut(text, text, goBuild) },

  // What benchmarks, the compiler, Go, Git and the system print, and files of benchmarks.
  {
    name: 'parseBenchmarkText',
    take: (text) => parseBenchmarkText(text),
    before: ['BenchmarkA-8 \t 1\t', 'BenchmarkA \t', 'goos:'],
    pieces: ['BenchmarkA 1 1 ns/op\n', 'a: b\n', '--- FAIL: BenchmarkA\n', '\n    a.go:1: b'],
  },
  { name: 'readResultLine', take: resultLine.readResultLine, before: ['BenchmarkA 1 '] },
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

  // Addresses, settings, programs, kept runs.
  { name: 'nameAndPassword', take: nameAndPassword, before: ['Basic '] },
  {
    name: 'sentSecrets',
    take: (text) => sentSecrets(new ProfileAddress(new URL('http://a'), false), { a: text }),
    before: ['Bearer '],
  },
  {
    name: 'withoutSecrets',
    take: (text) => withoutSecrets(fail('a', '{0}', [text], text).problem, ['x=1', text.slice(0, 999), 'aa']),
  },
  { name: 'readCallgrind', take: (text) => readCallgrind(Buffer.from(text)) },
  { name: 'arePlain', take: (text) => arePlain(Buffer.from(text)), before: ['\t7f (/'] },
  { name: 'tooManyIn', take: (text) => tooManyIn(Buffer.from(text), 'a') },
  {
    name: 'profileAddress',
    take: (text) => [isUrl(text), profileAddress(text), shownSource(text)],
    before: ['http://', 'http://a@', 'localhost:1/', 'http://a/?'],
  },
  {
    name: 'expandVariables',
    take: (text) => expandVariables(text, { workspaceFolder: '/m', home: '/h', env: {} } as never),
  },
  { name: 'parseEnvFile', take: parseEnvFile, before: ['export ', 'a=', 'a="'], pieces: ['A=b\n'] },
  {
    name: 'flags',
    take: (text) =>
      [text.split(' '), [text], [`-ldflags=${text}`, '-tags', text]].map((words) => [
        sortFlags(words),
        withoutSpoilingFlags(words),
        counterGoflags(text, words),
        commandLine('go', words),
      ]),
  },
  // Servers, stores and what users write to reach them.
  {
    name: 'listedProfiles',
    take: (text) => listedProfiles(text, anyServer),
    before: ['<a href="', '<td>1</td>'],
    pieces: ['<a href=', '<td>1</td>', "<a href='x'", '<a  href = "heap?debug=1">'],
  },
  { name: 'writtenServer', take: serverAddress.writtenServer, before: ['http://a/debug/pprof'] },
  { name: 'indexAddresses', take: (text) => serverAddress.indexAddresses(`http://a/${text}`) },
  { name: 'readHeader', take: serverAddress.readHeader, before: ['a:', 'a : '] },
  { name: 'readLoadRequest', take: (text) => readLoadRequest(text, anyServer), before: ['GET ', 'GET /a '] },
  {
    name: 'base64In',
    take: (text) => base64In(Buffer.from(text), 'pprof'),
    pieces: ['"pprof"', '"pprof" : '],
  },
  {
    name: 'matched',
    take: (text) => matched('{a="b"}', text),
    before: ['a="', 'a="b"'],
    pieces: ['a="b",', ', a="b"', '\\"', 'a=~"'],
  },
  { name: 'quoted', take: quoted },
  { name: 'kindIn', take: kindIn, before: ['pyroscope+http://', 'parca+'] },
  { name: 'queryOf', take: (text) => queryOf(text, 'cpu'), before: ['a{', '{', ' a '] },
  {
    name: 'times of stores',
    take: (text) => [durationOf(text), timeOf(text, 0), timeOf(`now-${text}`, 0)],
    pieces: ['1h', '1.5m'],
  },
  { name: 'shortVersion', take: shortVersion },
  {
    name: 'legacyProblem',
    take: (text) => legacyProblem(Buffer.from(text)),
    before: ['heap profile: ', '--- '],
  },

  // What other programs print.
  { name: 'parseSymbols', take: parseSymbols, before: ['1 T '], pieces: ['1 T a\n'] },
  {
    name: 'parseInstructions',
    take: parseInstructions,
    before: ['1: ', 'a():', '; a.c:1', '1 <a>:'],
    pieces: ['1:\tnop\n', '; a.c:1\n', 'a.c:1 ', '():\n'],
  },
  {
    name: 'readBuildInfo',
    take: readBuildInfo,
    before: ['a: go1\n\tmod\ta\t'],
    pieces: ['\tbuild\tvcs=git\n', '\tmod\ta\tv1\n'],
  },
  { name: 'readPerfStat', take: readPerfStat, pieces: ['1;;cycles;1;100;;\n', ';'] },
  {
    name: 'readTimes',
    take: (text) => readTimes(text, { name: 'a', procs: 1 }),
    before: ['1 1 1'],
    pieces: [' 1:1', ' a', '\n1 1 1'],
  },
  { name: 'reasonIn', take: reasonIn, pieces: ['# a\n', 'go: downloading a\n'] },
  {
    name: 'timedOut',
    take: (text) => timedOut('a', 1, text, '/usr/lib/go'),
    before: ['goroutine 1 [running]:\nmain.', 'goroutine 1 [running]:\na.BenchmarkA(\n\t/'],
    pieces: ['\n\ngoroutine 1 [a]:\na.b(\n\t/a.go:1 +0x1\n', 'a.Benchmark', '(0x1, ', 'created by '],
  },
  {
    name: 'parseLeaks',
    take: (text) => parseLeaks(text, null),
    before: [
      'pprof-lens leak 0 TestA\ngoroutine 1 [running]:\nmain.a(',
      'pprof-lens leak 0 TestA\ngoroutine 1 [',
    ],
    pieces: [
      '\n\npprof-lens leak 0 A\ngoroutine 1 [a]:\na.b(\n\t/a.go:1 +0x1\n',
      ', 1 minutes',
      'created by ',
      ' in goroutine 1',
    ],
  },
  {
    name: 'endProblems',
    take: (text) => endProblems('a', { exitCode: 1, signal: null }, [], text),
    before: ['panic: ', 'panic: test timed out after '],
    pieces: [' [recovered]', 'panic: a\n', 'FAIL\n'],
  },
  { name: 'splitArguments', take: splitArguments, before: ['"', "'"] },
  { name: 'quotedFields', take: quotedFields },
  // Recordings of other profilers.
  { name: 'foldedFrame', take: foldedFrame, pieces: [' (a.c:1', ' - a.rb:1', ':a.c:1', '_[k]'] },
  {
    name: 'perfFrame',
    take: (text) => [perfFrame(text), perfSource(text)],
    pieces: ['+0x1', ' (', ':1', ' (inlined)'],
  },
  { name: 'perfHeader', take: perfHeader, pieces: [' 1 ', ' 1.0: ', 'c: ', '/1 '] },
  { name: 'fileOf', take: (text) => fileOf(`file:///${text}`), pieces: ['%', '%41'] },
  { name: 'foreignFormat', take: (text) => [foreignFormat(Buffer.from(text)), otherFile(Buffer.from(text))] },
  {
    name: 'readForeignText',
    take: (text) =>
      (['folded', 'perf-script', 'v8-cpu', 'v8-heap', 'speedscope', 'firefox', 'otel'] as const).map(
        (format) => readForeignText(Buffer.from(text), format),
      ),
    before: ['{"nodes":[', '{"head":{', '{"profiles":['],
    pieces: ['{"a":', '"children":[', '{"callFrame":', '\\"', '"\\u'],
  },
  { name: 'windowsProgram', take: (text) => windowsProgram(text, { PATH: text, PATHEXT: text }) },
  { name: 'filePath', take: (text) => filePath(`file:///${text}`) },
  {
    name: 'readRecord',
    take: (text) => readRecord('a', text),
    before: ['{"version":1,"benchmarks":['],
    pieces: ['{"a":'],
  },
];
