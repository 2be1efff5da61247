import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The bundles for VS Code for the Web, which has no Node: the extension, and the language server for a worker. Of a module
 * `x.ts` that has a sibling `x.web.ts`, they have the sibling.
 *
 * @param {import('esbuild').BuildOptions} common
 * @returns {(import('esbuild').BuildOptions & { outfile: string })[]}
 */
export function webBundles(common) {
  const shared = {
    ...common,
    platform: 'browser',
    charset: 'utf8',
    external: ['vscode'],
    define: { global: 'globalThis' },
    inject: [here('noProcess.mjs')],
    plugins: [withoutNode],
  };
  return [
    { ...shared, format: 'cjs', entryPoints: ['src/extension/web.ts'], outfile: 'dist/web.cjs' },
    { ...shared, format: 'iife', entryPoints: ['src/server/web/main.ts'], outfile: 'dist/webServer.js' },
  ];
}

const here = (file) => fileURLToPath(new URL(file, import.meta.url));

/** @type {import('esbuild').Plugin} */
const withoutNode = {
  name: 'without-node',
  setup(build) {
    build.onResolve({ filter: /^node:/ }, () => ({ path: here('noNode.cjs'), sideEffects: false }));
    build.onResolve({ filter: /^\.{1,2}\/.*\.ts$/ }, ({ path, resolveDir }) => {
      const file = resolve(resolveDir, path);
      const sibling = file.replace(/\.ts$/, '.web.ts');
      return { path: existsSync(sibling) ? sibling : file, sideEffects: false };
    });
    build.onEnd(({ metafile }) => {
      const parts = Object.values(metafile?.outputs ?? {}).flatMap(({ inputs }) => Object.entries(inputs));
      if (
        parts.some(
          ([file, { bytesInOutput }]) => bytesInOutput > 0 && file.endsWith('go/toolchain/process.ts'),
        )
      )
        throw new Error('a bundle for the web has what starts processes');
    });
  },
};
