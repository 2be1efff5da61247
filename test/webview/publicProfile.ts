import { stackProfileBytes } from '../analysis/stackProfile.ts';
import type { ProfileFile } from './realProfiles.ts';

/** A module as people publish them: long paths, types with the same methods, benchmarks that differ at the end. */
export const publicProfile: ProfileFile = {
  name: 'public',
  bytes: stackProfileBytes({
    sampleTypes: ['samples/count', 'cpu/nanoseconds'],
    samples: Array.from({ length: 40 }, (_, i) => {
      const module = 'github.com/emirpasic/gods/v2';
      const stack = [
        'testing.(*B).runN:220@testing/benchmark.go',
        `${module}/maps/treemap.BenchmarkTreeMapGet${10 ** (i % 5)}:30@treemap_test.go`,
        `${module}/maps/treemap.(*Map[go.shape.int,go.shape.string]).Get:${40 + i}@treemap.go`,
        `${module}/trees/redblacktree.(*Tree[go.shape.int,go.shape.string]).lookup:${60 + i}@redblacktree.go`,
        `runtime.nameOfAFunctionThatIsLongerThanItsColumn${i}:7@runtime.go`,
      ];
      return [stack.slice(0, 2 + (i % 4)).join(' '), 50 - i, (50 - i) * 1e7] as [string, number, number];
    }),
  }),
};
