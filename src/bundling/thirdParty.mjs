/**
 * What we know of licences that no package.json says. notices.mjs makes ThirdPartyNotices.txt with it, and the build
 * fails when something is shipped that is not covered.
 */

/**
 * Licences under which we may ship, as SPDX names. Each allows any use. What each asks for is done: its text is shipped;
 * EPL-1.0 wants to know where the source code is (`offer`, below); CC-BY-4.0 wants the author named and changes told.
 */
export const allowedLicences = [
  'Apache-2.0',
  'Apache-2.0 WITH LLVM-exception',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-4.0',
  'EPL-1.0',
  'ICU',
  'ISC',
  'MIT',
  'Zlib',
];

/**
 * Texts of packages that ship none, or not all of it. `text` is a file of licences/; `source` says where it is from.
 *
 * @type {Record<string, { text: string, source: string }>}
 */
export const missingTexts = {
  '@vscode/l10n': { text: 'vscode-l10n.txt', source: 'LICENSE of github.com/microsoft/vscode-l10n' },
};

/** Sentences that a licence asks for, by package. @type {Record<string, string>} */
export const remarks = {
  '@vscode/codicons':
    'The icons are by Microsoft Corporation, under the Creative Commons Attribution 4.0 International licence. Unchanged.',
};

/**
 * Works inside packages, which no package.json names.
 *
 * @type {Record<string, { name: string, licence: string, text: string, home: string, source: string, offer?: string }[]>}
 */
export const embedded = {
  '@hpcc-js/wasm-graphviz': [
    {
      name: 'Graphviz',
      licence: 'EPL-1.0',
      text: 'epl-1.0.txt',
      home: 'https://gitlab.com/graphviz/graphviz',
      source: 'LICENSE of gitlab.com/graphviz/graphviz',
      offer:
        'Graphviz is compiled to WebAssembly, unchanged. Its source code is available under the Eclipse Public License 1.0 ' +
        'from https://gitlab.com/graphviz/graphviz, and how it is compiled from ' +
        'https://github.com/hpcc-systems/hpcc-js-wasm. Its contributors give no warranty and accept no liability for it.',
    },
    {
      name: 'Expat',
      licence: 'MIT',
      text: 'expat.txt',
      home: 'https://github.com/libexpat/libexpat',
      source:
        'expat/COPYING of github.com/libexpat/libexpat; linked by packages/graphviz/CMakeLists.txt of the wrapper',
    },
    {
      name: 'fzstd',
      licence: 'MIT',
      text: 'fzstd.txt',
      home: 'https://github.com/101arrowz/fzstd',
      source: 'LICENSE of the package fzstd; named in dist/index.js.map of the wrapper',
    },
    ...compiledWithEmscripten(),
  ],
  '@modelcontextprotocol/server': [
    insideOfServer('ajv-validator/ajv', 'MIT'),
    insideOfServer('ajv-validator/ajv-formats', 'MIT'),
    insideOfServer('jshttp/content-type', 'MIT'),
    insideOfServer('epoberezkin/fast-deep-equal', 'MIT'),
    insideOfServer('epoberezkin/json-schema-traverse', 'MIT'),
    insideOfServer('fastify/fast-uri', 'BSD-3-Clause'),
  ],
  'web-tree-sitter': [
    {
      name: 'International Components for Unicode (headers)',
      licence: 'ICU',
      text: 'icu.txt',
      home: 'https://github.com/unicode-org/icu',
      source: 'lib/src/unicode/LICENSE of github.com/tree-sitter/tree-sitter',
    },
    ...compiledWithEmscripten(),
  ],
  pako: [
    {
      name: 'zlib',
      licence: 'Zlib',
      text: 'zlib.txt',
      home: 'https://zlib.net',
      source: 'README.md of pako; zlib.h of zlib',
    },
  ],
  re2js: [
    {
      name: 'RE2/J, and the regular expressions of Go',
      licence: 'BSD-3-Clause',
      text: 're2j.txt',
      home: 'https://github.com/google/re2j',
      source: 'LICENSE of github.com/google/re2j, which re2js is a port of',
    },
  ],
};

/**
 * A package that was bundled into the server for agents before it was published: named in the regions of its dist.
 *
 * @param repository on GitHub, which has the name of the package
 */
function insideOfServer(repository, licence) {
  const name = repository.split('/')[1];
  return {
    name,
    licence,
    text: `${name}.txt`,
    home: `https://github.com/${repository}`,
    source: `LICENSE of the package ${name}`,
  };
}

/** What Emscripten puts into every program. LLVM's libraries ask for nothing in compiled programs. */
function compiledWithEmscripten() {
  return [
    {
      name: 'Emscripten',
      licence: 'MIT',
      text: 'emscripten.txt',
      home: 'https://github.com/emscripten-core/emscripten',
      source: 'LICENSE of github.com/emscripten-core/emscripten',
    },
    {
      name: 'musl',
      licence: 'MIT',
      text: 'musl.txt',
      home: 'https://musl.libc.org',
      source: 'system/lib/libc/musl/COPYRIGHT of github.com/emscripten-core/emscripten',
    },
  ];
}
