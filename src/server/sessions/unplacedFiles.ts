/** Which files of a profile are not found here. */
import type { NamedFiles } from '../../go/sources/namedFiles.ts';
import { baseOf, nearestFiles } from '../../go/sources/pathPair.ts';
import { isSourceName } from '../../go/sources/sourceLanguages.ts';
import { isOfOthers, locateFile, type SourceRoots } from '../../go/sources/sourcePaths.ts';
import type { Profile } from '../../pprof/profile.ts';
import type { WorkspaceFiles } from '../client/workspaceFiles.ts';

/** Longer ones are no paths. */
const longestName = 4096;

/** Its source files, but for those of Go, of module caches and of builds; and where each is. */
export function ownSources(profile: Profile, roots: SourceRoots): Map<string, string | null> {
  const { functions, strings } = profile;
  const placed = new Map<string, string | null>();
  for (const id of new Set(functions.filename)) {
    const name = strings.get(id);
    if (name.length > longestName || !isSourceName(name) || isOfOthers(name, roots.goroot)) continue;
    placed.set(name, locateFile(name, roots));
  }
  return placed;
}

/**
 * The files of the workspace that those may be which lead nowhere: see `nearestFiles`.
 *
 * @param files says where those are without links
 */
export async function findUnplaced(
  profile: Profile,
  roots: SourceRoots,
  workspace: Pick<WorkspaceFiles, 'named'>,
  files: Pick<NamedFiles, 'placeOf'>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const placed = ownSources(profile, roots);
  const lost = [...placed].flatMap(([name, file]) => (file === null ? [name] : []));
  if (lost.length === 0) return new Map();
  // A folder can be in the workspace twice, by a link.
  const byPlace = new Map<string, string>();
  for (const file of await workspace.named(lost.map(baseOf))) {
    const place = files.placeOf(file);
    if (place !== null && (!byPlace.has(place) || place === file)) byPlace.set(place, file);
  }
  const taken = new Set([...placed.values()].filter((file) => file !== null));
  return nearestFiles(lost, [...byPlace.values()], taken);
}
