// `pprof-lens run`: programs of every kind, however they end. `go tool pprof` is the judge of the lines.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { freePorts } from '../freePorts.ts';
import { goModule } from '../go/goModule.ts';
import { assertHeld, type HeldMemory, holds } from '../go/heldMemory.ts';
import { goTool } from '../goTool.ts';
import { type CliRun, cliArguments, cliRun, outcomeOf, runCliIn } from './runCli.ts';
import { runHere, runHereIn } from './runHere.ts';

// By the time of the processor: on a busy machine, a second may pass without a sample.
const burn = `package main

import (
	cpu "syscall"
	"time"
)

var sink int

func used() time.Duration {
	var all cpu.Rusage
	if err := cpu.Getrusage(cpu.RUSAGE_SELF, &all); err != nil {
		panic(err)
	}
	return time.Duration(all.Utime.Nano())
}

func burn(d time.Duration) {
	for end := used() + d; used() < end; {
		for i := 0; i < 10000; i++ { // hot
			sink += i * i
		}
	}
}
`;
const holding = `package main

import (
	"os"
	"runtime"
)

${holds}
func main() {
	holds()
	if len(os.Args) > 1 {
		panic("boom")
	}
	os.Exit(0)
}
`;
// Names that the recorder's imports could meet.
const plain = `package main

import (
	"bufio"
	"context"
	"fmt"
	"log"
	"os"
	"os/exec"
	"os/signal"
	"time"
)

type bytes struct{}

func filepath() {}

var runtime, pprof, sync, strings, syscall = 1, 2, 3, 4, 5

var early = func() bool { burn(100 * time.Millisecond); return true }()

func main() {
	for _, name := range os.Environ() {
		if len(name) > 10 && name[:10] == "PPROF_LENS" && name != "PPROF_LENS_TURNS=off" {
			log.Fatal("the environment has " + name)
		}
	}
	switch os.Args[1] {
	case "child":
		burn(300 * time.Millisecond)
		return
	case "short":
		return
	case "forever":
		burn(300 * time.Millisecond)
		fmt.Println("ready")
		burn(time.Hour)
	case "graceful":
		ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
		defer stop()
		warm := make(chan int)
		go func() {
			burn(300 * time.Millisecond)
			close(warm)
			burn(time.Hour)
		}()
		<-warm
		fmt.Println("ready")
		<-ctx.Done()
		fmt.Println("goodbye")
		return
	}
	burn(400 * time.Millisecond)
	switch os.Args[1] {
	case "exit":
		go os.Exit(3)
		select {}
	case "panic":
		panic("boom")
	case "fork":
		child := exec.Command(os.Args[0], "child")
		child.Stdout = os.Stdout
		fmt.Println("child:", child.Run())
	case "echo":
		line, _ := bufio.NewReader(os.Stdin).ReadString('\\n')
		fmt.Println("read", line, os.Getenv("GREETING"))
		here, _ := os.Getwd()
		fmt.Println("in", here)
	}
}
`;
const ownFlag = `package main

import (
	"flag"
	"os"
	"runtime/pprof"
	"time"
)

var profile = flag.String("cpuprofile", "", "write a profile")

func main() {
	flag.Parse()
	file, err := os.Create(*profile)
	if err != nil {
		os.Exit(1)
	}
	pprof.StartCPUProfile(file)
	defer pprof.StopCPUProfile()
	burn(400 * time.Millisecond)
}
`;
const served = (port: number) => `package main

import (
	"net/http"
	_ "net/http/pprof"
	"os"
	"runtime"
	"time"
)

${holds}
func main() {
	holds()
	address := "localhost:${port}"
	if len(os.Args) > 1 {
		address = os.Args[1]
	}
	// A fifth of a core: others need it.
	go func() {
		for ; ; time.Sleep(40 * time.Millisecond) {
			burn(10 * time.Millisecond)
		}
	}()
	panic(http.ListenAndServe(address, nil))
}
`;

let port = 0;
let module: ReturnType<typeof goModule>;
let files: string[];
before(async () => {
  port = await freePorts(1);
  module = goModule({
    'plain/main.go': plain,
    'plain/burn.go': burn,
    'flagged/main.go': ownFlag,
    'flagged/burn.go': burn,
    'served/main.go': served(port),
    'served/burn.go': burn,
    'holding/main.go': holding,
    'tool/gen.go': '//go:build ignore\n\npackage main\n\nfunc main() { println("generated") }\n',
    'broken/main.go': 'package main\n\nfunc main() { undefined() }\n',
    'library/p.go': 'package library\n',
    'tagged/main.go':
      '//go:build special\n\npackage main\n\nimport "C"\n\nfunc main() { println("tagged") }\n',
  });
  files = module.files();
});
after(() => {
  assert.deepEqual(module.files(), files, 'nothing is left in the workspace');
});

