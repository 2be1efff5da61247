// Builds what is shipped into dist/: the extension, the server and the command line with their chunks, and the page.
//   node esbuild.mjs [--production] [--watch]
import { appendFileSync, cpSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gzipSync } from 'node:zlib';
import * as esbuild from 'esbuild';
import { build, watch } from 'rolldown';
import { checkImports, nodeGraphs } from './src/bundling/node.mjs';
import {
  addPackage,
  noticesText,
  packagesInBundles,
  styleComment,
  worksOf,
} from './src/bundling/notices.mjs';
import { graphvizBundle, pageBundle } from './src/bundling/page.mjs';
import { webBundles } from './src/bundling/web.mjs';

const production = process.argv.includes('--production');
const isWatched = process.argv.includes('--watch');
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

/** What browsers run: the page's scripts, and all of VS Code for the Web. */
const pages = [
  { ...pageBundle(common), outfile: 'dist/page.js' },
  { ...graphvizBundle(common), outfile: 'dist/graphviz.js' },
  ...webBundles(common),
];
const graphs = nodeGraphs({ production, version: require('./package.json').version });

/** Files that are loaded at run time rather than bundled. */
const assets = [
  ['web-tree-sitter/web-tree-sitter.wasm', 'web-tree-sitter.wasm'],
  ['tree-sitter-go/tree-sitter-go.wasm', 'tree-sitter-go.wasm'],
  ['@vscode/codicons/dist/codicon.css', 'codicon.css'],
  ['@vscode/codicons/dist/codicon.ttf', 'codicon.ttf'],
];

function copyAssets() {
  for (const [from, to] of assets) cpSync(require.resolve(from), `dist/${to}`);
}

/**
 * Writes dist/ThirdPartyNotices.txt, and the same works in works.json for the bill of materials. What a saved page contains is told at the end of its styles, which are part of
 * every saved page. Fails on works that may not be shipped.
 *
 * @param {esbuild.Metafile[]} metafiles of what browsers run
 * @param {import('rolldown').OutputChunk[]} chunks what runs in Node
 */
function writeNotices(metafiles, chunks) {
  const packages = packagesInBundles(metafiles);
  for (const { fileName, modules } of chunks) {
    for (const [file, { renderedLength }] of Object.entries(modules))
      if (renderedLength > 0) addPackage(packages, file, `dist/${fileName}`);
  }
  for (const [from, to] of assets) addPackage(packages, require.resolve(from), `dist/${to}`);
  const works = worksOf(packages);
  writeFileSync(
    'dist/ThirdPartyNotices.txt',
    noticesText(works, 'pprof Lens contains the works below, under their own licences.'),
  );
  writeFileSync('dist/works.json', JSON.stringify(works.map(({ text, remark, ...work }) => work)));

  const page = ['dist/page.js', 'dist/page.css', 'dist/graphviz.js'];
  const inPage = works.filter(({ files }) => files.some((file) => page.includes(file)));
  const about = 'This page was made by pprof Lens. It contains the works below, under their own licences.';
  appendFileSync('dist/page.css', styleComment(inPage, about));
}

/** @param {readonly string[]} files in dist/ */
function printSizes(files) {
  const kilobytes = (bytes) => `${(bytes / 1000).toFixed(0).padStart(6)} kB`;
  for (const file of files) {
    const gzipped = gzipSync(readFileSync(file)).length;
    console.log(`${file.padEnd(32)}${kilobytes(statSync(file).size)}  gzipped${kilobytes(gzipped)}`);
  }
}

if (!isWatched) rmSync('dist', { recursive: true, force: true });
mkdirSync('dist', { recursive: true });
copyAssets();
if (isWatched) {
  watch(graphs);
  for (const page of pages) await (await esbuild.context({ ...page, logLevel: 'info' })).watch();
} else {
  const [built, written] = await Promise.all([
    Promise.all(pages.map((page) => esbuild.build({ ...page, metafile: true }))),
    build(graphs),
  ]);
  const chunks = written.flatMap(({ output }) => output).filter(({ type }) => type === 'chunk');
  checkImports(chunks);
  writeNotices(
    built.map(({ metafile }) => metafile),
    chunks,
  );
  printSizes([...chunks.map(({ fileName }) => `dist/${fileName}`), ...pages.map(({ outfile }) => outfile)]);
}
