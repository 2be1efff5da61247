/**
 * Finds the file on this machine that a file name in a profile means, and the name in a profile that means an open file.
 *
 * A profile has the paths that the compiler has used: absolute on this machine, absolute on another machine, or shortened
 * by `-trimpath` (`example.com/m@v1.2.3/dir/f.go`, `encoding/json/decode.go`). The rules are tried one after the other,
 * the most certain ones first. If two answers are equally likely, there is no answer: costs in the wrong file are worse
 * than no costs.
 */
import path from 'node:path';

/** A module with sources on this machine: a main module, or one replaced by a folder. */
export interface SourceModule {
  readonly path: string;
  readonly directory: string;
}

/** What this machine knows about Go source files. */
export interface SourceRoots {
  readonly goroot: string;
  readonly moduleCache: string;
  /** The modules whose sources are not in the module cache. */
  readonly modules: readonly SourceModule[];
  /** The folders that the user has opened: for names of other languages, which are relative to some folder of them. */
  readonly folders?: readonly string[];
  /**
   * The user's replacements for beginnings of paths, `{"/build/src": "/home/me/src"}`. The longest one that fits is used. Changes
   * when the user maps another path.
   */
  pathMappings: Readonly<Record<string, string>>;
  /** For names that lead nowhere otherwise: the files of the workspace that fit best. Several: nobody knows which it is. */
  readonly found?: ReadonlyMap<string, readonly string[]>;
  /** Whether a file is there and may be read: what a profile names is looked at by `NamedFiles` only. */
  readonly exists: (file: string) => boolean;
}

export type DocumentMatch =
  | { readonly kind: 'match'; readonly name: string }
  | { readonly kind: 'none' }
  /** Several of the profile's names fit the document equally well. */
  | { readonly kind: 'ambiguous'; readonly names: readonly string[] }
  /** Other files of the workspace fit this name of the profile as well as the document. */
  | { readonly kind: 'several'; readonly name: string; readonly files: readonly string[] };

const isWindows = process.platform === 'win32';

/** The path with forward slashes, so that names from different systems can be compared. */
export function slashed(file: string): string {
  return file.replaceAll('\\', '/');
}

/** Whether two paths on this machine are equal. On Windows, case does not count. */
export function samePath(a: string, b: string): boolean {
  const left = slashed(path.normalize(a));
  const right = slashed(path.normalize(b));
  return isWindows ? left.toLowerCase() === right.toLowerCase() : left === right;
}

/** The module cache has `!a` for a capital `A` in a module's path (golang.org/x/mod/module.EscapePath). */
export function escapeModulePath(modulePath: string): string {
  return modulePath.replace(/[A-Z]/g, (capital) => `!${capital.toLowerCase()}`);
}

/**
 * The file on this machine that a file name in a profile means; `null` if that is not certain. Tries in this order: the
 * user's mappings, the path as it is, the main and the replaced modules, the module cache, GOROOT, the ends of paths.
 */
export function locateFile(name: string, roots: SourceRoots): string | null {
  for (const candidate of candidatePaths(name, roots)) {
    if (roots.exists(candidate)) return path.normalize(candidate);
  }
  return null;
}

/** Where the file that a profile names can be, the most certain places first. */
export function* candidatePaths(named: string, roots: SourceRoots): Generator<string> {
  const name = slashed(named);
  const mapped = mapPrefix(name, roots.pathMappings);
  if (mapped !== null) yield mapped;
  if (path.isAbsolute(name)) yield name;
  yield* inModules(name, roots);
  yield* inModuleCache(name, roots.moduleCache);
  yield* inGoroot(name, roots.goroot);
  if (!name.endsWith('.go')) yield* inFolders(name, roots.folders ?? []);
  const [found, ...others] = roots.found?.get(named) ?? [];
  if (found !== undefined && others.length === 0) yield found;
}

/** Where the builds of other languages keep their sources, in the folder of a project. */
const sourceFolders = ['', 'src/main/java', 'src/test/java', 'src'];

