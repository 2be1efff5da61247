/** Which tests a request means. */
import path from 'node:path';
import * as l10n from '@vscode/l10n';
import { fail, ok, type Result } from '../../../base/result.ts';
import type { ScannedTest } from '../../../go/scan/scanTest.ts';
import { samePath } from '../../../go/sources/sourcePaths.ts';
import { isBelow } from '../../../go/sources/sourceRoots.ts';
import type { ProfileTestsArgs } from '../../../protocol.ts';
import type { Ask } from '../../client/ask.ts';
import { filePath } from '../../client/lspTerms.ts';
import type { Services } from '../../services/services.ts';

export interface TestTarget {
  /** Where `patterns` start: the folder of the package, or of the workspace. */
  readonly directory: string;
  /** Package patterns of the go command. */
  readonly patterns: readonly string[];
  /** The tests, by their functions' names; `null` for all. */
  readonly names: readonly string[] | null;
  /** For the user. */
  readonly title: string;
}

/** `null` if the user was asked which test, and gave up. Problems: `not-a-file`, `no-tests`. */
export async function testTarget(
  request: ProfileTestsArgs,
  { texts, scanner, ask, settings }: Services,
): Promise<Result<TestTarget | null>> {
  const file = filePath(request.uri);
  if (file === null) {
    return fail('not-a-file', 'This file is not on the disk of this machine, so its tests cannot run here.');
  }
  if (request.scope === 'workspace') {
    const folder = workspaceFolder(file, await settings.folders());
    const title = l10n.t('tests of {0}', path.basename(folder));
    return ok({ directory: folder, patterns: ['./...'], names: null, title });
  }
  const directory = path.dirname(file);
  const patterns = ['.'];
  if (request.scope === 'package') {
    return ok({ directory, patterns, names: null, title: l10n.t('tests of {0}', path.basename(directory)) });
  }
  const inFile = (await scanner()).scan(texts.at(file)?.text ?? '').tests;
  if (request.scope === 'file') {
    if (inFile.length === 0) return noTests(file);
    const names = inFile.map(({ name }) => name);
    return ok({ directory, patterns, names, title: l10n.t('tests of {0}', path.basename(file)) });
  }
  if (request.test === undefined && inFile.length === 0) return noTests(file);
  const name = request.test ?? testAt(inFile, request.line) ?? (await chosen(inFile, ask));
  return ok(name === null ? null : { directory, patterns, names: [name], title: name });
}

function noTests(file: string): Result<never> {
  return fail('no-tests', 'There is no test, example or fuzz target in {0}.', [path.basename(file)]);
}

/** The innermost folder around the file; its own folder if it is in none. */
function workspaceFolder(file: string, folders: readonly string[]): string {
  const around = folders.filter((folder) => samePath(folder, file) || isBelow(file, folder));
  const [innermost] = around.sort((a, b) => b.length - a.length);
  return innermost ?? path.dirname(file);
}

function testAt(tests: readonly ScannedTest[], line: number | undefined): string | null {
  const at = tests.find(
    ({ range }) => line !== undefined && range.startLine <= line && line <= range.endLine,
  );
  return at?.name ?? null;
}

function chosen(tests: readonly ScannedTest[], ask: Ask): Promise<string | null> {
  return ask.choose({
    title: l10n.t('Profile Test'),
    placeholder: l10n.t('The cursor is in no test. Which one should be profiled?'),
    items: tests.map(({ name, nameRange }) => ({
      id: name,
      label: name,
      description: l10n.t('line {0}', nameRange.startLine + 1),
    })),
  });
}

/** The value of `-test.run` for these tests; `undefined` for all. Names of functions have no special characters. */
export function runPattern(names: readonly string[] | null): string | undefined {
  return names === null ? undefined : `^(?:${names.join('|')})$`;
}
