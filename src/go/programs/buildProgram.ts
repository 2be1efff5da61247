/** Builds a program, with the recorder added if it is to be recorded that way. */

import { basename } from 'node:path';
import * as l10n from '@vscode/l10n';
import { fail, ok, type Result } from '../../base/result.ts';
import { type BuildResult, parseCompilerErrors } from '../build/compilerErrors.ts';
import { buildFlags, type GoBuildRequest, goBuild, reasonIn } from '../build/goBuild.ts';
import { noProcessTime, processTime, processUse } from '../build/processUse.ts';
import { isBelow } from '../sources/sourceRoots.ts';
import { programFlags, withLinkerFlags } from '../toolchain/flags.ts';
import { type CountsBy, counterSource } from './counter.ts';
import type { Program, ProgramQuery } from './findProgram.ts';
import { writeOverlay } from './overlay.ts';
import { checkRecorder, recorderLinkerFlags, recorderSource } from './recorder.ts';

export interface ProgramBuild extends GoBuildRequest, Pick<ProgramQuery, 'patterns'> {
  readonly program: Program;
  readonly withRecorder: boolean;
  /** With the recorder: how the program reports what it has used (counter.ts), if it is to. */
  readonly counts?: CountsBy;
  /** Flags for the linker, besides the user's and those that the recorder needs. */
  readonly linkerFlags?: string;
  readonly binary: string;
}

/**
 * Builds the program. Problems: `build-failed` (with the compiler's messages), `go-too-old`, `in-module-cache`, `bad-overlay`,
 * those of `runProcess`. Throws where the file system refuses.
 */
export async function buildProgram(request: ProgramBuild): Promise<BuildResult<null>> {
  const { program, directory, binary } = request;
  const build = request.withRecorder ? withRecorder(request) : ok(plainBuild(request));
  if (!build.ok) return build;
  const args = ['build', ...build.value.flags, '-o', binary, '--', ...build.value.patterns];
  const failed = await goBuild(request, args);
  if (!failed.ok) return failed;
  const output = failed.value;
  if (output === null) return ok(null);
  const reason = reasonIn(output) ?? l10n.t('{0} failed without a message', 'go build');
  return {
    ...fail('build-failed', '{0} does not build: {1}', [program.name, reason], output),
    compilerErrors: parseCompilerErrors(output, directory),
  };
}

type GoBuild = Pick<ProgramBuild, 'flags' | 'patterns'>;

function plainBuild(request: ProgramBuild): GoBuild {
  return { flags: buildFlags(request, programFlags(request.flags)), patterns: request.patterns };
}

function withRecorder(request: ProgramBuild): Result<GoBuild> {
  const { toolchain, program, counts, linkerFlags = '' } = request;
  const possible = checkRecorder(toolchain);
  if (!possible.ok) return possible;
  const { packageDirectory } = program;
  if (isBelow(packageDirectory, toolchain.gomodcache)) {
    return fail(
      'in-module-cache',
      '{0} is in the module cache, where Go lets nobody add a file. Clone its module, or give a flag or address of its own to profile it by.',
      [program.importPath],
    );
  }
  const time = toolchain.goos === 'windows' ? noProcessTime : processTime;
  const counter = counts === undefined ? [] : [counterSource(counts)];
  const sources = [recorderSource, processUse('main'), time('main'), ...counter];
  const overlay = writeOverlay({ ...request, sources, packageDirectory, goflags: toolchain.goflags });
  if (!overlay.ok) return overlay;
  const plain = plainBuild(request);
  const ours = `${recorderLinkerFlags} ${linkerFlags}`.trim();
  const flags = withLinkerFlags(plain.flags, toolchain.goflags, ours);
  const { file, added } = overlay.value;
  // The state of the repository would be a difference between two versions that do the same.
  const vcs = counts === undefined ? [] : ['-buildvcs=false'];
  return ok({ flags: [`-overlay=${file}`, ...vcs, ...flags], patterns: withFiles(plain.patterns, added) });
}

/** Files that are built alone must all be named, and in the same way. */
function withFiles(patterns: readonly string[], paths: readonly string[]): readonly string[] {
  const [first = ''] = patterns;
  if (!first.endsWith('.go')) return patterns;
  return [...paths.map((path) => first.replace(/[^\\/]*$/, () => basename(path))), ...patterns];
}
