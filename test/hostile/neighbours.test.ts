/**
 * What speaks besides profiles: servers, repositories, files of benchmarks. Each hostile text stands in each place where
 * they can put one, and stays text.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { plainMessage, visible } from '../../src/base/escape.ts';
import { type Problem, sentence } from '../../src/base/result.ts';
import { comparer, defaultCompareOptions } from '../../src/bench/benchstat/compareFiles.ts';
import { tablesCsv } from '../../src/bench/benchstat/tablesCsv.ts';
import { tablesMarkdown } from '../../src/bench/benchstat/tablesMarkdown.ts';
import { tablesText } from '../../src/bench/benchstat/tablesText.ts';
import { loadProfiles } from '../../src/cli/profiles/loadProfiles.ts';
import { leftOutSentences, packedSources } from '../../src/cli/reports/packedSources.ts';
import { reportContext } from '../../src/cli/reports/reportContext.ts';
import { translated } from '../../src/cli/terminal/output.ts';
import { cleanLine } from '../../src/cli/terminal/streams.ts';
import { profileAddress } from '../../src/go/profiles/fetchAddress.ts';
import { fetchProfile } from '../../src/go/profiles/fetchProfile.ts';
import { goRepository } from '../go/git/repository.ts';
import { startedServer } from '../server/client.ts';
import { refused, succeeded } from '../why.ts';
import { hostileInputs } from './corpus.ts';
import { placesOfCorpus } from './places.ts';
import { canaryText, controlSigns, markdownSigns, messageSigns } from './signs.ts';
import { hostileTexts, type Text } from './texts.ts';

const around = placesOfCorpus();

const texts: readonly { readonly name: string; readonly text: Text }[] = Object.entries(hostileTexts).flatMap(
  ([group, all]) => all.map((text, i) => ({ name: `${group} ${i}`, text })),
);

const bytesOf = (text: Text) => Buffer.from(text);

/** A problem as the terminal and the editor show it. */
function checkProblem(problem: Problem): void {
  const said = translated(problem);
  assert.deepEqual(controlSigns(said), []);
  const shown = plainMessage(sentence(problem));
  assert.deepEqual(messageSigns(shown), []);
  assert.ok(shown.length <= 1000, `${shown.length} characters`);
}

/** A part of an answer by a server that keeps to no rule: the text stands in it byte for byte. */
const replies: Readonly<Record<string, (text: Buffer) => readonly (string | Buffer)[]>> = {
  'first line': (text) => ['HTTP/1.1 500 ', text, '\r\nContent-Length: 0\r\n\r\n'],
  reason: (text) => [`HTTP/1.1 500 Sorry\r\nX-Go-Pprof: 1\r\nContent-Length: ${text.length}\r\n\r\n`, text],
  type: (text) => ['HTTP/1.1 200 OK\r\nContent-Type: ', text, '\r\nContent-Length: 5\r\n\r\nhello'],
  page: (text) => [
    `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: ${text.length}\r\n\r\n`,
    text,
  ],
  redirect: (text) => ['HTTP/1.1 302 Found\r\nLocation: ', text, '\r\nContent-Length: 0\r\n\r\n'],
  encoding: (text) => ['HTTP/1.1 200 OK\r\nContent-Encoding: ', text, '\r\nContent-Length: 5\r\n\r\nhello'],
  everything: (text) => [text, '\r\n\r\n'],
};

test('whatever a server answers, the sentence about it is plain', { timeout: 120_000 }, async () => {
  let answer: Buffer = Buffer.alloc(0);
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(answer));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const listening = server.address();
    assert.ok(typeof listening === 'object' && listening !== null);
    const address = profileAddress(`http://myname:mysecret@127.0.0.1:${listening.port}/debug/pprof/heap`);
    assert.ok(address !== null);
    for (const [part, reply] of Object.entries(replies)) {
      for (const { name, text } of texts) {
        answer = Buffer.concat(reply(bytesOf(text)).map((each) => Buffer.from(each)));
        const fetched = refused(
          await fetchProfile(address, {
            maxBytes: 1 << 20,
            timeout: 20,
            maxTime: 20,
            mayRun: false,
          }),
        );
        try {
          checkProblem(fetched);
          assert.doesNotMatch(sentence(fetched), /mysecret/);
        } catch (error) {
          throw new Error(`${part}, ${name}: ${String(error)}`);
        }
      }
    }
  } finally {
    server.close();
  }
});

