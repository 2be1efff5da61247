import { randomUUID } from 'node:crypto';
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as l10n from '@vscode/l10n';
import { fail, ok, type Problem, type Result } from '../../base/result.ts';
import { folderProblem } from '../../go/build/writtenFiles.ts';
import { dirOption, ofProject } from '../../go/toolchain/cacheFolder.ts';
import { folderKinds, makeOwnFolder, removeOwnFolder, temporaryRoot } from '../../go/toolchain/ownFolders.ts';

/** A run writes a test binary of some megabytes, and the linker's temporary files. */
const leastBytes = 32 * 1024 * 1024;

export interface RunFolder {
  readonly folder: string;
  /** Why the run cannot be kept: then the folder is a temporary one. */
  readonly problem: Problem | null;
}

/** The folder for the runs of a workspace, below the one that the arguments name; `null` if they name none. */
export function folderOfProject(workspace: string | null): string | null {
  const given = process.argv.find((argument) => argument.startsWith(dirOption));
  if (given === undefined) return null;
  return ofProject(path.resolve(given.slice(dirOption.length)), workspace ?? process.cwd());
}

/** The folder that binaries and profiles are written to. It is never inside a workspace. */
export class Storage {
  readonly path: string;
  readonly #temporary: boolean;
  /** For runs while `path` cannot be written to. */
  #spare: string | null = null;

  /** @param given the client's folder; `null` for a temporary folder that is removed when the server ends */
  constructor(given: string | null) {
    this.#temporary = given === null;
    this.path = given ?? makeOwnFolder(folderKinds.server, temporaryRoot());
  }

  get runs(): string {
    return path.join(this.path, 'runs');
  }

  runFolder(id: string): string {
    return path.join(this.runs, id);
  }

  /** The folder of the last runs of programs. */
  get programs(): string {
    return path.join(this.path, 'programs');
  }

  /**
   * A folder for a new run in `runs` or `programs`: a temporary one if runs cannot be kept now. Problem: `no-folder` if there is
   * none either.
   */
  async folderOf(id: string, place = this.runs): Promise<Result<RunFolder>> {
    const problem = await unusable(place);
    if (problem === null) return ok({ folder: path.join(place, id), problem });
    const spare = this.temporaryPlace(id);
    return spare.ok ? ok({ folder: spare.value, problem }) : spare;
  }

  /** A new folder for what is not kept when the server ends. It is not made yet. Problem: `no-folder`. */
  temporaryPlace(id: string): Result<string> {
    try {
      this.#spare ??= makeOwnFolder(folderKinds.server, temporaryRoot());
      return ok(path.join(this.#spare, id));
    } catch (error) {
      return { ok: false, problem: folderProblem(temporaryRoot(), error) };
    }
  }

  async dispose(): Promise<void> {
    if (this.#spare !== null) await removeOwnFolder(this.#spare);
    if (this.#temporary) await removeOwnFolder(this.path);
  }
}

/** Why nothing can be written to a folder of runs; `null` if it can be. */
async function unusable(place: string): Promise<Problem | null> {
  try {
    await mkdir(place, { recursive: true });
    const tried = path.join(place, `.${randomUUID()}`);
    await writeFile(tried, '', { flag: 'wx' });
    await rm(tried);
    const { bavail, bsize } = await statfs(place);
    return bavail * bsize >= leastBytes ? null : cannotKeep(place, l10n.t('the disk is full'));
  } catch (error) {
    const { args } = folderProblem(place, error);
    return cannotKeep(place, String(args[1]));
  }
}

function cannotKeep(folder: string, why: string): Problem {
  const template =
    'Runs cannot be kept in {0}: {1}. They are shown until the window closes. Make room or correct the folder, and profile again.';
  return fail('cannot-keep', template, [folder, why]).problem;
}
