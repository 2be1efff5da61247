// Builds the bundles into dist/: extension, its language client, server, command line, page.
//   node esbuild.mjs [--production] [--watch]
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { gzipSync } from 'node:zlib';
import * as esbuild from 'esbuild';
import { leanLanguageClient } from './src/bundling/leanLanguageClient.mjs';
import { leanProtobuf } from './src/bundling/leanProtobuf.mjs';
import {
  addPackage,
  noticesText,
  packagesInBundles,
  styleComment,
  worksOf,
} from './src/bundling/notices.mjs';
import { onDemand, whenCalled } from './src/bundling/onDemand.mjs';
import { graphvizBundle, pageBundle } from './src/bundling/page.mjs';

const production = process.argv.includes('--production');
const watch = process.argv.includes('--watch');
const require = createRequire(import.meta.url);

/** @type {esbuild.BuildOptions} */
const common = {
  bundle: true,
  minify: production,
  sourcemap: production ? false : 'linked',
  legalComments: 'none',
  target: 'es2022',
  logLevel: 'warning',
};

/** @type {esbuild.BuildOptions} */
const node = {
  ...common,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  // Node reads UTF-8. Escapes would be longer.
  charset: 'utf8',
  mainFields: ['module', 'main'],
  // Its ES module asks `import.meta.url` where it is, which a CommonJS bundle cannot answer.
  alias: { 'web-tree-sitter': require.resolve('web-tree-sitter') },
};

/**
 * Of the server and of what it loads later. `require` instead of dynamic imports: Node looks twice through a file that a
 * module imports.
 *
 * @type {esbuild.BuildOptions}
 */
const server = {
  ...node,
  supported: { 'dynamic-import': false },
  plugins: [
    onDemand('../go/scan/scan.ts', 'scanner.cjs'),
    onDemand('./compareKept.ts', 'seldom.cjs'),
    onDemand('./exportRun.ts', 'seldom.cjs'),
    onDemand('./programRuns.ts', 'seldom.cjs'),
    onDemand('./servers.ts', 'seldom.cjs'),
    onDemand('./stores.ts', 'seldom.cjs'),
    onDemand('./testRuns.ts', 'seldom.cjs'),
    onDemand('./findSkids.ts', 'findSkids.cjs'),
    onDemand('./takeCounters.ts', 'takeCounters.cjs'),
    onDemand('../../foreign/readForeign.ts', 'readForeign.cjs'),
    onDemand('../programs/programLenses.ts', 'programLenses.cjs'),
    whenCalled('/gzip.ts', ['gunzip', 'gzipped'], 'gzip.cjs'),
    leanProtobuf(),
  ],
};

/** @type {{ out: string, options: esbuild.BuildOptions }[]} */
const bundles = [
  {
    out: 'extension.cjs',
    options: {
      ...node,
      entryPoints: ['src/extension/main.ts'],
      external: ['vscode'],
      // `require` instead, which is where VS Code answers for the module `vscode`.
      supported: { 'dynamic-import': false },
      plugins: [
        onDemand('./client.ts', 'client.cjs'),
        onDemand('./dialogs.ts', 'dialogs.cjs'),
        onDemand('./runs/dialogs.ts', 'dialogs.cjs'),
        onDemand('./page/profileFiles.ts', 'profileFiles.cjs'),
        onDemand('../page/profileFiles.ts', 'profileFiles.cjs'),
      ],
    },
  },
  {
    out: 'client.cjs',
    options: {
      ...node,
      entryPoints: ['src/extension/server/client.ts'],
      external: ['vscode'],
      supported: { 'dynamic-import': false },
      plugins: [
        leanLanguageClient(),
        onDemand('./asking.ts', 'asking.cjs'),
        onDemand('./terminals.ts', 'terminals.cjs'),
      ],
    },
  },
  {
    out: 'asking.cjs',
    options: { ...node, entryPoints: ['src/extension/server/asking.ts'], external: ['vscode'] },
  },
  {
    out: 'profileFiles.cjs',
    options: { ...node, entryPoints: ['src/extension/page/profileFiles.ts'], external: ['vscode'] },
  },
  {
    out: 'terminals.cjs',
    options: { ...node, entryPoints: ['src/extension/server/terminals.ts'], external: ['vscode'] },
  },
  {
    out: 'dialogs.cjs',
    options: { ...node, entryPoints: ['src/extension/runs/dialogs.ts'], external: ['vscode'] },
  },
  { out: 'server.cjs', options: { ...server, entryPoints: ['src/server/main.ts'] } },
  { out: 'seldom.cjs', options: { ...server, entryPoints: ['src/server/seldom.ts'] } },
  { out: 'scanner.cjs', options: { ...server, entryPoints: ['src/go/scan/scan.ts'] } },
  { out: 'readForeign.cjs', options: { ...server, entryPoints: ['src/foreign/readForeign.ts'] } },
  { out: 'programLenses.cjs', options: { ...server, entryPoints: ['src/server/programs/programLenses.ts'] } },
  { out: 'takeCounters.cjs', options: { ...server, entryPoints: ['src/go/profile/takeCounters.ts'] } },
  { out: 'findSkids.cjs', options: { ...server, entryPoints: ['src/server/assembly/findSkids.ts'] } },
  { out: 'launcher.cjs', options: { ...node, entryPoints: ['src/go/toolchain/launcher.ts'] } },
  { out: 'gzip.cjs', options: { ...node, entryPoints: ['src/pprof/gzip.ts'] } },
  {
    out: 'cli.js',
    options: {
      ...node,
      entryPoints: ['src/cli/main.ts'],
      banner: { js: '#!/usr/bin/env node' },
      define: { PPROF_LENS_VERSION: JSON.stringify(require('./package.json').version) },
      // `lsp` starts the server's own bundle instead of carrying a second copy of it.
      external: ['./server.cjs'],
      plugins: [
        onDemand('./drawGraph.ts', 'drawGraph.cjs'),
        onDemand('../../foreign/readForeign.ts', 'readForeign.cjs'),
        whenCalled('/gzip.ts', ['gunzip', 'gzipped'], 'gzip.cjs'),
        leanProtobuf(),
      ],
    },
  },
  { out: 'drawGraph.cjs', options: { ...node, entryPoints: ['src/cli/reports/drawGraph.ts'] } },
  { out: 'page.js', options: pageBundle(common) },
  { out: 'graphviz.js', options: graphvizBundle(common) },
];

