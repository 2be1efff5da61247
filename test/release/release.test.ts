/** What is published: which version it is, what is in it, and that it works where nothing else is. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { property } from '../../src/base/outsideValues.ts';
import { type Result, sentence } from '../../src/base/result.ts';
import { checkListing, checkPackage } from '../../src/release/checks.ts';
import { checkedOut, dateOfChanges, versionOf } from '../../src/release/commit.ts';
import { nextSteps } from '../../src/release/nextSteps.ts';
import { makeRelease, type Release, writeVsix } from '../../src/release/release.ts';
import { copySources, copyTo, filesBelow } from '../../src/release/staging.ts';
import { npmEnvironment, repository } from '../editor/install.ts';
import { eventually, within } from '../eventually.ts';
import { goRepository } from '../go/git/repository.ts';
import { profileBytes } from '../pprof/builder.ts';
import { testFolder } from '../testFolder.ts';
import { succeeded } from '../why.ts';

/** The value, or the sentence of the failure. */
function said<T>(result: Result<T>): T | string {
  return result.ok ? result.value : sentence(result.problem);
}

test('a tag is a version with an even middle number, everything else a pre-release with an odd one', () => {
  const rows: [written: string, tags: string[], version: unknown][] = [
    ['1.2.0', ['v1.2.0'], { text: '1.2.0', isPreRelease: false }],
    ['1.2.0', [], { text: '1.3.928', isPreRelease: true }],
    ['0.1.0', [], { text: '0.1.928', isPreRelease: true }],
    ['1.2.0', ['v1.2.1'], 'The tag is v1.2.1, and package.json has the version 1.2.0.'],
    [
      '0.1.0',
      ['v0.1.0'],
      'The version 0.1.0 is tagged, but an odd middle number is that of pre-releases. Tag 0.2.0.',
    ],
  ];
  for (const [written, tags, version] of rows)
    assert.deepEqual(said(versionOf(written, { number: 928, tags })), version);
});

test('the tag by which workflows name the action is that of no version', () => {
  const { directory, git } = goRepository({});
  git('tag', 'v1');
  git('tag', 'v1.2.0');
  assert.deepEqual(checkedOut(directory).tags, ['v1.2.0']);
  const made = { out: '', published: [], bill: '', missing: [], wrong: [] };
  const steps = (isPreRelease: boolean) => nextSteps({ ...made, version: { text: '1.2.0', isPreRelease } });
  assert.match(steps(false), /git tag --force v1 v1\.2\.0 && git push --force origin v1$/);
  assert.doesNotMatch(steps(true), /force/);
  assert.match(readFileSync('.github/workflows/release.yml', 'utf8'), /tags: \['v\*\.\*\.\*'\]/);
});

test('a version has a date in the change log, and nothing is left that has none', () => {
  const undated =
    'CHANGELOG.md has changes that are not of a version. Give them the heading "## 1.2.0 (YEAR-MONTH-DAY)".';
  const dated = '## 1.2.0 (2026-12-01)\n\n- b\n';
  const rows: [text: string, date: string][] = [
    [dated, '2026-12-01'],
    [`## Unreleased\n\n${dated}`, '2026-12-01'],
    [`## Unreleased\n\n- c\n\n${dated}`, undated],
    ['## 1.2.0\n\n- b\n', undated],
    ['## 1.3.0 (2026-12-01)\n\n- b\n', undated],
  ];
  for (const [text, date] of rows) assert.equal(said(dateOfChanges(`# Changelog\n\n${text}`, '1.2.0')), date);
});

const notices = 'dist/ThirdPartyNotices.txt';

/** What is wrong with a package of these files. */
function wrongWith(name: string, files: Readonly<Record<string, string>>): string[] {
  const all = { 'package.json': '{"bin":{"a":"./dist/cli.js"}}', 'dist/cli.js': '', [notices]: '', ...files };
  const contents = new Map(Object.entries(all).map(([path, text]) => [path, Buffer.from(text)]));
  return checkPackage(name, Buffer.alloc(1), contents, ['/home/somebody']);
}

test('a package has what its manifest names, and nothing of the sources, of the tests, of this machine', () => {
  assert.deepEqual(wrongWith('a.tgz', { 'README.md': '', 'dist/chunks/a.js': '' }), []);
  assert.deepEqual(
    wrongWith('a.tgz', {
      'src/a.ts': '',
      'dist/a.js.map': '{}',
      'dist/extension.cjs': '',
      'dist/b.js': '"/home/somebody/b.ts"',
      'dist/c.js': '//# sourceMappingURL=c.js.map',
      'package.json': '{"bin":{"a":"./dist/other.js"}}',
    }),
    [
      'a.tgz has src/a.ts.',
      'a.tgz has dist/a.js.map.',
      'a.tgz has dist/extension.cjs.',
      'dist/b.js in a.tgz names the folder /home/somebody.',
      'dist/c.js in a.tgz names a source map.',
      'a.tgz lacks dist/other.js.',
    ],
  );
  const manifest = '{"main":"./dist/extension.cjs","icon":"media/icon.png"}';
  assert.deepEqual(wrongWith('a.vsix', { 'package.json': manifest, 'media/icon.png': '' }), [
    'a.vsix lacks dist/extension.cjs.',
  ]);
});

