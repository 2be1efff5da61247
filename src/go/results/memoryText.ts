/** What the machine sees of a benchmark's memory, in words. */
import * as l10n from '@vscode/l10n';
import { formatMetric } from '../../bench/verdicts/summary.ts';
import type { BenchmarkResult } from './benchmarkResult.ts';
import type { MachineMemory } from './resultReaders.ts';
import { timeText } from './timesText.ts';

type Memory = BenchmarkResult['memory'];

/**
 * `peak 38 MB · heap goal 4 MB · stacks 480 kB · 12 collections per 1,000 op, 31µs pause each`; of two versions
 * `peak 36 → 38 MB · …`. Empty if that is not known.
 */
export function memoryText(now: Memory, before?: Memory): string {
  if (now === undefined || 'missing' in now) return '';
  const older = before === undefined || 'missing' in before ? null : before;
  const each = (text: (memory: MachineMemory) => string) =>
    both(older === null ? '' : text(older), text(now));
  const per = perOperations(now);
  const bytes = (of: 'peak' | 'heapGoal' | 'stacks') => each((memory) => bytesText(memory[of]));
  const [peak, goal, stacks] = [bytes('peak'), bytes('heapGoal'), bytes('stacks')];
  const collections = each(({ collections, operations }) => twoDigits((collections / operations) * per));
  const pause = each((memory) =>
    memory.collections === 0 ? '' : timeText(memory.pauses / memory.collections),
  );
  return [
    ...(peak === '' ? [] : [l10n.t('peak {0}', peak)]),
    ...(goal === '' ? [] : [l10n.t('heap goal {0}', goal)]),
    l10n.t('stacks {0}', stacks),
    l10n.t('{0} collections per {1} op', collections, per.toLocaleString('en')) +
      (pause === '' ? '' : `, ${l10n.t('{0} pause each', pause)}`),
  ].join(' · ');
}

/** A unit that both have is written once. */
function both(before: string, now: string): string {
  if (before === '' || before === now || now === '') return now;
  const [, unit = ''] = /^[\d.,]+(.*)$/.exec(now) ?? [];
  return `${unit !== '' && before.endsWith(unit) ? before.slice(0, -unit.length) : before} → ${now}`;
}

/** The fewest operations, of 1, 10, 100 and so on, that have a collection. */
function perOperations({ collections, operations }: MachineMemory): number {
  return collections === 0 ? 1 : 10 ** Math.max(0, Math.ceil(Math.log10(operations / collections)));
}

function twoDigits(value: number): string {
  return Number(value.toPrecision(value < 100 ? 2 : 3)).toLocaleString('en');
}

/** Without a collector, the heap goal is all that a number can be. */
function bytesText(bytes: number): string {
  return bytes === 0 || bytes > 2 ** 60 ? '' : formatMetric(bytes, 'B/op').replace(/\/op$/, '');
}
