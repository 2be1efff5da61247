/**
 * Where the file a profile names is on this machine, and which of a profile's names an open file is.
 *
 * A profile names files as the compiler saw them: absolute, shortened by `-trimpath`
 * (`example.com/m@v1.2.3/dir/f.go`, `encoding/json/decode.go`), or absolute on another machine. The
 * rules below go from certain to likely and stop at the first that answers; where two answers are
 * equally likely there is none, because costs on the wrong file are worse than no costs.
 */
import path from 'node:path';

/** A module that is there as source: a main module, a module replaced by a folder, or one in the cache. */
export interface SourceModule {
  readonly path: string;
  readonly directory: string;
}

/** What this machine knows about Go source files. */
export interface SourceRoots {
  readonly goroot: string;
  readonly moduleCache: string;
  /** Modules whose source folder is not simply their place in the module cache. */
  readonly modules: readonly SourceModule[];
  /** The user's prefix replacements, `{"/build/src": "/home/me/src"}`. The longest prefix wins. */
  readonly pathMappings: Readonly<Record<string, string>>;
  readonly exists: (file: string) => boolean;
}

export type DocumentMatch =
  | { readonly kind: 'match'; readonly name: string }
  | { readonly kind: 'none' }
  /** Several of the profile's names fit the document equally well. */
  | { readonly kind: 'ambiguous'; readonly names: readonly string[] };

const isWindows = process.platform === 'win32';

/** A path with forward slashes, so that names from any machine compare. */
function slashed(file: string): string {
  return file.replaceAll('\\', '/');
}

/** Two paths on this machine, compared as the platform compares them. */
export function samePath(a: string, b: string): boolean {
  const left = slashed(path.normalize(a));
  const right = slashed(path.normalize(b));
  return isWindows ? left.toLowerCase() === right.toLowerCase() : left === right;
}

/** The module cache writes capitals as `!` and the small letter (golang.org/x/mod/module.EscapePath). */
export function escapeModulePath(modulePath: string): string {
  return modulePath.replace(/[A-Z]/g, (capital) => `!${capital.toLowerCase()}`);
}

/**
 * The file on this machine that a profile's file name certainly means, or `null`. Tries, in order:
 * the user's mappings; the path as it is; main and replaced modules; the module cache; GOROOT.
 */
export function locateFile(name: string, roots: SourceRoots): string | null {
  for (const candidate of candidatePaths(slashed(name), roots)) {
    if (roots.exists(candidate)) return path.normalize(candidate);
  }
  return null;
}

function* candidatePaths(name: string, roots: SourceRoots): Generator<string> {
  const mapped = mapPrefix(name, roots.pathMappings);
  if (mapped !== null) yield mapped;
  if (path.isAbsolute(name)) yield name;
  yield* inModules(name, roots);
  yield* inModuleCache(name, roots.moduleCache);
  yield* inGoroot(name, roots.goroot);
}

function mapPrefix(name: string, mappings: Readonly<Record<string, string>>): string | null {
  let longest = '';
  for (const from of Object.keys(mappings)) {
    const prefix = slashed(from).replace(/\/$/, '');
    if (prefix !== '' && (name === prefix || name.startsWith(`${prefix}/`)) && from.length > longest.length) {
      longest = from;
    }
  }
  const to = mappings[longest];
  if (longest === '' || to === undefined) return null;
  return path.join(to, name.slice(slashed(longest).replace(/\/$/, '').length));
}

/** `-trimpath` writes the main module's files as `module/dir/f.go`, a dependency's with `@version`. */
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

/** `example.com/m@v1.2.3/dir/f.go` -> module `example.com/m`, version `v1.2.3`, rest `dir/f.go`. */
function splitVersion(name: string): { module: string; version: string; rest: string } | null {
  const found = /^(.+?)@([^/]+)\/(.+)$/.exec(name);
  if (!found?.[1] || !found[2] || !found[3]) return null;
  return { module: found[1], version: found[2], rest: found[3] };
}

function* inModuleCache(name: string, moduleCache: string): Generator<string> {
  if (moduleCache === '') return;
  const cached = /^.*?\/pkg\/mod\/(.+@[^/]+\/.+)$/.exec(name)?.[1] ?? (path.isAbsolute(name) ? null : name);
  if (cached === null) return;
  const parts = splitVersion(cached);
  if (parts === null) return;
  yield path.join(moduleCache, `${parts.module}@${parts.version}`, parts.rest);
  yield path.join(
    moduleCache,
    `${escapeModulePath(parts.module)}@${escapeModulePath(parts.version)}`,
    parts.rest,
  );
}

/**
 * The standard library by its place below GOROOT/src: `encoding/json/decode.go`, or `.../src/encoding/json/decode.go`
 * of another machine. The first element of a standard import path has no dot.
 */
function* inGoroot(name: string, goroot: string): Generator<string> {
  if (goroot === '') return;
  if (path.isAbsolute(name) || /^[A-Za-z]:\//.test(name)) {
    const below = /\/(?:go[^/]*|goroot|libexec|golang\.org\/toolchain@[^/]+)\/src\/(.+)$/i.exec(name)?.[1];
    if (below !== undefined && isStandardPath(below)) yield path.join(goroot, 'src', below);
  } else if (isStandardPath(name)) {
    yield path.join(goroot, 'src', name);
  }
}

function isStandardPath(file: string): boolean {
  const [first = ''] = file.split('/');
  return file.includes('/') && !first.includes('.');
}

/**
 * Which of a profile's file names is this document? `names` are those with the document's base name;
 * others cannot match. A name that certainly is another file is out; what is left must share more
 * trailing path elements with the document than any rival, and at least the folder's name.
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
  return best.length === 1 ? { kind: 'match', name: only } : { kind: 'ambiguous', names: best };
}

/** How many trailing path elements two paths have in common. */
function sharedSuffix(a: string, b: string): number {
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
 * The one of `files` that shares the longest trailing path with a profile's file name, for jumping to
 * a frame whose file is on another machine. `null` where there is none, or no single one.
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