/** Files that are loaded at run time rather than bundled. */
const assets = [
  ['web-tree-sitter/web-tree-sitter.wasm', 'web-tree-sitter.wasm'],
  ['tree-sitter-go/tree-sitter-go.wasm', 'tree-sitter-go.wasm'],
  ['@vscode/codicons/dist/codicon.css', 'codicon.css'],
  ['@vscode/codicons/dist/codicon.ttf', 'codicon.ttf'],
];

function copyAssets() {
  // The package is ESM; what stands in dist/ is CommonJS.
  writeFileSync('dist/package.json', '{ "type": "commonjs" }\n');
  for (const [from, to] of assets) cpSync(require.resolve(from), `dist/${to}`);
}

/**
 * Writes dist/ThirdPartyNotices.txt. What a saved page contains is told at the end of its styles, which are part of
 * every saved page. Fails on works that may not be shipped.
 *
 * @param {esbuild.Metafile[]} metafiles
 */
function writeNotices(metafiles) {
  const packages = packagesInBundles(metafiles);
  for (const [from, to] of assets) addPackage(packages, require.resolve(from), `dist/${to}`);
  const works = worksOf(packages);
  writeFileSync(
    'dist/ThirdPartyNotices.txt',
    noticesText(works, 'pprof Lens contains the works below, under their own licences.'),
  );

  const page = ['dist/page.js', 'dist/page.css', 'dist/graphviz.js'];
  const inPage = works.filter(({ files }) => files.some((file) => page.includes(file)));
  const about = 'This page was made by pprof Lens. It contains the works below, under their own licences.';
  appendFileSync('dist/page.css', styleComment(inPage, about));
}

function printSizes() {
  for (const { out } of bundles) {
    const file = `dist/${out}`;
    const kilobytes = (bytes) => `${(bytes / 1000).toFixed(0).padStart(6)} kB`;
    console.log(
      `${file.padEnd(20)}${kilobytes(statSync(file).size)}  gzipped${kilobytes(gzipSync(readFileSync(file)).length)}`,
    );
  }
}

if (!watch) rmSync('dist', { recursive: true, force: true });
if (!existsSync('dist')) mkdirSync('dist');
copyAssets();
const configs = bundles.map(({ out, options }) => ({ ...options, outfile: `dist/${out}` }));
if (watch) {
  const contexts = await Promise.all(
    configs.map((config) => esbuild.context({ ...config, logLevel: 'info' })),
  );
  await Promise.all(contexts.map((context) => context.watch()));
} else {
  const built = await Promise.all(configs.map((config) => esbuild.build({ ...config, metafile: true })));
  writeNotices(built.map(({ metafile }) => metafile));
  printSizes();
}
