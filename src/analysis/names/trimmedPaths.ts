/**
 * Paths as a build with `-trimpath` has them (`go help build`): below an import path, a module's version or the standard
 * library (`example.com/shop/cart.go`, `example.com/m@v1.2.3/m.go`, `runtime/proc.go`). Every reader of Go's profiles finds
 * such files again, and they tell nobody who built the program, and where.
 */
import { madeOnce } from '../../base/maps.ts';
import type { Profile, StringTable } from '../../pprof/profile.ts';
import { utf8Bytes } from '../../pprof/strings.ts';
import { baseName, cleanPath } from './filePaths.ts';
import { packageOf } from './functionName.ts';

/**
 * The profile for others: its files, programs and comments without the folders of this machine, and without the texts of what
 * filters have left out.
 */
export function withTrimmedPaths(profile: Profile): Profile {
  const { strings, functions, mappings, labels } = profile;
  const trim = trimmedPaths(profile);
  const texts = new Map<number, string>();
  const keep = (index: number) => texts.set(index, strings.get(index));
  for (const column of [labels.key, labels.text, labels.numberUnit, mappings.buildId]) column.forEach(keep);
  for (const index of mappings.filename) texts.set(index, trimmedProgram(strings.get(index)));
  for (const row of shownFunctions(profile)) {
    keep(functions.name[row]!);
    keep(functions.systemName[row]!);
    texts.set(functions.filename[row]!, trim(strings.get(functions.filename[row]!)));
  }
  const get = (index: number) => texts.get(index) ?? '';
  const raw = (index: number) =>
    get(index) === strings.get(index) ? strings.raw(index) : utf8Bytes(get(index));
  const trimmed: StringTable = { length: strings.length, get, raw };
  const comments = profile.comments.map((comment) => comment.replace(pathInText, trim));
  return { ...profile, strings: trimmed, comments };
}

/** The files of the functions that are in samples, and what they are called in the profile for others. */
export function trimmedFiles(profile: Profile): [file: string, trimmed: string][] {
  const trim = trimmedPaths(profile);
  const indexes = new Set([...shownFunctions(profile)].map((row) => profile.functions.filename[row]!));
  return [...indexes].map((index) => profile.strings.get(index)).map((file) => [file, trim(file)]);
}

/** The functions that are in samples. */
function shownFunctions({ samples, locations }: Profile): Set<number> {
  const shown = new Set<number>();
  for (const location of new Set(samples.locations)) {
    const end = locations.lineStart[location + 1]!;
    for (let row = locations.lineStart[location]!; row < end; row++) shown.add(locations.lineFunction[row]!);
  }
  return shown;
}

/** The same as that function's, for names of files in the profile, and any other path. Different files stay different. */
export function trimmedPaths({ functions, strings }: Profile): (file: string) => string {
  const imported = new ImportPaths();
  const known = new Map<string, string>();
  const names = Array.from(functions.filename, (index) => strings.get(index));
  const taken = new Set(names.filter((name) => !leadsElsewhere(slashed(name))));
  for (const [i, name] of names.entries()) imported.learn(name, strings.get(functions.name[i]!));
  const trim = (file: string) => {
    const path = slashed(file);
    if (!leadsElsewhere(path)) return file;
    let trimmed = known.get(path);
    if (trimmed === undefined) {
      const plain = imported.trimmed(path);
      trimmed = plain;
      for (let n = 2; taken.has(trimmed); n++) trimmed = `${n}/${plain}`;
      taken.add(trimmed);
      known.set(path, trimmed);
    }
    return trimmed;
  };
  // Which of two files gets a number must not depend on who asks first.
  for (const name of names) trim(name);
  return trim;
}

/** What folders are as import paths, learned from the functions whose package stands in their name. */
class ImportPaths {
  /** By folder, how many of its functions say so. Of a generic function, some are named after the package that uses it. */
  readonly #said = new Map<string, Map<string, number>>();
  /** By folder; `null` where two packages say different things. */
  #folders: ReadonlyMap<string, string | null> | null = null;

