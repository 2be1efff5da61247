import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { fail, ok, type Problem, type Result } from '../../../base/result.ts';
import type { BenchmarkRequest } from '../../../go/build/benchmarkRequest.ts';
import { countOverLayouts } from '../../../go/build/layouts.ts';
import { type BuildQuery, leftOutProblem, tagsOf } from '../../../go/build/leftOutFiles.ts';
import { testBinary } from '../../../go/build/testBinary.ts';
import { withoutTags } from '../../../go/toolchain/flags.ts';
import type { GoQuery } from '../../../go/toolchain/toolchain.ts';
import type { RunRequest } from '../../../protocol.ts';
import type { ClientAbilities } from '../../client/initialize.ts';
import { filePath } from '../../client/lspTerms.ts';
import type { AllSettings } from '../../client/settings.ts';
import type { History } from '../../history/history.ts';
import type { Keeper } from '../../history/keeper.ts';
import type { KeptResult } from '../../history/keptRun.ts';
import type { ProfileOpener } from '../../history/profileOpener.ts';
import type { RunFailures } from '../../results/runFailures.ts';
import type { Services } from '../../services/services.ts';
import { findGoSetup, type GoSetup } from '../../sessions/goSetup.ts';
import type { BuildDiagnostics } from '../queue/buildDiagnostics.ts';
import type { KnownPackages, RunGo } from './knownPackages.ts';

/** What profiles benchmarks, besides the services. */
export interface BenchmarkServices extends Services {
  readonly diagnostics: BuildDiagnostics;
  readonly options: ClientAbilities['options'];
  readonly failures: RunFailures;
  readonly keeper: Keeper;
  readonly opener: Pick<ProfileOpener, 'open'>;
  /** Resolves once the runs of earlier are read. */
  readonly history: () => Promise<History>;
  readonly packages: KnownPackages;
  /** There are other results, or a run has ended. */
  readonly resultsChanged: () => void;
  /** The editor should ask for lenses again. */
  readonly lensesChanged: () => void;
  /** What runs are compared with, or how, has changed: lenses and lines may say something else now. */
  readonly comparisonsChanged: () => void;
}

/** Everything that is known of a run before Go builds anything. */
export interface PreparedRun {
  readonly profileRequest: BenchmarkRequest;
  /** Why the run is not kept; `null` if it is. */
  readonly unkept: Problem | null;
  /** Which source files the run is built from. */
  readonly sourceQuery: GoQuery;
  /** Whether Go is still the one that all this is for. */
  readonly isStill: RunGo['isStill'];
}

/**
 * Completes a request with the user's settings and the Go toolchain. Problems: `not-a-file`, `no-benchmarks`, those of
 * `findGoSetup` and `leftOutProblem`.
 */
export async function prepareRun(
  request: RunRequest,
  settings: AllSettings,
  context: BenchmarkServices,
): Promise<Result<PreparedRun>> {
  const file = filePath(request.uri);
  if (file === null) {
    return fail(
      'not-a-file',
      'This file is not on the disk of this machine, so its benchmarks cannot run here.',
    );
  }
  const directory = path.dirname(file);
  const { goCommand, find, isStill } = context.packages.forRun(directory, request.uri, context.settings);
  const setup = await findGoSetup(directory, settings, await goCommand(), find);
  if (!setup.ok) return setup;
  const inFile = await benchmarksIn(file, context);
  const names = request.benchmark === null ? inFile : [request.benchmark];
  if (names.length === 0) {
    return fail('no-benchmarks', 'There is no benchmark in {0}.', [path.basename(file)]);
  }
  const { toolchain, env, tags, flags } = withTags(setup.value, request.addTags);
  // Sub-benchmarks are in the file of their benchmark.
  if (names.some((name) => inFile.includes(name.split('/', 1)[0]!))) {
    const query: BuildQuery = { toolchain, packageDirectory: directory, env, tags, flags };
    const problem = await leftOutProblem(file, context.texts.at(file)?.text ?? '', query);
    if (problem !== null) return { ok: false, problem };
  }
  const runFolder = await context.storage.folderOf(randomUUID());
  if (!runFolder.ok) return runFolder;
  const { lens } = settings;
  const isHere = ({ benchmark }: KeptResult) =>
    path.normalize(benchmark.directory) === path.normalize(directory);
  const last = (await context.history()).results.filter(isHere).at(-1);
  const isCompared = request.against !== undefined || request.pgo !== undefined;
  const layouts = isCompared ? (request.layouts ?? 0) : 0;
  const profileRequest: BenchmarkRequest = {
    toolchain,
    packageDirectory: directory,
    benchmarks: names.map((name) => ({ name })),
    kinds: request.kinds ?? lens.kinds,
    count: countOverLayouts(request.count ?? lens.count, layouts),
    layouts,
    benchtime: request.benchtime ?? lens.benchtime,
    tags,
    flags,
    env,
    outputDirectory: runFolder.value.folder,
    keepsBinary: true,
    ...(last === undefined ? {} : { earlier: path.join(last.folder, testBinary) }),
    ...((request.counters ?? lens.counters.length > 0) ? { counters: lens.counters } : {}),
    instructions: request.instructions ?? lens.instructions,
    simulates: request.simulates ?? lens.simulates,
    times: request.times ?? lens.times,
  };
  return ok({
    profileRequest,
    unkept: runFolder.value.problem,
    sourceQuery: { toolchain, directory, env, tags },
    isStill,
  });
}

/** The setup with more build tags. Those of the flags are moved to the others, as they would be stronger. */
function withTags(setup: GoSetup, added: string | undefined): GoSetup {
  if (added === undefined) return setup;
  const tags = [...tagsOf({ ...setup, packageDirectory: setup.directory }), added].join(',');
  return { ...setup, tags, flags: withoutTags(setup.flags) };
}

/** The top-level benchmarks of a file. Their sub-benchmarks run with them. */
export async function benchmarksIn(
  file: string,
  { texts, scanner }: Pick<Services, 'texts' | 'scanner'>,
): Promise<string[]> {
  const text = texts.at(file)?.text ?? '';
  const { benchmarks } = (await scanner()).scan(text);
  return benchmarks.flatMap(({ name }) => (name.includes('/') ? [] : [name]));
}
