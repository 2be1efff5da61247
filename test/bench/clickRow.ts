/** The rows about one click on a benchmark: its times without the go commands that it runs, and beside those of `go test`. */

import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { clientCommands } from '../../src/protocol.ts';
import { Client } from '../server/client.ts';
import { testFolder } from '../testFolder.ts';
import { median } from './statistics.ts';
import { besidePeer, inMilliseconds, limited, type Row } from './table.ts';

const what = 'click to annotations, beyond what go takes';
const limit = 300;

/** Begin and end of a command, in milliseconds since 1970. */
interface Span {
  readonly start: number;
  readonly end: number;
}

interface Click {
  readonly beyondGo: number;
  readonly go: number;
  /** From the click to the first number in the lens, and to the first costs on lines. */
  readonly first: number;
  readonly lines: number;
}

/** A benchmark in a test file of a module's top folder. */
export interface ClickedBenchmark {
  readonly module: string;
  readonly file: string;
  readonly benchmark: string;
}

const usual = {
  module: 'test/workspace/template',
  file: 'shop_test.go',
  benchmark: 'BenchmarkCatalogue',
};
/** What the settings have by default. */
const count = 6;
const usualTime = '500ms';
/** Nobody has read and clicked a lens sooner; until then the server finds out what the file imports. In milliseconds. */
const second = 1000;

/**
 * The first click on a lens after the editor was opened, with default settings, and `go test` of the same benchmark, count and time. In turns,
 * each in a copy of its own, so that each compiles the package. A click lasts from the request until the server has answered, and the
 * benchmark's file has its costs.
 */
export async function clickRows(runs: number, clicked: ClickedBenchmark = usual): Promise<Row[]> {
  const folder = testFolder();
  const recorder = buildRecorder(folder);
  if (recorder === null) {
    return [limited(what, null, limit, inMilliseconds, 'go: not there')];
  }
  const clicks: Click[] = [];
  const peers: GoTest[] = [];
  for (let run = 0; run < runs; run++) {
    const place = (name: string) => {
      const made = join(folder, `${name}${run}`);
      cpSync(clicked.module, join(made, basename(clicked.module)), { recursive: true });
      return made;
    };
    const clickOnce = async () => clicks.push(await click(place('click'), recorder, clicked));
    // What others than the package need to be built for is there for both.
    if (run === 0) await goTest(join(place('first'), basename(clicked.module)), clicked, '1x');
    if (run % 2 === 1) await clickOnce();
    peers.push(await goTest(join(place('go'), basename(clicked.module)), clicked));
    if (run % 2 === 0) await clickOnce();
  }
  const middle = (of: (click: Click) => number) => median(clicks.map(of));
  const passes = `go and the benchmark's passes ${inMilliseconds(middle(({ go }) => go))}`;
  const [goFirst, goEnd] = [median(peers.map((each) => each.first)), median(peers.map((each) => each.end))];
  const peer = 'go test -bench';
  return [
    limited(
      what,
      middle(({ beyondGo }) => beyondGo),
      limit,
      inMilliseconds,
      passes,
    ),
    besidePeer(
      'click to first number',
      middle(({ first }) => first),
      peer,
      goFirst,
      1.1,
    ),
    besidePeer(
      'click to costs on lines',
      middle(({ lines }) => lines),
      peer,
      goEnd,
      2.2,
    ),
  ];
}

/** In milliseconds from the start of the command. */
interface GoTest {
  /** To the first result line. */
  readonly first: number;
  readonly end: number;
}

function goTest(folder: string, { benchmark }: ClickedBenchmark, benchtime = usualTime): Promise<GoTest> {
  const measured = [`-bench=^${benchmark}$`, `-count=${count}`, `-benchtime=${benchtime}`];
  const args = ['test', '-run=^$', '-benchmem', ...measured];
  const start = now();
  const command = spawn('go', args, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  let first = Number.NaN;
  command.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
    if (Number.isNaN(first) && printed.includes('ns/op')) first = now() - start;
  });
  return new Promise((resolve, reject) => {
    command.on('error', reject).on('close', (code) => {
      if (code === 0) resolve({ first, end: now() - start });
      else reject(new Error(`go test failed: ${printed}`));
    });
  });
}

/** Path of the recorder; `null` without Go. */
function buildRecorder(folder: string): string | null {
  const recorder = join(folder, process.platform === 'win32' ? 'recorder.exe' : 'recorder');
  try {
    execFileSync('go', ['build', '-o', recorder, join(import.meta.dirname, 'recorder', 'main.go')]);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
  return recorder;
}

async function click(
  folder: string,
  recorder: string,
  { module, file, benchmark }: ClickedBenchmark,
): Promise<Click> {
  const recordFile = join(folder, 'spans');
  const client = await Client.start({
    folder,
    initializationOptions: {
      clientCommands: Object.values(clientCommands),
      decorations: true,
      storagePath: join(folder, 'storage'),
    },
    preload: join(import.meta.dirname, 'recordGo.cjs'),
    env: { ...process.env, RECORDER: recorder, RECORD_FILE: recordFile },
  });
  try {
    const uri = await client.open(join(folder, basename(module), file));
    // What is clicked is a lens, so the editor has asked for them.
    await client.lenses(uri);
    await sleep(second);
    const start = now();
    const running = client.execute('run', { uri, benchmark });
    const sinceStart = async (event: Promise<void>) => event.then(() => now() - start);
    // The head of the benchmark has its time before any line has a share.
    const hasCosts = () => client.annotations.get(uri)?.annotations.some(({ mark }) => mark !== '') === true;
    const [first, lines, outcome] = await Promise.all([
      sinceStart(client.untilLens(uri, '~')),
      sinceStart(client.until('costs', hasCosts)),
      running,
    ]);
    if (outcome.status !== 'done') throw new Error(`the benchmark did not run: ${client.messages.join()}`);
    const end = now();
    const go = covered(spans(recordFile), start, end);
    return { beyondGo: end - start - go, go, first, lines };
  } finally {
    await client.stop();
  }
}

/** The time, by the recorder's clock. */
function now(): number {
  return performance.timeOrigin + performance.now();
}

function spans(file: string): Span[] {
  if (!existsSync(file)) throw new Error('the server ran no go command through the recorder');
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as Span);
}

/** Milliseconds from `from` to `to` in which at least one of the commands ran. */
function covered(spans: readonly Span[], from: number, to: number): number {
  let sum = 0;
  let reached = from;
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
    const until = Math.min(end, to);
    sum += Math.max(0, until - Math.max(start, reached));
    reached = Math.max(reached, until);
  }
  return sum;
}
