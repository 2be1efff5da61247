/**
 * Where the sources of a profile are in the workspace. A profile names files as a compiler on another machine has called
 * them, so a file is the one that the user's mappings say, or the one with the longest end of the name; the file and its folder
 * at least.
 */
import path from 'node:path';
import { madeOnce } from '../../base/maps.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { webAddress, webPlace } from '../../base/webPlace.ts';
import { mostSourceBytes, type RegularFile } from '../../go/sources/regularFile.ts';
import { isSourceName } from '../../go/sources/sourceLanguages.ts';
import { mapPrefix, type SourceRoots } from '../../go/sources/sourcePaths.ts';
import type { ClientFiles, Listing } from './clientFiles.ts';

/** A file of the workspace that a name can mean, and how many elements at their ends the two have in common; infinity if it is mapped. */
interface Found {
  readonly file: string;
  readonly shared: number;
}

/** So many of a profile's files are read at most: they come one by one from a server. */
const mostFiles = 500;

/** The sources that profiles name, as far as they are in the workspace. They are read when a profile is opened. */
export class WorkspaceSources {
  readonly #texts = new Map<string, string>();

  constructor(
    private readonly files: Pick<ClientFiles, 'read' | 'list'>,
    private readonly folders: () => readonly string[],
  ) {}

  readonly exists = (file: string): boolean => this.#texts.has(file);

  /** Nobody knows when such a file was written: its text must say that it is the profiled one. */
  readonly read = (file: string): Result<RegularFile> => {
    const text = this.#texts.get(file);
    if (text !== undefined) return ok({ text, modifiedAt: Number.POSITIVE_INFINITY });
    return fail('file-absent', 'There is no file {0} on this machine.', [file]);
  };

  /** Finds and reads the sources with these names. @param mappings the user's, as in `SourceRoots` */
  async rootsOf(names: readonly string[], mappings: SourceRoots['pathMappings'] = {}): Promise<SourceRoots> {
    const located = await this.#locate(names.filter(isSourceName), mappings);
    const chosen = [...located].slice(0, mostFiles);
    await Promise.all(chosen.map(([, file]) => this.#readText(file)));
    return {
      goroot: '',
      moduleCache: '',
      modules: [],
      // Whole names stand for whole paths.
      pathMappings: Object.fromEntries(chosen.filter(([, file]) => this.exists(file))),
      exists: this.exists,
    };
  }

  async #readText(file: string): Promise<void> {
    const read = await this.files.read(file);
    if (read.ok && read.value.bytes.length <= mostSourceBytes) {
      this.#texts.set(file, new TextDecoder().decode(read.value.bytes));
    } else this.#texts.delete(file);
  }

  /** By name. Of two names that could mean one file, the one that fits better; neither where both fit equally well. */
  async #locate(
    names: readonly string[],
    mappings: SourceRoots['pathMappings'],
  ): Promise<Map<string, string>> {
    const listings = new Map<string, Promise<Listing>>();
    const list = (folder: string) => madeOnce(listings, folder, () => this.files.list(folder));
    const best = new Map<string, { readonly shared: number; readonly names: readonly string[] }>();
    await Promise.all(
      names.map(async (name) => {
        const found = (await this.#findMapped(name, mappings, list)) ?? (await this.#find(name, list));
        if (found === null) return;
        const { shared, names: rivals } = best.get(found.file) ?? { shared: 0, names: [] };
        if (found.shared > shared) best.set(found.file, { shared: found.shared, names: [name] });
        else if (found.shared === shared) best.set(found.file, { shared, names: [...rivals, name] });
      }),
    );
    const sole = [...best].filter(([, { names: rivals }]) => rivals.length === 1);
    return new Map(
      sole.map(
        ([
          file,
          {
            names: [name = ''],
          },
        ]) => [name, file],
      ),
    );
  }

  /** What a mapping says is a path in the file system of a folder, or below `${workspaceFolder}`. */
  async #findMapped(
    name: string,
    mappings: SourceRoots['pathMappings'],
    list: (folder: string) => Promise<Listing>,
  ): Promise<Found | null> {
    const mapped = mapPrefix(name, mappings);
    if (mapped === null || partsOf(name) === null) return null;
    for (const folder of this.folders()) {
      const address = webAddress(mapped) === null ? webAddress(folder) : null;
      const file = address === null ? mapped : webPlace({ ...address, path: mapped });
      const parts = partsOf(path.relative(folder, file));
      if (parts !== null && (await isThere(folder, parts, list)))
        return { file: path.join(folder, ...parts), shared: Number.POSITIVE_INFINITY };
    }
    return null;
  }

  async #find(name: string, list: (folder: string) => Promise<Listing>): Promise<Found | null> {
    const parts = partsOf(name);
    if (parts === null) return null;
    const found = await Promise.all(this.folders().map((folder) => findBelow(folder, parts, list)));
    const sorted = found.filter((each) => each !== null).sort((a, b) => b.shared - a.shared);
    const [first, second] = sorted;
    return first === undefined || first.shared === second?.shared ? null : first;
  }
}

/** `null` for a name that leads out of its folder. */
function partsOf(name: string): string[] | null {
  const parts = name.replaceAll('\\', '/').split('/').filter(Boolean);
  return parts.some((part) => part === '..' || part === '.') ? null : parts;
}

/** Looks for the longest end of a name below a folder. The folder's own name counts. */
async function findBelow(
  folder: string,
  parts: readonly string[],
  list: (folder: string) => Promise<Listing>,
): Promise<Found | null> {
  for (let from = 0; from < parts.length; from++) {
    const isBelowItsName = parts[from - 1] === path.basename(folder);
    const shared = parts.length - from + (isBelowItsName ? 1 : 0);
    if (shared < 2) return null;
    const end = parts.slice(from);
    if (await isThere(folder, end, list)) return { file: path.join(folder, ...end), shared };
  }
  return null;
}

async function isThere(
  folder: string,
  end: readonly string[],
  list: (folder: string) => Promise<Listing>,
): Promise<boolean> {
  let at = folder;
  for (const [i, part] of end.entries()) {
    const { files, folders } = await list(at);
    if (i === end.length - 1) return files.has(part);
    if (!folders.has(part)) return false;
    at = path.join(at, part);
  }
  return false;
}
