// The lens says when the code of a run has changed, whoever has changed it.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { gitEnvironment } from '../../go/git/repository.ts';
import { type Ending, startedServer } from '../client.ts';
import type { ClientOptions } from '../heardServer.ts';
import { type ServedModule, serveModule } from '../servedModule.ts';

const work = `package m

// Work works.
func Work(n int) int {
	sum := 0
	for i := range n {
		sum += step(i)
	}
	return sum
}

//go:noinline
func step(i int) int { return i * weight }

const weight = 3

func unused() {}
`;
const workTest = `package m

import "testing"

func BenchmarkWork(b *testing.B) {
	for b.Loop() {
		Work(1000)
	}
}
`;
// So many operations have samples on a busy machine, too.
const settings = { count: 1, benchtime: '500000x', kinds: ['cpu'] };
const said = 'code changed';

/** Another run, whose costs nobody looks at. */
const runAgain = () =>
  module.client.run({ uri: module.uri, benchmark: 'BenchmarkWork', benchtime: '50000x' });

/** One module, whose newest run, of the code above, later tests go on with. */
let module: ServedModule;
let file: string;
let firstSession: string;
after(() => module.close());

describe('code changed', () => {
  before(async () => {
    module = await serveModule({ 'work_test.go': workTest, 'work.go': work }, settings);
    file = path.join(module.directory, 'work.go');
    const git = (...args: string[]) =>
      execFileSync('git', args, { cwd: module.directory, env: gitEnvironment, stdio: 'ignore' });
    git('init', '-q');
    git('add', '.');
    git('commit', '-q', '-m', 'first');
    [firstSession = ''] = await module.profile('BenchmarkWork');
  });

  test('an edit in the editor is said; before, and after undo, nothing is', async () => {
    const { client } = module;
    await client.untilLens(module.uri, '/op');
    await client.untilLens(module.uri, said, false);
    const uri = await client.open(file);
    await client.change(uri, work.replace('i * weight', 'i + weight'));
    await client.untilLens(module.uri, said);
    await client.change(uri, work);
    await client.untilLens(module.uri, said, false);
    // A constant that a reached function uses.
    await client.change(uri, work.replace('weight = 3', 'weight = 4'));
    await client.untilLens(module.uri, said);
    // Closed without saving: the disk has the old code.
    await client.close(uri);
    await client.untilLens(module.uri, said, false);
  });

  test('comments, formatting and functions that it does not call are not', async () => {
    const { client } = module;
    const uri = await client.open(file);
    const edited = work
      .replace('// Work works.', '// Work works hard.')
      .replace('sum += step(i)', 'sum += step( i ) // hot')
      .replace('func unused() {}', 'func unused() { println() }');
    await client.change(uri, edited);
    await client.change(module.uri, `${workTest}\n// The end.\n`);
    assert.ok(!(await client.lensTitles(module.uri)).some((title) => title.includes(said)));
    await client.change(module.uri, workTest);
    await client.change(uri, work);
    await client.close(uri);
  });

  test('a changed line says what it cost; lines above it in the call fade, with the reason in their hover', async () => {
    const { client } = module;
    const uri = await client.open(file);
    const sum = work.split('\n').findIndex((line) => line.includes('sum +='));
    const at = (of: string, line: number) =>
      client.annotations.get(of)?.annotations.find((each) => each.line === line);
    await client.until('costs', () => at(uri, sum) !== undefined && at(module.uri, 6) !== undefined);
    assert.equal(at(module.uri, 6)?.faint ?? false, false);
    await client.change(uri, work.replace('sum += step(i)', 'sum += 2 * step(i)'));
    await client.until('a changed line', () => /^was\s/.test(at(uri, sum)?.text ?? ''));
    await client.until('a faded line', () => at(module.uri, 6)?.faint === true);
    assert.match(await client.hover(module.uri, 6, 3), /Measured at [\d:]+, before `Work` changed\./);
    assert.match(await client.hover(uri, sum, 3), /has changed since the run of .* as `sum \+= step\(i\)`\./);
    // A comment behind the hot line takes nothing away.
    await client.change(uri, work.replace('sum += step(i)', 'sum += step(i) // hot'));
    await client.until(
      'the cost',
      () => at(uri, sum)?.text.includes('/op') === true && at(uri, sum)?.mark !== 'was',
    );
    await client.until('no faded line', () => at(module.uri, 6)?.faint !== true);
    await client.change(uri, work);
    await client.close(uri);
  });

  test('an edit of the benchmark itself is said in the next answer', async () => {
    const { client } = module;
    await client.change(module.uri, workTest.replace('1000', '1001'));
    assert.ok((await client.lensTitles(module.uri)).some((title) => title.includes(said)));
    await client.change(module.uri, workTest);
    assert.ok(!(await client.lensTitles(module.uri)).some((title) => title.includes(said)));
  });

  test('a file that is changed on the disk, and a checkout that takes it back', async () => {
    const { client } = module;
    writeFileSync(file, work.replace('i * weight', 'i - weight'));
    await client.filesChanged(file);
    await client.untilLens(module.uri, said);
    execFileSync('git', ['checkout', '-q', '--', '.'], { cwd: module.directory });
    assert.equal(readFileSync(file, 'utf8'), work);
    await client.filesChanged(file);
    await client.untilLens(module.uri, said, false);
    const goMod = path.join(module.directory, 'go.mod');
    const text = readFileSync(goMod, 'utf8');
    writeFileSync(goMod, `${text}\ntoolchain go1.99.0\n`);
    await client.filesChanged(goMod);
    await client.untilLens(module.uri, said);
    writeFileSync(goMod, text);
    await client.filesChanged(goMod);
    await client.untilLens(module.uri, said, false);
  });

  test('the next run is of the new code', async () => {
    const { client } = module;
    const uri = await client.open(file);
    const edited = work.replace('i * weight', 'i ^ weight');
    writeFileSync(file, edited);
    await client.change(uri, edited);
    await client.untilLens(module.uri, said);
    await runAgain();
    await client.untilLens(module.uri, said, false);
    // The run before was built from what is there again.
    writeFileSync(file, work);
    await client.change(uri, work);
    await client.untilLens(module.uri, said);
  });
});

