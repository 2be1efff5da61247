import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { GoToolchain } from '../toolchain/toolchain.ts';
import type { SourceModule, SourceRoots } from './sourcePaths.ts';

const run = promisify(execFile);

/** `go list` on a large module graph prints megabytes; a module's sources stay far below this. */
const mostOutput = 64 * 1024 * 1024;

/** What a question about a package's sources needs to be asked. */
export interface SourceQuery {
  readonly toolchain: GoToolchain;
  readonly directory: string;
  readonly env: NodeJS.ProcessEnv;
  readonly tags: string;
}

/** Roots for a machine without Go, or for a folder outside any module: only mappings and real paths. */
export function bareRoots(pathMappings: Readonly<Record<string, string>>): SourceRoots {
  return { goroot: '', moduleCache: '', modules: [], pathMappings, exists: existsSync };
}

/**
 * Asks the go command for the modules that `query.directory` sees as source folders: main modules (all of a
 * workspace) and those replaced by a folder. Never goes to the network. Outside a module there are none.
 */
export async function findSourceRoots(
  query: SourceQuery,
  pathMappings: Readonly<Record<string, string>>,
): Promise<SourceRoots> {
  const { goroot, gomodcache } = query.toolchain;
  return {
    goroot,
    moduleCache: gomodcache,
    modules: await listModules(query),
    pathMappings,
    exists: existsSync,
  };
}

async function listModules(query: SourceQuery): Promise<SourceModule[]> {
  const format = '{{if .Dir}}{{.Path}}\t{{.Dir}}{{end}}';
  // `all` names replaced modules too, but fails with vendoring or an incomplete module cache.
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

/** The output of `go list`, or `null` where it fails: what it would have told is then not known. */
async function goList(query: SourceQuery, args: readonly string[]): Promise<string | null> {
  try {
    const { stdout } = await run(query.toolchain.command, ['list', ...args], {
      cwd: query.directory,
      env: { ...query.env, GOPROXY: 'off' },
      maxBuffer: mostOutput,
    });
    return stdout;
  } catch {
    return null;
  }
}

/** Is `file` inside `directory`? */
export function isBelow(file: string, directory: string): boolean {
  if (directory === '') return false;
  const relative = path.relative(directory, file);
  return relative !== '' && !relative.startsWith('..') && !path.isAbsolute(relative);
}

/**
 * The texts of all source files that are compiled into a package's test binary and that a user may edit:
 * not the standard library, not the module cache. Keys are absolute paths.
 */
export async function readEditableSources(query: SourceQuery): Promise<Map<string, string>> {
  const format =
    '{{if not .Standard}}{{range .GoFiles}}{{$.Dir}}\t{{.}}\n{{end}}{{range .CgoFiles}}{{$.Dir}}\t{{.}}\n{{end}}{{end}}';
  const tags = query.tags === '' ? [] : [`-tags=${query.tags}`];
  const text = await goList(query, ['-test', '-deps', ...tags, '-f', format, '.']);
  const files = new Set<string>();
  for (const line of (text ?? '').split('\n')) {
    const [directory, file] = line.trim().split('\t');
    if (directory && file && !isBelow(directory, query.toolchain.gomodcache))
      files.add(path.resolve(directory, file));
  }
  const texts = new Map<string, string>();
  await Promise.all(
    [...files].map(async (file) => {
      // Generated files of the build cache (the test's own main) may be gone again.
      const source = await readFile(file, 'utf8').catch(() => null);
      if (source !== null) texts.set(file, source);
    }),
  );
  return texts;
}
