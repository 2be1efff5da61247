/** The notices about what we ship of others: made from what the bundles contain, and refused where they would be incomplete. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import {
  addPackage,
  noticesText,
  packagesInBundles,
  styleComment,
  worksOf,
} from '../../src/bundling/notices.mjs';
import { embedded, missingTexts } from '../../src/bundling/thirdParty.mjs';

interface Package {
  readonly name: string;
  readonly license?: string | undefined;
  readonly text?: string;
}

/** The works of a file `dist/a.js` that contains the given packages. */
function worksWith(...packages: readonly Package[]) {
  const found = new Map<string, Set<string>>();
  for (const { name } of packages) addPackage(found, `/p/node_modules/${name}/index.js`, 'dist/a.js');
  const ofFolder = (path: string) => packages.find(({ name }) => path.includes(`node_modules/${name}`));
  return worksOf(
    found,
    (file) => {
      if (typeof file !== 'string') return 'a text of ours';
      const { name, license, text } = ofFolder(file)!;
      return file.endsWith('package.json') ? JSON.stringify({ name, version: '1.0.0', license }) : text!;
    },
    (folder) => ['index.js', ...(ofFolder(folder)?.text === undefined ? [] : ['LICENSE'])],
  );
}

test('a package of a bundle is named with its licence, its text and the files that contain it', () => {
  const [work] = worksWith({ name: '@some/thing', license: 'MIT', text: 'Copyright (c) Somebody\r\n' });
  assert.deepEqual(work, {
    name: '@some/thing',
    version: '1.0.0',
    licence: 'MIT',
    home: '',
    remark: '',
    text: 'Copyright (c) Somebody',
    files: ['dist/a.js'],
  });
});

test('the build fails on a licence that is not allowed', () => {
  for (const license of ['GPL-3.0-only', 'MIT AND GPL-2.0', undefined])
    assert.throws(
      () => worksWith({ name: 'viral', license, text: 'text' }),
      /^Error: viral .*not on the list/,
    );
  assert.equal(worksWith({ name: 'either', license: '(GPL-2.0 OR MIT)', text: 'text' }).length, 1);
});

test('the build fails on a package without the text of its licence', () => {
  assert.throws(() => worksWith({ name: 'bare', license: 'MIT' }), /^Error: The package bare ships no text/);
  assert.equal(worksWith({ name: '@vscode/l10n', license: 'MIT' })[0]!.text, 'a text of ours');
});

test('what a package embeds is named beside it', () => {
  const works = worksWith({ name: '@hpcc-js/wasm-graphviz', license: 'Apache-2.0', text: 'text' });
  const graphviz = works.find(({ name }) => name === 'Graphviz');
  assert.equal(graphviz?.licence, 'EPL-1.0');
  // The licence asks for both: where the source is, and that nobody of Graphviz is liable.
  assert.match(graphviz?.remark ?? '', /source code is available .* from https:\S+.* no warranty/);
  assert.ok(works.some(({ name }) => name === 'Expat'));
});

test('packages count that are in the code or in the styles; those that only were looked at do not', () => {
  const input = (...imports: readonly string[]) => ({
    bytes: 1,
    imports: imports.map((path) => ({ path, kind: 'url-token' as const })),
  });
  const found = packagesInBundles([
    {
      inputs: { 'src/icons.css': input('node_modules/icons/a.svg') },
      outputs: {
        'dist/a.js': {
          bytes: 1,
          imports: [],
          exports: [],
          inputs: {
            'node_modules/used/a.js': { bytesInOutput: 1 },
            'node_modules/shaken/a.js': { bytesInOutput: 0 },
          },
        },
        'dist/a.css': {
          bytes: 1,
          imports: [],
          exports: [],
          inputs: { 'src/icons.css': { bytesInOutput: 1 } },
        },
      },
    },
  ]);
  assert.deepEqual(
    [...found].map(([folder, files]) => [folder.replace(/.*[\\/]/, ''), ...files]),
    [
      ['used', 'dist/a.js'],
      ['icons', 'dist/a.css'],
    ],
  );
});

test('works with the same text share it', () => {
  const text = noticesText(
    worksWith(
      { name: 'one', license: 'MIT', text: 'Copyright (c) Both' },
      { name: 'two', license: 'MIT', text: 'Copyright (c) Both' },
    ),
    'About.',
  );
  assert.equal(text.match(/Copyright/g)?.length, 1);
  assert.match(text, /one 1\.0\.0 · MIT[\s\S]*two 1\.0\.0 · MIT/);
});

test('a comment of a style sheet ends where it should, and in no element', () => {
  const works = worksWith({ name: 'sly', license: 'MIT', text: 'a */ b </style><script>' });
  const comment = styleComment(works, 'About.');
  assert.equal(comment.indexOf('*/'), comment.length - 3);
  assert.doesNotMatch(comment, /<\//);
});

test('every text of ours is used, and is there', () => {
  const used = [...Object.values(missingTexts), ...Object.values(embedded).flat()].map(({ text }) => text);
  assert.deepEqual([...new Set(used)].sort(), readdirSync('src/bundling/licences').sort());
  for (const file of used) {
    const text = readFileSync(`src/bundling/licences/${file}`, 'utf8');
    assert.match(text, /copyright|EPL|ECLIPSE/i);
  }
});
