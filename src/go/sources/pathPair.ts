/** Which file here a file of a profile is, where only the ends of their paths tell, or the user. */
import { listAt } from '../../base/maps.ts';
import { sharedSuffix, slashed } from './sourcePaths.ts';

/** An entry of `pathMappings`. */
export interface PathPair {
  readonly from: string;
  readonly to: string;
}

/** What may not be left out of the beginnings of a pair. */
interface LeastPair {
  /** The workspace folder that `${workspaceFolder}` stands for; `null` where there is none. */
  readonly folder: string | null;
  /** The beginning of the name that is mapped already, elsewhere: a shorter one would have no effect. */
  readonly mapped: string;
}

/**
 * What maps a file of a profile to a file here, and with it the files around it: both paths without the end that they have in
 * common. Of a file in the workspace folder, that folder is kept.
 */
export function pathPair(name: string, file: string, { folder, mapped }: LeastPair): PathPair {
  const [left, right] = [slashed(name), slashed(file)];
  const root = folder === null ? '' : slashed(folder).replace(/\/$/, '');
  const isInside = root !== '' && right.startsWith(`${root}/`);
  // Nothing begins with an empty path.
  const least = {
    from: Math.max(1, slashed(mapped).replace(/\/$/, '').length),
    to: isInside ? root.length : 1,
  };
  const [names, files] = [left.split('/').reverse(), right.split('/').reverse()];
  let end = 0;
  for (const [i, element] of names.entries()) {
    const longer = end + element.length + 1;
    if (element !== files[i] || left.length - longer < least.from || right.length - longer < least.to) break;
    end = longer;
  }
  const from = left.slice(0, left.length - end);
  const to = right.slice(isInside ? root.length : 0, right.length - end);
  return { from, to: isInside ? `$\{workspaceFolder}${to}` : to };
}

export interface Candidate {
  readonly file: string;
  /** How many elements its path has at its end in common with the name, the file's own among them. */
  readonly shared: number;
}

/** The files that have the name's last element, those with the longest end in common first. */
export function byNearness(name: string, files: readonly string[]): Candidate[] {
  return files
    .map((file) => ({ file, shared: sharedSuffix(slashed(name), slashed(file)) }))
    .filter(({ shared }) => shared > 0)
    .sort((a, b) => b.shared - a.shared || a.file.length - b.file.length || (a.file < b.file ? -1 : 1));
}

/** For a name, those of the files that fit it best, if they have the file and its folder in common at least. */
export function nearestAmong(files: readonly string[]): (name: string) => readonly Candidate[] {
  const byBase = new Map<string, string[]>();
  for (const file of files) listAt(byBase, baseOf(file)).push(file);
  return (name) => {
    const candidates = byNearness(name, byBase.get(baseOf(name)) ?? []);
    const longest = candidates[0]?.shared ?? 0;
    return longest < 2 ? [] : candidates.filter(({ shared }) => shared === longest);
  };
}

/**
 * For names that lead nowhere: the files with the longest end in common. A name whose only file fits another name as well has none.
 *
 * @param files of the workspace
 * @param taken those that other names of the profile certainly mean
 */
export function nearestFiles(
  names: readonly string[],
  files: readonly string[],
  taken: ReadonlySet<string> = new Set(),
): Map<string, readonly string[]> {
  const nearestTo = nearestAmong(files);
  const found = new Map<string, readonly string[]>();
  const claims = new Map<string, { readonly name: string; readonly shared: number }[]>();
  for (const name of names) {
    const best = nearestTo(name);
    const [first] = best;
    if (first === undefined) continue;
    if (best.length > 1)
      found.set(
        name,
        best.map(({ file }) => file),
      );
    else if (!taken.has(first.file)) listAt(claims, first.file).push({ name, shared: first.shared });
  }
  for (const [file, all] of claims) {
    const [first, second] = all.sort((a, b) => b.shared - a.shared);
    if (first !== undefined && first.shared !== second?.shared) found.set(first.name, [file]);
  }
  return found;
}

export function baseOf(file: string): string {
  const name = slashed(file);
  return name.slice(name.lastIndexOf('/') + 1);
}
