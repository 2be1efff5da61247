/** What a cancelled run leaves. */
import { fail, ok, type Result } from '../../result.ts';
import type { Build } from '../build/build.ts';
import type { ResultDraft } from '../results/benchmarkResult.ts';

/**
 * What a cancelled run has measured, if it is to be kept. Problem: `cancelled`.
 *
 * @param incomplete those of which something is missing
 */
export function partialResults(
  measured: readonly ResultDraft[],
  { request, hooks }: Build,
  incomplete: readonly ResultDraft[] = measured,
): Result<ResultDraft[]> {
  if (measured.length === 0 || hooks.keepsPartial?.() !== true) return fail('cancelled', 'Cancelled.');
  const { count, kinds } = request;
  for (const result of incomplete) {
    const isComplete = result.measurements.length >= count && result.profiles.length >= kinds.length;
    if (!isComplete) result.partial = { count, kinds };
  }
  return ok([...measured]);
}
