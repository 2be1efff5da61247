import { fail } from '../../../src/base/result.ts';
import { foldedFrame } from '../../../src/foreign/folded.ts';
import { perfFrame, perfSource } from '../../../src/foreign/perfFrame.ts';
import { perfHeader } from '../../../src/foreign/perfHeader.ts';
import { foreignFormat, otherFile, readForeignText } from '../../../src/foreign/readForeign.ts';
import { fileOf } from '../../../src/foreign/v8Tree.ts';
import { parseInstructions, parseSymbols } from '../../../src/go/binary/binutils.ts';
import { readBuildInfo } from '../../../src/go/binary/buildInfo.ts';
import { reasonIn } from '../../../src/go/build/goBuild.ts';
import { readCallgrind } from '../../../src/go/counters/callgrindFile.ts';
import { parseLeaks } from '../../../src/go/leaks/leaks.ts';
import { readLoadRequest } from '../../../src/go/load/loadPlan.ts';
import { readPerfStat } from '../../../src/go/machine/perfStat.ts';
import { readTimes } from '../../../src/go/profile/takeTimes.ts';
import { nameAndPassword } from '../../../src/go/profiles/authorization.ts';
import { isUrl, ProfileAddress, profileAddress, shownSource } from '../../../src/go/profiles/fetchAddress.ts';
import { plainPrograms } from '../../../src/go/profiles/perfData.ts';
import { sentSecrets, withoutSecrets } from '../../../src/go/profiles/sentSecrets.ts';
import { readRecord } from '../../../src/go/results/runRecord.ts';
import * as serverAddress from '../../../src/go/servers/serverAddress.ts';
import { heapFigures } from '../../../src/go/servers/serverFigures.ts';
import { listedProfiles } from '../../../src/go/servers/serverIndex.ts';
import { base64In } from '../../../src/go/stores/parca.ts';
import { serviceOf } from '../../../src/go/stores/release.ts';
import { matched, quoted } from '../../../src/go/stores/store.ts';
import { tooManyIn } from '../../../src/go/stores/storeBounds.ts';
import { kindIn } from '../../../src/go/stores/storeKinds.ts';
import { queryOf } from '../../../src/go/stores/storeQuery.ts';
import { durationOf, timeOf } from '../../../src/go/stores/timeRange.ts';
import { shortVersion } from '../../../src/go/stores/versions.ts';
import { endProblems } from '../../../src/go/tests/testProblems.ts';
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
import { legacyProblem } from '../../../src/pprof/legacy.ts';
import { filePath } from '../../../src/server/client/lspTerms.ts';
import type { Taker } from './taker.ts';

const anyServer = new ProfileAddress(new URL('http://a/debug/pprof/'), false);

export const takersOfOthers: readonly Taker[] = [
  // Addresses, settings, programs, kept runs.
  { name: 'serviceOf', take: (text) => serviceOf({ comments: [text] }), before: ['{job="'] },
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
  { name: 'plainPrograms', take: (text) => plainPrograms(Buffer.from(text)), before: ['\t7f (/'] },
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
  { name: 'heapFigures', take: heapFigures, before: ['# TotalAlloc = '], pieces: ['# HeapAlloc = 1\n'] },
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
