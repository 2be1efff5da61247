/** Builds a program, with the recorder added if it is to be recorded that way. */
import { basename } from 'node:path';
import { fail, ok, type Result } from '../../base/result.ts';
import { type BuildResult, parseCompilerErrors } from '../build/compilerErrors.ts';
import { isBelow } from '../sources/sourceRoots.ts';
import { BoundedText } from '../toolchain/boundedText.ts';
import { counterGoflags, programFlags, withLinkerFlags } from '../toolchain/flags.ts';
import { commandLine, runProcess } from '../toolchain/process.ts';
import type { Program, ProgramQuery } from './findProgram.ts';
import { writeOverlay } from './overlay.ts';
import { checkRecorder, recorderLinkerFlags } from './recorder.ts';

export interface ProgramBuild extends ProgramQuery {
  readonly program: Program;
  /** Add the recorder. */
  readonly withRecorder: boolean;
  /** An existing folder outside the workspace, for our files and the go command's temporary ones. */
  readonly folder: string;
  /** Where the executable is to be. */
  readonly binary: string;
  readonly signal: AbortSignal;
  /** Gets what the go command prints. */
  output(text: string): void;
}

const keptOutput = 256 * 1024;

/**
 * Builds the program. Problems: `build-failed` (with the compiler's messages), `go-too-old`, `in-module-cache`, `bad-overlay`,
 * those of `runProcess`. Throws where the file system refuses.
 */
export async function buildProgram(request: ProgramBuild): Promise<BuildResult<null>> {
  const { toolchain, directory, env, folder, binary, signal, program } = request;
  const build = request.withRecorder ? withRecorder(request) : ok(plainBuild(request));
  if (!build.ok) return build;
  const args = ['build', ...build.value.flags, '-o', binary, '--', ...build.value.patterns];
  request.output(commandLine(toolchain.command, args));
  const printed = new BoundedText(keptOutput);
  const take = (text: string) => {
    printed.push(text);
    request.output(text);
  };
  const end = await runProcess({
    command: toolchain.command,
    args,
    directory,
    // If the go command is killed, it does not remove its temporary files. In this folder the caller removes them.
    env: { ...env, GOTMPDIR: env.GOTMPDIR ?? folder },
    signal,
    onStdout: take,
    onStderr: take,
  });
  if (!end.ok) return end;
  if (end.value.exitCode === 0) return ok(null);
  const output = printed.toString();
  const compilerErrors = parseCompilerErrors(output, directory);
  const said = output
    .split(/\r?\n/)
    .find((line) => line.trim() !== '' && !/^(?:#|go: downloading)/.test(line));
  const reason = said?.trim() ?? 'go build failed without a message';
  return {
    ...fail('build-failed', '{0} does not build: {1}', [program.name, reason], output),
    compilerErrors,
  };
}

/** What the go command is told. */
interface GoBuild {
  readonly flags: readonly string[];
  readonly patterns: readonly string[];
}

function plainBuild(request: ProgramBuild): GoBuild {
  return { flags: buildFlags(request), patterns: request.patterns };
}

function buildFlags({ toolchain, tags, flags }: ProgramBuild): string[] {
  const own = programFlags(flags);
  return [...(tags === '' ? [] : [`-tags=${tags}`]), ...counterGoflags(toolchain.goflags, own), ...own];
}

function withRecorder(request: ProgramBuild): Result<GoBuild> {
  const { toolchain, program } = request;
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
  const overlay = writeOverlay({ ...request, packageDirectory, goflags: toolchain.goflags });
  if (!overlay.ok) return overlay;
  const flags = withLinkerFlags(buildFlags(request), toolchain.goflags, recorderLinkerFlags);
  const { file, added } = overlay.value;
  return ok({ flags: [`-overlay=${file}`, ...flags], patterns: withFile(request.patterns, basename(added)) });
}

/** Files that are built alone must all be named, and in the same way. */
function withFile(patterns: readonly string[], name: string): readonly string[] {
  const [first = ''] = patterns;
  return first.endsWith('.go') ? [first.replace(/[^\\/]*$/, () => name), ...patterns] : patterns;
}
