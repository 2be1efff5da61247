import type { StringTable } from '../pprof/profile.ts';
import { type CodeOrigin, codeOrigin } from './codeOrigin.ts';
import { cleanPath } from './filePaths.ts';
import type { FlameTree } from './flame.ts';
import type { Numbering } from './numbering.ts';
import type { TreePicture } from './picture.ts';

type Columns = Pick<
  TreePicture,
  'entries' | 'cums' | 'flats' | 'files' | 'lines' | 'inlined' | 'newNames' | 'newFiles'
>;

/** How the page knows names and files. */
export interface PageNumbers {
  /** By entry of the tree. */
  readonly nameOf: (entry: number) => number;
  readonly names: Numbering;
  readonly files: Numbering;
}

const inlinedCodes = { none: 0, some: 1, all: 2 } as const;

/**
 * What a picture says of each of its frames.
 *
 * @param nodes The frames, as nodes of the tree.
 * @param numbers How names and files are numbered for the page.
 */
export function pictureColumns(
  tree: FlameTree,
  nodes: Uint32Array,
  strings: StringTable,
  { nameOf, names, files }: PageNumbers,
): Columns {
  const { siteFile, siteLine } = tree.frames;
  const count = nodes.length;
  const entries = new Int32Array(count);
  const cums = new Float64Array(count);
  const flats = new Float64Array(count);
  const fileNumbers = new Uint32Array(count);
  const lines = new Uint32Array(count);
  const inlined = new Uint8Array(count);
  const newNames: [number, string, CodeOrigin][] = [];
  const newFiles: [number, string][] = [];
  /** By the file's string in the profile: many frames share a file. */
  const pathsOf = new Map<number, { path: string; file: number }>();
  const pathOf = (string: number) => {
    let known = pathsOf.get(string);
    if (known === undefined) {
      const path = cleanPath(strings.get(string));
      known = { path, file: files.of(path) };
      pathsOf.set(string, known);
    }
    return known;
  };
  for (let i = 0; i < count; i++) {
    const node = nodes[i]!;
    cums[i] = tree.cum(node);
    flats[i] = tree.flat(node);
    const entry = tree.entry(node);
    if (entry === -1) {
      entries[i] = -1;
      continue;
    }
    const name = nameOf(entry);
    const site = tree.hottestSite(node);
    const { path, file } = pathOf(siteFile[site]!);
    entries[i] = name;
    fileNumbers[i] = file;
    lines[i] = siteLine[site]!;
    inlined[i] = inlinedCodes[tree.inlined(node)];
    const newName = names.untold(name);
    if (newName !== null) newNames.push([name, newName, codeOrigin(newName, path)]);
    const newFile = files.untold(file);
    if (newFile !== null) newFiles.push([file, newFile]);
  }
  return { entries, cums, flats, files: fileNumbers, lines, inlined, newNames, newFiles };
}
