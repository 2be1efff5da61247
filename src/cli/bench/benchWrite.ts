/** `bench --write=FUNC`: writes a benchmark for a function. */
import { join, relative } from 'node:path';
import * as l10n from '@vscode/l10n';
import { fail, ok, type Result } from '../../base/result.ts';
import { createScanner } from '../../go/scan/scan.ts';
import { captureProcess } from '../../go/toolchain/process.ts';
import { shippedGrammar } from '../../go/toolchain/shippedFiles.ts';
import { benchmarkFor, type WrittenBenchmark, writtenSentences } from '../../go/write/benchmarkFor.ts';
import { readPackage } from '../../go/write/readPackage.ts';
import { interruptible } from '../terminal/interruptible.ts';
import { exitStatus, failWithDetails, translated, writeFile } from '../terminal/output.ts';
import { standardOutput } from '../terminal/streams.ts';
import { findPackages } from './benchBegin.ts';
import type { BenchOptions } from './benchOptions.ts';

/** Returns the exit status: 0 only if the package compiles with the new file. */
export async function writeBenchmark(options: BenchOptions, name: string): Promise<number> {
  const outcome = await interruptible((signal) => write(options, name, signal));
  if (!outcome.ok) return failWithDetails(outcome.problem);
  const { file, name: benchmark, cases, open } = outcome.value;
  const document = { file, benchmark, cases, open };
  const text = [
    l10n.t('{0}: {1}', relative(process.cwd(), file), benchmark),
    ...writtenSentences(outcome.value).map(translated),
  ].join('\n');
  await standardOutput.write(options.json ? `${JSON.stringify(document, null, 1)}\n` : `${text}\n`);
  return exitStatus.done;
}

interface Written extends WrittenBenchmark {
  readonly file: string;
}

async function write(options: BenchOptions, name: string, signal: AbortSignal): Promise<Result<Written>> {
  const found = await findPackages(options, signal);
  if (!found.ok) return found;
  const { query, packages } = found.value;
  const scanner = await createScanner(shippedGrammar());
  let written: Result<WrittenBenchmark> = fail('no-package', 'There is no package.');
  for (const { directory } of packages) {
    written = benchmarkFor({ ...(await readPackage(directory)), scanner, function: name });
    if (!written.ok && written.problem.code === 'no-such-function') continue;
    if (!written.ok) return written;
    const file = join(directory, written.value.fileName);
    // Nothing that somebody else has written is lost.
    const made = await writeFile(written.value.text, file, 'wx');
    if (!made.ok) return made;
    const args = ['vet', ...(query.tags === '' ? [] : [`-tags=${query.tags}`]), '.'];
    const { toolchain, env } = query;
    const vet = await captureProcess({ command: toolchain.command, args, directory, env, signal });
    if (!vet.ok) return vet;
    if (vet.value.exitCode === 0) return ok({ ...written.value, file });
    return fail('does-not-compile', 'Go refuses {0}, which is written:', [file], vet.value.stderr);
  }
  return written;
}
