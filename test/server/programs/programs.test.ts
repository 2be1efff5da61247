// Programs in an editor without a window: the lens, the dialog, the terminal, stop and cancel, and the costs on the lines.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import {
  type RunOutcome,
  type TerminalParams,
  terminalInputMethod,
  terminalMethod,
} from '../../../src/protocol.ts';
import { goModule } from '../../go/goModule.ts';
import { Client } from '../client.ts';

const main = `package main

import (
	"bufio"
	"fmt"
	"os"
	"time"
)

var sink int

func burn(d time.Duration) {
	for end := time.Now().Add(d); time.Now().Before(end); {
		for i := 0; i < 10000; i++ { // hot
			sink += i * i
		}
	}
}

func main() {
	if len(os.Args) > 1 {
		fmt.Println("arguments:", os.Args[1:], os.Getenv("SECRET"))
		line, _ := bufio.NewReader(os.Stdin).ReadString('\\n')
		fmt.Print("read ", line)
		burn(300 * time.Millisecond)
		fmt.Println("warm")
		burn(time.Hour)
	}
	burn(600 * time.Millisecond)
	fmt.Println("\\x1b[1mbold\\x1b[0m end")
}
`;
const module = goModule({
  'main.go': main,
  'quick/main.go': 'package main\n\nfunc main() {}\n',
  'broken/main.go': 'package main\n\nfunc main() { undefined() }\n',
  'library/p.go': 'package library\n\nfunc F() {}\n',
});
const files = module.files();
let client: Client;
const terminals: TerminalParams[] = [];
const shown = () => terminals.map((each) => (each.kind === 'text' ? each.text : '')).join('');
const lastId = () => terminals.find(({ kind }) => kind === 'open')?.id ?? '';
const send = (input: object) =>
  client.connection.sendNotification(terminalInputMethod, { id: lastId(), ...input });

