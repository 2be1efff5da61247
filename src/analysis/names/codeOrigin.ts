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

/** The same for other languages: where their packages and standard libraries are installed, and what these are called. */
const otherDependency =
  /\/(?:node_modules|site-packages|dist-packages|\.cargo\/registry|cargo\/registry|gems)\//;
const otherStandard =
  /^node:|^\/rustc\/|\/lib\/rustlib\/|\/include\/c\+\+\/|\/lib(?:64)?\/python\d[\d.]*\/|^<frozen |\/(?:bits|ext)\/[\w.]+\.(?:h|tcc)$/;
const standardName =
  /^<?&?(?:(?:std|core|alloc|__gnu_cxx|__cxxabiv1|__rustc)::|(?:java|javax|jdk|sun|com[./]sun|kotlin|scala)[./][\w$])/;

/** `null` for code that nothing is known of: Go's, or the user's own. */
function originElsewhere(functionName: string, file: string): CodeOrigin | null {
  if (file.endsWith('.go')) return null;
  if (otherDependency.test(file)) return 'dependency';
  return otherStandard.test(file) || standardName.test(functionName) ? 'standard' : null;
}

/**
 * The origin of a function. Of Go: the file's path of a dependency has a version or a vendor folder; the standard library
 * is known by its import paths; all other functions with a package are the user's own. Of other languages: by the folders
 * of packages and libraries, and by the names of the standard library.
 *
 * @param file As the profile names it.
 */
export function codeOrigin(functionName: string, file: string): CodeOrigin {
  const elsewhere = originElsewhere(functionName, file);
  if (elsewhere !== null) return elsewhere;
  const packageName = packageOf(functionName);
  if (packageName === '') return 'unknown';
  if (/^(internal\/)?runtime(\/|$)/.test(packageName) && !packageName.startsWith('runtime/pprof'))
    return 'runtime';
  // The go command keeps other versions of Go among the modules.
  if (/@v\d|\/vendor\/|\/pkg\/mod\//.test(file) && !file.includes('/golang.org/toolchain@'))
    return 'dependency';
  const [root = ''] = packageName.replace(/_test$/, '').split('/', 1);
  if (root === 'vendor' || standardRoots.has(root)) return 'standard';
  return 'own';
}
