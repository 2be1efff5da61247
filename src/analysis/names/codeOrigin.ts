import { packageOf } from './functionName.ts';

/** Whose code a function is, judged by its name and file. */
export type CodeOrigin = 'own' | 'dependency' | 'standard' | 'runtime' | 'unknown';

export const codeOrigins: readonly CodeOrigin[] = ['own', 'dependency', 'standard', 'runtime', 'unknown'];

/** First elements of the import paths of Go's standard library. Other modules usually begin with the name of a host. */
const standardRoots = new Set(
  (
    'archive bufio builtin bytes cmd cmp compress container context crypto database debug embed encoding errors ' +
    'expvar flag fmt go hash html image index internal io iter log maps math mime net os path plugin reflect ' +
    'regexp runtime slices sort strconv strings structs sync syscall testing text time unicode unique unsafe weak'
  ).split(' '),
);

/**
 * The origin of a Go function. The file's path of a dependency has a version or a vendor folder; the standard library is
 * known by its import paths; all other functions with a package are the user's own.
 *
 * @param file As the profile names it.
 */
export function codeOrigin(functionName: string, file: string): CodeOrigin {
  const packageName = packageOf(functionName);
  if (packageName === '') return 'unknown';
  if (/^(internal\/)?runtime(\/|$)/.test(packageName) && !packageName.startsWith('runtime/pprof'))
    return 'runtime';
  if (/@v\d|\/vendor\/|\/pkg\/mod\//.test(file)) return 'dependency';
  const [root = ''] = packageName.replace(/_test$/, '').split('/', 1);
  if (root === 'vendor' || standardRoots.has(root)) return 'standard';
  return 'own';
}
