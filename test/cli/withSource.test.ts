/** Which source files `html --with-source` puts into a page, and `list` shows. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { pictureElement, profileElement, sourcesElement } from '../../src/base/standalonePage.ts';
import { profileBytes } from '../pprof/builder.ts';
import { testFolder } from '../testFolder.ts';
import { runHereIn } from './runHere.ts';

const folder = testFolder();

const taken = new Date('2025-03-01T12:00:00Z');
const before = new Date('2025-02-01T12:00:00Z');
const since = new Date('2025-04-01T12:00:00Z');

/** A file below the folder, written at this time. */
function file(name: string, text: string, time = before): string {
  const at = path.join(folder, name);
  mkdirSync(path.dirname(at), { recursive: true });
  writeFileSync(at, text);
  utimesSync(at, time, time);
  return at;
}

const source = 'package shop\n\nfunc Total() int {\n\treturn 1 // total\n}\n';

/** A profile that has the function `Total` in these files, from their line 3. */
function profile(files: readonly string[], time: Date | null = taken): string {
  const at = path.join(folder, 'shop.pprof');
  const samples = files.map((each) => ({ values: [1], stack: [`shop.Total ${each}:4`] }));
  const timeNanos = time === null ? 0n : BigInt(time.getTime()) * 1_000_000n;
  writeFileSync(at, profileBytes({ samples, startLine: 3, timeNanos }));
  return at;
}

const run = (...args: readonly string[]) => runHereIn({ directory: folder }, ...args);

/** The sources of the page, by file, and what the command says. */
async function page(profilePath: string, ...options: string[]) {
  const html = path.join(folder, 'page.html');
  const made = await run('html', '--with-source', ...options, '-o', html, profilePath);
  assert.equal(made.status, 0, made.stderr);
  const text = readFileSync(html, 'utf8');
  const unpacked = (id: string) => {
    const packed = new RegExp(`id="${id}">([^<]*)`).exec(text)?.[1] ?? '';
    return gunzipSync(Buffer.from(packed, 'base64')).toString();
  };
  // The page may be sent to others.
  for (const each of [text, ...[profileElement, pictureElement, sourcesElement].map(unpacked)])
    assert.ok(!each.includes(folder), 'no folder of this machine is in the page');
  const sources: unknown = JSON.parse(unpacked(sourcesElement));
  return { sources, stderr: made.stderr };
}

/** What a file is called in the page. */
const inPage = (name: string) => `shop/${path.basename(name)}`;

const changed = (name: string) =>
  `${name} does not have the functions of the profile on their lines: it has changed, or is another file.`;
const newer = (name: string) =>
  `${name} is newer than the profile, so it may have changed. If a folder has the sources of the profile, name it with --source-path.`;
const noSource = (name: string) => `${name} is no source file. A profile cannot have other files opened.`;

test('a source that was there when the profile was taken is in the page', async () => {
  const shop = file('shop.go', source);
  assert.deepEqual(await page(profile([shop])), { sources: { [inPage(shop)]: source }, stderr: '' });
});

test('private files that a profile names are in no page, and the command says so', async () => {
  const secrets = [
    file('id_rsa', source),
    file('notes.txt', source),
    file('.netrc', source),
    file('private.go', 'package private\n\nvar Total = "secret"\n\n'),
  ];
  if (process.platform !== 'win32') {
    const linked = path.join(folder, 'linked.go');
    symlinkSync(secrets[0]!, linked);
    secrets.push(linked);
  }
  const { sources, stderr } = await page(profile(secrets));
  const sentence = (name: string) => (name.endsWith('private.go') ? changed(name) : noSource(name));
  const names = secrets.map(inPage);
  assert.deepEqual(sources, Object.fromEntries(names.map((name) => [name, { refused: sentence(name) }])));
  assert.ok(stderr.includes(`pprof-lens: ${changed(secrets[3]!)}\n`), stderr);
  assert.match(stderr, /is no source file\. .* So it is with \d more: /);
});

test('a source that is newer than the profile is left out, unless the user says that it is of the profile', async () => {
  const shop = file('newer/shop.go', source, since);
  const { sources, stderr } = await page(profile([shop]));
  assert.deepEqual(sources, { [inPage(shop)]: { refused: newer(inPage(shop)) } });
  assert.equal(stderr, `pprof-lens: ${newer(shop)}\n`);
  const given = await page(profile(['shop.go']), `--source-path=${path.dirname(shop)}`);
  assert.deepEqual(given, { sources: { 'shop.go': source }, stderr: '' });
});

test('a module of a version does not change: it may have been downloaded later', async () => {
  const shop = file('go/pkg/mod/example.com/shop@v1.2.3/shop.go', source, since);
  assert.deepEqual((await page(profile([shop]))).sources, { 'example.com/shop@v1.2.3/shop.go': source });
  const other = file('go/pkg/mod/example.com/shop@v1.2.4/shop.go', `\n${source}`, since);
  const name = 'example.com/shop@v1.2.4/shop.go';
  assert.deepEqual((await page(profile([other]))).sources, { [name]: { refused: changed(name) } });
});

test('a time that is still to come, or none, proves nothing: the functions decide', async () => {
  const shop = file('timeless/shop.go', source, since);
  const other = file('timeless/other.go', source.replace('Total', 'Sum'), before);
  for (const time of [null, new Date(Date.now() + 86_400_000)]) {
    const { sources } = await page(profile([shop, other], time));
    assert.deepEqual(sources, {
      [inPage(shop)]: source,
      [inPage(other)]: { refused: changed(inPage(other)) },
    });
  }
});

test('devices and pipes that a profile names hold nothing up', {
  skip: process.platform === 'win32',
}, async () => {
  const pipe = path.join(folder, 'pipe.go');
  execFileSync('mkfifo', [pipe]);
  const zero = path.join(folder, 'zero.go');
  symlinkSync('/dev/zero', zero);
  const named = profile([pipe, zero, '/proc/self/mem']);
  const { sources } = await page(named);
  assert.deepEqual(sources, {
    'shop/pipe.go': { refused: `shop/pipe.go is a folder, a device or a pipe, so it is not read.` },
    'shop/zero.go': { refused: `shop/zero.go is a folder, a device or a pipe, so it is not read.` },
    'self/mem': {
      refused: 'self/mem is a device or belongs to the system, so it is not opened.',
    },
  });
  const listed = await run('list', 'Total', named);
  assert.equal(listed.status, 0, listed.stderr);
  assert.match(listed.stdout, /ROUTINE =+ shop\.Total in \/proc\/self\/mem\n/);
  assert.match(listed.stderr, /pprof-lens: .*pipe\.go is a folder, a device or a pipe, so it is not read\./);
});

test('list shows the sources of the profile, also newer ones, and no others', async () => {
  const shop = file('list/shop.go', source, since);
  const moved = file('list/moved.go', `// secret\n${source}`, before);
  const secret = file('list/secret.txt', source, before);
  const { stdout, stderr } = await run('list', 'Total', profile([shop, moved, secret]));
  assert.match(stdout, /4:\treturn 1 \/\/ total/);
  assert.equal(stdout.match(/total/g)?.length, 1);
  assert.ok(!stdout.includes('secret\n'), stdout);
  assert.equal(stderr, `pprof-lens: ${changed(moved)}\npprof-lens: ${noSource(secret)}\n`);
});
