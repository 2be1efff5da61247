/**
 * How many operations a profile covers. The number is exact, because profiles are taken with a fixed number of
 * iterations. It depends on how the benchmark loops (testing/benchmark.go):
 *
 *   for b.Loop()   the function runs once and loops N times            N
 *   b.N            the function runs with b.N = 1 as a probe, then
 *                  once more with b.N = N, unless N is 1               N + 1
 */

/** `Loop` is `for b.Loop()`. `N` is every use of `b.N`, including `RunParallel`. */
export type LoopStyle = 'Loop' | 'N';

/**
 * Operations of a run with `-test.benchtime=<iterations>x -test.count=<count>`; `null` if the number depends on a style
 * that is not known.
 */
export function operationCount(style: LoopStyle | null, iterations: number, count = 1): number | null {
  if (iterations === 1) return count;
  if (style === null) return null;
  return (style === 'Loop' ? iterations : iterations + 1) * count;
}
