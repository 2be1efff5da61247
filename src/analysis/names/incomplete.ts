import { fail, type Problem } from '../../base/result.ts';
import type { Profile } from '../../pprof/profile.ts';

/** The comment of a recording whose lines were given up. Those that begin so stand above no report. */
export const linesGivenUp = '#perf has found no lines';

/** What a profile lacks that somebody can add: the names of all functions, or lines. `null` if there is nothing. */
export function incompleteProblem({ samples, functions, comments }: Profile): Problem | null {
  // As gperftools writes it. Without stacks there is nothing to name.
  if (samples.locations.length > 0 && functions.name.every((name) => name === 0)) {
    return fail(
      'no-names',
      'No function has a name: there are only addresses. To add the names from the program that was profiled: pprof -proto BINARY FILE > NAMED.pb.gz (of a file of samply, open it by samply load, and download it from there)',
    ).problem;
  }
  if (!comments.includes(linesGivenUp)) return null;
  return fail(
    'no-lines',
    'Functions are shown without their lines: perf did not find them, or not within a minute. To see why, or to give it more time: perf script -F +pid,+srcline -i FILE > perf.txt, and open perf.txt.',
  ).problem;
}
