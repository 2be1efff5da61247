// Page faults on the lines of a benchmark, and what has changed of them since a git ref: the bundled language server over real
// JSON-RPC, with real git, the real Go and the real perf.
import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, test } from 'node:test';
import { faults, whyNoRecording } from '../../../go/counters/realPerf.ts';
import { goRepository } from '../../../go/git/repository.ts';
import { testFolder } from '../../../testFolder.ts';
import { startedServer } from '../../client.ts';

const settings = {
  count: 4,
  benchtime: '2000x',
  counters: ['page-faults', 'not an event'],
};

function lineOf(text: string, marker: string): number {
  return text.split('\n').findIndex((line) => line.includes(marker));
}

describe('events on lines in the editor', { skip: whyNoRecording() }, () => {
  test('cost per operation beside the line, with an interval; compared with a ref', async (t) => {
    const repository = goRepository({ 'm_test.go': faults });
    const storagePath = testFolder();
    const client = await startedServer(t, {
      folder: repository.directory,
      settings,
      initializationOptions: { storagePath, decorations: true },
    });
    const text = faults.replace('fresh[:12*page]', 'fresh[:4*page]');
    repository.write({ 'm_test.go': text });
    const uri = await client.open(path.join(repository.directory, 'm_test.go'));
    await client.run({ uri, benchmark: 'BenchmarkFaults', against: 'main', kinds: [], counters: true });
    assert.deepEqual(
      client.sessions.sessions.map(({ title }) => title.replace(/\(.*\)/, '(...)')),
      ['BenchmarkFaults · Page faults', 'BenchmarkFaults · Page faults · main (...)'],
    );
    const at = (marker: string) => lineOf(text, marker);
    const textAt = (line: number) =>
      client
        .costs(uri)
        .find((each) => each.line === line)
        ?.text.replaceAll('\u00a0', ' ');
    await client.until('costs beside lines', () => textAt(at('12 faults')) !== undefined);
    // The slower the machine, the fewer samples, and the rougher the numbers.
    const [filled = '', now = '', was = ''] =
      /^([\d.]+) faults\/op was ([\d.]+) · flat/.exec(textAt(at('12 faults')) ?? '') ?? [];
    assert.ok(filled !== '' && Math.abs(+now - 4) < 0.6 && Math.abs(+was - 12) < 1, textAt(at('12 faults')));
    const [written = '', one = ''] = /^([\d.]+) faults\/op flat · /.exec(textAt(at('*to = 1')) ?? '') ?? [];
    assert.ok(written !== '' && Math.abs(+one - 1) < 0.6, textAt(at('*to = 1')));
    const hover = (marker: string, character: number) => client.hover(uri, at(marker), character);
    assert.match(await hover('12 faults', 3), /95% sure: [\d.]+ to [\d.]+\/op \(\d+ samples, \d+ in all\)/);
    assert.match(
      await hover('func BenchmarkFaults', 8),
      /^\| page-faults\/op \|\W+1[23](?:\.\d)?\W.*\W[45](?:\.\d+)?\W.*−[56]\d.*p=0\.008\Wn=5/m,
    );
  });
});