test('what shows an older run says so, and leads back to the newest', async () => {
  const { client, uri } = module;
  const age = () => client.sessions.sessions.find(({ id }) => id === client.sessions.active?.sessionId)?.age;
  const [newer = ''] = await runAgain();
  assert.equal(age(), undefined);
  await client.untilLens(uri, 'shows run of', false);

  await client.execute('show', { sessionId: firstSession, sampleType: 1 });
  await client.until('an older run', () => age()?.newestRunId !== undefined);
  assert.match(age()?.sentence ?? '', /^Run of [\d:]+ · not the newest\.$/);
  assert.match(age()?.short ?? '', /^run of [\d:]+$/);
  await client.untilLens(uri, 'shows run of');

  // Older, and of other code.
  const document = await client.open(file);
  await client.change(document, work.replace('i * weight', 'i + weight'));
  await client.until('changed code too', () => age()?.sentence.includes('the code has changed') === true);
  await client.change(document, work);
  await client.close(document);

  const outcome = await client.execute('showResult', { runId: age()?.newestRunId ?? '' });
  assert.equal(outcome.status, 'opened');
  assert.deepEqual(client.sessions.active, { sessionId: newer, sampleType: 1 });
  await client.until('the newest', () => age() === undefined);
  await client.untilLens(uri, 'shows run of', false);
});

/** Another server for the module and its kept runs. */
async function restarted(t: Ending, options: Pick<ClientOptions, 'watchesFiles'> = {}) {
  const { directory, storagePath } = module;
  const initializationOptions = { decorations: true, storagePath };
  const client = await startedServer(t, { folder: directory, initializationOptions, settings, ...options });
  return { client, uri: await client.open(path.join(directory, 'work_test.go')) };
}

test('a client that watches no files: they are looked at when a document is saved', async (t) => {
  const { client, uri } = await restarted(t, { watchesFiles: false });
  await client.untilLens(uri, '/op');
  await client.untilLens(uri, said, false);
  writeFileSync(file, work.replace('i * weight', 'i - weight'));
  await client.save(uri);
  await client.untilLens(uri, said);
});

test('after a restart, kept runs are compared with what is there now', async (t) => {
  // Newer, and equal but for a comment.
  writeFileSync(file, `${work}// The end.\n`);
  const { client, uri } = await restarted(t);
  await client.untilLens(uri, '/op');
  await client.untilLens(uri, said, false);
  writeFileSync(file, work.replace('weight = 3', 'weight = 4'));
  const another = await restarted(t);
  await another.client.untilLens(another.uri, said);
});
