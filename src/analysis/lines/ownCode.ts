import { compareText } from '../../goText/text.ts';
import type { Profile } from '../../pprof/profile.ts';
import { codeOrigin } from '../names/codeOrigin.ts';
import { packageOf } from '../names/functionName.ts';

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
