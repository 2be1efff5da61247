/** valgrind, whose tool callgrind runs a program on a simulated processor and counts each instruction that it executes. */
import { availableParallelism } from 'node:os';
import * as l10n from '@vscode/l10n';
import { fail, ok, type Result } from '../../base/result.ts';
import { captureProcess, type ProcessRequest } from '../toolchain/process.ts';
import { findProgram } from '../toolchain/programs.ts';
import type { PerfCommand } from './counters.ts';

/** valgrind runs these of Go's Linux programs, too. */
const architectures: ReadonlySet<string> = new Set(['x64', 'arm64', 'ppc64', 's390x']);

export interface Valgrind {
  readonly command: string;
  /** `valgrind-3.19.0`. */
  readonly version: string;
}

/**
 * A valgrind that runs here. Problems, each with one sentence about what to do: `valgrind-no-linux`,
 * `valgrind-no-architecture`, `valgrind-missing`, `valgrind-failed`; `cancelled`, `untrusted`.
 */
export async function findValgrind(
  request: Pick<ProcessRequest, 'env' | 'directory' | 'signal'>,
): Promise<Result<Valgrind>> {
  if (process.platform !== 'linux') {
    return fail(
      'valgrind-no-linux',
      'Instructions are counted by valgrind, which runs Go programs on Linux only. Count there, or in a container.',
    );
  }
  if (!architectures.has(process.arch)) {
    const template = 'Instructions are counted by valgrind, which does not run Go programs on {0}.';
    return fail('valgrind-no-architecture', template, [process.arch]);
  }
  const valgrind = findProgram('valgrind', request.env);
  if (valgrind === null) {
    return fail(
      'valgrind-missing',
      'Instructions are counted by valgrind, which is not installed: sudo apt install valgrind (Debian, Ubuntu), or the package valgrind of your system.',
    );
  }
  const run = await captureProcess({ ...request, command: valgrind, args: ['--version'] });
  if (!run.ok) return run;
  if (run.value.exitCode === 0) {
    return ok({
      command: valgrind,
      version: /^valgrind-[\w.]{1,20}/.exec(run.value.stdout)?.[0] ?? 'valgrind',
    });
  }
  const [said = l10n.t('it says nothing')] = run.value.stderr
    .split('\n')
    .filter((line) => line.trim() !== '');
  return fail('valgrind-failed', 'valgrind does not run here: {0}', [said.trim()], run.value.stderr);
}

/** So many processes count at a time: more would take what others need. */
export function countingCores(): number {
  return Math.min(2, availableParallelism());
}

/** What a count needs, to be told before it starts: `valgrind-3.19.0, on two cores`. */
export function needsOf({ version }: Valgrind): string {
  return countingCores() === 1 ? l10n.t('{0}, on one core', version) : l10n.t('{0}, on two cores', version);
}

/** So many callers of a function are told apart. */
const mostCallers = 64;
/** So many calls of a function that are under way at the same time; what is deeper belongs to the last of them. */
const mostRecursion = 16;

/**
 * The same on each machine, so that counts of several can be compared: first level 32 kB, 8 ways; last level 8 MB, 16 ways; lines of
 * 64 bytes. Nothing is fetched ahead.
 */
const simulation = [
  '--cache-sim=yes',
  '--branch-sim=yes',
  '--I1=32768,8,64',
  '--D1=32768,8,64',
  '--LL=8388608,16,64',
];

/**
 * The command that runs a test binary and writes what it has executed into a file. The counts begin anew each time that a
 * benchmark's timer is reset, and are written when its result is put into words, so that they lack what the process does before and
 * after: a benchmark goes through its others in any order, and finding their names takes as much as hundreds of operations. What
 * comes after is written behind them.
 *
 * @param inContexts whether chains of callers are counted apart
 * @param simulates whether caches and the prediction of branches are simulated
 */
export function callgrindCommand(
  valgrind: string,
  file: string,
  { inContexts, simulates }: { readonly inContexts: boolean; readonly simulates: boolean },
): PerfCommand {
  const args = [
    '--tool=callgrind',
    // Nothing from the folder of somebody's code: .valgrindrc
    '--command-line-only=yes',
    '--quiet',
    // It would make pipes in the folder of temporary files.
    '--vgdb=no',
    '--dump-instr=yes',
    '--dump-line=no',
    '--demangle=no',
    '--zero-before=testing.(*B).ResetTimer',
    '--dump-before=testing.BenchmarkResult.String',
    '--combine-dumps=yes',
    `--callgrind-out-file=${file.replaceAll('%', '%%')}`,
    ...(simulates ? simulation : []),
  ];
  return {
    command: valgrind,
    args: inContexts
      ? [...args, `--separate-callers=${mostCallers}`, `--separate-recs=${mostRecursion}`]
      : args,
  };
}

/**
 * What a program needs that valgrind runs. Signals that interrupt goroutines make callgrind lose its way, and end it now and then;
 * and goroutines that run at the same time spin while they wait for each other.
 */
export function callgrindEnvironment({ GODEBUG = '' }: NodeJS.ProcessEnv): Record<string, string> {
  const settings = [...GODEBUG.split(',').filter((each) => each !== ''), 'asyncpreemptoff=1'];
  return { GODEBUG: settings.join(','), GOMAXPROCS: '1' };
}
