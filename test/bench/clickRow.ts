/** The row about one click on a benchmark: its time without the go commands and test binaries that it runs. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clientCommands } from '../../src/protocol.ts';
import { Client } from '../server/client.ts';
import { limited } from './questionRows.ts';
import { median } from './statistics.ts';
import { inMilliseconds, type Row } from './table.ts';

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
}

/**
 * The first click on a lens after the editor was opened, with default settings. It lasts from the request until the server has
 * answered, and the file that the benchmark measures has its costs.
 */
export async function clickRow(runs: number): Promise<Row> {
  const folder = mkdtempSync(join(tmpdir(), 'pprof-lens-click-'));
  try {
    const recorder = buildRecorder(folder);
    if (recorder === null) {
      return { what, figure: '', peer: 'go: not there', budget: inMilliseconds(limit), ofBudget: null };
    }
    const clicks: Click[] = [];
    for (let run = 0; run < runs; run++) {
      const place = join(folder, `click${run}`);
      cpSync('test/workspace/template', join(place, 'template'), { recursive: true });
      clicks.push(await click(place, recorder));
    }
    return {
      ...limited(what, median(clicks.map(({ beyondGo }) => beyondGo)), limit),
      peer: `go and the benchmark's passes ${inMilliseconds(median(clicks.map(({ go }) => go)))}`,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
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

async function click(folder: string, recorder: string): Promise<Click> {
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
    const uri = await client.open(join(folder, 'template', 'shop_test.go'));
    const measured = await client.open(join(folder, 'template', 'shop.go'));
    // What is clicked is a lens, so the editor has asked for them.
    await client.lenses(uri);
    const start = now();
    const outcome = await client.execute('run', {
      uri,
      benchmark: 'BenchmarkCatalogue',
    });
    if (outcome.status !== 'done') throw new Error(`the benchmark did not run: ${client.messages.join()}`);
    await client.until('costs', () => (client.annotations.get(measured)?.annotations.length ?? 0) > 0);
    const end = now();
    const go = covered(spans(recordFile), start, end);
    return { beyondGo: end - start - go, go };
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
