/** From a request to a test binary that is ready to run. */
import { mkdtemp, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Problem } from '../../result.ts';
import { sortFlags } from '../toolchain/flags.ts';
import { buildTestBinary, testBinary } from './build.ts';
import { codeHash } from './codeHash.ts';
import type { CompilerError } from './compilerErrors.ts';
import type { Run } from './run.ts';
import { testEnvironment } from './runPass.ts';

/** What there is of a run before the build. */
export type UnbuiltRun = Omit<Run, 'binary' | 'buildFolder' | 'codeHash' | 'binaryFlags' | 'env'>;

export type BuildRunOutcome =
  | { readonly ok: true; readonly value: Run }
  | { readonly ok: false; readonly problem: Problem; readonly compilerErrors: readonly CompilerError[] };

/** Builds the run's test binary. Problems: those of `buildTestBinary`. */
export async function buildRun(unbuilt: UnbuiltRun): Promise<BuildRunOutcome> {
  const { request, hooks, written } = unbuilt;
  const { toolchain, packageDirectory, env } = request;
  const flags = sortFlags(request.flags);
  const buildFolder = await mkdtemp(join(request.outputDirectory, 'build-'));
  written.add(buildFolder);
  const build = await buildTestBinary({
    toolchain,
    packageDirectory,
    tags: request.tags ?? '',
    flags: flags.build,
    env,
    folder: buildFolder,
    signal: hooks.signal,
    output: (text) => hooks.output(text),
  });
  if (!build.ok) return build;
  return {
    ok: true,
    value: {
      ...unbuilt,
      binary: build.value,
      buildFolder,
      codeHash: await codeHash(build.value, env),
      binaryFlags: flags.binary,
      env: testEnvironment(env, toolchain),
    },
  };
}

/** Removes what the build left, but for a binary that is to be kept. */
export async function removeBuild({ request, binary, buildFolder, written }: Run): Promise<void> {
  if (request.keepsBinary === true) {
    const kept = join(request.outputDirectory, testBinary);
    written.add(kept);
    // It is no loss of the run's: who looks for it says that it is not there.
    await rename(binary, kept).catch(() => undefined);
  }
  await written.remove(buildFolder);
}
