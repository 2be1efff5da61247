/** What every run of benchmarks begins with: its time limit, the packages, the sweeping up, its turn on this machine. */
import * as l10n from '@vscode/l10n';
import { ok, type Result } from '../../base/result.ts';
import { longestTimer } from '../../base/timers.ts';
import { sweepCheckouts } from '../../go/git/checkoutFolders.ts';
import { type EndTurn, type Measuring, takeTurn } from '../../go/machine/machineTurn.ts';
import { findValgrind, needsOf } from '../../go/machine/valgrind.ts';
import { type ListedPackage, listPackages } from '../../go/toolchain/listPackages.ts';
import { sweepTemporary, temporaryRoot } from '../../go/toolchain/ownFolders.ts';
import { findGo, type GoQuery } from '../../go/toolchain/toolchain.ts';
import type { BenchOptions } from './benchOptions.ts';
import type { BenchObserver } from './benchRun.ts';

/** Aborted by Ctrl+C or whatever else interrupts the run, and when `--max-time` is over. */
export function runEnd({ 'max-time': mostTime }: BenchOptions, interrupted: AbortSignal): AbortSignal {
  if (mostTime === undefined) return interrupted;
  // In Node.js 20 nothing holds an AbortSignal.timeout that is only part of another signal: garbage collection ends its timer.
  const over = new AbortController();
  setTimeout(() => over.abort(), Math.min(mostTime, longestTimer)).unref();
  return AbortSignal.any([interrupted, over.signal]);
}

export interface FoundPackages {
  /** How Go is asked about them. */
  readonly query: GoQuery;
  readonly packages: readonly ListedPackage[];
}

export async function findPackages(
  { tags, packages: patterns }: BenchOptions,
  signal: AbortSignal,
): Promise<Result<FoundPackages>> {
  const directory = process.cwd();
  const { env } = process;
  const toolchain = await findGo({ env, directory, signal });
  if (!toolchain.ok) return toolchain;
  const query = { toolchain: toolchain.value, directory, env, tags };
  const packages = await listPackages({ ...query, patterns, signal });
  return packages.ok ? ok({ query, packages: packages.value }) : packages;
}

/** The folder for temporary files, without those of runs that were killed. */
export async function sweptTemporary(env: NodeJS.ProcessEnv): Promise<string> {
  await sweepTemporary();
  await sweepCheckouts(env);
  return temporaryRoot();
}

/** Says what counting instructions takes, before it starts. Why they are not counted, the first result says. */
export async function sayCountingNeeds(
  { instructions }: Pick<BenchOptions, 'instructions'>,
  circumstances: Parameters<typeof findValgrind>[0],
  { say }: Pick<BenchObserver, 'say'>,
): Promise<void> {
  const valgrind = instructions ? await findValgrind(circumstances) : null;
  if (valgrind?.ok !== true) return;
  const needs = needsOf(valgrind.value);
  say(l10n.t('Instructions are counted last, some seconds for each benchmark: {0}.', needs));
}

/** Waits for what is measured elsewhere on this machine. `null` if it was cancelled meanwhile. */
export function turnOf(
  { bench }: BenchOptions,
  directory: string,
  { say }: Pick<BenchObserver, 'say'>,
  signal: AbortSignal,
): Promise<EndTurn | null> {
  const waits = ({ title, folder }: Measuring) =>
    say(l10n.t('Waits for {0} in {1}: two at the same time would disturb each other.', title, folder));
  return takeTurn({ title: `pprof-lens bench ${bench}`, directory, signal, waits });
}
