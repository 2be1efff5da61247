import { compareText } from '../../goText/text.ts';
import type { Profile } from '../../pprof/profile.ts';
import { codeOrigin } from '../names/codeOrigin.ts';
import { packageOf } from '../names/functionName.ts';

/** What a profile tells of the program that it is of. */
export interface OwnCode {
  /** Import paths that the program's own packages are at or below, in order. Usually one: the module's, or deeper. */
  readonly paths: readonly string[];
  /** Functions that are benchmarks, in order. */
  readonly benchmarks: readonly string[];
}

/** A benchmark as Go's symbols have it: `shop/cart.BenchmarkAdd`, `shop_test.Benchmark_fast`. */
const benchmarkName = /^(?:[^/]*\/)*[^./]+\.Benchmark(?!\p{Ll})[^.]*$/u;

/**
 * The user's own packages. A profile does not name its module; but dependencies have a version or a vendor folder in
 * their files' paths and the standard library has its names, so what is left is own code. Where benchmarks are among it, only
 * what shares their repository is: the rest are modules that stand in for dependencies.
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

/** External tests have a package of their own beside the one they test. */
function importPath(functionName: string): string {
  return packageOf(functionName).replace(/_test$/, '');
}

/** What packages of one module share at least: `github.com/acme/shop`, `example.com/shop`, `shop`. */
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
