/** Profiles of tests, from the lens to the costs on the lines: over real JSON-RPC, with the real Go. */
import assert from 'node:assert/strict';
import path from 'node:path';
import test, { after } from 'node:test';
import { property } from '../../../../src/base/outsideValues.ts';
import { type ProfileTestsArgs, serverCommandId } from '../../../../src/protocol.ts';
import { goModule } from '../../../go/goModule.ts';
import { startedServer } from '../../client.ts';

const cart = `package cart

import "testing"

var sum int

func work(n int) {
	for i := 0; i < n*3_000_000; i++ { // work
		sum += i % 7 * 3
	}
}

func TestSlow(t *testing.T) {
	t.Run("sub", func(t *testing.T) {
		work(40) // slow
	})
}

func TestShort(t *testing.T) {
	for i := 0; i < 200_000; i++ {
		sum += i % 7 * 3 // short
	}
}

func TestFails(t *testing.T) {
	work(20)
	t.Error("want 3 [now](command:evil) $(bug)")
}

func ExampleCart() {
	// Output:
}

func BenchmarkWork(b *testing.B) {
	for b.Loop() {
		work(1)
	}
}
`;

const price = `package price

import "testing"

var kept []byte

func TestAllocates(t *testing.T) {
	for range 100 {
		kept = make([]byte, 1<<20)
	}
}
`;

/** A test file of a package in a folder of this name. */
const oneTest = (name: string, test: string, body: string) =>
  `package ${name}\n\nimport "testing"\n\nfunc ${test}(t *testing.T) { ${body} }\n`;
const module = goModule({
  'cart/cart_test.go': cart,
  'price/price_test.go': price,
  'empty/empty.go': 'package empty\n',
  'early/early_test.go': oneTest('early', 'TestEarly', 't.Fatal("no")'),
  'broken/broken_test.go': oneTest('broken', 'TestX', 'missing()'),
  'panics/panics_test.go': oneTest('panics', 'TestX', 'panic("too bad")'),
});
const settings: { kinds?: readonly string[] } = {};
const client = await startedServer(
  { after },
  {
    folder: module.directory,
    settings,
    initializationOptions: {
      decorations: true,
      asks: true,
      clientCommands: ['pprofLens.showFlameGraph'],
      storagePath: path.dirname(module.output),
    },
  },
);
const uri = await client.open(path.join(module.directory, 'cart', 'cart_test.go'));

const isOfTest = (argument: unknown) => property(argument, 'scope') === 'test';

/** The titles of the lenses from the one of this test on, up to the next test's. */
async function lensesOf(name: string, of = uri): Promise<string[]> {
  const titles: string[] = [];
  let current: unknown;
  for (const { title, arguments: args = [] } of await client.lenses(of)) {
    if (isOfTest(args[0])) current = property(args[0], 'test');
    if (current === name && property(args[0], 'benchmark') === undefined) titles.push(title);
  }
  return titles;
}

async function profile(request: Omit<ProfileTestsArgs, 'uri'>, of = uri): Promise<readonly string[]> {
  const { status, sessionIds } = await client.execute('profileTests', { uri: of, ...request });
  assert.equal(status, 'done', client.messages.join());
  return sessionIds;
}

test('each test, example and benchmark has one lens, and a file with several tests one for all of them', async () => {
  for (const name of ['TestSlow', 'TestShort', 'TestFails', 'ExampleCart']) {
    assert.deepEqual(await lensesOf(name), ['profile this test'], name);
  }
  const lenses = await client.lenses(uri);
  assert.equal(lenses.filter(({ title }) => title === 'profile this benchmark').length, 1);
  const all = lenses.find(({ title }) => title === 'profile all 4 tests');
  assert.equal(all?.command, serverCommandId('profileTests'));
  assert.deepEqual(all.arguments, [{ uri, scope: 'file' }]);
});

test('a test: its cost in the lens and on the lines, in totals', async () => {
  const sessionIds = await profile({ scope: 'test', test: 'TestSlow' });
  assert.equal(sessionIds.length, 2);
  const [again, cost, graph] = await lensesOf('TestSlow');
  assert.equal(again, 'profile again');
  assert.match(cost ?? '', /^[\d.]+m?s CPU/);
  assert.equal(graph, 'flame graph');
  const tooltips = (await client.lenses(uri)).map((lens) => String(property(lens, 'tooltip')));
  assert.equal(
    tooltips.filter((text) => /Memory: peak .* · \d+ collections?/.test(text)).length,
    1,
    tooltips.join('\n'),
  );
  assert.doesNotMatch(cost ?? '', /\/op/);
  const { sessions, active, activeTitle } = client.sessions;
  assert.equal(active?.sessionId, sessionIds[0]);
  assert.equal(activeTitle, 'TestSlow · CPU time');
  assert.deepEqual(sessions.map(({ title, operations }) => `${title} ${operations}`).sort(), [
    'TestSlow · CPU null',
    'TestSlow · Memory null',
  ]);
  await client.until('costs on the lines', () => client.costs(uri).length > 0);
  const annotations = client.costs(uri);
  const slow = annotations.find(({ line }) => line + 1 === module.line('cart/cart_test.go', '// slow'));
  assert.match(slow?.text ?? '', /^[\d.]+m?s\scum/);
  assert.ok(annotations.every(({ text }) => !text.includes('/op')));
});

