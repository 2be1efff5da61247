// Counted instructions in the editor: the bundled language server over real JSON-RPC, with the real Go and the real valgrind.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { test } from 'node:test';
import { goModule } from '../../../go/goModule.ts';
import { testFolder, writeFiles } from '../../../testFolder.ts';
import { startedServer } from '../../client.ts';

function source(steps: number): string {
  return `package m

import "testing"

var sum int

func BenchmarkWork(b *testing.B) {
	for b.Loop() {
		for i := range ${steps} {
			sum += i ^ sum // work
		}
	}
}
`;
}

const skip =
  spawnSync('valgrind', ['--version']).error === undefined
    ? false
    : 'valgrind is not installed: sudo apt install valgrind';

test('instructions are counted after all else, and a change is exact on its line', { skip }, async (t) => {
  const module = goModule({ 'm_test.go': source(1000) });
  const client = await startedServer(t, {
    folder: module.directory,
    settings: { count: 2, benchtime: '3000x', kinds: ['mem', 'simulated'] },
    initializationOptions: { storagePath: testFolder(), decorations: true },
  });
  const uri = await client.open(path.join(module.directory, 'm_test.go'));
  await client.run({ uri, benchmark: 'BenchmarkWork' });
  assert.deepEqual(client.sessions.sessions.map(({ title }) => title).sort(), [
    'BenchmarkWork · Instructions',
    'BenchmarkWork · Memory',
  ]);
  const line = source(1000)
    .split('\n')
    .findIndex((text) => text.startsWith('func Bench'));
  const hover = async () =>
    (await client.hover(uri, line, 'func '.length + 3)).replaceAll(/[\u00a0\u2060 ]+/g, ' ');
  const counted = /\| instructions\/op \| ([\d,]+)/;
  const before = Number(counted.exec(await hover())?.[1]?.replaceAll(',', ''));
  // At least one addition, one exclusive or, and what counts to a thousand.
  assert.ok(before > 3000 && before < 20_000, `${before} instructions: ${await hover()}`);

  assert.match(await hover(), /\| simulated-L1-misses\/op \| \d/);

  writeFiles(module.directory, { 'm_test.go': source(1100) });
  await client.change(uri, source(1100));
  const ids = await client.run({ uri, benchmark: 'BenchmarkWork' });
  const instructions = ids.find((id) => client.session(id)?.title.endsWith('Instructions')) ?? '';
  assert.match(await hover(), /\| instructions\/op \| [\d,]+ \| [\d,]+ \| \+(?:9\.[5-9]|10\.)\d% \| counted/);
  await client.execute('show', { sessionId: instructions, sampleType: 0 });
  // The text of the line has changed, so that the one below its loop is compared.
  const work = line + 3;
  const textOf = () =>
    client
      .costs(uri)
      .find((each) => each.line === work)
      ?.text.replaceAll('\u00a0', ' ') ?? '';
  await client.until('costs beside lines', () => textOf() !== '');
  assert.match(textOf(), /^[\d,]{5,} instr\/op was [\d,]{5,} · /);
});
