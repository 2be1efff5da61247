/** One run of a program that is compared, from its start to its end. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parsedJson } from '../../base/outsideValues.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { readProcessUse } from '../build/processUse.ts';
import { readText } from '../machine/machineFiles.ts';
import { counterEnvironment } from '../programs/counter.ts';
import { BoundedText } from '../toolchain/boundedText.ts';
import { runProcess } from '../toolchain/process.ts';
import { type MeasuredOnce, ofRun } from './measures.ts';

export interface ProgramRunRequest {
  /** What the user calls it. */
  readonly name: string;
  readonly binary: string;
  readonly args: readonly string[];
  readonly directory: string;
  readonly env: NodeJS.ProcessEnv;
  /** For what it reports. */
  readonly folder: string;
  readonly signal: AbortSignal;
}

export interface ProgramRun extends MeasuredOnce {
  readonly exitCode: number;
}

const keptOutput = 16 * 1024;

/** It reads nothing, and what it prints goes nowhere. Problems: `crashed`, those of `runProcess`. */
export async function runOnce(request: ProgramRunRequest): Promise<Result<ProgramRun>> {
  const { name, binary, args, directory, env, folder, signal } = request;
  const file = join(folder, 'counts.json');
  await rm(file, { force: true });
  const errors = new BoundedText(keptOutput);
  const beginning = performance.now();
  const end = await runProcess({
    command: binary,
    args,
    directory,
    env: { ...env, ...counterEnvironment(file) },
    signal,
    onStdout: () => undefined,
    onStderr: (text) => errors.push(text),
  });
  const milliseconds = performance.now() - beginning;
  if (!end.ok) return end;
  const { exitCode, signal: killedBy } = end.value;
  if (exitCode === null || exitCode === goCrashed) {
    const said = errors.toString().trim().split('\n', 1)[0]?.slice(0, 300) ?? '';
    const template = '{0} crashed or was ended ({1}): {2}';
    return fail('crashed', template, [name, exitCode ?? killedBy ?? '', said], errors.toString());
  }
  const use = readProcessUse(parsedJson(readText(file))) ?? null;
  return ok({ ...ofRun(milliseconds, use), exitCode });
}

/** With this status Go ends a program that panics. */
const goCrashed = 2;
