/** Building a package's test binary. */

import { existsSync } from 'node:fs';
import { devNull } from 'node:os';
import { join, relative } from 'node:path';
import { fail, ok, type Problem, type Result } from '../../result.ts';
import { BoundedText } from '../toolchain/boundedText.ts';
import { counterGoflags } from '../toolchain/flags.ts';
import { captureProcess, runProcess } from '../toolchain/process.ts';
import type { GoToolchain } from '../toolchain/toolchain.ts';
import { type CompilerError, parseCompilerErrors } from './compilerErrors.ts';
import { commandLine } from './run.ts';

export interface BuildRequest {
  readonly toolchain: GoToolchain;
  readonly packageDirectory: string;
  /** Comma-separated. */
  readonly tags: string;
  /** Flags of `go test -c`. */
  readonly flags: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** An existing folder outside the workspace. The binary goes here, and the go command's own work. */
  readonly folder: string;
  readonly signal: AbortSignal;
  output(text: string): void;
}

export type BuildOutcome =
  /** Path of the binary. */
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly problem: Problem; readonly compilerErrors: readonly CompilerError[] };

/** What a test binary is called. */
export const testBinary = process.platform === 'win32' ? 'package.test.exe' : 'package.test';

const keptOutput = 256 * 1024;

function buildArguments(request: BuildRequest, binary: string): string[] {
  const { tags, flags, toolchain } = request;
  // -vet=off: one misnamed test or a printf verb must not keep a benchmark from running.
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
 * Builds the test binary once. Problems: `not-a-module`, `no-test-files`, `build-failed` (with the
 * compiler's messages), `cannot-start`, `cancelled`. Removing the folder is left to the caller.
 */
export async function buildTestBinary(request: BuildRequest): Promise<BuildOutcome> {
  const { toolchain, packageDirectory, env, signal, folder } = request;
  const path = join(folder, testBinary);
  const printed = new BoundedText(keptOutput);
  const take = (text: string) => {
    printed.push(text);
    request.output(text);
  };
  const args = buildArguments(request, path);
  request.output(commandLine(toolchain.command, args));
  const end = await runProcess({
    command: toolchain.command,
    args,
    directory: packageDirectory,
    // The go command's own work goes where it is removed even if the command has to be killed.
    env: { ...env, GOTMPDIR: env.GOTMPDIR ?? folder },
    signal,
    onStdout: take,
    onStderr: take,
  });
  if (!end.ok) return { ...end, compilerErrors: [] };
  if (end.value.exitCode !== 0) return buildFailure(request, printed.toString());
  if (existsSync(path)) return { ok: true, value: path };
  const noTests = fail('no-test-files', 'The package in {0} has no test files.', [packageDirectory]);
  return { ...noTests, compilerErrors: [] };
}

async function buildFailure(request: BuildRequest, output: string): Promise<BuildOutcome> {
  const { packageDirectory } = request;
  const compilerErrors = parseCompilerErrors(output, packageDirectory);
  if (compilerErrors.length === 0 && (await isOutsideModules(request))) {
    const problem = fail(
      'not-a-module',
      '{0} is not in a Go module. Run "go mod init" in the folder that should be the module.',
      [packageDirectory],
      output,
    );
    return { ...problem, compilerErrors };
  }
  const [first] = compilerErrors;
  const reason = first
    ? `${nearName(first.file, packageDirectory)}:${first.line}: ${first.message.split('\n')[0] ?? ''}`
    : firstTellingLine(output);
  return { ...fail('build-failed', 'The benchmark does not build: {0}', [reason], output), compilerErrors };
}

/** A file of the package by its bare name, another by its path. */
function nearName(file: string, packageDirectory: string): string {
  const near = relative(packageDirectory, file);
  return near.startsWith('..') ? file : near;
}

/** Neither a package header (`# p`) nor the verdict (`FAIL p [setup failed]`). */
function firstTellingLine(output: string): string {
  const telling = output
    .split(/\r?\n/)
    .find((line) => line.trim() !== '' && !/^(?:#|FAIL\b|go: downloading)/.test(line));
  return telling?.trim() ?? 'go test -c failed without a message';
}

async function isOutsideModules(request: BuildRequest): Promise<boolean> {
  const answer = await goEnv(request, 'GOMOD');
  return answer.ok && (answer.value === devNull || answer.value === '');
}

/** One variable of `go env`, as it is in the package's directory. */
async function goEnv(request: BuildRequest, name: string): Promise<Result<string>> {
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