  learn(file: string, functionName: string): void {
    const path = slashed(file);
    if (!isAbsolute(path) || !/\.(?:go|s)$/.test(path)) return;
    const name = importPath(functionName, path);
    // The path of a module's copy begins with that of the module: so it stays clear whose code it is.
    if (name === null || (path.includes(vendor) && !name.startsWith('vendor/'))) return;
    const said = madeOnce(this.#said, folderOf(path), () => new Map<string, number>());
    said.set(name, (said.get(name) ?? 0) + 1);
  }

  trimmed(path: string): string {
    const cached = path.lastIndexOf(moduleCache);
    if (cached !== -1) return path.slice(cached + moduleCache.length);
    this.#folders ??= this.#named();
    for (let folder = folderOf(path); folder !== ''; folder = folderOf(folder)) {
      const name = this.#folders.get(folder);
      if (name != null) return name + path.slice(folder.length);
    }
    if (ofSystem.test(path)) return path;
    const copied = path.indexOf(vendor);
    const at = copied === -1 ? folderOf(path).length : copied;
    const root = path.slice(0, at);
    const below = path.slice(at);
    return root === '' || home.test(root) ? below.slice(1) : baseName(root) + below;
  }

  #named(): ReadonlyMap<string, string | null> {
    const own = new Map([...this.#said].map(([folder, said]) => [folder, mostSaid(folder, said)]));
    const folders = new Map<string, string | null>();
    for (let [folder, name] of own) {
      // `shop/cart` in a folder `shop/cart` is in one that is `shop`, and so on as long as they are called the same.
      while (baseName(folder) === baseName(name)) {
        [folder, name] = [folderOf(folder), folderOf(name)];
        if (folder === '' || name === '') break;
        const known = folders.get(folder);
        folders.set(folder, known === undefined || known === name ? name : null);
      }
    }
    return new Map([...folders, ...own]);
  }
}

function mostSaid(folder: string, said: ReadonlyMap<string, number>): string {
  const rank = ([name, count]: readonly [string, number]) =>
    baseName(name) === baseName(folder) ? Number.MAX_SAFE_INTEGER : count;
  return [...said].sort((a, b) => rank(b) - rank(a))[0]![0];
}

const moduleCache = '/pkg/mod/';
const vendor = '/vendor/';

/** These folders are the same on all machines. */
const ofSystem = /^\/(?:usr|lib\w*|System|Library)\//;

/** Their names are names of people. */
const home = /^(?:\/(?:usr\/)?home\/[^/]+|\/Users\/[^/]+|[A-Za-z]:\/Users\/[^/]+)$/i;

/** An absolute path among other words; in an address, a path follows other characters. */
const pathInText = /(?<![^\s=:"'(,])(?:\/(?!\/)|[A-Za-z]:[\\/])[^\s"'(),;]+/g;

/** The import path of the folder that the file is in. `null` for a program, whose functions are those of `main`. */
function importPath(functionName: string, path: string): string | null {
  const name = packageOf(functionName);
  if (name === '' || name === 'main' || name === 'command-line-arguments') return null;
  const isOutside = path.endsWith('_test.go') && name.endsWith('_test') && !folderOf(path).endsWith('_test');
  return isOutside ? name.slice(0, -'_test'.length) : name;
}

function trimmedProgram(file: string): string {
  const path = slashed(file);
  return isAbsolute(path) && !ofSystem.test(path) ? baseName(path) : file;
}

function slashed(file: string): string {
  return cleanPath(/^(?:[A-Za-z]:)?\\/.test(file) ? file.replaceAll('\\', '/') : file);
}

function isAbsolute(path: string): boolean {
  return /^(?:\/|[A-Za-z]:\/)/.test(path);
}

/** Whether it says where on the machine something is. */
function leadsElsewhere(path: string): boolean {
  return isAbsolute(path) || path.startsWith('../');
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}
