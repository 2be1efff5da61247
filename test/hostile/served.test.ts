/** The language server on every hostile profile: hovers, lenses, lines, messages and answers over JSON-RPC. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { HoverRequest, InlayHintRequest, type MarkupContent } from 'vscode-languageserver/node';
import { clientCommands } from '../../src/protocol.ts';
import { Client } from '../server/client.ts';
import { type HostileInput, hostileCorpus } from './corpus.ts';
import { placesOfCorpus } from './places.ts';
import { canaryText, controlSigns, iconSigns, markdownSigns, messageSigns } from './signs.ts';
import { hostileFiles } from './texts.ts';

const around = placesOfCorpus();
const corpus = hostileCorpus(around);
const storage = join(around.folder, '..', 'storage');
mkdirSync(storage);

/** The lines of the source that have costs, 0-based. */
const costly = [4, 8, 12];

let client: Client;
let uri: string;

/** A server in a workspace that is not trusted: the profile's files are looked at, and nothing is run. */
async function start(trusted: boolean): Promise<void> {
  client = await Client.start({
    folder: around.folder,
    initializationOptions: {
      clientCommands: Object.values(clientCommands),
      decorations: true,
      codicons: true,
      storagePath: storage,
      trusted,
    },
    settings: { threshold: 0 },
  });
  uri = await client.open(around.source);
}

/** A file name that says nothing, so that every sign is of the profile. */
const file = join(around.folder, 'hostile.pprof');

/** Opens the profile, and answers its session; `null` if it is refused, with a clean sentence. */
async function open({ bytes }: HostileInput, forPage: boolean): Promise<string | null> {
  writeFileSync(file, bytes);
  const outcome = await inTime(client.execute('openProfile', { path: file, forPage }));
  if (outcome.status === 'opened') return outcome.sessionId;
  assert.deepEqual(controlSigns(outcome.message), []);
  assert.ok(outcome.message.length < 2000, 'the sentence is short');
  return null;
}

/** No input may take as long as this, on any machine. */
async function inTime<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer within 30 seconds')), 30_000);
  });
  try {
    return await Promise.race([answer, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}

async function hoverAt(line: number): Promise<string> {
  const hover = await inTime(
    client.connection.sendRequest(HoverRequest.type, {
      textDocument: { uri },
      position: { line, character: 2 },
    }),
  );
  return (hover?.contents as MarkupContent | undefined)?.value ?? '';
}

/** Texts that the editor shows as they are. They come from the profile, in places where a line is a row. */
function assertPlain(what: string, texts: readonly string[]): void {
  for (const text of texts) {
    assert.deepEqual(controlSigns(text), [], what);
    assert.ok(text.length < 20_000, `${what}: ${text.length} characters`);
  }
}

/** Everything that the server has said without being asked. */
function checkNotices(): void {
  for (const message of client.messages.splice(0)) assert.deepEqual(messageSigns(message), []);
  for (const { annotations } of client.annotations.values()) {
    assertPlain(
      'a line',
      annotations.flatMap(({ text, mark }) => [text, mark]),
    );
  }
  assertPlain('the status bar', [client.sessions.activeTitle]);
  assert.ok(!client.output.includes(canaryText), 'the output shows a private file');
}

async function checkAnswers(sessionId: string): Promise<void> {
  for (const line of costly) {
    const text = await hoverAt(line);
    assert.deepEqual(markdownSigns(text, around.folder), [], text.slice(0, 2000));
    assert.ok(!text.includes(canaryText), 'a hover shows a private file');
    assert.ok(text.length < 1_000_000, `a hover of ${text.length} characters`);
  }
  for (const title of await inTime(client.lensTitles(uri))) {
    assert.deepEqual(iconSigns(title, /^\$\((refresh|error|beaker|pulse|flame)\)$/), []);
    assertPlain('a lens', [title]);
  }
  const range = { start: { line: 0, character: 0 }, end: { line: 20, character: 0 } };
  await inTime(client.connection.sendRequest(InlayHintRequest.type, { textDocument: { uri }, range }));
  for (const { text } of await inTime(client.execute('hotLines'))) assertPlain('a hot line', [text]);
  for (const line of costly) {
    await inTime(client.execute('lineFunctions', { uri, line, character: 0 }));
  }
  assert.equal(await inTime(client.execute('growth', { sessionId })), null);
  await inTime(client.execute('results', { sessionId }));
  await inTime(client.execute('timedSamples', { sessionId }));
}

/** No frame leads to a file outside the rule. */
async function checkSources(sessionId: string): Promise<void> {
  for (const name of hostileFiles(around)) {
    const answer = await inTime(client.execute('frameText', { sessionId, file: name, line: 5 }));
    assert.ok(!JSON.stringify(answer).includes(canaryText), `shows the private file ${name}`);
    const isEtc = 'text' in answer && answer.text.includes('root:');
    assert.ok(!isEtc, `shows ${name}`);
    await inTime(client.execute('resolveFrame', { sessionId, file: name, line: 5 }));
  }
}

function profilesOf(
  groups: readonly HostileInput['group'][],
  isAsked: (input: HostileInput) => boolean = () => true,
): void {
  for (const group of groups) {
    test(group, { timeout: 120_000 }, async () => {
      const inputs = corpus.filter((each) => each.group === group && isAsked(each));
      assert.ok(inputs.length > 5, 'the class has inputs');
      for (const input of inputs) {
        try {
          const sessionId = await open(input, false);
          if (sessionId !== null) await checkAnswers(sessionId);
          checkNotices();
        } catch (error) {
          throw new Error(`${input.name}: ${error instanceof Error ? error.stack : String(error)}`);
        }
      }
    });
  }
}

function framesOf(what: string): void {
  test(`no frame leads to ${what}`, { timeout: 60_000 }, async () => {
    const input = corpus.find(({ name }) => name === 'archives: as it should be')!;
    const sessionId = await open(input, true);
    assert.ok(sessionId !== null);
    await checkSources(sessionId);
    const own = await client.execute('frameText', { sessionId, file: around.source, line: 5 });
    assert.deepEqual(own, { text: readFileSync(around.source, 'utf8') }, 'a file of the workspace is read');
  });
}

describe('the server in a workspace that is not trusted', () => {
  before(() => start(false));
  after(() => client.stop());

  profilesOf(['names', 'files', 'times', 'values', 'tables', 'archives', 'formats']);
  framesOf('a private file, a device or a share');

  test('its memory stays below a bound after all of them', () => {
    const status = readFileSync(`/proc/${client.process.pid}/status`, 'utf8');
    const peak = Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
    assert.ok(peak < 2000, `${peak} MB at most`);
  });
});

describe('the server in a workspace that is trusted', () => {
  before(() => start(true));
  after(() => client.stop());

  // The others are read in the same way. For each profile, Go is asked for its modules: of names, one text of each class.
  profilesOf(['names', 'files'], ({ group, name }) => group !== 'names' || name.endsWith(' 0'));
  framesOf('what is no source, a device or a share');
});
