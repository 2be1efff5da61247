/**
 * Profiles of programs in five languages, which their own profilers have made of test/workspace/languages: their costs
 * stand on the lines of the sources, over JSON-RPC. The sums are those of `go tool pprof`.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import test, { after } from 'node:test';
import { runHere } from '../../cli/runHere.ts';
import { goTool } from '../../goTool.ts';
import { testFolder } from '../../testFolder.ts';
import { startedServer } from '../client.ts';

const profiles = path.join(import.meta.dirname, '../../foreign/profiles');
const recordings = path.join(import.meta.dirname, '../../foreign/recordings');
const folder = testFolder();
const sources = path.join(folder, 'shop');
cpSync(path.join(import.meta.dirname, '../../workspace/languages'), sources, { recursive: true });
// Every line with a cost is wanted, however little it is.
const client = await startedServer(
  { after },
  {
    folder: sources,
    settings: { threshold: 0 },
    initializationOptions: { trusted: true, decorations: true },
  },
);

/** The 1-based lines of a source whose text has these words, in order. */
function linesWith(file: string, words: readonly string[]): number[] {
  const lines = readFileSync(path.join(sources, file), 'utf8').split('\n');
  return words.map((word) => lines.findIndex((line) => line.includes(word)) + 1);
}

/** The 1-based lines of a document that show a cost, once the server has said so. */
async function annotatedLines(file: string, profile: string): Promise<number[]> {
  const outcome = await client.execute('openProfile', { path: profile });
  assert.equal(outcome.status, 'opened', client.messages.join(' / '));
  // Not before: it would get the costs of the profile that was shown until now.
  client.annotations.clear();
  const uri = await client.open(path.join(sources, file));
  await client.until(`costs in ${file}`, () => client.costs(uri).length > 0);
  const lines = client.costs(uri).map(({ line }) => line + 1);
  await client.close(uri);
  return lines.sort((a, b) => a - b);
}

/** The lines of a file that have a cost according to `go tool pprof`. */
function judgedLines(profile: string, file: string): number[] {
  const text = execFileSync(
    goTool('pprof'),
    ['-symbolize=none', '-top', '-lines', '-nodecount=0', '-nodefraction=0', profile],
    {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, PPROF_BINARY_PATH: folder },
    },
  );
  const found = text.matchAll(new RegExp(`/${path.basename(file).replace('.', '\\.')}:(\\d+)`, 'g'));
  return [...new Set(Array.from(found, ([, line]) => Number(line)))].sort((a, b) => a - b);
}

const languages = [
  { profile: 'rust.pb', file: 'rust/src/shop.rs', words: ['self.items.push(item)', 'self.items.iter().map'] },
  { profile: 'cpp.pb.gz', file: 'main.cpp', words: ['ranked[hashed(item.name)] = &item'] },
  {
    profile: 'node.pb.gz',
    file: 'js/shop.ts',
    words: ['ranked.set(hashed', 'return [...ranked.keys()].sort'],
  },
  {
    profile: 'python.pb.gz',
    file: 'py/shop.py',
    words: ['value = ((value ^ ord(char))', 'ranked[hashed(item[0])] = item'],
  },
] as const;

for (const { profile, file, words } of languages) {
  test(`${profile}: the lines of ${file} that have a cost are those that pprof names`, async () => {
    const at = path.join(profiles, profile);
    const shown = await annotatedLines(file, at);
    assert.deepEqual(shown, judgedLines(at, file));
    for (const line of linesWith(file, words)) assert.ok(shown.includes(line), `line ${line} of ${shown}`);
  });
}

test('Java: its profilers leave out the files, which the names of the classes say', async () => {
  const file = 'src/main/java/com/example/shop/Shop.java';
  const shown = await annotatedLines(file, path.join(profiles, 'java.pprof'));
  const hot = linesWith(file, ['hash = (hash ^ name.charAt(i))', 'ranked.put(hashed(item.name()), item)']);
  for (const line of hot) assert.ok(shown.includes(line), `line ${line} of ${shown}`);
  const session = client.sessions.sessions.find(({ title }) => title === 'java.pprof');
  assert.ok(session?.bytesPath !== undefined);
  // The page asks for the file by the name in the profile.
  const asked = { sessionId: session.id, file: 'com/example/shop/Shop.java', line: 3 };
  assert.ok('text' in (await client.execute('frameText', asked)));
});

test('perf, py-spy, OpenTelemetry and Firefox Profiler: lines in their recordings are lines in the editor', async () => {
  const perf = await annotatedLines('main.cpp', path.join(recordings, 'source-lines.perf.txt'));
  assert.deepEqual(perf, linesWith('main.cpp', ['first ^= shop::rank(items)']));
  const python = await annotatedLines('py/shop.py', path.join(recordings, 'py-spy.folded'));
  assert.ok(
    python.includes(linesWith('py/shop.py', ['total += basket.total() + rank(items)'])[0]!),
    `${python}`,
  );
  const gecko = path.join(folder, 'shop.profile.json');
  writeFileSync(gecko, (await runHere('firefox', path.join(profiles, 'python.pb.gz'))).stdout);
  for (const file of [path.join(recordings, 'python.otlp'), gecko]) {
    const shown = await annotatedLines('py/shop.py', file);
    assert.ok(shown.includes(linesWith('py/shop.py', ['value = ((value ^ ord(char))'])[0]!), `${shown}`);
  }
});

test('after a change, the costs of another language move with their lines, too', async () => {
  const file = path.join(sources, 'rust/src/shop.rs');
  const uri = await client.open(file);
  client.annotations.delete(uri);
  await client.execute('openProfile', { path: path.join(profiles, 'rust.pb') });
  await client.until('costs', () => client.costs(uri).length > 0);
  const before = client.costs(uri).map(({ line }) => line);
  const version = await client.change(uri, `// A new line.\n${readFileSync(file, 'utf8')}`);
  await client.until('costs of the new text', () => client.annotations.get(uri)?.version === version);
  const after = client.costs(uri).map(({ line }) => line);
  assert.deepEqual(
    after,
    before.map((line) => line + 1),
  );
});
