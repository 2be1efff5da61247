import type { Problem } from '../../base/result.ts';
import { type Measurement, valuesOf } from '../../bench/benchfmt/resultLine.ts';
import { medianInterval } from '../../bench/statistics/median.ts';

/** Of the timed operations' bytes. Pools and maps that grow now and then differ by less. */
const leastShare = 0.1;
/** Package testing rounds to whole bytes. */
const leastBytes = 16;

/**
 * What to say of a benchmark whose operations allocate more or less where there are fewer of them, as with something that grows once and
 * is kept: its B/op and the bytes on its lines are of different numbers. `null` if they agree.
 *
 * @param pass the memory pass, as package testing has measured it
 */
export function memoryNote(timed: readonly Measurement[], pass: Measurement): Problem | null {
  const bytes = valuesOf(timed, 'B/op');
  const profiled = pass.metrics['B/op'];
  if (bytes.length === 0 || profiled === undefined) return null;
  const { median } = medianInterval(bytes);
  const least = Math.max(leastBytes, leastShare * median);
  if (Math.abs(profiled - median) < least) return null;
  const operations = medianInterval(timed.map(({ iterations }) => iterations)).median;
  return {
    code: 'memory-by-number',
    template:
      'What an operation allocates depends on how many there are: {0} B/op is of {1}, the lines are of {2}.',
    args: [Math.round(median), Math.round(operations), pass.iterations].map((each) =>
      each.toLocaleString('en'),
    ),
  };
}
