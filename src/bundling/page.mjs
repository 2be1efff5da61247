import { gzipSync } from 'node:zlib';
import * as esbuild from 'esbuild';

/**
 * The flame graph page's bundle: dist/page.js with dist/page.css beside it. Its engine is bundled first and
 * becomes a text in the page, so the page is one script wherever it is opened.
 *
 * @param {esbuild.BuildOptions} common
 * @returns {esbuild.BuildOptions}
 */
export function pageBundle(common) {
  return {
    ...common,
    platform: 'browser',
    format: 'iife',
    entryPoints: ['src/webview/main.tsx'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    loader: { '.svg': 'dataurl' },
    plugins: [packedScript(common)],
  };
}

/**
 * What draws the page's call graphs: dist/graphviz.js, a worker's script, loaded when somebody looks at one.
 *
 * @param {esbuild.BuildOptions} common
 * @returns {esbuild.BuildOptions}
 */
export function graphvizBundle(common) {
  return {
    ...common,
    platform: 'browser',
    format: 'iife',
    entryPoints: ['src/webview/callGraph/graphvizWorker.ts'],
    // The page gets the text, not the file: a map beside it has no place to be found.
    sourcemap: false,
  };
}

/**
 * protobufjs does without its type for 64-bit integers, which we hand over and take as halves. Left out it saves 11 kB, and a
 * WebAssembly module that it starts at once.
 *
 * @type {esbuild.Plugin}
 */
const withoutLong = {
  name: 'without-long',
  setup(build) {
    build.onResolve({ filter: /^long$/ }, () => ({ path: 'long', namespace: 'nothing' }));
    build.onLoad({ filter: /./, namespace: 'nothing' }, () => ({ contents: 'module.exports = null;' }));
  },
};

/**
 * Resolves `packed:./path.ts` to the text of that module's bundle, gzipped, in base64: half its size are tables for
 * regular expressions, which shrink to a tenth.
 *
 * @param {esbuild.BuildOptions} common
 * @returns {esbuild.Plugin}
 */
function packedScript(common) {
  return {
    name: 'packed-script',
    setup(build) {
      build.onResolve({ filter: /^packed:/ }, async ({ path, resolveDir }) => {
        const entry = await build.resolve(path.slice('packed:'.length), {
          kind: 'import-statement',
          resolveDir,
        });
        return { path: entry.path, namespace: 'packed', errors: entry.errors };
      });
      build.onLoad({ filter: /./, namespace: 'packed' }, async ({ path }) => {
        const { outputFiles, metafile } = await esbuild.build({
          ...common,
          platform: 'browser',
          format: 'iife',
          entryPoints: [path],
          // A source map beside a text has no place to be found.
          sourcemap: false,
          write: false,
          metafile: true,
          plugins: [withoutLong],
        });
        return {
          contents: gzipSync(outputFiles[0].contents, { level: 9 }).toString('base64'),
          loader: 'text',
          watchFiles: Object.keys(metafile.inputs).map((file) => `${process.cwd()}/${file}`),
        };
      });
    },
  };
}
