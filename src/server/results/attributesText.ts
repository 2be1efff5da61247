import { plainLine } from '../../base/escape.ts';
import type { BenchmarkResult } from '../../go/results/benchmarkResult.ts';

/** What a benchmark says of itself (`b.Attr`), each as `key=value` on one line. Text of the benchmark's. */
export function attributeTexts({ attributes = {} }: Pick<BenchmarkResult, 'attributes'>): string[] {
  return Object.entries(attributes).map(([key, value]) => plainLine(`${key}=${value}`));
}
