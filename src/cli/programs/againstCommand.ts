/** What `serve --against` and `run --against` do: build both versions, compare them, report. */
import { resolve } from 'node:path';
import * as l10n from '@vscode/l10n';
import { fail, type Problem, type Result } from '../../base/result.ts';
import { withWrittenFiles } from '../../go/build/writtenFiles.ts';
import { sweepCheckouts } from '../../go/git/checkoutFolders.ts';
import type { ComparedRun, ComparedVersions } from '../../go/inTurns/compareVersions.ts';
import { type Against, type TwoVersions, withTwoVersions } from '../../go/inTurns/twoVersions.ts';
import { type Measuring, takeTurn } from '../../go/machine/machineTurn.ts';
import type { CountsBy } from '../../go/programs/counter.ts';
import { createScanner } from '../../go/scan/scan.ts';
import { checkDirectory } from '../../go/toolchain/directory.ts';
import {
  folderKinds,
  handOver,
  makeOwnFolder,
  removeOwnFolder,
  sweepTemporary,
  temporaryRoot,
} from '../../go/toolchain/ownFolders.ts';
import { shippedGrammar } from '../../go/toolchain/shippedFiles.ts';
import { findGo } from '../../go/toolchain/toolchain.ts';
import { interruptible } from '../terminal/interruptible.ts';
import type { OptionValues } from '../terminal/options.ts';
import { deliver, exitStatus, failWithDetails } from '../terminal/output.ts';
import { cleanLine, standardError } from '../terminal/streams.ts';
import type { AgainstOptions, placeOptions } from './againstOptions.ts';
import { type AgainstReport, againstFailure, againstJson, againstText, reportOf } from './againstReport.ts';

export interface AgainstRequest
  extends Omit<AgainstOptions, 'against' | 'pgo'>,
    OptionValues<typeof placeOptions> {
  readonly against: Against;
  readonly patterns: readonly string[];
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly out?: string;
  readonly json: boolean;
  readonly output?: string;
}

/** How the two are compared, by what they are. */
export interface AgainstKind {
  readonly counts: CountsBy;
  compare(versions: TwoVersions, run: ComparedRun): Promise<Result<ComparedVersions>>;
}

/** Returns the exit status. */
export async function compareAgainst(request: AgainstRequest, kind: AgainstKind): Promise<number> {
  let isInterrupted = false;
  const compared = await interruptible(async (signal) => {
    const outcome = await compare(request, kind, signal);
    isInterrupted = signal.aborted;
    return outcome;
  });
  if (!compared.ok) return failWithDetails(compared.problem);
  const report = compared.value;
  const text = request.json
    ? `${JSON.stringify(await againstJson(report), null, 1)}\n`
    : await againstText(report);
  const written = await deliver(text, request.output);
  if (written !== exitStatus.done) return written;
  const cancelled: Problem | null = isInterrupted
    ? fail('cancelled', 'Cancelled: this is what was measured until then.').problem
    : null;
  const failed = againstFailure(report, request['fail-on']) ?? cancelled;
  return failed === null ? exitStatus.done : failWithDetails(failed);
}

async function compare(
  request: AgainstRequest,
  kind: AgainstKind,
  signal: AbortSignal,
): Promise<Result<AgainstReport>> {
  const { env } = process;
  const directory = process.cwd();
  const workingDirectory = resolve(request.dir ?? '.');
  const isThere = await checkDirectory(workingDirectory);
  if (!isThere.ok) return isThere;
  const toolchain = await findGo({ env, directory, signal });
  if (!toolchain.ok) return toolchain;
  await sweepTemporary();
  await sweepCheckouts(env);
  const scanner = await createScanner(shippedGrammar());
  const builds = makeOwnFolder(folderKinds.run, temporaryRoot());
  const kept = request.out === undefined ? makeOwnFolder(folderKinds.run, temporaryRoot()) : null;
  const waits = ({ title, folder }: Measuring) =>
    standardError.write(
      l10n.t('Waits for {0} in {1}: two at the same time would disturb each other.', title, folder),
    );
  const endTurn = await takeTurn({
    title: `pprof-lens ${'ref' in request.against ? `--against=${request.against.ref}` : '--pgo'}`,
    directory,
    signal,
    waits,
  });
  const progress = (message: string) => standardError.write(cleanLine(message));
  const gate = { ...request, confirms: 'all' as const };
  let hasProfiles = false;
  try {
    if (endTurn === null) return fail('cancelled', 'Cancelled.');
    const compared = await withWrittenFiles(kept ?? resolve(request.out ?? ''), (written) =>
      withTwoVersions<AgainstReport>(
        {
          ...request,
          toolchain: toolchain.value,
          directory,
          flags: [],
          env,
          counts: kind.counts,
          scanner,
          folder: builds,
          signal,
          progress,
        },
        async (versions) => {
          const outcome = await kind.compare(versions, {
            args: request.args,
            directory: workingDirectory,
            env: { ...env, ...request.env },
            count: request.count,
            gate,
            confirm: request.confirm,
            written,
            signal,
            progress,
          });
          return outcome.ok ? { ok: true, value: reportOf(versions, outcome.value, gate) } : outcome;
        },
      ),
    );
    hasProfiles = compared.ok && compared.value.compared.profiles !== null;
    return compared;
  } finally {
    endTurn?.();
    await removeOwnFolder(builds);
    // The user looks at the profiles, and removes them.
    if (kept !== null && hasProfiles) handOver(kept);
    else if (kept !== null) await removeOwnFolder(kept);
  }
}
