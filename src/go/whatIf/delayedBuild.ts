/** A build of a package's benchmarks in which a line can be delayed. */
import { basename, dirname, join, resolve } from 'node:path';
import { fail, ok, type Result } from '../../base/result.ts';
import { type Build, binaryRequest, buildOf, makeBuildFolder, type Version } from '../build/build.ts';
import { buildWithTesting } from '../build/changedTesting.ts';
import type { BuildResult } from '../build/compilerErrors.ts';
import { usersOverlay } from '../build/usersOverlay.ts';
import type { GoScanner } from '../scan/scan.ts';
import { readRegularFileLater } from '../sources/regularFile.ts';
import { delayCall, delayChange, delayDeclaration } from './delayCode.ts';

/** A line of a Go file. */
export interface CodeLine {
  readonly file: string;
  /** 1-based. */
  readonly line: number;
}

/**
 * Builds it. Problems: those of `buildTestBinary`; `no-statement` with the reason; `other-testing`; those of a file that cannot
 * be read.
 */
export async function buildDelayed(
  version: Version,
  at: CodeLine,
  scanner: GoScanner,
): Promise<BuildResult<Build>> {
  const { packageDirectory, flags, toolchain } = version.request;
  const users = usersOverlay(packageDirectory, flags, toolchain.goflags);
  if (!users.ok) return users;
  const replaced = Object.entries(users.value).find(([path]) => resolve(packageDirectory, path) === at.file);
  const source = await readRegularFileLater(
    replaced === undefined ? at.file : resolve(packageDirectory, replaced[1]),
  );
  if (!source.ok) return source;
  const edited = delayedText(source.value.text, at, scanner);
  if (!edited.ok) return edited;
  const declaration = at.file.endsWith('_test.go') ? 'pprof_lens_delay_test.go' : 'pprof_lens_delay.go';
  const others = {
    [at.file]: edited.value,
    [join(dirname(at.file), declaration)]: delayDeclaration(scanner.scan(source.value.text).packageName),
  };
  const folder = await makeBuildFolder(version.written);
  const binary = await buildWithTesting(binaryRequest(version, folder), { ...delayChange, others });
  if (!binary.ok && binary.problem.code === 'other-testing') {
    const template =
      'A line cannot be delayed with {0}: its package testing is another one. Use Go 1.24 to 1.27.';
    return fail('other-testing', template, [toolchain.version]);
  }
  return binary.ok ? ok({ ...buildOf(version, binary.value), folder }) : binary;
}

/** The file's text with the call in front of the statement that begins on the line. Problem: `no-statement`. */
export function delayedText(text: string, { file, line }: CodeLine, scanner: GoScanner): Result<string> {
  const found = scanner.statementOn(text, line - 1);
  const place = `${basename(file)}:${line}`;
  if ('offset' in found) return ok(text.slice(0, found.offset) + delayCall + text.slice(found.offset));
  if ('inside' in found) {
    const template =
      'No statement begins at {0}. It is inside the one that begins at line {1}: name that one.';
    return fail('no-statement', template, [place, found.inside + 1]);
  }
  return found.why === 'broken'
    ? fail('no-statement', '{0} cannot be delayed, because the file does not parse.', [place])
    : fail('no-statement', 'No statement begins at {0}: name a line in a function.', [place]);
}