function* inFolders(name: string, folders: readonly string[]): Generator<string> {
  if (path.isAbsolute(name) || /^[A-Za-z]:\//.test(name) || !name.includes('/')) return;
  for (const folder of folders) {
    for (const below of sourceFolders) {
      const file = path.join(folder, below, name);
      // A name can lead out of the folder.
      if (file.startsWith(path.join(folder, below, '/'))) yield file;
    }
  }
}

/** Where the user says that a name in a profile leads; `null` where they say nothing of it. */
export function mapPrefix(named: string, mappings: Readonly<Record<string, string>>): string | null {
  const longest = mappedPrefix(named, mappings);
  const to = mappings[longest];
  if (longest === '' || to === undefined) return null;
  return path.join(to, slashed(named).slice(slashed(longest).replace(/\/$/, '').length));
}

/** The longest key of the mappings that the name begins with; empty for none. */
export function mappedPrefix(named: string, mappings: Readonly<Record<string, string>>): string {
  const name = slashed(named);
  let longest = '';
  for (const from of Object.keys(mappings)) {
    const prefix = slashed(from).replace(/\/$/, '');
    if (prefix !== '' && (name === prefix || name.startsWith(`${prefix}/`)) && from.length > longest.length) {
      longest = from;
    }
  }
  return longest;
}

/** With `-trimpath` a file of the main module is `module/dir/f.go`, and one of a dependency `module@version/dir/f.go`. */
function* inModules(name: string, roots: SourceRoots): Generator<string> {
  if (path.isAbsolute(name)) return;
  const versioned = splitVersion(name);
  for (const module of roots.modules) {
    if (versioned !== null) {
      if (versioned.module === module.path) yield path.join(module.directory, versioned.rest);
      yield path.join(module.directory, 'vendor', versioned.module, versioned.rest);
    } else if (name.startsWith(`${module.path}/`)) {
      yield path.join(module.directory, name.slice(module.path.length + 1));
    } else {
      yield path.join(module.directory, 'vendor', name);
    }
  }
}

/**
 * `example.com/m@v1.2.3/dir/f.go` has the module `example.com/m`, the version `v1.2.3` and the rest `dir/f.go`. A name can
 * be long and full of `@`, so each part of it is looked at once.
 */
function splitVersion(name: string): { module: string; version: string; rest: string } | null {
  let at = name.indexOf('@', 1);
  while (at !== -1) {
    const slash = name.indexOf('/', at);
    if (slash === -1 || slash === name.length - 1) return null;
    const version = name.slice(at + 1, slash);
    if (version !== '') return { module: name.slice(0, at), version, rest: name.slice(slash + 1) };
    at = name.indexOf('@', slash);
  }
  return null;
}

/** How the paths of module caches end. */
const cacheFolder = '/pkg/mod/';

function* inModuleCache(name: string, moduleCache: string): Generator<string> {
  if (moduleCache === '') return;
  const cached = name.indexOf(cacheFolder);
  const below = cached === -1 ? null : splitVersion(name.slice(cached + cacheFolder.length));
  const parts = below ?? (path.isAbsolute(name) ? null : splitVersion(name));
  if (parts === null) return;
  yield path.join(moduleCache, `${parts.module}@${parts.version}`, parts.rest);
  yield path.join(
    moduleCache,
    `${escapeModulePath(parts.module)}@${escapeModulePath(parts.version)}`,
    parts.rest,
  );
}

/** Files of the standard library: `encoding/json/decode.go`, or `.../go/src/encoding/json/decode.go` on another machine. */
function* inGoroot(name: string, goroot: string): Generator<string> {
  if (goroot === '') return;
  if (path.isAbsolute(name) || /^[A-Za-z]:\//.test(name)) {
    const sources = /\/(?:go[^/]*|goroot|libexec|golang\.org\/toolchain@[^/]+)\/src\//i.exec(name);
    const below = sources === null ? '' : name.slice(sources.index + sources[0].length);
    if (isStandardPath(below)) yield path.join(goroot, 'src', below);
  } else if (isStandardPath(name)) {
    yield path.join(goroot, 'src', name);
  }
}

/** Whether a file is not of the user's code, as far as its name says: of Go, of a module cache, or made during a build. */
export function isOfOthers(named: string, goroot: string): boolean {
  const name = slashed(named);
  if (/(?:^|\/)_[^/]*$/.test(name) || splitVersion(name) !== null) return true;
  const isFull = path.isAbsolute(name) || /^[A-Za-z]:\//.test(name);
  // A module can be called like a package of Go's.
  if (!isFull && goroot !== '') return false;
  return !inGoroot(name, '/').next().done;
}

/** The import paths of the standard library have no dot in their first element. */
function isStandardPath(file: string): boolean {
  const [first = ''] = file.split('/');
  return file.includes('/') && !first.includes('.');
}

/**
 * Finds the file name in a profile that means this document. Names that certainly mean another file are left out. Of the
 * others it is the one that has the most last path elements in common with the document, at least the file and its
 * folder.
 *
 * @param names the profile's file names with the same base name as the document
 */
export function matchDocument(document: string, names: readonly string[], roots: SourceRoots): DocumentMatch {
  const unlocated: string[] = [];
  for (const name of names) {
    const located = locateFile(name, roots);
    if (located === null) unlocated.push(name);
    else if (samePath(located, document)) return { kind: 'match', name };
  }
  let best: string[] = [];
  let longest = 1;
  for (const name of unlocated) {
    const shared = sharedSuffix(slashed(name), slashed(document));
    if (shared > longest) {
      longest = shared;
      best = [name];
    } else if (shared === longest && best.length > 0) {
      best.push(name);
    }
  }
  const [only] = best;
  if (only === undefined) return { kind: 'none' };
  return best.length === 1
    ? matchAmongFiles(document, only, longest, roots)
    : { kind: 'ambiguous', names: best };
}

/** Whether no other file of the workspace fits the name as well. */
function matchAmongFiles(
  document: string,
  name: string,
  shared: number,
  { found }: Pick<SourceRoots, 'found'>,
): DocumentMatch {
  const others = (found?.get(name) ?? []).filter((file) => !samePath(file, document));
  // They all have as much in common with the name.
  const most = others[0] === undefined ? 0 : sharedSuffix(slashed(name), slashed(others[0]));
  if (most > shared) return { kind: 'none' };
  return most === shared ? { kind: 'several', name, files: [document, ...others] } : { kind: 'match', name };
}

/** How many path elements at their ends two paths have in common. */
export function sharedSuffix(a: string, b: string): number {
  const left = a.split('/').filter((element) => element !== '');
  const right = b.split('/').filter((element) => element !== '');
  let shared = 0;
  while (
    shared < Math.min(left.length, right.length) &&
    left[left.length - 1 - shared] === right[right.length - 1 - shared]
  ) {
    shared++;
  }
  return shared;
}

/**
 * The file whose path has the longest end in common with a file name in a profile. For opening the source of a frame
 * whose file is on another machine. `null` if no file fits, or several fit equally well.
 */
export function closestFile(name: string, files: readonly string[]): string | null {
  let best: string | null = null;
  let longest = 1;
  for (const file of files) {
    const shared = sharedSuffix(slashed(name), slashed(file));
    if (shared > longest) {
      longest = shared;
      best = file;
    } else if (shared === longest) {
      best = null;
    }
  }
  return best;
}
