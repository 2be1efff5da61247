// Compiles all tests and what they test in one go: a test file then starts in a fraction of the time that it takes to translate
// its modules one by one.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, extname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';

const allRuns = '.tests';

/** This run's own folder: several may run at a time. */
export const compiledFolder = join(allRuns, String(process.pid));

/**
 * Modules know where they stand: where their source is, not what has been made of it. One finds what is shipped beside what has
 * been built of it.
 */
const whereSourcesAre = {
  name: 'where-sources-are',
  /** @param {esbuild.PluginBuild} build */
  setup(build) {
    build.onLoad({ filter: /[/\\](src|test)[/\\].*\.(?:tsx?|mjs)$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      if (!text.includes('import.meta.')) return undefined;
      const folder = path.endsWith('shippedFiles.ts') ? resolve('dist/chunks') : dirname(path);
      const contents = text
        .replaceAll('import.meta.dirname', JSON.stringify(folder))
        .replaceAll('import.meta.filename', JSON.stringify(path))
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href));
      return { contents, loader: extname(path) === '.tsx' ? 'tsx' : 'ts' };
    });
  },
};

/**
 * @param {readonly string[]} files test files, from the project's root
 * @returns {Promise<ReadonlyMap<string, ReadonlySet<string>>>} for each test file, all that it imports, itself or through others:
 *   paths of our files from the project's root, and names of packages
 */
export async function compileTests(files) {
  for (const run of existsSync(allRuns) ? readdirSync(allRuns) : []) {
    if (!isAlive(Number(run)) || Number(run) === process.pid) rmSync(join(allRuns, run), { recursive: true });
  }
  const { metafile } = await esbuild.build({
    entryPoints: [...files],
    outdir: compiledFolder,
    outbase: '.',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    sourcemap: 'linked',
    sourcesContent: false,
    charset: 'utf8',
    metafile: true,
    logLevel: 'warning',
    plugins: [whereSourcesAre],
  });
  return new Map(files.map((file) => [file, importedBy(metafile, file)]));
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** @param {string} file as it was given to `compileTests` */
export function compiledFile(file) {
  return resolve(compiledFolder, file.replace(/\.ts$/, '.js'));
}

/**
 * @param {esbuild.Metafile} metafile
 * @param {string} file
 */
function importedBy({ inputs }, file) {
  const imported = new Set([file]);
  // The loop also visits what is added while it runs.
  for (const each of imported) {
    for (const { path } of inputs[each]?.imports ?? []) imported.add(path.replace(/^node:/, ''));
  }
  return imported;
}