function run(...args: readonly string[]): Promise<CliRun> {
  return runCliIn(module.directory, 'run', ...args);
}

interface Document {
  readonly exitStatus: number | null;
  readonly signal: string | null;
  readonly memory?: HeldMemory;
  readonly profiles: readonly {
    readonly kind: string;
    readonly path: string;
    readonly rows: readonly { name: string }[];
  }[];
  readonly problems: readonly { readonly code: string; readonly message: string }[];
}

async function document(...args: readonly string[]): Promise<Document & CliRun> {
  return documented(await runHereIn(module, 'run', '--json', ...args));
}

function documented(ran: CliRun): Document & CliRun {
  assert.match(ran.stdout, /^\{/, ran.stderr);
  const parsed: Document = JSON.parse(ran.stdout);
  return { ...ran, ...parsed };
}

/** The lines of `main.burn` with a cost, as `go tool pprof -list` has them. */
function listed(path: string): string {
  return execFileSync(goTool('pprof'), ['-list=main.burn', path], {
    cwd: module.directory,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

describe('a program without profiles of its own', () => {
  const ends: [how: string, status: number, exitStatus: number][] = [
    ['return', 0, 0],
    ['exit', 1, 3],
    ['panic', 1, 2],
  ];
  for (const [how, status, exitStatus] of ends) {
    test(`that ends by ${how} has a profile on the right lines`, async () => {
      const ran = await document('--profile=cpu', './plain', '--', how);
      const problems = ran.problems.map(({ code }) => code);
      const ofCrash = how === 'panic' ? ['cut-short'] : [];
      assert.deepEqual([ran.status, ran.exitStatus, problems], [status, exitStatus, ofCrash], ran.stderr);
      assert.match(ran.stderr, /go build -overlay/);
      const [cpu] = ran.profiles;
      assert.ok(cpu !== undefined);
      const names = cpu.rows.map(({ name }) => name);
      assert.ok(names.includes('main.burn') && names.includes('main.main'), names.join());
      assert.ok(!names.some((name) => /pprofLens/.test(name)), names.join());
      const hot = module.line('plain/burn.go', '// hot');
      assert.match(listed(cpu.path), new RegExp(`\\d+m?s +[\\d.]+m?s +${hot}:.*// hot`));
    });
  }

  test('passes input, environment and folder on, and its output comes before the report', async () => {
    const args = ['--profile=cpu', '--env=GREETING=hello', '--dir=library', './plain', '--', 'echo'];
    const ran = await cliRun(['run', ...args], { directory: module.directory, input: 'a line\n' });
    assert.equal(ran.status, 0, ran.stderr);
    assert.match(ran.stdout, /^read a line\n hello\nin .*library\nFile: plain\n/);
  });

  test('whose child is the same program records itself alone', async () => {
    const ran = await run('--profile=cpu,mem', './plain', '--', 'fork');
    assert.equal(ran.status, 0, ran.stderr);
    assert.match(ran.stdout, /^child: <nil>\nFile: plain/);
  });

  for (const how of ['forever', 'graceful']) {
    test(`that runs ${how} ends with Ctrl+C, and its profile is reported`, async () => {
      const args = cliArguments('run', '--profile=cpu', './plain', '--', how);
      const child = spawn(process.execPath, args, {
        cwd: module.directory,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      child.stdout.once('data', () => child.kill('SIGINT'));
      const ran = await outcomeOf(child);
      assert.equal(ran.status, 0, ran.stderr);
      assert.match(ran.stdout, how === 'graceful' ? /ready\ngoodbye\nFile: plain/ : /ready\nFile: plain/);
      assert.match(ran.stdout, /main\.burn/);
    });
  }

  test('is asked to end after some seconds', async () => {
    const ran = documented(await run('--json', '--profile=cpu', '--seconds=0.8', './plain', '--', 'forever'));
    assert.deepEqual([ran.status, ran.signal], [0, 'SIGINT'], ran.stderr);
    assert.equal(ran.profiles.length, 1);
  });

  test('that ends at once is said to be too short', async () => {
    const ran = await document('--profile=cpu', './tool/gen.go');
    assert.match(ran.stderr, /go build -overlay/);
    const [{ code, message } = { code: '', message: '' }, ...others] = ran.problems;
    const [, milliseconds] = /^gen ran (\d+) ms\b/.exec(message) ?? [];
    // Where even this takes half a second, it has waited: for its turn.
    if (Number(milliseconds ?? 1000) < 500) {
      assert.equal(code, 'too-short');
      assert.match(message, /: too short for samples\. Give it more to do/);
    } else assert.equal(code, 'only-waited', message);
    assert.deepEqual(others, []);
    assert.equal(ran.status, 1);
  });
});

test('what the machine has seen of its memory is said, unless it crashes', async () => {
  const ran = await document('--profile=mem', './holding');
  assert.equal(ran.status, 0, ran.stderr);
  assertHeld(ran.memory);
  const text = /Memory: peak \S+ MB · heap goal \S+ MB · stacks \S+ MB · \d+ collections, \S+s pause each$/m;
  assert.match(ran.stderr, text);
  const crashed = await document('--profile=mem', './holding', '--', 'crash');
  assert.deepEqual([crashed.status, crashed.memory], [1, undefined], crashed.stderr);
  assert.doesNotMatch(crashed.stderr, /Memory:/);
});

test('a program with a flag for profiles writes them itself', async () => {
  const ran = await document('--profile=cpu', './flagged');
  assert.deepEqual([ran.status, ran.problems], [0, []], ran.stderr);
  assert.match(ran.stderr, /flagged writes its profiles itself: --cpuprofile/);
  assert.equal(ran.memory, undefined, 'nobody says it');
  assert.match(listed(ran.profiles[0]?.path ?? ''), /\/\/ hot/);
});

test('a program that serves its profiles is asked for them, and then ended', async () => {
  const ran = await document('--profile=cpu,mem', '--seconds=1', './served');
  assert.equal(ran.status, 0, ran.stderr);
  assert.match(ran.stderr, new RegExp(`serves its profiles itself, at localhost:${port}`));
  assert.match(listed(ran.profiles[0]?.path ?? ''), /\/\/ hot/);
  assertHeld(ran.memory);
});

test('its arguments may say where it listens; where it cannot be found, it is recorded by overlay while it lives', async () => {
  const other = await freePorts(1);
  const asked = await document('--profile=cpu', '--seconds=1', './served', '--', `localhost:${other}`);
  assert.deepEqual([asked.status, asked.problems], [0, []], asked.stderr);
  assert.match(asked.stderr, new RegExp(`serves its profiles itself, at localhost:${other}`));
  const unknown = await document('--profile=cpu', '--seconds=1', './served', '--', 'localhost:0');
  assert.equal(unknown.status, 0, unknown.stderr);
  assert.deepEqual(
    unknown.problems.map(({ code }) => code),
    ['fell-back'],
  );
  assert.match(listed(unknown.profiles[0]?.path ?? ''), /\/\/ hot/);
});

const refusals: [args: string[], status: number, message: RegExp][] = [
  [['./broken'], 1, /broken does not build: .*undefined: undefined/],
  [['./library'], 1, /library is no program: its package is library, not main/],
  [['./none'], 1, /The go command cannot list the package/],
  [['./...'], 1, /are several packages/],
  [['--by=flag', './plain'], 1, /has no flag for profiles/],
  [['--by=server', './plain'], 1, /do not say where it listens/],
  [[], 2, /Name a program/],
  [['--profile=heat', '.'], 2, /is not a kind of profile/],
  [['--env=secret', '.'], 2, /--env takes NAME=VALUE/],
];
for (const [args, status, message] of refusals) {
  test(`run ${args.join(' ')} is refused with a sentence`, async () => {
    const ran = await (status === 2 ? runHere('run', ...args) : runHereIn(module, 'run', ...args));
    assert.equal(ran.status, status, ran.stderr);
    assert.match(ran.stderr, message);
  });
}

test('profiles and executable are kept in a folder that was named', async () => {
  const out = join(dirname(module.directory), 'kept');
  const ran = await run('--tags=special', `--out=${out}`, './tagged');
  assert.match(ran.stderr, /tagged/);
  assert.ok(existsSync(join(out, 'tagged')), readdirSync(out).join());
  assert.ok(!existsSync(join(out, 'record')));
  assert.equal(readFileSync(join(module.directory, 'plain/main.go'), 'utf8'), plain);
});
