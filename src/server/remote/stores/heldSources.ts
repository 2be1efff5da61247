/** Which texts hold the functions of a profile on the lines that it names. */
import path from 'node:path';
import { type Held, HeldFunctions } from '../../../analysis/lines/heldFunctions.ts';
import { baseName } from '../../../analysis/names/filePaths.ts';
import { listAt } from '../../../base/maps.ts';
import type { NamedFiles } from '../../../go/sources/namedFiles.ts';
import { matchDocument, type SourceRoots } from '../../../go/sources/sourcePaths.ts';
import type { Profile } from '../../../pprof/profile.ts';
import { SourceSnapshot } from '../../sessions/sourceSnapshot.ts';

export class HeldSources {
  readonly #functions: HeldFunctions;
  readonly #byBase = new Map<string, string[]>();

  constructor(
    profile: Profile,
    private readonly roots: SourceRoots,
  ) {
    this.#functions = new HeldFunctions(profile);
    for (const name of this.#functions.files) listAt(this.#byBase, baseName(name)).push(name);
  }

  /** Whether it is certain which of the profile's files a file is. */
  isNamed(file: string): boolean {
    return this.#nameOf(file) !== null;
  }

  /** Whether a text of this file holds them; `null` where it is not certain which of the profile's files it is. */
  in(file: string, source: string): Held | null {
    const name = this.#nameOf(file);
    return name === null ? null : this.#functions.in(name, source);
  }

  /** These texts, and of other files those that hold all functions. */
  snapshot(texts: ReadonlyMap<string, string>, read: NamedFiles['read']): SourceSnapshot {
    return new SourceSnapshot(0, texts, (file, source) => this.in(file, source) === 'yes', read);
  }

  #nameOf(file: string): string | null {
    const names = this.#byBase.get(path.basename(file));
    if (names === undefined) return null;
    const match = matchDocument(file, names, this.roots);
    return match.kind === 'match' ? match.name : null;
  }
}
