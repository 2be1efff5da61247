/** A package's test binary: how it is built, and which others run the same machine code. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, readFile, rm, stat, utimes } from 'node:fs/promises';
import { devNull } from 'node:os';
import { join, relative } from 'node:path';
import { fail, ok, type Result, sentence } from '../../base/result.ts';
import { codeWithoutPositions } from '../binary/codeWithoutPositions.ts';
import { readElfSections } from '../binary/elfSections.ts';
import { BoundedText } from '../toolchain/boundedText.ts';
import { counterGoflags } from '../toolchain/flags.ts';
import { captureProcess, commandLine, runProcess } from '../toolchain/process.ts';
import type { GoToolchain } from '../toolchain/toolchain.ts';
import { type BuildResult, parseCompilerErrors } from './compilerErrors.ts';
import { leftOutHint } from './leftOutFiles.ts';

export interface BinaryRequest {
  readonly toolchain: GoToolchain;
  readonly packageDirectory: string;
  /** Comma-separated. */
  readonly tags: string;
  /** Flags of `go test -c`. */
  readonly flags: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** An existing folder outside the workspace, for the binary and for the go command's temporary files. */
  readonly folder: string;
  readonly signal: AbortSignal;
  /** See `BenchmarkRequest`. */
  readonly earlier?: string | undefined;
  output(text: string): void;
}

/** The file name of a test binary. */
export const testBinary = process.platform === 'win32' ? 'package.test.exe' : 'package.test';

const keptOutput = 256 * 1024;

function buildArguments(request: BinaryRequest, binary: string): string[] {
  const { tags, flags, toolchain } = request;
  // -vet=off: a benchmark must run although vet finds a misnamed test or a wrong printf verb.
  return [
    'test',
    '-c',
    '-vet=off',
    ...(tags === '' ? [] : [`-tags=${tags}`]),
    ...counterGoflags(toolchain.goflags, flags),
    ...flags,
    '-o',
    binary,
    '.',
  ];
}

/**
 * Builds the test binary and returns its path. Does not remove the folder. Problems: `not-a-module`, `no-test-files`,
 * `build-failed` (with the compiler's messages), `cannot-start`, `cancelled`.
 */
export async function buildTestBinary(request: BinaryRequest): Promise<BuildResult<string>> {
  const { toolchain, packageDirectory, env, signal, folder } = request;
  const path = join(folder, testBinary);
  const printed = new BoundedText(keptOutput);
  const take = (text: string) => {
    printed.push(text);
    request.output(text);
  };
  const args = buildArguments(request, path);
  const isEarlierThere = request.earlier !== undefined && (await putEarlier(request.earlier, path));
  request.output(commandLine(toolchain.command, args));
  const end = await runProcess({
    command: toolchain.command,
    args,
    directory: packageDirectory,
    // If the go command is killed, it does not remove its temporary files. In this folder the caller removes them.
    env: { ...env, GOTMPDIR: env.GOTMPDIR ?? folder },
    signal,
    onStdout: take,
    onStderr: take,
  });
  if (!end.ok) return end;
  if (end.value.exitCode !== 0) return buildFailure(request, printed.toString());
  if (isEarlierThere && (await isUntouched(path))) {
    await rm(path, { force: true });
    return buildTestBinary({ ...request, earlier: undefined });
  }
  if (existsSync(path)) return ok(path);
  const hint = await leftOutHint(request);
  if (hint === null)
    return fail('no-test-files', 'The package in {0} has no test files.', [packageDirectory]);
  const template = 'The package in {0} has no test files in this build. {1}';
  return fail('no-test-files', template, [packageDirectory, sentence(hint)]);
}

/**
 * Puts an earlier binary where go is to write the new one. Go compares the hash of everything that a build depends on with the one
 * that is in the file, and links nothing if they are the same.
 */
async function putEarlier(earlier: string, path: string): Promise<boolean> {
  try {
    await copyFile(earlier, path);
    await utimes(path, 0, 0);
    return true;
  } catch {
    // A part of a binary would have the hash, too.
    await rm(path, { force: true });
    return false;
  }
}

/** Go gives a new time to what it has written, and to what it has found to be current. Anything else must not be run. */
async function isUntouched(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.mtimeMs === 0;
}

async function buildFailure(request: BinaryRequest, output: string): Promise<BuildResult<never>> {
  const { packageDirectory } = request;
  const compilerErrors = parseCompilerErrors(output, packageDirectory);
  if (compilerErrors.length === 0 && (await isOutsideModules(request))) {
    return fail(
      'not-a-module',
      '{0} is not in a Go module. Run "go mod init" in the folder that should be the module.',
      [packageDirectory],
      output,
    );
  }
  const [first] = compilerErrors;
  const reason = first
    ? `${shortName(first.file, packageDirectory)}:${first.line}: ${first.message.split('\n')[0] ?? ''}`
    : reasonIn(output);
  return { ...fail('build-failed', 'The benchmark does not build: {0}', [reason], output), compilerErrors };
}

/** The path of a file below the package's directory; the whole path of any other file. */
function shortName(file: string, packageDirectory: string): string {
  const near = relative(packageDirectory, file);
  return near.startsWith('..') ? file : near;
}

/** The first line that is neither the header of a package (`# p`) nor the end of the output (`FAIL p [setup failed]`). */
function reasonIn(output: string): string {
  const reason = output
    .split(/\r?\n/)
    .find((line) => line.trim() !== '' && !/^(?:#|FAIL\b|go: downloading)/.test(line));
  return reason?.trim() ?? 'go test -c failed without a message';
}

async function isOutsideModules(request: BinaryRequest): Promise<boolean> {
  const answer = await goEnv(request, 'GOMOD');
  return answer.ok && (answer.value === devNull || answer.value === '');
}

/** The value of a variable of `go env` in the package's directory. */
async function goEnv(request: BinaryRequest, name: string): Promise<Result<string>> {
  const { toolchain, packageDirectory, env, signal } = request;
  const answer = await captureProcess({
    command: toolchain.command,
    args: ['env', name],
    directory: packageDirectory,
    env,
    signal,
  });
  return answer.ok ? ok(answer.value.stdout.trim()) : answer;
}

/** Variables that change how Go's runtime works, and so what the same code costs. */
const runtimeSettings = ['GOGC', 'GOMEMLIMIT', 'GODEBUG', 'GOMAXPROCS'];

/**
 * A hash of a binary's machine code and constants, and of the settings of Go's runtime. Builds whose sources differ only
 * in comments or line breaks have the same hash, and so have builds in two folders. A binary that is not ELF is hashed as
 * a whole: then only builds of unchanged sources have the same hash, as the go command builds reproducibly. `null` if the
 * file cannot be read.
 */
export async function codeHash(binary: string, env: NodeJS.ProcessEnv): Promise<string | null> {
  const bytes = await readFile(binary).catch(() => null);
  if (bytes === null) return null;
  const hash = createHash('sha256');
  for (const name of runtimeSettings) hash.update(`${name}=${env[name] ?? ''}\n`);
  const file = readElfSections(bytes);
  for (const part of file === null ? [bytes] : codeWithoutPositions(file)) hash.update(part);
  return hash.digest('hex').slice(0, 32);
}
