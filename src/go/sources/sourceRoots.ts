/** Asks the go command where source files are: modules, and the files of a package. */
import path from 'node:path';
import { madeOnce } from '../../base/maps.ts';
import { captureProcess } from '../toolchain/process.ts';
import type { GoQuery } from '../toolchain/toolchain.ts';
import { readRegularFileLater } from './regularFile.ts';
import { locateFile, type SourceModule, type SourceRoots } from './sourcePaths.ts';

/**
 * For a machine without Go, or a folder outside any module: files are found by mappings and absolute paths only.
 *
 * @param exists as in `SourceRoots`
 */
export function bareRoots(
  pathMappings: Readonly<Record<string, string>>,
  exists: (file: string) => boolean,
): SourceRoots {
  return { goroot: '', moduleCache: '', modules: [], pathMappings, exists };
}

/**
 * Finds the modules of `query.directory` whose sources are in folders of their own: the main modules (several in a
 * workspace), and modules replaced by folders. Uses no network. Outside a module there are none.
 *
 * @param exists as in `SourceRoots`
 */
export async function findSourceRoots(
  query: GoQuery,
  pathMappings: Readonly<Record<string, string>>,
  exists: (file: string) => boolean,
): Promise<SourceRoots> {
  const { goroot, gomodcache } = query.toolchain;
  return {
    goroot,
    moduleCache: gomodcache,
    modules: await listModules(query),
    pathMappings,
    exists,
  };
}

/** The main modules and those replaced by folders; none outside a module. */
export async function listModules(query: GoQuery): Promise<SourceModule[]> {
  const format = '{{if .Dir}}{{.Path}}\t{{.Dir}}{{end}}';
  // `all` also lists replaced modules, but fails with vendoring, and if a module is missing in the module cache.
  for (const which of [['all'], []]) {
    const text = await goList(query, ['-m', '-f', format, ...which]);
    if (text === null) continue;
    const modules: SourceModule[] = [];
    for (const line of text.split('\n')) {
      const [modulePath, directory] = line.trim().split('\t');
      if (modulePath && directory && !isBelow(directory, query.toolchain.gomodcache)) {
        modules.push({ path: modulePath, directory });
      }
    }
    return modules;
  }
  return [];
}

/** What `go list` prints; `null` if it fails. */
async function goList(query: GoQuery, args: readonly string[]): Promise<string | null> {
  const listed = await captureProcess({
    command: query.toolchain.command,
    args: ['list', ...args],
    directory: query.directory,
    env: { ...query.env, GOPROXY: 'off' },
  });
  return listed.ok && listed.value.exitCode === 0 ? listed.value.stdout : null;
}

/**
 * Tells which files of a profile are the user's own: answers the path of a file on this machine if it is in one of the modules,
 * else `null`. Each is looked for once.
 */
export function ownFiles(roots: SourceRoots): (name: string) => string | null {
  const known = new Map<string, string | null>();
  return (name) =>
    madeOnce(known, name, () => {
      const file = locateFile(name, roots);
      return file !== null && roots.modules.some(({ directory }) => isBelow(file, directory)) ? file : null;
    });
}

/** Whether a path is in one of the user's modules. */
export function inModules({ modules }: Pick<SourceRoots, 'modules'>): (file: string) => boolean {
  return (file) => path.isAbsolute(file) && modules.some(({ directory }) => isBelow(file, directory));
}

/** Whether `file` is inside `directory`. */
export function isBelow(file: string, directory: string): boolean {
  if (directory === '') return false;
  const relative = path.relative(directory, file);
  return relative !== '' && !relative.startsWith('..') && !path.isAbsolute(relative);
}

/** The fields of `go list` with files that a compiler reads. */
const sourceLists = ['GoFiles', 'CgoFiles', 'CFiles', 'CXXFiles', 'HFiles', 'SFiles'];

