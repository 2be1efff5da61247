/** The lenses above `func main()` of a program. */
import path from 'node:path';
import * as l10n from '@vscode/l10n';
import type { CodeAction, CodeLens } from 'vscode-languageserver';
import { sharePercent } from '../../../bench/verdicts/changeWords.ts';
import type { PgoFit } from '../../../go/profiles/pgoFit.ts';
import type { GoScanner } from '../../../go/scan/scan.ts';
import { roughDuration } from '../../../go/stores/timeRange.ts';
import { clientCall, clientCommandId, serverCall } from '../../../protocol.ts';
import { type LensCommand, lens, lensTitle } from '../../client/lensCommand.ts';
import { rangeOf } from '../../client/lspTerms.ts';
import type { DocumentText } from '../../costs/documentText.ts';
import { progressLens } from '../queue/openRun.ts';
import type { QueueEntry } from '../queue/runQueue.ts';
import type { ProgramResult } from './programResult.ts';

/** `CodeActionKind.Empty`, whose module is large. */
const noKind = '';

interface ProgramLensOptions {
  /** What runs and waits. */
  readonly entries: readonly QueueEntry[];
  readonly codicons: boolean;
  readonly clientCommands: readonly string[];
  /** Of its last run; `null` before the first. */
  readonly result: ProgramResult | null;
  /** Of its `default.pgo`; `null` without one. */
  readonly pgo: PgoFit | null;
}

/** Cheaper than parsing: most files are of libraries. */
export function isLikelyProgram({ path: file, text }: DocumentText): boolean {
  return file.endsWith('.go') && /^package\s+main\b/m.test(text) && /^func\s+main\b/m.test(text);
}

export function programLenses(
  document: DocumentText,
  scanner: GoScanner,
  options: ProgramLensOptions,
): CodeLens[] {
  const { main } = scanner.program(document.text);
  if (main === null) return [];
  const range = rangeOf(main);
  return lensCommands(document, options).map((command) => ({ range, command }));
}

/** For editors without lenses. */
export function programActions(document: DocumentText, scanner: GoScanner, line: number): CodeAction[] {
  if (scanner.program(document.text).main?.startLine !== line) return [];
  const title = lensTitle(l10n.t('Profile program'));
  return [{ title, kind: noKind, command: { ...profile(document), title } }];
}

function lensCommands(document: DocumentText, options: ProgramLensOptions): LensCommand[] {
  const { entries, codicons, result } = options;
  const directory = path.normalize(path.dirname(document.path));
  const entry = entries.find(({ run }) => run.how === 'program' && run.directory === directory);
  if (entry === undefined) {
    const ofRun = result === null ? [profile(document)] : settled(document, result, options);
    return [...ofRun, ...(options.pgo === null ? [] : [pgoLens(options.pgo)])];
  }
  return [
    progressLens(entry, serverCall('profileProgram', { uri: document.uri }), codicons),
    lens(
      lensTitle(l10n.t('stop')),
      serverCall('endProgram', { how: 'stop' }),
      l10n.t('Asks the program to end, as Ctrl+C does, and shows its profile.'),
    ),
    lens(
      lensTitle(l10n.t('cancel')),
      serverCall('endProgram', { how: 'cancel' }),
      l10n.t('Ends the program. Nothing of it is kept.'),
    ),
  ];
}

/** The result stays until the next run. */
function settled(
  document: DocumentText,
  { cost, text, sentence }: ProgramResult,
  { codicons, clientCommands: ofClient }: ProgramLensOptions,
): LensCommand[] {
  const hasGraph = ofClient.includes(clientCommandId('showFlameGraph'));
  return [
    { ...profile(document), title: lensTitle(l10n.t('profile again'), codicons ? 'refresh' : '') },
    lens(lensTitle(text), serverCall('show', cost), sentence, l10n.t('Click for its costs on the lines.')),
    ...(hasGraph ? [lens(lensTitle(l10n.t('flame graph')), clientCall('showFlameGraph', cost))] : []),
  ];
}

/** So many functions are named. */
const mostNamed = 5;

function pgoLens({ file, takenAt, fits, functions }: PgoFit): LensCommand {
  const age = roughDuration(Date.now() - takenAt);
  const share = sharePercent(fits);
  const named = functions.slice(0, mostNamed).map(({ name, share, is }) => {
    const lost = is === 'gone' ? l10n.t('gone') : l10n.t('moved');
    return `${name}: ${sharePercent(share)} ${lost}`;
  });
  return lens(
    lensTitle(l10n.t('default.pgo: {0} old, {1} fits', age, share)),
    serverCall('openProfile', { path: file }),
    l10n.t(
      'Go optimises this program by a profile that is {0} old. Of the calls in your code and its modules, {1} are where the compiler looks for them.',
      age,
      share,
    ),
    ...named,
    l10n.t('Click for its costs on the lines.'),
  );
}

function profile({ uri }: DocumentText): LensCommand {
  return lens(
    lensTitle(l10n.t('profile program')),
    serverCall('profileProgram', { uri }),
    l10n.t('Builds and runs this program as the last time, and profiles it until it ends.'),
  );
}
