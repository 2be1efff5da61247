import * as esbuild from 'esbuild';

/**
 * The flame graph page's bundle: dist/page.js with dist/page.css beside it. Its worker is bundled first and
 * becomes a string in the page, so the page is one script wherever it is opened.
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
    plugins: [workerAsText(common)],
  };
}

/**
 * Resolves `worker:./path.ts` to the text of that module's bundle.
 *
 * @param {esbuild.BuildOptions} common
 * @returns {esbuild.Plugin}
 */
function workerAsText(common) {
  return {
    name: 'worker-as-text',
    setup(build) {
      build.onResolve({ filter: /^worker:/ }, async ({ path, resolveDir }) => {
        const entry = await build.resolve(path.slice('worker:'.length), {
          kind: 'import-statement',
          resolveDir,
        });
        return { path: entry.path, namespace: 'worker', errors: entry.errors };
      });
      build.onLoad({ filter: /./, namespace: 'worker' }, async ({ path }) => {
        const { outputFiles, metafile } = await esbuild.build({
          ...common,
          platform: 'browser',
          format: 'iife',
          entryPoints: [path],
          // A source map beside a text has no place to be found.
          sourcemap: false,
          write: false,
          metafile: true,
        });
        return {
          contents: outputFiles[0].text,
          loader: 'text',
          watchFiles: Object.keys(metafile.inputs).map((file) => `${process.cwd()}/${file}`),
        };
      });
    },
  };
}