export interface EditableSources {
  /**
   * The texts of all source files that are compiled into a package's test binary, except those of the standard library and
   * the module cache; and of the files `go.mod` and `go.work` that say with which dependencies. By absolute path.
   */
  readonly texts: ReadonlyMap<string, string>;
  /** See `linkedModules`. */
  readonly modules: Readonly<Record<string, string>> | null;
}

/** The texts of files that were read when a build started, before it was known whether it has more. */
export interface EarlyTexts {
  /** In milliseconds since the epoch, before the first was read. */
  readonly readAt: number;
  readonly texts: ReadonlyMap<string, string>;
}

/** The texts of those files that are there, by path. A file that was written after `before` is left out, if that is given. */
export async function readTexts(
  files: Iterable<string>,
  before = Number.POSITIVE_INFINITY,
): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  await Promise.all(
    [...files].map(async (file) => {
      // A generated file in the build cache, such as the main function of the test, may be removed by now.
      const source = await readRegularFileLater(file);
      if (source.ok && source.value.modifiedAt <= before) texts.set(file, source.value.text);
    }),
  );
  return texts;
}

/**
 * What a package's test binary is made of, as far as people edit it.
 *
 * @param early texts of some of its files, which may have changed since; others count as lost if they have
 */
export async function readEditableSources(query: GoQuery, early?: EarlyTexts): Promise<EditableSources> {
  const listed = sourceLists.map((list) => `{{range .${list}}}{{$.Dir}}\t{{.}}\n{{end}}`).join('');
  const module = '{{with .Module}}{{if .GoMod}}\t{{.GoMod}}\n{{end}}{{end}}';
  const format = `{{if not .Standard}}${listed}${module}${moduleVersion}{{end}}`;
  const tags = query.tags === '' ? [] : [`-tags=${query.tags}`];
  const text = await goList(query, ['-test', '-deps', ...tags, '-f', format, '.']);
  const files = new Set<string>();
  for (const line of (text ?? '').split('\n')) {
    const [directory, name = ''] = line.trimEnd().split('\t');
    const file = name === '' ? undefined : path.resolve(directory ?? '', name);
    if (file !== undefined && !isBelow(file, query.toolchain.gomodcache)) files.add(file);
  }
  for (const file of workFiles(query)) files.add(file);
  const known = early?.texts ?? new Map<string, string>();
  const texts = await readTexts(
    [...files].filter((file) => !known.has(file)),
    early?.readAt,
  );
  for (const [file, text] of known) if (files.has(file)) texts.set(file, text);
  return { texts, modules: text === null ? null : moduleVersions(text) };
}

/** A line of its own for `moduleVersions`, after two tabs. */
const moduleVersion =
  '{{with .Module}}{{if not .Main}}\t\t{{.Path}}\t{{.Version}}{{with .Replace}} => {{.Path}}{{with .Version}} {{.}}{{end}}{{end}}\n{{end}}{{end}}';

function moduleVersions(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/^\t\t(.*)\t(.*)$/gm)].map(([, module = '', version = '']) => [module, version]),
  );
}

/** The versions of the modules that a package's test binary is made of, by path; without the main modules. `null` if go cannot say. */
export async function linkedModules(query: GoQuery): Promise<Record<string, string> | null> {
  const tags = query.tags === '' ? [] : [`-tags=${query.tags}`];
  const text = await goList(query, ['-test', '-deps', ...tags, '-f', moduleVersion, '.']);
  return text === null ? null : moduleVersions(text);
}

/** Where the `go.work` of a folder can be: in the folder or above it, or where GOWORK says. */
function workFiles({ directory, env }: GoQuery): string[] {
  const { GOWORK: set = '' } = env;
  if (set !== '') return set === 'off' ? [] : [set];
  const files: string[] = [];
  for (let at = directory; ; at = path.dirname(at)) {
    files.push(path.join(at, 'go.work'));
    if (path.dirname(at) === at) return files;
  }
}
