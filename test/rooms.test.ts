/** Imports between the folders of a room go one way: the list of rooms in CONTRIBUTING.md has their order. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

const contributing = readFileSync('CONTRIBUTING.md', 'utf8');

/** 'go/build' and the like, in their order: lines of four spaces below the room's, some with several folders. */
const folders = listedFolders(/^## The rooms\n+```\nsrc\/\n([\s\S]*?)```/m.exec(contributing)?.[1] ?? '');

/** Who may import the protocol. */
const protocolUsers = /\bprotocol <- \{ (.*?) \}/.exec(contributing)?.[1]?.split(', ') ?? [];

const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).map((file) =>
  file.replaceAll('\\', '/'),
);
const sources = files.filter((file) => /\.(?:m?tsx?|mjs)$/.test(file));
const known = new Set(sources);

function listedFolders(list: string): string[] {
  let room = '';
  return list.split('\n').flatMap((line) => {
    const [, indent = '', names = ''] = /^( *)(.*?)(?: {2}|$)/.exec(line) ?? [];
    if (indent.length === 4) return names.split(' ').map((name) => `${room}/${name}`);
    room = names.replace(/\/$/, '');
    return [];
  });
}

/** 'go/build' of 'go/build/build.ts'; 'go' of a file at the root of the room. */
function folderOf(file: string): string {
  const isDeep = /^(?:webview\/tabs|server\/(?:remote|runs))\//.test(file);
  return file
    .split('/')
    .slice(0, -1)
    .slice(0, isDeep ? 3 : 2)
    .join('/');
}

/** What is wrong with the imports of a file, by line. Imports are all texts in quotes that lead to a source: types, too. */
function wrongImports(file: string, text: string): string[] {
  const wrong: string[] = [];
  const own = folderOf(file);
  const [room = ''] = own.split('/');
  for (const { index, 2: written = '' } of text.matchAll(/(['"`])(\.\.?\/[^'"`\n]*)\1/g)) {
    const imported = path.posix.join(path.posix.dirname(file), written);
    if (!known.has(imported)) continue;
    const why = whyWrong(file, written, imported, own, room);
    if (why !== null) wrong.push(`src/${file}:${text.slice(0, index).split('\n').length} ${why}: ${written}`);
  }
  return wrong;
}

function whyWrong(file: string, written: string, imported: string, own: string, room: string): string | null {
  const folder = folderOf(imported);
  const shortest = path.posix.relative(path.posix.dirname(file), imported);
  if (written.replace(/^\.\/(?!\.)/, '') !== shortest) return 'imports by a way around';
  if (imported === 'protocol.ts' && !protocolUsers.includes(room)) return 'must not know the protocol';
  if (!own.includes('/') || !`${folder}/`.startsWith(`${room}/`)) return null;
  if (folder === room) return 'imports a file at the root of its room';
  return folders.indexOf(folder) > folders.indexOf(own) ? 'imports a folder that stands below its own' : null;
}

test('imports go from a folder to those above it in the list of CONTRIBUTING.md', () => {
  assert.ok(
    sources.length > 0 && folders.length > 0 && protocolUsers.length > 0,
    'there is something to check',
  );
  assert.deepEqual(
    sources.flatMap((file) => wrongImports(file, readFileSync(`src/${file}`, 'utf8'))),
    [],
  );
});

test('the list has each folder, and no other', () => {
  const there = files
    .filter((file) => known.has(file) || file.endsWith('.css'))
    .map(folderOf)
    .filter((folder) => folder.includes('/'));
  assert.deepEqual([...new Set(there)].sort(), [...folders].sort());
});

/** What must be refused, so that what is refused above can be. */
const refused: Readonly<Record<string, readonly [file: string, text: string]>> = {
  'a later folder': ['go/git/git.ts', `import { a } from '../build/build.ts';`],
  'a type of a later folder': ['go/git/git.ts', `import type { A } from '../build/build.ts';`],
  'a type in its place': ['go/git/git.ts', `let a: import("../build/build.ts").A;`],
  'what is exported again': ['go/git/git.ts', `export * from '../build/build.ts';`],
  'what is imported on demand': ['go/git/git.ts', `await import(\n'../build/build.ts');`],
  'a file at the root of the room': ['cli/terminal/streams.ts', `import '../main.ts';`],
  'the room by its name': ['go/build/build.ts', `import { a } from '../../go/git/git.ts';`],
  'the protocol, by a room that must not know it': ['go/build/build.ts', `import '../../protocol.ts';`],
};

for (const [what, [file, text]] of Object.entries(refused)) {
  test(`refused: ${what}`, () => assert.equal(wrongImports(file, text).length, 1));
}

test('allowed: its own folder, those above it, and other rooms', () => {
  const text = `import './build.ts'; import '../git/git.ts'; import '../../bench/benchfmt/parse.ts';`;
  assert.deepEqual(wrongImports('go/build/testBinary.ts', text), []);
});
