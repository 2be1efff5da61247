/** What the machine sees of memory, in words: of a benchmark, of a whole run of a program or of tests, of a server under load. */
import * as l10n from '@vscode/l10n';
import type { ProcessMemory } from '../../base/processMemory.ts';
import { formatMetric } from '../../bench/verdicts/summary.ts';
import type { BenchmarkResult } from './benchmarkResult.ts';
import { timeText } from './timesText.ts';

/** Without operations it is of a whole run. */
type Seen = ProcessMemory & { readonly operations?: number };
type Memory = BenchmarkResult['memory'] | Seen | null;

/**
 * `peak 38 MB · heap goal 4 MB · stacks 480 kB · 12 collections per 1,000 op, 31µs pause each`; of two versions
 * `peak 36 → 38 MB · …`. Of a whole run `12 collections`. Empty if that is not known.
 */
export function memoryText(now: Memory, before?: Memory, unit: 'op' | 'request' = 'op'): string {
  if (!isSeen(now)) return '';
  const each = (text: (memory: Seen) => string) => both(isSeen(before) ? text(before) : '', text(now));
  const isNever = now.collections === 0 && !(isSeen(before) && before.collections > 0);
  const per =
    now.operations === undefined || isNever ? null : perOperations(now.collections, now.operations, unit);
  const bytes = (of: 'peak' | 'heapGoal' | 'stacks') => each((memory) => bytesText(memory[of]));
  const [peak, goal, stacks] = [bytes('peak'), bytes('heapGoal'), bytes('stacks')];
  const collections = each(({ collections, operations = 1 }) =>
    per === null ? grouped(Math.round(collections)) : twoDigits((collections / operations) * per),
  );
  const pause = each((memory) =>
    memory.collections === 0 ? '' : timeText(memory.pauses / memory.collections),
  );
  return [
    ...(peak === '' ? [] : [l10n.t('peak {0}', peak)]),
    ...(goal === '' ? [] : [l10n.t('heap goal {0}', goal)]),
    l10n.t('stacks {0}', stacks),
    collectionsText(collections, per, unit) + (pause === '' ? '' : `, ${l10n.t('{0} pause each', pause)}`),
  ].join(' · ');
}

function isSeen(memory: Memory | undefined): memory is Seen {
  return memory !== undefined && memory !== null && !('missing' in memory);
}

function collectionsText(collections: string, per: number | null, unit: 'op' | 'request'): string {
  if (per === null)
    return collections === '1' ? l10n.t('1 collection') : l10n.t('{0} collections', collections);
  return unit === 'op'
    ? l10n.t('{0} collections per {1} op', collections, grouped(per))
    : l10n.t('{0} collections per {1} requests', collections, grouped(per));
}

/** A unit that both have is written once. */
function both(before: string, now: string): string {
  if (before === '' || before === now || now === '') return now;
  const [, unit = ''] = /^[\d.,]+(.*)$/.exec(now) ?? [];
  return `${unit !== '' && before.endsWith(unit) ? before.slice(0, -unit.length) : before} → ${now}`;
}

/** The fewest operations, of 1, 10, 100 and so on, that have a collection; of requests 100 at least. */
function perOperations(collections: number, operations: number, unit: 'op' | 'request'): number {
  const least = unit === 'op' ? 0 : 2;
  return 10 ** Math.max(least, collections === 0 ? 0 : Math.ceil(Math.log10(operations / collections)));
}

function twoDigits(value: number): string {
  return grouped(Number(value.toPrecision(value < 100 ? 2 : 3)));
}

function grouped(value: number): string {
  return value.toLocaleString('en');
}

/** Without a collector, the heap goal is all that a number can be. */
function bytesText(bytes: number): string {
  return bytes === 0 || bytes > 2 ** 60 ? '' : formatMetric(bytes, 'B/op').replace(/\/op$/, '');
}
