/** Lets an installed program send the requests. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LoadOutcome } from '../../loadText.ts';
import { fail, ok, type Result } from '../../result.ts';
import { folderKinds, makeOwnFolder, removeOwnFolder, temporaryRoot } from '../toolchain/ownFolders.ts';
import { captureProcess } from '../toolchain/process.ts';
import { findProgram } from '../toolchain/programs.ts';
import type { LoadPlan } from './loadPlan.ts';
import type { ProgramReport } from './loadProgram.ts';
import { cannotSend, type LoadProgram, loadProgramKinds, loadPrograms, readReport } from './loadPrograms.ts';
import type { Window } from './runningLoad.ts';

/** Those that are installed here. */
export function installedPrograms(env: NodeJS.ProcessEnv): LoadProgram[] {
  return loadPrograms.filter((name) => findProgram(name, env) !== null);
}

/** A program that sends requests. */
export interface RunningProgram {
  /** Waits for its end. Problems: those of `captureProcess`, and `load-failed`. */
  report(): Promise<Result<ProgramReport>>;
}

/**
 * Starts a program for the time of the plan. Problems: `no-program`, `cannot-load` where it cannot send what is planned.
 */
export function startProgram(
  name: LoadProgram,
  plan: LoadPlan,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Result<RunningProgram> {
  const command = findProgram(name, env);
  if (command === null) {
    return fail(
      'no-program',
      '{0} is not installed: no folder of PATH has it. Leave it out to use the client of pprof Lens.',
      [name],
    );
  }
  const why = cannotSend(name, plan);
  if (why !== null)
    return fail('cannot-load', '{0} does not take {1} here. Use the client of pprof Lens.', [name, why]);
  const running = runProgram(name, command, plan, env, signal);
  return ok({ report: () => running });
}

async function runProgram(
  name: LoadProgram,
  command: string,
  plan: LoadPlan,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<Result<ProgramReport>> {
  const directory = makeOwnFolder(folderKinds.load, temporaryRoot());
  try {
    const call = loadProgramKinds[name].call(plan, directory);
    if (call.input !== undefined) await writeFile(join(directory, call.input.name), call.input.text);
    if (plan.request.body !== '') await writeFile(join(directory, 'body'), plan.request.body);
    const run = (args: readonly string[]) => captureProcess({ command, args, directory, env, signal });
    const sent = await run(call.args);
    if (!sent.ok) return sent;
    const ended = call.report === undefined || sent.value.exitCode !== 0 ? sent : await run(call.report);
    if (!ended.ok) return ended;
    const { stdout, stderr, exitCode } = ended.value;
    const report = exitCode === 0 ? readReport(name, stdout) : null;
    const details = `${stdout.slice(0, 10_000)}\n${stderr}`;
    return report === null
      ? fail(
          'load-failed',
          '{0} has sent no requests that could be counted. See what it printed.',
          [name],
          details,
        )
      : ok(report);
  } finally {
    await removeOwnFolder(directory);
  }
}

/** What came of it while a profile was recorded: the mean rate of the program, for as long as that. */
export function outcomeOf(client: string, report: ProgramReport, { from, to }: Window): LoadOutcome {
  const seconds = (to - from) / 1000;
  const rate = report.seconds > 0 ? report.requests / report.seconds : 0;
  return {
    client,
    completed: Math.round(rate * seconds),
    seconds,
    isEstimated: true,
    failures: report.failures,
    unsent: 0,
    p50: report.p50,
    p99: report.p99,
    clientCpu: null,
  };
}
