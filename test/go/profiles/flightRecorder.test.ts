/** What a real flight recorder of Go writes opens as the waits in it, as any execution trace does. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { temporaryFolder } from '../../cli/runCli.ts';
import { runHere, runHereIn } from '../../cli/runHere.ts';
import { goTool } from '../../goTool.ts';

const folder = temporaryFolder();
mkdirSync(folder.path('flight'));
const at = (name: string) => join(folder.path('flight'), name);

/** The last half second of a program in which one goroutine waits for another. */
const source = `package main

import (
	"os"
	"runtime/trace"
	"sync"
	"time"
)

func produce(items chan<- int) {
	for i := 0; i < 100; i++ {
		time.Sleep(time.Millisecond)
		items <- i
	}
	close(items)
}

func consume(items <-chan int) (sum int) {
	for item := range items {
		sum += item
	}
	return sum
}

func main() {
	recorder := trace.NewFlightRecorder(trace.FlightRecorderConfig{MinAge: 500 * time.Millisecond})
	if err := recorder.Start(); err != nil {
		panic(err)
	}
	items := make(chan int)
	var all sync.WaitGroup
	all.Add(1)
	go func() { defer all.Done(); consume(items) }()
	produce(items)
	all.Wait()
	file, err := os.Create(os.Args[1])
	if err != nil {
		panic(err)
	}
	if _, err := recorder.WriteTo(file); err != nil {
		panic(err)
	}
	if err := file.Close(); err != nil {
		panic(err)
	}
}
`;
writeFileSync(at('go.mod'), 'module example.com/flight\n\ngo 1.25\n');
writeFileSync(at('main.go'), source);
execFileSync('go', ['run', '.', at('flight.trace')], { cwd: at('.'), env: { ...process.env, GOFLAGS: '' } });

test('its waits are those that `go tool trace -pprof` finds, on the lines of the source', async () => {
  const told = await runHere(
    'top',
    '--sample-index=sync_delay',
    '--granularity=lines',
    '--cum',
    at('flight.trace'),
  );
  assert.equal(told.status, 0, told.stderr);
  assert.match(told.stdout, /^Type: sync_delay$/m);
  assert.match(told.stdout, new RegExp(`main\\.consume ${at('main.go')}:19$`, 'm'));
  const judged = execFileSync(goTool('trace'), ['-pprof=sync', at('flight.trace')]);
  writeFileSync(at('sync.pb.gz'), judged);
  const total = (text: string) => /of (\S+) total/.exec(text)?.[1];
  const theirs = execFileSync(goTool('pprof'), ['-top', '-cum', '-focus=main.consume', at('sync.pb.gz')], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ours = await runHere(
    'top',
    '--sample-index=sync_delay',
    '--cum',
    '--focus=main.consume',
    at('flight.trace'),
  );
  const consumed = (text: string) => /(\S+) +\S+ +main\.consume/.exec(text)?.[1];
  assert.ok(total(theirs) !== undefined);
  assert.equal(consumed(ours.stdout), consumed(theirs));
});

test('gzipped it has the same', async () => {
  writeFileSync(at('flight.trace.gz'), gzipSync(readFileSync(at('flight.trace'))));
  const [plain, zipped] = await Promise.all([
    runHere('top', at('flight.trace')),
    runHere('top', at('flight.trace.gz')),
  ]);
  assert.equal(zipped.status, 0, zipped.stderr);
  assert.equal(zipped.stdout, plain.stdout);
});

test('cut off it is refused with a sentence, or has the waits before the cut', async () => {
  const bytes = readFileSync(at('flight.trace'));
  writeFileSync(at('cut.trace'), bytes.subarray(0, bytes.length / 2));
  const told = await runHere('top', at('cut.trace'));
  if (told.status !== 0)
    assert.match(told.stderr, /^pprof-lens: (go tool trace cannot read|In this execution trace)/);
});

const skip = process.platform === 'win32' ? 'scripts start there otherwise' : false;

test('the go command is asked once where its tool is', { skip }, async () => {
  const bin = at('bin');
  const real = execFileSync('go', ['env', 'GOROOT'], { encoding: 'utf8' }).trim();
  mkdirSync(bin);
  writeFileSync(join(bin, 'go'), `#!/bin/sh\necho "$*" >> ${at('asked')}\nexec ${real}/bin/go "$@"\n`);
  chmodSync(join(bin, 'go'), 0o755);
  const env = { ...process.env, GOROOT: undefined, PATH: `${bin}:${process.env.PATH}` };
  const told = await runHereIn({ directory: at('.'), env }, 'top', at('flight.trace'));
  assert.equal(told.status, 0, told.stderr);
  const asked = readFileSync(at('asked'), 'utf8').trim().split('\n');
  assert.deepEqual(
    asked.filter((args) => args.startsWith('tool')),
    ['tool -n trace'],
  );
});
