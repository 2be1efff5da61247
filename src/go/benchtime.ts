/** The values of `go test -benchtime`: a duration or a number of iterations. */
import { fail, ok, type Result } from '../result.ts';

export type Benchtime = { readonly nanoseconds: number } | { readonly iterations: number };

const unitSizes: Readonly<Record<string, number>> = {
  ns: 1,
  us: 1e3,
  µs: 1e3,
  μs: 1e3,
  ms: 1e6,
  s: 1e9,
  m: 60e9,
  h: 3600e9,
};

const durationPart = /(\d+\.?\d*|\.\d+)(ns|us|µs|μs|ms|s|m|h)/g;

/** `1s`, `1m30s`, `250ms`, `100x`; more than zero. Problem `bad-benchtime`. */
export function parseBenchtime(text: string): Result<Benchtime> {
  const count = /^(\d+)x$/.exec(text);
  const nanoseconds = [...text.matchAll(durationPart)].reduce(
    (sum, [, number, unit]) => sum + Number(number) * (unitSizes[unit ?? ''] ?? 0),
    0,
  );
  const iterations = Number(count?.[1] ?? 0);
  if (count && iterations > 0 && Number.isSafeInteger(iterations)) return ok({ iterations });
  if (!count && text.replace(durationPart, '') === '' && nanoseconds > 0) return ok({ nanoseconds });
  return fail(
    'bad-benchtime',
    '{0} is not a benchtime. Give a duration such as 1s or 250ms, or a number of iterations such as 100x.',
    [text === '' ? '""' : text],
  );
}