test('a test that is too short for a CPU profile is repeated', async () => {
  await profile({ scope: 'test', line: module.line('cart/cart_test.go', '// short') - 1 });
  const [, cost] = await lensesOf('TestShort');
  assert.match(cost ?? '', /^[\d.]+m?s CPU · .*\d+ runs$/);
  const short = module.line('cart/cart_test.go', '// short');
  await client.until('its cost on its line', () => client.costs(uri).some(({ line }) => line + 1 === short));
});

test('a test that fails shows its profile all the same, and says why', async () => {
  await profile({ scope: 'test', test: 'TestFails' });
  const [, cost] = await lensesOf('TestFails');
  assert.match(cost ?? '', /^failed · [\d.]+m?s CPU/);
  const said = client.messages.find((message) => message.includes('TestFails failed: want 3'));
  assert.ok(said !== undefined);
  // What a test logs is text, never a link or an icon.
  assert.doesNotMatch(said, /\]\(command:/);
});

test('a test that fails before there is a sample leaves what is shown as it is', async () => {
  const { active } = client.sessions;
  assert.ok(active !== null);
  const file = await client.open(path.join(module.directory, 'early', 'early_test.go'));
  // Even the shortest process may have a sample of its time by chance, but no lock that it waited for.
  settings.kinds = ['mutex'];
  await client.connection.sendNotification('workspace/didChangeConfiguration', { settings: null });
  assert.deepEqual(await profile({ scope: 'test', test: 'TestEarly' }, file), []);
  delete settings.kinds;
  await client.connection.sendNotification('workspace/didChangeConfiguration', { settings: null });
  assert.deepEqual(client.sessions.active, active);
  assert.deepEqual((await lensesOf('TestEarly', file)).length, 2, 'no flame graph');
});

test('a file: only its tests; the list is ranked and leads to them', async () => {
  await profile({ scope: 'file' });
  assert.match((await lensesOf('TestSlow'))[1] ?? '', /CPU \(\d+%\)/);
  const titles = (await client.lenses(uri)).map(({ title }) => title);
  assert.equal(titles[titles.indexOf('profile all 4 tests') + 1], 'list by cost');
  let items: readonly { label: string; description?: string }[] = [];
  client.answer = (question) => {
    if (question.kind === 'pick') items = question.items;
    return null;
  };
  assert.equal(await client.execute('listTests'), true);
  assert.deepEqual(
    items.map(({ label }) => label).sort(),
    ['TestFails', 'TestShort', 'TestSlow'].concat(items.length > 3 ? ['ExampleCart'] : []).sort(),
  );
  assert.equal(items[0]?.label, 'TestSlow');
});

test('the workspace: profiles of its packages merged into one', async () => {
  const before = client.messages.length;
  const sessionIds = await profile({ scope: 'workspace' });
  const memory = client.session(sessionIds[1]);
  assert.match(memory?.title ?? '', /^tests of .* · Memory$/);
  const priceUri = await client.open(path.join(module.directory, 'price', 'price_test.go'));
  assert.match((await lensesOf('TestAllocates', priceUri))[1] ?? '', /100 MB allocated \(\d+%\)/);
  await client.until('the message', () => client.messages.length > before);
  const said = client.messages.slice(before).join('\n');
  assert.match(
    said,
    /4 tests or packages failed\. tests of .*: \d+ profiled\. TestSlow took the most CPU time/,
  );
  assert.ok(client.diagnostics.size > 0, 'the build error is at its line');
});

test('a package that panics or does not build is said in the lens and in a message', async () => {
  for (const [name, sentence, of] of [
    ['TestX', 'TestX panicked, so there is no profile: too bad', 'panics'],
    ['TestX', 'The tests of example.com/m/broken do not build', 'broken'],
  ] as const) {
    const file = await client.open(path.join(module.directory, of, `${of}_test.go`));
    const outcome = await client.execute('profileTests', { uri: file, scope: 'test', test: name });
    assert.equal(outcome.status, 'failed');
    assert.deepEqual(await lensesOf(name, file), ['failed: profile again']);
    assert.ok(
      client.messages.some((message) => message.includes(sentence)),
      sentence,
    );
  }
});

test('a run can be cancelled while it goes, and leaves no process and no lens of it', async () => {
  const request = { uri, scope: 'test', test: 'TestSlow' } as const;
  const outcome = client.execute('profileTests', request);
  await client.until('progress', () => client.progressTokens.length > 7);
  assert.equal(await client.execute('cancelTests', request), true);
  assert.equal((await outcome).status, 'cancelled');
  assert.doesNotMatch((await lensesOf('TestSlow')).join(), /cancel/);
  assert.equal(await client.execute('cancelTests', request), false);
});

test('while all tests of a file run, its lens is their progress', async () => {
  const request = { uri, scope: 'file' } as const;
  const before = client.progressTokens.length;
  const outcome = client.execute('profileTests', request);
  await client.until('progress', () => client.progressTokens.length > before);
  const ofFile = (await client.lenses(uri)).filter(
    ({ arguments: args = [] }) => property(args[0], 'scope') === 'file',
  );
  assert.deepEqual(
    ofFile.map(({ command }) => command),
    [serverCommandId('profileTests'), serverCommandId('cancelTests')],
  );
  assert.doesNotMatch(ofFile[0]?.title ?? '', /profile all/);
  assert.equal(await client.execute('cancelTests', request), true);
  assert.equal((await outcome).status, 'cancelled');
});

test('a folder outside the workspace is not run', async () => {
  const outside = { uri: 'file:///tmp/elsewhere/x_test.go', scope: 'test', test: 'TestX' } as const;
  assert.equal((await client.execute('profileTests', outside)).status, 'failed');
  assert.match(client.messages.at(-1) ?? '', /outside the folders of this workspace/);
});
