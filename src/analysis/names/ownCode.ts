import { compareText } from '../../goText/text.ts';
import type { Profile } from '../../pprof/profile.ts';
import { codeOrigin } from './codeOrigin.ts';
import { packageOf } from './functionName.ts';

/** What a profile reveals about the program it was taken of. */
export interface OwnCode {
  /** Import paths, in order: all of the program's own packages are at or below one of them. Usually one, the module's. */
  readonly paths: readonly string[];
  /** Functions that are benchmarks, in order. */
  readonly benchmarks: readonly string[];
}

/** A benchmark as Go's symbols have it: `shop/cart.BenchmarkAdd`, `shop_test.Benchmark_fast`. */
const benchmarkName = /^(?:[^/]*\/)*[^./]+\.Benchmark(?!\p{Ll})[^.]*$/u;

/**
 * Finds the user's own packages. A profile does not name its module. But files of dependencies have a version or a
 * vendor folder in their paths, and the standard library has known names; all other code is the user's own. If there
 * are benchmarks in it, only packages of the same repository are: the others come from modules that replace
 * dependencies.
 */
export function ownCode({ functions, strings }: Profile): OwnCode {
  const packages = new Set<string>();
  const benchmarks = new Set<string>();
  for (let f = 0; f < functions.count; f++) {
    const name = strings.get(functions.name[f]!);
    if (codeOrigin(name, strings.get(functions.filename[f]!)) !== 'own') continue;
    packages.add(importPath(name));
    if (benchmarkName.test(name)) benchmarks.add(name);
  }
  const byRepository = new Map<string, string[]>();
  for (const path of packages) {
    const repository = repositoryOf(path);
    byRepository.set(repository, [...(byRepository.get(repository) ?? []), path]);
  }
  const anchors = new Set([...benchmarks].map((name) => repositoryOf(importPath(name))));
  const isOwn = (repository: string) =>
    anchors.size === 0 || anchors.has(repository) || repository === 'main';
  const paths = [...byRepository].flatMap(([repository, paths]) =>
    isOwn(repository) ? [commonPath(paths)] : [],
  );
  return { paths: paths.sort(compareText), benchmarks: [...benchmarks].sort(compareText) };
}

/** Without `_test`: external tests are in a package of their own beside the one they test. */
function importPath(functionName: string): string {
  return packageOf(functionName).replace(/_test$/, '');
}

/** The beginning that all packages of one module share: `github.com/acme/shop`, `example.com/shop`, `shop`. */
function repositoryOf(path: string): string {
  const elements = path.split('/');
  const [host = ''] = elements;
  if (!host.includes('.')) return host;
  return elements.slice(0, /^(?:github|gitlab|bitbucket)\./.test(host) ? 3 : 2).join('/');
}

function commonPath(paths: readonly string[]): string {
  const [first = [], ...rest] = paths.map((path) => path.split('/'));
  let length = first.length;
  for (const other of rest) {
    let shared = 0;
    while (shared < length && other[shared] === first[shared]) shared++;
    length = shared;
  }
  return first.slice(0, length).join('/');
}

/** Files of the user's packages that the user has not written: wrappers, the main function of a test binary, cgo's names. */
const unwritten = /^$|^<|(?:^|\/)(?:_testmain|_cgo_gotypes)\.go$/;

/** By function: 1 for those that stand in the user's own sources. */
export function ownFunctions(profile: Profile): Uint8Array {
  const { functions, strings } = profile;
  const { paths } = ownCode(profile);
  const isOwn = (packageName: string) =>
    paths.some(
      (path) => packageName === path || packageName === `${path}_test` || packageName.startsWith(`${path}/`),
    );
  const own = new Uint8Array(functions.count);
  for (let f = 0; f < functions.count; f++) {
    const name = strings.get(functions.name[f]!);
    const file = strings.get(functions.filename[f]!);
    if (!unwritten.test(file) && codeOrigin(name, file) === 'own' && isOwn(packageOf(name))) own[f] = 1;
  }
  return own;
}
