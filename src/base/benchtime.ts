/** The values of `go test -benchtime`: a duration or a number of iterations. */
import { fail, ok, type Result } from './result.ts';

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

/** A number with its unit, as in Go's time.ParseDuration: `1m`, `.5s`, `1.s`. */
const durationPart = /(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|μs|ms|s|m|h)/gy;
const duration = new RegExp(`^\\+?(?:${durationPart.source})+$`);
const count = /^\+?(\d+)x$/;

/** Go counts iterations and nanoseconds in 64 bits. */
const most = 2 ** 63;

/** Takes what `go test -benchtime` takes: `1s`, `1m30s`, `.5s`, `100x`; more than zero. Problem: `bad-benchtime`. */
export function parseBenchtime(text: string): Result<Benchtime> {
  const iterations = Number(count.exec(text)?.[1] ?? 0);
  if (iterations > 0 && iterations < most) return ok({ iterations });
  const nanoseconds = duration.test(text) ? sumOfParts(text) : 0;
  if (nanoseconds > 0 && nanoseconds < most) return ok({ nanoseconds });
  return fail(
    'bad-benchtime',
    '{0} is not a benchtime. Give a duration such as 1s or 250ms, or a number of iterations such as 100x.',
    [text === '' ? '""' : text],
  );
}

/** In whole nanoseconds: Go drops what is left of one in each part. */
function sumOfParts(text: string): number {
  let sum = 0;
  for (const [, number = '', unit = ''] of text.replace('+', '').matchAll(durationPart)) {
    const [whole = '', fraction = ''] = number.split('.');
    const size = unitSizes[unit] ?? 0;
    sum += Number(whole) * size + Math.floor(Number(`0.${fraction}`) * size);
  }
  return sum;
}
