import { fail, type Problem } from '../../base/result.ts';
import type { Profile } from '../../pprof/profile.ts';

/**
 * For a profile of addresses alone, as gperftools writes it: nothing can be said of functions and lines until somebody
 * adds the names. `null` if one function at least has a name, and for a profile without stacks.
 */
export function namelessProblem({ samples, functions }: Profile): Problem | null {
  if (samples.locations.length === 0 || functions.name.some((name) => name !== 0)) return null;
  return fail(
    'no-names',
    'No function has a name: there are only addresses. To add the names from the program that was profiled: pprof -proto BINARY FILE > NAMED.pb.gz (of a file of samply, open it by samply load, and download it from there)',
  ).problem;
}
