/** Has Go compile a package's tests once more and say what it decides. Nothing is linked, and only the user's modules are compiled. */

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as l10n from '@vscode/l10n';
import { append } from '../../base/lists.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { buildFlags, type GoSettings, goBuild, reasonIn } from '../build/goBuild.ts';
import { readRegularFileLater } from '../sources/regularFile.ts';
import { sortFlags, withCompilerFlags } from '../toolchain/flags.ts';
import { folderKinds, makeOwnFolder, removeOwnFolder, temporaryRoot } from '../toolchain/ownFolders.ts';
import { type CompilerNote, readCompilerNotes } from './compilerNotes.ts';

export interface CompilerQuestion extends GoSettings {
  /** Of the package. */
  readonly directory: string;
  /** The paths of the user's modules. */
  readonly modules: readonly string[];
  readonly signal: AbortSignal;
}

/** In bytes. A package of 100,000 lines has 20 MB; who has more gets a part. */
const mostInFile = 64 * 1024 * 1024;
const mostInAll = 256 * 1024 * 1024;

const nowhere = process.platform === 'win32' ? 'NUL' : '/dev/null';

/**
 * The compiler's decisions about the user's packages that are part of a test binary. The go command does not repeat what a compiler
 * has written to a folder, so each time it is a new folder, and the user's packages are compiled anew. Problems:
 * `cannot-explain` with what Go has printed, `cannot-start`, `cancelled`.
 */
export async function askCompiler(question: CompilerQuestion): Promise<Result<CompilerNote[]>> {
  const { toolchain, flags, modules } = question;
  if (modules.length === 0) return ok([]);
  const folder = makeOwnFolder(folderKinds.why, temporaryRoot());
  const written = join(folder, 'decisions');
  try {
    const request = { ...question, folder, output: () => undefined };
    const patterns = modules.map((path) => `${path}/...`);
    const asked = withCompilerFlags(
      sortFlags(flags).build,
      toolchain.goflags,
      patterns,
      quoted(`-json=0,${written}`),
    );
    const failed = await goBuild(request, [
      'test',
      '-c',
      '-vet=off',
      ...buildFlags(request, asked),
      '-o',
      nowhere,
      '.',
    ]);
    if (!failed.ok) return failed;
    if (failed.value === null) return ok(await readAll(written));
    const why = reasonIn(failed.value) ?? l10n.t('{0} failed without a message', 'go test -c');
    return fail('cannot-explain', 'The compiler cannot be asked for its reasons: {0}', [why], failed.value);
  } finally {
    await removeOwnFolder(folder);
  }
}

/** As the go command splits the flags of a compiler. */
function quoted(flag: string): string {
  return /[\s"]/.test(flag) ? `'${flag}'` : flag;
}

/** Nothing is written where no package is the user's. */
async function readAll(folder: string): Promise<CompilerNote[]> {
  const notes: CompilerNote[] = [];
  let left = mostInAll;
  for (const name of (await readdir(folder, { recursive: true }).catch(() => [])).sort()) {
    if (!name.endsWith('.json')) continue;
    const file = await readRegularFileLater(join(folder, name), Math.min(left, mostInFile));
    if (!file.ok) continue;
    left -= file.value.text.length;
    append(notes, readCompilerNotes(file.value.text));
  }
  return notes;
}