test('a listing shows pictures that are there, as they were then', () => {
  const sources = new Set(['media/a.png']);
  const shown = (address: string) => checkListing(`![a](${address})`, sources, 'v1.2.0');
  const raw = 'https://github.com/o/r/raw';
  assert.deepEqual(shown(`${raw}/v1.2.0/media/a.png`), []);
  assert.equal(shown('media/a.png').length, 1);
  assert.equal(shown(`${raw}/HEAD/media/a.png`).length, 1);
  assert.equal(shown(`${raw}/v1.2.0/media/b.png`).length, 1);
});

test('workflows run actions by the hash of their commit, and try every version that is promised', () => {
  const folder = '.github/workflows';
  const files = [...readdirSync(folder).map((name) => join(folder, name)), 'action.yml'];
  const texts = files.map((file) => readFileSync(file, 'utf8'));
  const used = texts.flatMap((text) => [...text.matchAll(/\buses: (.*)/g)].map(([, action = '']) => action));
  assert.ok(used.length > 10);
  for (const action of used)
    assert.match(action, /^(?:\.\/[\w./-]*|[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+)$/, action);
  const ci = readFileSync(join(folder, 'ci.yml'), 'utf8');
  const engines = property(JSON.parse(readFileSync('package.json', 'utf8')), 'engines');
  const oldest = /^>=(.*)$/.exec(String(property(engines, 'node')))?.[1];
  assert.ok(ci.includes(`node: ['${oldest}', '22', '24']`));
  assert.ok(ci.includes("go: ['1.24', '1.25', '1.26', '1.27']"));
});

test('the documentation names the action by the repository of package.json', () => {
  const address = String(
    property(property(JSON.parse(readFileSync('package.json', 'utf8')), 'repository'), 'url'),
  );
  const [, name = ''] = /github\.com\/(.*)\.git$/.exec(address) ?? [];
  const text = readFileSync('media/docs/ci.md', 'utf8');
  const used = [...text.matchAll(/\buses: (\S*pprof-lens)@(\S+)/g)];
  assert.equal(used.length, 2);
  for (const [, action] of used) assert.equal(action, name);
});

const out = testFolder();
let made: Release | undefined;

/** The packages of the sources as they are, made once. */
function release(): Release {
  if (made !== undefined) return made;
  const result = succeeded(makeRelease(repository, { out, scratch: testFolder(), withChanges: true }));
  made = result;
  return made;
}

test('what would be published passes its checks, and says what to press', () => {
  const { wrong, version, published } = release();
  assert.deepEqual(wrong, []);
  const steps = nextSteps(release());
  for (const { file } of published) assert.ok(steps.includes(`${join(out, file)}`));
  assert.match(steps, new RegExp(`${version.text} is ready \\(a pre-release`));
});

test('the extension is the same, byte for byte, when it is built and packed in another folder', () => {
  const { version, published } = release();
  const [vsix] = published;
  const folder = testFolder();
  copySources(repository, folder);
  writeFileSync(join(folder, 'package.json'), vsix!.contents.get('package.json')!);
  const written = String(property(JSON.parse(readFileSync('package.json', 'utf8')), 'version'));
  for (const [path, bytes] of vsix!.contents) {
    if (!path.startsWith('dist/')) continue;
    // As it was built here, but for the number.
    const built = readFileSync(path, 'latin1').replaceAll(`\`${written}\``, `\`${version.text}\``);
    assert.ok(built === Buffer.from(bytes).toString('latin1'), path);
    mkdirSync(join(folder, 'dist/cli'), { recursive: true });
    copyTo(path, join(folder, path));
    writeFileSync(join(folder, path), bytes);
  }
  chmodSync(join(folder, 'README.md'), 0o600);
  const commit = checkedOut(repository);
  const again = join(folder, 'again.vsix');
  writeVsix(folder, again, { ...version, date: commit.date, ref: commit.hash });
  assert.ok(readFileSync(again).equals(vsix!.bytes));
});

test('the bill of materials names each work of the notices, by the package that contains it', () => {
  const { bill, published } = release();
  const document: unknown = JSON.parse(readFileSync(join(out, bill), 'utf8'));
  const list = (name: string) => property(document, name) as readonly Record<string, string>[];
  const ids = list('packages').map(({ SPDXID }) => SPDXID);
  assert.equal(new Set(ids).size, ids.length);
  for (const id of ids) assert.match(id!, /^SPDXRef-[A-Za-z0-9.-]+$/);
  const text = Buffer.from(published[0]!.contents.get(notices)!).toString('utf8');
  const noted = new Set([...text.matchAll(/^(\S.*?)(?: \d\S*)? · /gm)].map(([, name]) => name));
  const named = new Set(
    list('packages')
      .slice(published.length)
      .map(({ name }) => name),
  );
  assert.deepEqual([...named].sort(), [...noted].sort());
  const containing = (file: string) =>
    list('relationships').filter(
      ({ spdxElementId, relationshipType }) =>
        relationshipType === 'CONTAINS' && spdxElementId === `SPDXRef-${file}`,
    ).length;
  const [ofVsix, ofNpm] = published.map(({ file }) => containing(file));
  assert.equal(ofVsix, ids.length - published.length);
  assert.ok(ofNpm! > 0 && ofNpm! < ofVsix!, 'the client of the language server is for VS Code only');
});

test('in an empty folder, without a network, the package installs and does its work', async () => {
  const folder = testFolder({
    'cpu.pprof': profileBytes({ samples: [{ values: [5], stack: ['main.hot a.go:3'] }] }),
  });
  const env = npmEnvironment({
    npm_config_cache: join(folder, 'cache'),
    npm_config_update_notifier: 'false',
  });
  const run = (command: string, args: readonly string[]) => {
    const shell = process.platform === 'win32';
    const { status, stdout, stderr } = spawnSync(command, args, {
      cwd: folder,
      env,
      encoding: 'utf8',
      shell,
    });
    assert.equal(status, 0, `${command} ${args.join(' ')}: ${stderr}${stdout}`);
    return stdout;
  };
  const { file } = release().published[1]!;
  run('npm', ['install', '--offline', '--no-audit', '--no-fund', join(out, file)]);
  const installed = join(folder, 'node_modules');
  const names = filesBelow(installed).map((path) => path.split('/')[0]);
  assert.deepEqual([...new Set(names)].sort(), ['.bin', '.package-lock.json', 'pprof-lens']);

  assert.equal(
    run('npm', ['exec', '--offline', '--', 'pprof-lens', '--version']),
    `pprof-lens ${release().version.text}\n`,
  );
  const program = join(installed, 'pprof-lens/dist/cli.js');
  const cli = (...args: readonly string[]) => run(process.execPath, [program, ...args]);
  assert.match(cli('top', 'cpu.pprof'), /100% .*main\.hot/);
  cli('html', '-o', 'page.html', 'cpu.pprof');
  assert.match(readFileSync(join(folder, 'page.html'), 'utf8'), /<title>samples</);
  await languageServer([program, 'lsp', '--stdio'], folder);
  assert.match(await askedAsAgent([program, 'mcp', '--read-only'], folder), /"name\W+main\.hot/);
});

/** What the client of the protocol's own library gets for a report. */
async function askedAsAgent(args: readonly string[], cwd: string): Promise<string> {
  const client = new Client({ name: 'test', version: '1' });
  try {
    await client.connect(new StdioClientTransport({ command: process.execPath, args: [...args], cwd }));
    const question = { profile: 'cpu.pprof', report: 'top' };
    return JSON.stringify(await client.callTool({ name: 'report', arguments: question }));
  } finally {
    await client.close();
  }
}

/** A language server starts, answers, and ends when it is told to. */
async function languageServer(args: readonly string[], cwd: string): Promise<void> {
  const server = spawn(process.execPath, args, { cwd, stdio: ['pipe', 'pipe', 'inherit'] });
  let heard = '';
  server.stdout.setEncoding('utf8').on('data', (text: string) => {
    heard += text;
  });
  const ended = new Promise((resolve) => server.once('close', resolve));
  const tell = (message: object) => {
    const text = JSON.stringify({ jsonrpc: '2.0', ...message });
    server.stdin.write(`Content-Length: ${text.length}\r\n\r\n${text}`);
  };
  try {
    tell({ id: 1, method: 'initialize', params: { processId: null, rootUri: null, capabilities: {} } });
    await eventually('what the server can do', () => heard.includes('"id":1,"result":{"capabilities":{'));
    tell({ id: 2, method: 'shutdown' });
    await eventually('the end of its work', () => heard.includes('"id":2,"result":null'));
    tell({ method: 'exit' });
    assert.equal(await within('the end of the language server', ended), 0);
  } finally {
    server.kill();
  }
}
