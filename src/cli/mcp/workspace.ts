/** What a server for agents may read and run. */
import { realpath, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { lazily } from '../../base/lazily.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { NamedFiles } from '../../go/sources/namedFiles.ts';
import { lookAt } from '../../go/sources/regularFile.ts';
import type { SourceRoots } from '../../go/sources/sourcePaths.ts';
import { bareRoots, findSourceRoots, isBelow } from '../../go/sources/sourceRoots.ts';
import { findGo, type GoToolchain } from '../../go/toolchain/toolchain.ts';
import { savedRunsFolder } from '../compare/savedRuns.ts';
import { KeptRuns } from './keptRuns.ts';
import type { McpOptions } from './mcpOptions.ts';

/** The folder that the user has named, or that is open in a trusted editor. It is the current folder of the process. */
export class Workspace {
  readonly files: NamedFiles;
  readonly runs: KeptRuns;
  readonly #toolchain: () => Promise<Result<GoToolchain>>;

  /**
   * @param root without links
   * @param mayRun whether programs may be started: Go, and the benchmarks
   */
  private constructor(
    readonly root: string,
    keptIn: string,
    readonly mayRun: boolean,
  ) {
    this.runs = new KeptRuns(keptIn);
    this.files = new NamedFiles({ folders: () => [root], isTrusted: () => mayRun, isOpen: () => false });
    this.#toolchain = lazily(() => findGo({ env: process.env, directory: root }));
  }

  /** Makes the folder the current one of the process. Problem: `no-root`. */
  static async open({ root: named = '.', dir, ...options }: McpOptions): Promise<Result<Workspace>> {
    const root = await realpath(named).catch(() => null);
    if (root === null || !(await stat(root)).isDirectory()) {
      return fail('no-root', '{0} is not a folder. Name the folder with the code: --root=DIR.', [named]);
    }
    process.chdir(root);
    // Go believes this variable where folders are links.
    process.env.PWD = root;
    return ok(
      new Workspace(root, dir ?? savedRunsFolder(root, undefined, process.env), !options['read-only']),
    );
  }

  /** Go; a problem where nothing may be run. Problems: `read-only`, and those of `findGo`. */
  async toolchain(): Promise<Result<GoToolchain>> {
    if (!this.mayRun) {
      return fail(
        'read-only',
        'Nothing is run here: the server was started with --read-only, or the workspace is not trusted. What is kept can be read.',
      );
    }
    return this.#toolchain();
  }

  async roots(): Promise<SourceRoots> {
    const toolchain = await this.toolchain();
    if (!toolchain.ok) return bareRoots({}, this.files.exists);
    const query = { toolchain: toolchain.value, directory: this.root, env: process.env, tags: '' };
    return findSourceRoots(query, {}, this.files.exists);
  }

  /** Where a file of the workspace, or of a kept run, is without links. Problems: `outside`, `no-file`, those of `lookAt`. */
  async file(named: string): Promise<Result<string>> {
    const path = resolve(this.root, named);
    const real = await realpath(path).catch(() => null);
    const isInside = (each: string) => isBelow(each, this.root) || isBelow(each, this.runs.folder);
    // Nobody learns which files there are elsewhere.
    if (!isInside(path) || (real !== null && !isInside(real))) {
      return fail('outside', '{0} is outside {1}. Only files below it are read.', [named, this.root]);
    }
    if (real === null) return fail('no-file', 'There is no file {0} below {1}.', [named, this.root]);
    // To open a pipe would wait for ever.
    const seen = lookAt(real, Number.MAX_SAFE_INTEGER);
    return seen.ok ? ok(real) : seen;
  }
}
