/**
 * How often predictions are right: what a benchmark says that a change does to a service in production, and what it does. Services are
 * built before and after a change and answer the same requests; their profiles go through a real Pyroscope.
 */
import { readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { measuredChange, predictChange, type TimeRatio } from '../../src/analysis/prediction/prediction.ts';
import { noStore, startStore } from '../go/stores/storeServers.ts';
import { testFolder } from '../testFolder.ts';
import { type PredictedRun, type RunSizes, recordedRun, recordRun } from './predictedRuns.ts';
import { servedChanges } from './servedChanges.ts';

/**
 * Options: `--only=REGEXP` of services and changes, `--seconds=10` of CPU time for each version of a service, `--benchtime=5s`,
 * `--count=3`, `--raw=DIR` to keep the profiles, `--replay=DIR` to judge kept ones again.
 */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string', default: '' },
      seconds: { type: 'string', default: '10' },
      benchtime: { type: 'string', default: '5s' },
      count: { type: 'string', default: '3' },
      raw: { type: 'string' },
      replay: { type: 'string' },
    },
  });
  const { benchtime, count, seconds, replay } = values;
  const sizes = { seconds: Number(seconds), benchtime, count: Number(count) };
  const folder = resolve(replay ?? values.raw ?? testFolder());
  const only = new RegExp(values.only);
  const runs = replay === undefined ? measured(only, sizes, folder) : replayed(only, folder);
  report(
    'service',
    'change',
    'share',
    'overlap',
    'predicted',
    '90% interval',
    'by times',
    'truth',
    'by shares',
    'inside',
  );
  const judged: Inside[] = [];
  for await (const each of runs) judged.push(judge(each));
  const all = (wanted: Inside) => judged.filter((inside) => inside === wanted).length;
  process.stdout.write(
    `${all('yes')} of ${judged.length} within; of ${all('perhaps')} more the truth is not known well enough\n`,
  );
}

/** Each run as soon as it is there. */
async function* measured(only: RegExp, sizes: RunSizes, folder: string): AsyncGenerator<PredictedRun> {
  const missing = noStore('pyroscope');
  if (missing !== false) throw new Error(missing);
  const store = await startStore('pyroscope');
  try {
    for (const change of servedChanges) {
      const name = `${change.service}-${change.name}`;
      if (!only.test(name)) continue;
      const own = join(folder, name);
      rmSync(own, { recursive: true, force: true });
      await recordRun(change, sizes, store, own);
      yield recordedRun(own)!;
    }
  } finally {
    store.stop();
  }
}

function* replayed(only: RegExp, folder: string): Generator<PredictedRun> {
  for (const name of readdirSync(folder).sort()) {
    const kept = only.test(name) ? recordedRun(join(folder, name)) : null;
    if (kept !== null) yield kept;
  }
}

/** Whether the truth is in the interval of a prediction: perhaps, if it may be by its own error. */
type Inside = 'yes' | 'perhaps' | 'no';

/** Writes the row of a run. */
function judge(run: PredictedRun): Inside {
  const { service, change, production, productionAfter, baseProfile, nowProfile } = run;
  const found = predictChange(production, baseProfile, nowProfile);
  const { truth, error } = trueChange(run);
  const told = `${signed(truth)} ±${percent(error)}`;
  if (found === null) {
    report(service, change, '', '', 'none', '', '', told, '', 'no');
    return 'no';
  }
  const shares = measuredChange(production, productionAfter, found.functions);
  const byTimes = predictChange(production, baseProfile, nowProfile, timeRatio(run));
  const outside = Math.max(found.low - truth, truth - found.high);
  const inside = outside <= 0 ? 'yes' : outside <= error ? 'perhaps' : 'no';
  report(
    service,
    change,
    percent(found.share),
    percent(found.overlap),
    signed(found.change),
    `${signed(found.low)} to ${signed(found.high)}`,
    byTimes === null ? '' : signed(byTimes.change),
    told,
    shares === null ? '' : signed(shares.change),
    inside,
  );
  return inside;
}

function timeRatio({ base, now }: PredictedRun): TimeRatio {
  const logarithms = now.times.map((time, i) => Math.log(time / base.times[i]!));
  return { ratio: Math.exp(mean(logarithms)), deviation: standardError(logarithms) };
}

/** Of the CPU time of a request, and half of its 90% interval: each process and its counterpart have answered the same requests. */
function trueChange({ before, after }: PredictedRun): { readonly truth: number; readonly error: number } {
  const logarithms = after.parts.map((time, i) => Math.log(time / before.parts[i]!));
  return { truth: Math.exp(mean(logarithms)) - 1, error: 2 * standardError(logarithms) };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, each) => sum + each, 0) / values.length;
}

function standardError(values: readonly number[]): number {
  const middle = mean(values);
  const squares = values.reduce((sum, each) => sum + (each - middle) ** 2, 0);
  return Math.sqrt(squares / (values.length - 1) / values.length);
}

const widths = [-8, -15, 6, 7, 9, 18, 8, 14, 9, 7];

function report(...cells: readonly string[]): void {
  const row = cells.map((cell, i) => (widths[i]! < 0 ? cell.padEnd(-widths[i]!) : cell.padStart(widths[i]!)));
  process.stdout.write(`${row.join('  ').trimEnd()}\n`);
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)}%`;
}

function signed(change: number): string {
  return `${change < 0 ? '' : '+'}${percent(change)}`;
}
