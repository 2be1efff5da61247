// Programs in an editor without a window: the lens, the dialog, the terminal, stop and cancel, and the costs on the lines.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { property } from '../../../../src/base/outsideValues.ts';
import type { RunOutcome } from '../../../../src/protocol.ts';
import { withoutTerminal } from '../../../cli/pseudoTerminal.ts';
import { eventually, within } from '../../../eventually.ts';
import { goModule } from '../../../go/goModule.ts';
import { goTool } from '../../../goTool.ts';
import { testFolder } from '../../../testFolder.ts';
import { Client, startedServer } from '../../client.ts';
import { Terminals } from './terminals.ts';

const main = `package main

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
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
		fmt.Println("process", os.Getpid())
		fmt.Println("arguments:", os.Args[1:], os.Getenv("SECRET"))
		line, _ := bufio.NewReader(os.Stdin).ReadString('\\n')
		fmt.Print("read ", line)
		burn(300 * time.Millisecond)
		fmt.Println("warm")
		burn(time.Hour)
	}
	if child := exec.Command("sleep", "1000"); child.Start() == nil {
		fmt.Println("child", child.Process.Pid)
	}
	terminal, _ := os.Stdout.Stat()
	fmt.Println("terminal", terminal.Mode()&os.ModeCharDevice != 0, os.Getenv("TERM"), os.Getenv("ELECTRON_RUN_AS_NODE") == "")
	burn(600 * time.Millisecond)
	fmt.Println("\\x1b[1mbold\\x1b[0m end")
}
`;
const module = goModule({
  'main.go': main,
  'main_test.go': `package main

import "testing"

func BenchmarkBurn(b *testing.B) {
	for b.Loop() {
		sink++
	}
}
`,
  'quick/main.go': 'package main\n\nfunc main() {}\n',
  'broken/main.go': 'package main\n\nfunc main() { undefined() }\n',
  'library/p.go': 'package library\n\nfunc F() {}\n',
});
const files = module.files();
const storagePath = testFolder();
const client = await startedServer(
  { after },
  {
    folder: module.directory,
    initializationOptions: { asks: true, terminals: true, decorations: true, trusted: true, storagePath },
    settings: { kinds: ['cpu'] },
  },
);
const terminals = new Terminals(client);
const shown = () => terminals.text;
after(() => {
  terminals.close();
  assert.deepEqual(module.files(), files, 'nothing is left in the workspace');
});

/** Terminals are no part of what the client waits for. */
function shownUntil(what: string, condition: () => boolean): Promise<boolean> {
  return eventually(() => `${what}: ${shown()} ${client.messages.join()}`, condition);
}

