/** The lenses of tests, examples and fuzz targets. */
import path from 'node:path';
import * as l10n from '@vscode/l10n';
import type { CodeLens } from 'vscode-languageserver';
import type { GoScanner } from '../../../go/scan/scan.ts';
import type { ScannedTest } from '../../../go/scan/scanTest.ts';
import { clientCall, clientCommandId, type ProfileTestsArgs, serverCall } from '../../../protocol.ts';
import { type LensCommand, lens, lensTitle } from '../../client/lensCommand.ts';
import { rangeOf } from '../../client/lspTerms.ts';
import { localSentence } from '../../client/messages.ts';
import type { DocumentText } from '../../costs/documentText.ts';
import { progressLens } from '../queue/openRun.ts';
import { isOfAll, type QueueEntry } from '../queue/runQueue.ts';
import { isAlone, type KnownTest, type TestResults } from './testResults.ts';
import { costText, resultSentences } from './testTexts.ts';

interface TestLensSources {
  readonly results: TestResults;
  /** What runs and waits; the first one goes. */
  readonly entries: readonly QueueEntry[];
  readonly clientCommands: readonly string[];
  readonly codicons: boolean;
  /** Above every test. Otherwise only above those that run or have run alone: the editor has other ways to start them. */
  readonly all: boolean;
}

/**
 * Above each test one lens that profiles it; after a run what it cost; while it runs its progress. At the top of a file
 * with several tests one for all of them, and after such a run the way to the list.
 */
export function testLenses(document: DocumentText, scanner: GoScanner, sources: TestLensSources): CodeLens[] {
  const directory = path.dirname(document.path);
  const { tests, importLine } = scanner.scan(document.text);
  const ofTests = tests.flatMap(({ name, nameRange }) => {
    const request: ProfileTestsArgs = { uri: document.uri, scope: 'test', test: name };
    const ofRun = runningLenses(request, directory, [name], sources);
    const commands = ofRun ?? settledLenses(request, directory, name, sources);
    return commands.map((command) => ({ range: rangeOf(nameRange), command }));
  });
  return [...fileLens(document, tests, importLine, sources), ...ofTests];
}

/** At the top of a file with tests: profiles them all. None where the lens of its only test does. */
function fileLens(
  document: DocumentText,
  tests: readonly ScannedTest[],
  importLine: number,
  sources: TestLensSources,
): CodeLens[] {
  if (tests.length === 0 || (tests.length === 1 && sources.all)) return [];
  const directory = path.dirname(document.path);
  const { last } = sources.results;
  const isListed =
    last !== null && !isAlone(last) && last.results.some((each) => each.directory === directory);
  const names = tests.map(({ name }) => name);
  const request: ProfileTestsArgs = { uri: document.uri, scope: 'file' };
  const all = lens(
    lensTitle(allTitle(names)),
    serverCall('profileTests', request),
    l10n.t('Run the tests of this file with profilers, and list them by cost'),
  );
  const list = lens(lensTitle(l10n.t('list by cost')), serverCall('listTests'));
  const commands = runningLenses(request, directory, names, sources) ?? (isListed ? [all, list] : [all]);
  const top = { line: importLine, character: 0 };
  return commands.map((command) => ({ range: { start: top, end: top }, command }));
}

function allTitle([first = '', ...others]: readonly string[]): string {
  if (others.length === 0) return l10n.t('profile {0}', first);
  return others.length === 1
    ? l10n.t('profile both tests')
    : l10n.t('profile all {0} tests', others.length + 1);
}

function firstLens(request: ProfileTestsArgs): LensCommand {
  return lens(
    lensTitle(l10n.t('profile this test')),
    serverCall('profileTests', request),
    l10n.t('Run {0} with profilers, and show the costs in the code', request.test ?? ''),
  );
}

function settledLenses(
  request: ProfileTestsArgs,
  directory: string,
  name: string,
  sources: TestLensSources,
): LensCommand[] {
  const { results, codicons } = sources;
  const failure = results.failure(directory, name);
  const known = results.get(directory, name);
  if (failure !== null) {
    const title = lensTitle(l10n.t('failed: profile again'), codicons ? 'error' : '');
    return [lens(title, serverCall('profileTests', request), localSentence(failure))];
  }
  if (known === null) return sources.all ? [firstLens(request)] : [];
  if (!sources.all && !isAlone(known.run)) return [];
  return measuredLenses(request, known, sources);
}

function measuredLenses(
  request: ProfileTestsArgs,
  { run, result, before }: KnownTest,
  { codicons, clientCommands: ofClient }: TestLensSources,
): LensCommand[] {
  const alone = isAlone(run);
  const again = lens(
    lensTitle(l10n.t('profile again'), codicons ? 'refresh' : ''),
    serverCall('profileTests', request),
    l10n.t('Profile {0} again', result.name),
  );
  const failed = result.outcome === 'fail' ? `${l10n.t('failed')} · ` : '';
  const icon = result.outcome === 'fail' && codicons ? 'error' : '';
  const graph =
    run.cost !== null && ofClient.includes(clientCommandId('showFlameGraph'))
      ? clientCall('showFlameGraph', { ...run.cost, ...(alone ? {} : { functionName: result.name }) })
      : null;
  const said = [
    ...resultSentences(result, run),
    ...(alone ? [] : [l10n.t('Click for the list of all tests.')]),
  ];
  const title = lensTitle(`${failed}${costText(result, alone, before)}`, icon);
  const click = alone ? (graph ?? serverCall('show', run.cost)) : serverCall('listTests');
  return [
    again,
    lens(title, click, ...said),
    ...(graph === null ? [] : [lens(lensTitle(l10n.t('flame graph')), graph)]),
  ];
}

/** The progress of the run that has all these tests, or that it waits; and Cancel. `null` if there is none. */
function runningLenses(
  request: ProfileTestsArgs,
  directory: string,
  names: readonly string[],
  { entries, codicons, all }: TestLensSources,
): LensCommand[] | null {
  const entry = entries.find(
    ({ run }) => (all || run.names.length === names.length) && isOfAll(run, directory, names),
  );
  if (entry === undefined) return null;
  return [
    progressLens(entry, serverCall('profileTests', request), codicons),
    lens(lensTitle(l10n.t('cancel')), serverCall('cancelTests', request)),
  ];
}
