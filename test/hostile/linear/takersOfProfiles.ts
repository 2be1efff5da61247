/** What takes names and places of profiles and sources: see takers.ts. */
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
import * as escapes from '../../../src/base/escape.ts';
import { FileNames, fileNameOf } from '../../../src/base/fileName.ts';
import { fail, sentence } from '../../../src/base/result.ts';
import { sampleTypeLabel } from '../../../src/base/sampleTypeLabels.ts';
import { rewriteSubName, SubNames } from '../../../src/go/scan/benchmarkNames.ts';
import { leftOut } from '../../../src/go/scan/buildConstraint.ts';
import { calledMethods } from '../../../src/go/scan/calledMethods.ts';
import { unitChanges } from '../../../src/go/scan/codeUnits.ts';
import { inCode, inComment, lineTokens, stateAfter } from '../../../src/go/scan/goTokens.ts';
import { SourceCode } from '../../../src/go/scan/sourceCode.ts';
import { readStringLiteral } from '../../../src/go/scan/syntax.ts';
import { isOnShare, pathKind } from '../../../src/go/sources/namedPath.ts';
import { nearestFiles, pathPair } from '../../../src/go/sources/pathPair.ts';
import { isSourceName } from '../../../src/go/sources/sourceLanguages.ts';
import {
  closestFile,
  isOfOthers,
  locateFile,
  matchDocument,
  type SourceRoots,
  samePath,
} from '../../../src/go/sources/sourcePaths.ts';
import { lensTitle, tooltip } from '../../../src/server/client/lensCommand.ts';
import { unitOf } from '../../../src/server/costs/costText.ts';
import { bold, code, fileLink } from '../../../src/server/hovers/hoverMarkdown.ts';
import { exactly, readable } from '../../../src/webview/engine/filterList.ts';
import { hueOf } from '../../../src/webview/tabs/flame/colours.ts';
import { allOf, many, type Taker } from './taker.ts';

const roots: SourceRoots = {
  goroot: '/usr/lib/go',
  moduleCache: '/home/me/go/pkg/mod',
  modules: [{ path: 'example.com/shop', directory: '/home/me/shop' }],
  pathMappings: { '/build/src': '/home/me/src', a: '/b' },
  exists: () => false,
};

const goBuild = { goos: 'linux', goarch: 'amd64', cgo: true, version: 'go1.26.1', tags: [] };

export const takersOfProfiles: readonly Taker[] = [
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
  { name: 'isOfOthers', take: (text) => [isOfOthers(text, '/go'), isOfOthers(`/a/${text}/f.go`, '')] },
  {
    name: 'pathPair',
    take: (text) => pathPair(`/a/${text}`, `/b/${text}`, { folder: '/b', mapped: '' }),
    pieces: ['a/', '//'],
  },
  { name: 'nearestFiles', take: (text) => nearestFiles([text, `/a/${text}`], [`/b/${text}`, `/c/${text}`]) },
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
];