/** Who has ended, and whose parent has not asked how, is gone. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

const at = (...names: string[]) => path.join(module.directory, ...names);

test('a click on the lens runs the program, and its costs come to the lines that pprof names', {
  skip: withoutTerminal,
}, async () => {
  const uri = await client.open(at('main.go'));
  assert.deepEqual(await client.lensTitles(uri), ['profile program']);
  const { status, sessionIds } = await client.execute('profileProgram', { uri });
  assert.equal(status, 'done', client.messages.join('\n'));
  assert.equal(client.questions.filter(({ kind }) => kind === 'pick').length, 0, 'nothing is asked');
  // Escape sequences are for the terminal.
  await shownUntil('it waits for a key', () => shown().includes('Press any key'));
  assert.match(shown(), /go build -overlay[\s\S]*m ran .* exit status 0/);
  assert.match(shown(), /Memory: peak .* · \d+ collections?/);
  const [, result] = await client.lenses(uri);
  assert.match(String(property(result, 'tooltip')), /exit status 0\. Memory: peak /);
  assert.ok(shown().includes('\x1b[1mbold\x1b[0m end\n'));
  assert.ok(shown().includes('terminal true xterm-256color true\n'), shown());
  const [, child = ''] = /child (\d+)/.exec(shown()) ?? [];
  assert.ok(!isAlive(Number(child)), 'what it has started ends with it');
  assert.equal(terminals.opened.length, 1);
  assert.doesNotMatch(JSON.stringify(terminals.opened), /TERM|PATH/, 'others see arguments');
  const ended = terminals.ended();
  // The first keys may be for the program.
  const pressing = setInterval(() => terminals.type(' '), 100);
  assert.equal(await ended, 0);
  clearInterval(pressing);
  const session = client.session(sessionIds[0]);
  assert.equal(session?.operations, null, 'a program has no operations');
  await client.until('costs on the lines', () => client.costs(uri).length > 0);
  const costs = client.costs(uri);
  assert.ok(!costs.some(({ text }) => text.includes('/op')), JSON.stringify(costs));
  const listed = execFileSync(goTool('pprof'), ['-list=main\\.', session?.profilePath ?? ''], {
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

test('its result is there in the next window, with its lines and its page', {
  skip: withoutTerminal,
}, async () => {
  const main = at('main.go');
  const titles = await client.lensTitles(await client.open(main));
  const [session] = client.sessions.sessions;
  const next = await Client.start({
    folder: module.directory,
    initializationOptions: { decorations: true, trusted: true, storagePath },
  });
  try {
    const uri = await next.open(main);
    await next.untilLens(uri, ' CPU');
    assert.deepEqual(await next.lensTitles(uri), titles);
    // As a page does that was open when its window was reloaded.
    const opened = await next.execute('openProfile', { path: session?.profilePath ?? '' });
    assert.equal(opened.status, 'opened');
    assert.deepEqual(
      next.sessions.sessions.map(({ title, origin }) => [title, origin]),
      [[session?.title, session?.origin]],
    );
    await next.until('costs', () => (next.annotations.get(uri)?.annotations.length ?? 0) > 0);
    assert.deepEqual(next.annotations.get(uri)?.annotations, client.annotations.get(uri)?.annotations);
  } finally {
    await next.stop();
  }
});

describe('a program with arguments that the user gives', { skip: withoutTerminal }, () => {
  const dialog = ['args', 'env', 'run'];

  /** Clicks through the dialog, and waits until the program runs. */
  async function started(uri: string): Promise<() => Promise<RunOutcome>> {
    terminals.close();
    const steps = [...dialog];
    client.answer = (question) => {
      if (question.kind === 'pick') return { chosen: [steps.shift() ?? ''] };
      if (question.kind !== 'input') return null;
      return { chosen: [question.password === true ? 'SECRET=hunter2' : "one 'two three'"] };
    };
    const run = client.execute('profileProgram', { uri, asks: true });
    await shownUntil('the program runs', () => shown().includes('arguments: [one two three] hunter2'));
    return () => run;
  }

  test('reads what is typed; Stop ends it, and its profile is shown', async () => {
    const uri = await client.open(at('main.go'));
    const outcome = await started(uri);
    terminals.type('a line\n');
    await shownUntil('it has read', () => shown().includes('read a line'));
    const [counting = '', ...others] = await client.lensTitles(uri);
    assert.match(counting, /^runs for \d+ s$/);
    assert.deepEqual(others, ['stop', 'cancel']);
    const refreshes = client.lensRefreshes;
    await client.until('the lens counts on', () => client.lensRefreshes > refreshes);
    await shownUntil('it has samples', () => shown().includes('warm'));
    assert.ok(await client.execute('endProgram', { how: 'stop' }));
    const { status } = await outcome();
    assert.equal(status, 'done', client.messages.join('\n'));
    await shownUntil('how it ended', () => /was ended by SIGINT/.test(shown()));
    const [again, cost = '', ...none] = await client.lensTitles(uri);
    assert.deepEqual([again, none], ['profile again', []], 'its result stays');
    assert.match(cost, /^[\d.]+m?s CPU$/);
    // In the list of profiles, too.
    const { active, sessions } = client.sessions;
    assert.equal(`${sessions.find(({ id }) => id === active?.sessionId)?.whole} CPU`, cost);
    assert.doesNotMatch(client.output + JSON.stringify(client.sessions), /hunter2/);
    const kept = readdirSync(storagePath, { recursive: true, withFileTypes: true }).filter((each) =>
      each.isFile(),
    );
    assert.ok(kept.length > 0);
    for (const { parentPath: folder, name } of kept)
      assert.ok(
        !/hunter2|two three/.test(readFileSync(path.join(folder, name), 'latin1')),
        `it is in ${name}`,
      );
  });

  test('is killed by Cancel, and nothing of it is kept; it is called with the same the next time', async () => {
    const uri = await client.open(at('main.go'));
    const before = client.sessions.sessions.length;
    terminals.close();
    const run = client.execute('profileProgram', { uri });
    await shownUntil('the program runs', () => shown().includes('arguments: [one two three] hunter2'));
    assert.ok(await client.execute('endProgram', { how: 'cancel' }));
    assert.equal((await run).status, 'cancelled');
    assert.equal(client.sessions.sessions.length, before);
  });

  test('ends when its terminal is closed, and its profile is shown', async () => {
    const uri = await client.open(at('main.go'));
    const outcome = await started(uri);
    terminals.type('go\n');
    await shownUntil('it has samples', () => shown().includes('warm'));
    const [, program = ''] = /process (\d+)/.exec(shown()) ?? [];
    terminals.close();
    assert.equal((await outcome()).status, 'done', client.messages.join('\n'));
    assert.ok(!isAlive(Number(program)));
  });

  test('ends with Ctrl+C in its terminal', async () => {
    const uri = await client.open(at('main.go'));
    const outcome = await started(uri);
    terminals.type('go\n');
    await shownUntil('it has read', () => shown().includes('read go'));
    await shownUntil('it has samples', () => shown().includes('warm'));
    terminals.type('\x03');
    assert.equal((await outcome()).status, 'done');
  });
});

