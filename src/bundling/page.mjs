import { gzipSync } from 'node:zlib';
import * as esbuild from 'esbuild';
import { toBase85 } from './base85.mjs';
import { leanProtobuf } from './leanProtobuf.mjs';

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
    plugins: [packedScript(common)],
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
 * Resolves `packed:./path.ts` to the text of that module's bundle, gzipped, in base 85. Half of the text are tables
 * for regular expressions, which gzip compresses to a tenth.
 *
 * @param {esbuild.BuildOptions} common
 * @returns {esbuild.Plugin}
 */
function packedScript(common) {
  return {
    name: 'packed-script',
    setup(build) {
      /** What the packed scripts contain. */
      const packedInputs = [];
      build.onEnd(({ metafile }) => {
        const outputs = Object.entries(metafile?.outputs ?? {}).filter(([file]) => file.endsWith('.js'));
        for (const [, output] of outputs) Object.assign(output.inputs, ...packedInputs);
      });
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
          // A source map beside a text would not be found.
          sourcemap: false,
          write: false,
          metafile: true,
          plugins: [leanProtobuf({ browser: true })],
        });
        packedInputs.push(...Object.values(metafile.outputs).map(({ inputs }) => inputs));
        // With memLevel 6, gzip makes a new code for its symbols more often than with its default: the result is
        // smaller.
        return {
          contents: toBase85(gzipSync(outputFiles[0].contents, { level: 9, memLevel: 6 })),
          loader: 'text',
          watchFiles: Object.keys(metafile.inputs).map((file) => `${process.cwd()}/${file}`),
        };
      });
    },
  };
}
