/** What runs of tests and of programs have in common: from a click to sessions of the profiles that a run has left. */
import { randomUUID } from 'node:crypto';
import type { CancellationToken } from 'vscode-languageserver';
import { benchmarkSampleType } from '../../../analysis/values/sampleType.ts';
import type { ProfileKind } from '../../../base/profileKinds.ts';
import { ok, type Problem, type Result } from '../../../base/result.ts';
import { kindLabel } from '../../../base/sampleTypeLabels.ts';
import type { BuildResult, CompilerError } from '../../../go/build/compilerErrors.ts';
import { readProfileFileAgain } from '../../../go/profiles/profileFile.ts';
import type { NamedFiles } from '../../../go/sources/namedFiles.ts';
import { findSourceRoots, readEditableSources } from '../../../go/sources/sourceRoots.ts';
import type { Profile } from '../../../pprof/profile.ts';
import type { RunOutcome } from '../../../protocol.ts';
import type { AllSettings } from '../../client/settings.ts';
import type { Storage } from '../../client/storage.ts';
import type { GoSetup } from '../../sessions/goSetup.ts';
import { HeldProfile } from '../../sessions/heldProfile.ts';
import type { SessionSource } from '../../sessions/session.ts';
import { SourceSnapshot } from '../../sessions/sourceSnapshot.ts';
import type { BuildDiagnostics } from './buildDiagnostics.ts';
import type { QueuedRun, RunQueue, Turn } from './runQueue.ts';

export const failed: RunOutcome = { status: 'failed', sessionIds: [] };
export const cancelled: RunOutcome = { status: 'cancelled', sessionIds: [] };

/**
 * Waits for the run's turn, and says how it ended. `work` answers the ids of the sessions.
 *
 * @param whenFailed tells the user
 */
export async function runInTurn(
  queue: RunQueue,
  queued: QueuedRun,
  token: CancellationToken,
  work: (turn: Turn) => Promise<Result<readonly string[]>>,
  whenFailed: (problem: Problem) => void,
): Promise<RunOutcome> {
  if (queue.has(queued)) return { status: 'running', sessionIds: [] };
  const outcome = await queue.add(queued, work, token);
  if (outcome === null || (!outcome.ok && outcome.problem.code === 'cancelled')) return cancelled;
  if (outcome.ok) return { status: 'done', sessionIds: outcome.value };
  whenFailed(outcome.problem);
  return failed;
}

export interface OpenRunContext {
  readonly storage: Storage;
  readonly files: Pick<NamedFiles, 'exists' | 'read'>;
  readonly diagnostics: BuildDiagnostics;
}

export interface OpenRunRequest {
  readonly of: 'tests' | 'program';
  /** For the titles of the sessions. */
  readonly name: string;
  readonly setup: GoSetup;
  /** Of the package. */
  readonly directory: string;
  readonly settings: AllSettings;
}

/** What a run has left. */
export interface Taken {
  readonly profiles: readonly {
    readonly kind: ProfileKind;
    readonly path: string;
    readonly profile: Profile;
  }[];
  readonly compilerErrors?: readonly CompilerError[];
}

export interface OpenedRun<T> {
  readonly runId: string;
  readonly takenAt: number;
  /** Where the profiles are. */
  readonly folder: string;
  readonly taken: T;
  readonly sources: readonly SessionSource[];
}

/**
 * Takes profiles into a new folder, and makes the sources of their sessions. The user's source files are read while the build
 * starts, so that their lines are those that Go compiles. Problems: those of `take`, and of a folder that cannot be made.
 */
export async function openRun<T extends Taken>(
  { of, name, setup, directory, settings }: OpenRunRequest,
  { storage, files, diagnostics }: OpenRunContext,
  take: (folder: string) => Promise<BuildResult<T>>,
): Promise<Result<OpenedRun<T>>> {
  const runId = randomUUID();
  const folder = storage.temporaryPlace(runId);
  if (!folder.ok) return folder;
  const takenAt = Date.now();
  const { toolchain, env, tags } = setup;
  const query = { toolchain, directory, env, tags };
  const surroundings = Promise.all([
    readEditableSources(query),
    findSourceRoots(query, settings.lens.pathMappings, files.exists),
  ]);
  const outcome = await take(folder.value);
  const [texts, roots] = await surroundings;
  await diagnostics.show((outcome.ok ? outcome.value.compilerErrors : outcome.compilerErrors) ?? []);
  if (!outcome.ok) return outcome;
  const snapshot = new SourceSnapshot(takenAt, texts, () => false, files.read);
  const { maxProfileBytes } = settings.lens;
  const sources = outcome.value.profiles.map(
    ({ kind, path: profilePath, profile }): SessionSource => ({
      title: `${name} · ${kindLabel(kind)}`,
      origin: { from: 'run', of, runId, name, kind },
      ...{ profilePath, profile, roots, snapshot, takenAt },
      held: new HeldProfile(profile, () => readProfileFileAgain(profilePath, maxProfileBytes)),
      defaultSampleType: benchmarkSampleType(profile),
      operations: null,
    }),
  );
  return ok({ runId, takenAt, folder: folder.value, taken: outcome.value, sources });
}