before(async () => {
  client = await Client.start({
    folder: module.directory,
    initializationOptions: { asks: true, terminals: true, decorations: true, trusted: true },
    settings: { kinds: ['cpu'] },
  });
  client.connection.onNotification(terminalMethod, (params: TerminalParams) => {
    terminals.push(params);
  });
});
after(async () => {
  await client.stop();
  assert.deepEqual(module.files(), files, 'nothing is left in the workspace');
  module.remove();
});
/** Terminals are no part of what the client waits for. */
async function eventually(what: string, condition: () => boolean): Promise<void> {
  for (const end = Date.now() + 60_000; !condition(); ) {
    assert.ok(Date.now() < end, `${what}: ${shown()} ${client.messages.join()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const at = (...names: string[]) => path.join(module.directory, ...names);

test('a click on the lens runs the program, and its costs come to the lines that pprof names', async () => {
  const uri = await client.open(at('main.go'));
  assert.deepEqual(await client.lensTitles(uri), ['profile program']);
  const { status, sessionIds } = await client.execute('profileProgram', { uri });
  assert.equal(status, 'done', client.messages.join('\n'));
  assert.equal(client.questions.filter(({ kind }) => kind === 'pick').length, 0, 'nothing is asked');
  // Escape sequences are for the terminal.
  assert.match(shown(), /go build -overlay[\s\S]*m ran .* exit status 0/);
  assert.ok(shown().includes('\x1b[1mbold\x1b[0m end\n'));
  assert.equal(terminals.at(-1)?.kind, 'end');
  const session = client.sessions.sessions.find(({ id }) => id === sessionIds[0]);
  assert.equal(session?.operations, null, 'a program has no operations');
  await client.until('costs on the lines', () => (client.annotations.get(uri)?.annotations.length ?? 0) > 0);
  const costs = client.annotations.get(uri)?.annotations ?? [];
  assert.ok(!costs.some(({ text }) => text.includes('/op')), JSON.stringify(costs));
  const listed = execFileSync('go', ['tool', 'pprof', '-list=main\\.', session?.profilePath ?? ''], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ofPprof = [...listed.matchAll(/^ +(\S+) +(\S+) +(\d+):/gm)]
    .filter(([, flat, cum]) => flat !== '.' || cum !== '.')
    .map(([, , , line]) => Number(line) - 1);
  assert.ok(
    costs.every(({ line }) => ofPprof.includes(line)),
    `${JSON.stringify(costs)}\n${listed}`,
  );
  assert.ok(costs.some(({ line }) => line === module.line('main.go', '// hot') - 1));
});

describe('a program with arguments that the user gives', () => {
  const dialog = ['args', 'env', 'run'];

  /** Clicks through the dialog, and waits until the program runs. */
  async function started(uri: string): Promise<() => Promise<RunOutcome>> {
    terminals.length = 0;
    const steps = [...dialog];
    client.answer = (question) => {
      if (question.kind === 'pick') return { chosen: [steps.shift() ?? ''] };
      if (question.kind !== 'input') return null;
      return { chosen: [question.password === true ? 'SECRET=hunter2' : "one 'two three'"] };
    };
    const run = client.execute('profileProgram', { uri, asks: true });
    await eventually('the program runs', () => shown().includes('arguments: [one two three] hunter2'));
    return () => run;
  }

  test('reads what is typed; Stop ends it, and its profile is shown', async () => {
    const uri = await client.open(at('main.go'));
    const outcome = await started(uri);
    await send({ text: 'a line\n' });
    await eventually('it has read', () => shown().includes('read a line'));
    const [counting = '', ...others] = await client.lensTitles(uri);
    assert.match(counting, /^runs for \d+ s$/);
    assert.deepEqual(others, ['stop', 'cancel']);
    const refreshes = client.lensRefreshes;
    await client.until('the lens counts on', () => client.lensRefreshes > refreshes);
    await eventually('it has samples', () => shown().includes('warm'));
    assert.ok(await client.execute('endProgram', { how: 'stop' }));
    const { status } = await outcome();
    assert.equal(status, 'done', client.messages.join('\n'));
    assert.match(shown(), /was ended by SIGINT/);
    assert.deepEqual(await client.lensTitles(uri), ['profile program']);
    assert.doesNotMatch(client.output + JSON.stringify(client.sessions), /hunter2/);
  });

  test('is killed by Cancel, and nothing of it is kept; it is called with the same the next time', async () => {
    const uri = await client.open(at('main.go'));
    const before = client.sessions.sessions.length;
    terminals.length = 0;
    const run = client.execute('profileProgram', { uri });
    await eventually('the program runs', () => shown().includes('arguments: [one two three] hunter2'));
    assert.ok(await client.execute('endProgram', { how: 'cancel' }));
    assert.equal((await run).status, 'cancelled');
    assert.equal(client.sessions.sessions.length, before);
  });

  test('ends with Ctrl+C in its terminal', async () => {
    const uri = await client.open(at('main.go'));
    const outcome = await started(uri);
    await send({ text: 'go\n' });
    await eventually('it has read', () => shown().includes('read go'));
    await eventually('it has samples', () => shown().includes('warm'));
    await send({ key: 'interrupt' });
    assert.equal((await outcome()).status, 'done');
  });
});

test('a program that does not build has its errors at their lines', async () => {
  const uri = await client.open(at('broken', 'main.go'));
  const { status } = await client.execute('profileProgram', { uri });
  assert.equal(status, 'failed');
  await client.until('an error', () => (client.diagnostics.get(uri)?.diagnostics.length ?? 0) > 0);
  assert.match(client.messages.at(-1) ?? '', /broken does not build/);
});

test('a program that ends at once is said to be too short', async () => {
  const uri = await client.open(at('quick', 'main.go'));
  const { status } = await client.execute('profileProgram', { uri });
  assert.equal(status, 'failed');
  assert.match(client.messages.at(-1) ?? '', /quick ran \d+ ms: too short for samples/);
});

test('for a file of a library, the user chooses among the programs', async () => {
  client.answer = () => null;
  const uri = await client.open(at('library', 'p.go'));
  assert.deepEqual(await client.lensTitles(uri), []);
  const { status } = await client.execute('profileProgram', { uri, asks: true });
  assert.equal(status, 'cancelled');
  const asked = client.questions.at(-1);
  assert.deepEqual(asked?.kind === 'pick' ? asked.items.map(({ id }) => id) : [], [
    at(),
    at('broken'),
    at('quick'),
  ]);
  assert.equal(await client.execute('endProgram', { how: 'cancel' }), false);
});
