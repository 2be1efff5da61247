/**
 * A test binary that can leave out benchmarks by their whole names. Go splits names at each slash, and of a benchmark `a` runs
 * the first call when `a/b` is selected, since `b` may be below it; no flag says that it is not. So one function of package
 * testing is another one in this build.
 */
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok, type Result } from '../../base/result.ts';
import { makeOwnFolder } from '../toolchain/ownFolders.ts';
import { buildForBatches } from './batchTesting.ts';
import { type Build, binaryRequest, buildOf } from './build.ts';
import type { TestingChange } from './changedTesting.ts';
import { separateBinary } from './testBinary.ts';

/** Names of benchmarks, one a line. */
const leftOutVariable = 'PPROF_LENS_LEAVE_OUT';

/** The file of package testing that decides which names run, from Go 1.7 to 1.27 at least. */
const matcherFile = 'match.go';
const matcherFunction = 'func (m *matcher) fullName(';

/** It stands at the end of the file, so that the lines of all others keep their numbers. */
const leavingOut = `
// Added to this build by pprof Lens, to run one benchmark alone.
func (m *matcher) fullName(c *common, subname string) (name string, ok, partial bool) {
	name, ok, partial = m.fullNameByPattern(c, subname)
	for _, leftOut := range strings.Split(os.Getenv("${leftOutVariable}"), "\\n") {
		if name == leftOut {
			return name, false, false
		}
	}
	return name, ok, partial
}
`;

const change: TestingChange = {
  edits: [[matcherFile, matcherFunction, matcherFunction.replace('fullName', 'fullNameByPattern')]],
  added: { [matcherFile]: leavingOut },
};

/** The environment in which a separate build leaves out benchmarks. */
export function leavingOutEnvironment(names: readonly string[]): NodeJS.ProcessEnv {
  return { [leftOutVariable]: names.join('\n') };
}

/**
 * Builds a version once more, with the same flags. It leaves out what `leavingOutEnvironment` names. Problems: those of
 * `buildWithTesting`; `no-source` for a build from another time.
 */
export async function buildSeparate(build: Build): Promise<Result<Build>> {
  if (build.folder === null) return fail('no-source', 'its source is not here');
  const folder = makeOwnFolder('separate-', build.folder);
  try {
    const binary = await buildForBatches(binaryRequest(build, folder), change);
    if (!binary.ok) return binary;
    const path = join(build.folder, separateBinary);
    await rename(binary.value, path);
    return ok({ ...build, ...buildOf(build, path), identity: build.identity });
  } finally {
    await build.written.remove(folder);
  }
}
