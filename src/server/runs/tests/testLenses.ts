/** The lenses of tests, examples and fuzz targets. */
import path from 'node:path';
import * as l10n from '@vscode/l10n';
import type { CodeLens } from 'vscode-languageserver';
import type { GoScanner } from '../../../go/scan/scan.ts';
import {
  clientCall,
  clientCommandId,
  type ProfileTestsArgs,
  type ShowFlameGraphArgs,
  serverCall,
} from '../../../protocol.ts';
import { type LensCommand, lens, lensTitle, tooltip } from '../../client/lensCommand.ts';
import { rangeOf } from '../../client/lspTerms.ts';
import { localSentence } from '../../client/messages.ts';
import type { DocumentText } from '../../costs/documentText.ts';
import type { QueueEntry } from '../queue/runQueue.ts';
import { fileLens, firstLens } from './firstLens.ts';
import { isAlone, type KnownTest, type TestResults } from './testResults.ts';
import { costText, resultSentences } from './testTexts.ts';

export interface TestLensSources {
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
  const { tests } = scanner.scan(document.text);
  const ofTests = tests.flatMap(({ name, nameRange }) => {
    const request: ProfileTestsArgs = { uri: document.uri, scope: 'test', test: name };
    const ofRun = runningLenses(request, directory, [name], sources);
    const commands = ofRun ?? settledLenses(request, directory, name, sources);
    return commands.map((command) => ({ range: rangeOf(nameRange), command }));
  });
  const names = tests.map(({ name }) => name);
  const running = runningLenses({ uri: document.uri, scope: 'file' }, directory, names, sources);
  const isListed =
    sources.results.last?.results.some((result) => result.directory === directory) === true &&
    !isAlone(sources.results.last);
  const { all } = sources;
  return [...fileLens(document, scanner, { running, more: isListed ? [listLens()] : [], all }), ...ofTests];
}

function listLens(): LensCommand {
  return lens(lensTitle(l10n.t('list by cost')), serverCall('listTests'));
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
  const list = { ...serverCall('listTests') };
  const show = { ...serverCall('show', run.cost) };
  const graph: ShowFlameGraphArgs | null =
    run.cost !== null && ofClient.includes(clientCommandId('showFlameGraph'))
      ? { ...run.cost, ...(alone ? {} : { functionName: result.name }) }
      : null;
  const said = resultSentences(result, run);
  return [
    again,
    {
      title: lensTitle(`${failed}${costText(result, alone, before)}`, icon),
      ...tooltip(...said, ...(alone ? [] : [l10n.t('Click for the list of all tests.')])),
      ...(alone ? (graph === null ? show : graphCommand(graph)) : list),
    },
    ...(graph === null ? [] : [{ title: lensTitle(l10n.t('flame graph')), ...graphCommand(graph) }]),
  ];
}

function graphCommand(graph: ShowFlameGraphArgs) {
  return { ...clientCall('showFlameGraph', graph) };
}

/** The progress of the run that has all these tests, or that it waits; and Cancel. `null` if there is none. */
function runningLenses(
  request: ProfileTestsArgs,
  directory: string,
  names: readonly string[],
  { entries, codicons, all }: TestLensSources,
): LensCommand[] | null {
  const entry = entries.find(
    ({ run }) =>
      run.directory === path.normalize(directory) &&
      (all || run.names.length === names.length) &&
      names.every((name) => run.names.includes(name)),
  );
  if (entry === undefined) return null;
  const { progress, elsewhere } = entry;
  const text =
    progress?.short ??
    (elsewhere === null ? l10n.t('waits for its turn') : l10n.t('waits for {0}', elsewhere));
  return [
    {
      title: lensTitle(text, codicons ? (progress === null ? 'watch' : 'sync~spin') : ''),
      ...tooltip(progress?.sentence ?? text),
      ...serverCall('profileTests', request),
    },
    lens(lensTitle(l10n.t('cancel')), serverCall('cancelTests', request)),
  ];
}
