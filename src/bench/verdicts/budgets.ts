/** What a benchmark may cost, as its author has written above it: `//pprof-lens:budget allocs/op<=97 B/op<=4k time<=base+5%`. */
import { parseBenchtime } from '../../base/benchtime.ts';
import { fail, ok, type Result } from '../../base/result.ts';

/** Of one unit: at most an amount, or at most so much more than what the benchmark is compared with. */
export interface Budget {
  /** As the benchmark reports it: `allocs/op`, `ns/op`. */
  readonly unit: string;
  readonly limit: { readonly most: number } | { readonly aboveBase: number };
}

const item = /^([^\s<>=]+)<=(\S+)$/;
const aboveBase = /^base\+(\d+(?:\.\d+)?)%$/;
const amount = /^(\d+(?:\.\d+)?)([kMG]?)$/;
const powers = { '': 0, k: 1, M: 2, G: 3 } as const;

/**
 * Reads what follows `//pprof-lens:budget`: one or several of `UNIT<=AMOUNT`. `time` is `ns/op`, in a duration as Go writes it.
 * `k`, `M` and `G` are powers of 1000, of bytes powers of 1024, as results are shown. Problem: `bad-budget`.
 */
export function parseBudgets(text: string): Result<readonly Budget[]> {
  const words = text.trim().split(/\s+/);
  const budgets: Budget[] = [];
  for (const word of words) {
    const [, name = '', most = ''] = item.exec(word) ?? [];
    const limit = name === '' ? null : limitOf(name, most);
    if (limit === null) {
      return fail(
        'bad-budget',
        '{0} is no budget. Write allocs/op<=97, B/op<=4k, instructions/op<=1.2M, time<=2ms or time<=base+5%.',
        [word === '' ? '""' : word],
      );
    }
    budgets.push({ unit: name === 'time' ? 'ns/op' : name, limit });
  }
  return ok(budgets);
}

function limitOf(name: string, text: string): Budget['limit'] | null {
  const [, percent] = aboveBase.exec(text) ?? [];
  if (percent !== undefined) return { aboveBase: Number(percent) / 100 };
  if (name === 'time') {
    const time = parseBenchtime(text);
    return time.ok && 'nanoseconds' in time.value ? { most: time.value.nanoseconds } : null;
  }
  const [, number, prefix = ''] = amount.exec(text) ?? [];
  if (number === undefined) return null;
  const base = /^B\b|bytes/.test(name) ? 1024 : 1000;
  // The expression has read one of them.
  return { most: Number(number) * base ** powers[prefix as keyof typeof powers] };
}