test('a benchmark waits until the program has ended, and says so', async () => {
  const uri = await client.open(at('main.go'));
  const tests = await client.open(at('main_test.go'));
  client.answer = () => null;
  terminals.close();
  const program = client.execute('profileProgram', { uri });
  await shownUntil('the program runs', () => shown().includes('arguments: [one two three]'));
  const benchmark = client.execute('run', { uri: tests, benchmark: 'BenchmarkBurn' });
  await client.untilLens(tests, 'waits for m');
  assert.ok(await client.execute('endProgram', { how: 'cancel' }));
  assert.equal((await program).status, 'cancelled');
  await client.untilLens(tests, 'waits', false);
  await client.execute('cancelRun', null);
  assert.equal((await benchmark).status, 'cancelled');
});

/** One that a test ends. */
async function anotherServer() {
  const other = await Client.start({
    folder: module.directory,
    initializationOptions: { asks: true, terminals: true, trusted: true },
    settings: { kinds: ['cpu'] },
  });
  return { other, itsTerminals: new Terminals(other) };
}

test('if the server is killed, the program ends, and its terminal says so', {
  skip: withoutTerminal,
}, async () => {
  const { other, itsTerminals } = await anotherServer();
  other.answer = ({ kind }) => ({ chosen: [kind === 'pick' ? (steps.shift() ?? '') : 'on'] });
  const steps = ['args', 'run'];
  const uri = await other.open(at('main.go'));
  void other.execute('profileProgram', { uri, asks: true }).catch(() => undefined);
  await shownUntil('the program runs', () => itsTerminals.text.includes('arguments: [on]'));
  const [, program = ''] = /process (\d+)/.exec(itsTerminals.text) ?? [];
  assert.ok(isAlive(Number(program)));
  const gone = once(other.process, 'exit');
  other.process.kill('SIGKILL');
  await within('the end of the server', gone);
  other.connection.dispose();
  await shownUntil('it has ended', () => !isAlive(Number(program)));
  await shownUntil('it says so', () =>
    /ended, and the program with it\. Press any key/.test(itsTerminals.text),
  );
  itsTerminals.close();
});

test('a terminal that waits for a key ends with the server that has opened it', {
  skip: withoutTerminal,
}, async () => {
  const { other, itsTerminals } = await anotherServer();
  const uri = await other.open(at('quick', 'main.go'));
  await other.execute('profileProgram', { uri });
  await shownUntil('it waits for a key', () => itsTerminals.text.includes('Press any key'));
  const ended = itsTerminals.ended();
  other.process.kill('SIGKILL');
  assert.equal(await ended, 0);
  other.connection.dispose();
});

test('a terminal whose launcher ends at once is told to the user, and the next program runs', {
  skip: withoutTerminal,
}, async () => {
  const uri = await client.open(at('quick', 'main.go'));
  terminals.instead = async ({ args }) => {
    const launcher = connect(args[1] ?? '');
    await once(launcher, 'connect');
    launcher.destroy();
    return new Promise(() => undefined);
  };
  assert.equal((await client.execute('profileProgram', { uri })).status, 'failed');
  assert.match(client.messages.at(-1) ?? '', /terminal of the program has not opened/);
  terminals.instead = null;
  await client.execute('profileProgram', { uri });
  assert.match(client.messages.at(-1) ?? '', /quick ran \d+ ms/);
});

test('a program that does not build has its errors at their lines', async () => {
  const uri = await client.open(at('broken', 'main.go'));
  const { status } = await client.execute('profileProgram', { uri });
  assert.equal(status, 'failed');
  await client.until('an error', () => (client.diagnostics.get(uri)?.diagnostics.length ?? 0) > 0);
  assert.match(client.messages.at(-1) ?? '', /broken does not build/);
  assert.deepEqual(client.offered, ['Show Output']);
});

test('a program that ends at once is said to be too short', async () => {
  const uri = await client.open(at('quick', 'main.go'));
  const { status } = await client.execute('profileProgram', { uri });
  assert.equal(status, 'failed');
  const said = client.messages.at(-1) ?? '';
  // Where even this takes half a second, it has waited: for its turn.
  const isLong = Number(/^quick ran (\d+) ms\b/.exec(said)?.[1] ?? 1000) >= 500;
  assert.match(said, isLong ? /^quick ran .* and was never seen computing/ : /: too short for samples/);
  assert.ok(client.offered.includes('Change Arguments…'));
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
