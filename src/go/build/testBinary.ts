/** A package's test binary: how it is built, and which others run the same machine code. */

import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, readFile, rm, stat, utimes } from 'node:fs/promises';
import { devNull } from 'node:os';
import { join, relative } from 'node:path';
import * as l10n from '@vscode/l10n';
import { fail, ok, sentence } from '../../base/result.ts';
import { codeWithoutPositions } from '../binary/codeWithoutPositions.ts';
import { readElfSections } from '../binary/elfSections.ts';
import { firstMessage } from '../toolchain/firstMessage.ts';
import { captureProcess } from '../toolchain/process.ts';
import { type BuildResult, parseCompilerErrors } from './compilerErrors.ts';
import { buildFlags, type GoBuildRequest, goBuild, reasonIn } from './goBuild.ts';
import { leftOutHint } from './leftOutFiles.ts';

export interface BinaryRequest extends GoBuildRequest {
  /** See `BenchmarkRequest`. */
  readonly earlier?: string | undefined;
}

export const testBinary = process.platform === 'win32' ? 'package.test.exe' : 'package.test';
/** The binary of a separate build: see separateBuild.ts. A profile names its binary, so this one has a name of its own. */
export const separateBinary = process.platform === 'win32' ? 'separate.test.exe' : 'separate.test';

/**
 * Builds the test binary and returns its path. Does not remove the folder. Problems: `not-a-module`, `no-test-files`,
 * `build-failed` (with the compiler's messages), `cannot-start`, `cancelled`.
 */
export async function buildTestBinary(request: BinaryRequest): Promise<BuildResult<string>> {
  const { directory, flags } = request;
  const path = join(request.folder, testBinary);
  const isEarlierThere = request.earlier !== undefined && (await putEarlier(request.earlier, path));
  // -vet=off: a benchmark must run although vet finds a misnamed test or a wrong printf verb.
  const args = ['test', '-c', '-vet=off', ...buildFlags(request, flags), '-o', path, '.'];
  const failed = await goBuild(request, args);
  if (!failed.ok) return failed;
  if (failed.value !== null) return buildFailure(request, failed.value);
  if (isEarlierThere && (await isUntouched(path))) {
    await rm(path, { force: true });
    return buildTestBinary({ ...request, earlier: undefined });
  }
  if (existsSync(path)) return ok(path);
  const hint = await leftOutHint({ ...request, packageDirectory: directory });
  if (hint === null) return fail('no-test-files', 'The package in {0} has no test files.', [directory]);
  const template = 'The package in {0} has no test files in this build. {1}';
  return fail('no-test-files', template, [directory, sentence(hint)]);
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
  const { directory } = request;
  const compilerErrors = parseCompilerErrors(output, directory);
  if (compilerErrors.length === 0 && (await isOutsideModules(request))) {
    return fail(
      'not-a-module',
      '{0} is not in a Go module. Run "go mod init" in the folder that should be the module.',
      [directory],
      output,
    );
  }
  const [first] = compilerErrors;
  const reason = first
    ? `${shortName(first.file, directory)}:${first.line}: ${firstMessage(first.message.split('\n'))}`
    : (reasonIn(output) ?? l10n.t('{0} failed without a message', 'go test -c'));
  return { ...fail('build-failed', 'The benchmark does not build: {0}', [reason], output), compilerErrors };
}

/** The path of a file below the package's directory; the whole path of any other file. */
function shortName(file: string, directory: string): string {
  const near = relative(directory, file);
  return near.startsWith('..') ? file : near;
}

async function isOutsideModules({ toolchain, directory, env, signal }: BinaryRequest): Promise<boolean> {
  const args = ['env', 'GOMOD'];
  const answer = await captureProcess({ command: toolchain.command, args, directory, env, signal });
  return answer.ok && ['', devNull].includes(answer.value.stdout.trim());
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
