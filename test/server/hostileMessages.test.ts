/** What the server says in messages, progress and lenses, when names are made to be links, icons or endless. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import type { ProfileSpec } from '../pprof/builder.ts';
import { bytesWithText } from '../pprof/hostileNames.ts';
import { testFolder, writeFiles } from '../testFolder.ts';
import { type Client, type Ending, startedServer } from './client.ts';
import { servedModule } from './servedModule.ts';

/** What VS Code takes for a link in a message. */
const link = /\[[^\]]+\]\([^)\s]+/;
const hostile = '[x](command:workbench.action.closeWindow)';

const folder = testFolder();

/** A server whose editor has opened `f.go`, and what its messages have been. */
async function messagesOf(t: Ending, act: (client: Client) => Promise<unknown>): Promise<readonly string[]> {
  writeFiles(folder, { 'p/f.go': 'package p\n\nfunc F() {\n}\n' });
  const client = await startedServer(t, {
    folder,
    initializationOptions: { decorations: true, storagePath: path.join(folder, 'storage') },
  });
  await client.open(path.join(folder, 'p/f.go'));
  await act(client);
  await client.until('a message', () => client.messages.length > 0);
  return client.messages;
}

/** Two files of the profile could be the open one. */
const ambiguous: ProfileSpec = {
  samples: [
    { values: [5], stack: ['p.F /one/HOSTILE/p/f.go:3'] },
    { values: [5], stack: ['p.F /two/HOSTILE/p/f.go:3'] },
  ],
};

for (const [what, name] of [
  ['links', hostile],
  ['lines', `a\n\n${hostile}\r\u2028b`],
  ['100,000 characters', 'x'.repeat(100_000)],
] as const) {
  test(`files of a profile whose names are ${what}, in a message`, async (t) => {
    const file = path.join(folder, 'ambiguous.pprof');
    writeFileSync(file, bytesWithText(ambiguous, 'HOSTILE', name));
    const [message = ''] = await messagesOf(t, (client) => client.execute('openProfile', { path: file }));
    assert.match(message, /several files that could be .*pprofLens\.pathMappings/);
    assert.doesNotMatch(message, link);
    assert.doesNotMatch(message, /[\p{Cc}\u2028]/u);
    assert.ok(message.length <= 1000, String(message.length));
  });
}

test('the name of a file that is no profile, in a message', async (t) => {
  const directory = path.join(folder, hostile);
  mkdirSync(directory);
  const file = path.join(directory, 'cpu.pprof');
  writeFileSync(file, 'no profile');
  const [message = ''] = await messagesOf(t, (client) => client.execute('openProfile', { path: file }));
  assert.match(message, /cpu\.pprof/);
  assert.doesNotMatch(message, link);
});

test('sub-benchmarks with names like links and icons, in progress, lenses and hovers', async (t) => {
  const name = `$(trash)${hostile}`;
  const served = await servedModule(
    t,
    {
      'a_test.go': [
        'package m',
        '',
        'import "testing"',
        '',
        'func BenchmarkA(b *testing.B) {',
        `\tb.Run("${name}", func(b *testing.B) {`,
        '\t\tfor i := 0; i < b.N; i++ {',
        '\t\t}',
        '\t\tb.ReportMetric(3, "[x](command:a)$(trash)/op")',
        '\t})',
        '}',
        '',
      ].join('\n'),
    },
    { count: 1, benchtime: '10x', kinds: [] },
  );
  await served.profile(null);
  const lenses = await served.client.lenses(served.uri);
  assert.ok(lenses.length > 0);
  for (const { title, tooltip } of lenses) {
    assert.doesNotMatch(`${title} ${tooltip ?? ''}`, /\$\((?!refresh\))/);
    assert.doesNotMatch(`${title} ${tooltip ?? ''}`, link);
  }
  for (const message of served.client.messages) assert.doesNotMatch(message, link);
  const hover = await served.client.hover(served.uri, 4, 6);
  assert.ok(hover.includes('trash'), hover);
  const markup = hover.replace(/`[^`]*`|\\./g, '');
  assert.doesNotMatch(markup, /\[[^\]]*\]\((?!command:pprofLens\.)/);
});