test('no text of a commit makes a ref, and refs with strange names are shown as they are', {
  timeout: 60_000,
}, async (t) => {
  const repository = goRepository({ 'a_test.go': 'package m\n' });
  const isRef = ({ text }: { text: Text }) => {
    const name = `refs/heads/${bytesOf(text).toString()}`;
    if (name.length > 200 || /[\0\n]/.test(name)) return false;
    try {
      execFileSync('git', ['check-ref-format', name]);
      return true;
    } catch {
      return false;
    }
  };
  const refs = texts.filter(isRef);
  assert.ok(refs.length > 15, 'git takes some of the texts as names');
  // As a neighbour's repository comes: without git looking at it.
  const commits = texts.flatMap(({ name, text }, i) => {
    const message = bytesOf(text);
    const ref = refs.find((each) => each.name === name);
    const branch = ref === undefined ? `plain-${i}` : bytesOf(ref.text).toString();
    return [
      `commit refs/heads/${branch}\nmark :${i + 1}\ncommitter A <a@example.com> ${1_700_000_000 + i} +0000\n`,
      `data ${message.length}\n`,
      message,
      '\n',
    ];
  });
  execFileSync('git', ['fast-import', '--quiet', '--force'], {
    cwd: repository.directory,
    input: Buffer.concat(commits.map((each) => Buffer.from(each))),
    maxBuffer: 1 << 26,
  });
  const known = new Set(
    execFileSync('git', ['for-each-ref', '--format=%(refname:lstrip=2)'], {
      cwd: repository.directory,
      encoding: 'utf8',
    })
      .split('\n')
      .filter((name) => name !== ''),
  );
  const client = await startedServer(t, {
    folder: repository.directory,
    initializationOptions: { trusted: true },
  });
  const uri = await client.open(join(repository.directory, 'a_test.go'));
  const choices = (await client.execute('refs', { uri })) ?? [];
  const named = choices.filter(({ kind }) => kind === 'branch' || kind === 'tag').map(({ name }) => name);
  assert.deepEqual(new Set(named), known);
  for (const { kind, name } of choices) if (kind === 'commit') assert.match(name, /^[0-9a-f]{7,40}$/);
  for (const { name, description, detail } of choices) {
    assert.ok(`${name}${description}${detail}`.length < 20_000, 'a choice is short');
  }
  // Those of the names that look like options are asked for as refs.
  for (const { name } of choices.filter(({ name }) => name.startsWith('-'))) {
    await client.execute('run', { uri, benchmark: null, against: name });
  }
  for (const message of client.messages) assert.deepEqual(messageSigns(message), []);
});

/** Files of benchmarks with the text in each place that has one. */
const benchmarkFiles: Readonly<Record<string, (text: string) => string>> = {
  'a name': (text) => `BenchmarkA/${text} 1 5 ns/op\n`,
  'a unit': (text) => `BenchmarkA 1 5 ${text} 3 ns/op\n`,
  'a value of the configuration': (text) => `goos: ${text}\nBenchmarkA 1 5 ns/op\n`,
  'a key of the configuration': (text) => `${text}: x\nBenchmarkA 1 5 ns/op\n`,
  'facts of a unit': (text) => `Unit ns/op ${text}\nBenchmarkA 1 5 ns/op\n`,
  'a line': (text) => `${text}\nBenchmarkA 1 5 ns/op\n`,
};

test('tables of benchmarks, and what is wrong with their files', () => {
  for (const [place, file] of Object.entries(benchmarkFiles)) {
    for (const { name, text } of texts) {
      if (name.startsWith('long') && place !== 'a name') continue;
      const compare = succeeded(comparer(defaultCompareOptions));
      const label = bytesOf(text).toString();
      const old = { label: 'old', path: 'old.txt', text: 'BenchmarkA 1 5 ns/op\n' };
      const { tables, faults } = compare([old, { label, path: label, text: file(label) }]);
      const where = `${place}, ${name}`;
      assert.deepEqual(controlSigns(visible(tablesText(tables)), '\n\t'), [], where);
      const { csv } = tablesCsv(tables);
      for (const field of csv.split(/[,\n]/)) assert.doesNotMatch(field, /^"?[=@\t\r]/, where);
      assert.deepEqual(controlSigns(visible(csv), '\n\t'), [], where);
      // Ours: what parts `@` from a name, and lines in a cell.
      const foreign = markdownSigns(tablesMarkdown(tables), around.folder).filter(
        (sign) => !/^html_inline: (?:<!-- -->|<br>)$/.test(sign),
      );
      assert.deepEqual(foreign, [], where);
      for (const fault of faults) {
        assert.deepEqual(controlSigns(cleanLine(`${fault.path}:${fault.line}: ${fault.message}`)), [], where);
      }
    }
  }
});

describe('html --with-source packs nothing private', () => {
  for (const group of ['names', 'files', 'times', 'values'] as const) {
    test(group, { timeout: 120_000 }, async () => {
      for (const { name, bytes } of hostileInputs(around, group)) {
        const file = join(around.folder, 'packed.pprof');
        around.write('packed.pprof', bytes);
        const options = { 'max-bytes': 256 << 20, 'with-source': true };
        const loaded = await loadProfiles([file], options);
        const context = loaded.ok ? reportContext(loaded.value.profile, options, '.') : loaded;
        if (!context.ok) continue;
        const { texts: packed, leftOut } = packedSources(context.value);
        for (const [source, text] of packed) {
          if (typeof text !== 'string') continue;
          assert.ok(source.endsWith('shop.go'), `${name}: packs ${source}`);
          assert.ok(!text.includes(canaryText), `${name}: packs a private file`);
        }
        for (const said of leftOutSentences(leftOut)) assert.deepEqual(controlSigns(said), [], name);
      }
    });
  }
});
