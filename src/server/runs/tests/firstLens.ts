import * as l10n from '@vscode/l10n';
import type { CodeLens } from 'vscode-languageserver';
import type { GoScanner } from '../../../go/scan/scan.ts';
import { type ProfileTestsArgs, serverCall } from '../../../protocol.ts';
import { type LensCommand, lens, lensTitle } from '../../client/lensCommand.ts';
import type { DocumentText } from '../../costs/documentText.ts';

/** Profiles a test for the first time. */
export function firstLens(request: ProfileTestsArgs): LensCommand {
  return lens(
    lensTitle(l10n.t('profile this test')),
    serverCall('profileTests', request),
    l10n.t('Run {0} with profilers, and show the costs in the code', request.test ?? ''),
  );
}

export interface FileLensState {
  /** Of a run of all its tests that goes or waits; `null` if there is none. */
  readonly running: readonly LensCommand[] | null;
  /** What follows the lens otherwise. */
  readonly more: readonly LensCommand[];
  /** Whether a lens stands above every test. */
  readonly all: boolean;
}

/** At the top of a file with tests: profiles them all. None where the lens of its only test does. */
export function fileLens(
  { uri, text }: DocumentText,
  scanner: GoScanner,
  { running, more, all: ofEach }: FileLensState,
): CodeLens[] {
  const { tests, importLine } = scanner.scan(text);
  if (tests.length === 0 || (tests.length === 1 && ofEach)) return [];
  const request: ProfileTestsArgs = { uri, scope: 'file' };
  const all = lens(
    lensTitle(allTitle(tests.map(({ name }) => name))),
    serverCall('profileTests', request),
    l10n.t('Run the tests of this file with profilers, and list them by cost'),
  );
  const top = { line: importLine, character: 0 };
  return (running ?? [all, ...more]).map((command) => ({ range: { start: top, end: top }, command }));
}

function allTitle([first = '', ...others]: readonly string[]): string {
  if (others.length === 0) return l10n.t('profile {0}', first);
  return others.length === 1
    ? l10n.t('profile both tests')
    : l10n.t('profile all {0} tests', others.length + 1);
}
