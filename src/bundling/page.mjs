import * as esbuild from 'esbuild';

/**
 * The bundle of the flame graph page: dist/page.js, with dist/page.css beside it. Its engine is bundled first and
 * becomes a text in the page, so that the page is one script.
 *
 * @param {esbuild.BuildOptions} common
 * @returns {esbuild.BuildOptions}
 */
export function pageBundle(common) {
  return {
    ...common,
    platform: 'browser',
    format: 'iife',
    // Every page says that it is UTF-8. Escapes would be longer.
    charset: 'utf8',
    entryPoints: ['src/webview/main.tsx'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    loader: { '.svg': 'dataurl' },
    plugins: [scriptText(common)],
  };
}

/**
 * The bundle of Graphviz, which draws call graphs: dist/graphviz.js, a worker's script. It is loaded when the user
 * opens the call graph.
 *
 * @param {esbuild.BuildOptions} common
 * @returns {esbuild.BuildOptions}
 */
export function graphvizBundle(common) {
  return {
    ...common,
    platform: 'browser',
    format: 'iife',
    entryPoints: ['src/webview/tabs/graph/graphvizWorker.ts'],
    // The page gets the text of the file, so a source map beside the file would not be found.
    sourcemap: false,
  };
}

/**
 * Resolves `script:./path.ts` to the text of that module's bundle.
 *
 * @param {esbuild.BuildOptions} common
 * @returns {esbuild.Plugin}
 */
function scriptText(common) {
  return {
    name: 'script-text',
    setup(build) {
      /** What these scripts contain. */
      const innerInputs = [];
      build.onEnd(({ metafile }) => {
        const outputs = Object.entries(metafile?.outputs ?? {}).filter(([file]) => file.endsWith('.js'));
        for (const [, output] of outputs) Object.assign(output.inputs, ...innerInputs);
      });
      build.onResolve({ filter: /^script:/ }, async ({ path, resolveDir }) => {
        const entry = await build.resolve(path.slice('script:'.length), {
          kind: 'import-statement',
          resolveDir,
        });
        return { path: entry.path, namespace: 'script', errors: entry.errors };
      });
      build.onLoad({ filter: /./, namespace: 'script' }, async ({ path }) => {
        const { outputFiles, metafile } = await esbuild.build({
          ...common,
          platform: 'browser',
          format: 'iife',
          entryPoints: [path],
          // A source map beside a text would not be found.
          sourcemap: false,
          write: false,
          metafile: true,
        });
        innerInputs.push(...Object.values(metafile.outputs).map(({ inputs }) => inputs));
        return {
          contents: outputFiles[0].text,
          loader: 'text',
          watchFiles: Object.keys(metafile.inputs).map((file) => `${process.cwd()}/${file}`),
        };
      });
    },
  };
}
