/** What runs of tests and of programs have in common: from a click to sessions of the profiles that a run has left. */
import { randomUUID } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import type { CancellationToken } from 'vscode-languageserver';
import { benchmarkSampleType } from '../../../analysis/values/sampleType.ts';
import type { ProfileKind } from '../../../base/profileKinds.ts';
import { ok, type Problem, type Result } from '../../../base/result.ts';
import { kindLabel } from '../../../base/sampleTypeLabels.ts';
import type { BuildResult, CompilerError } from '../../../go/build/compilerErrors.ts';
import { readProfileFileAgain } from '../../../go/profiles/profileFile.ts';
import type { NamedFiles } from '../../../go/sources/namedFiles.ts';
import { type EarlyTexts, findSourceRoots, readEditableSources } from '../../../go/sources/sourceRoots.ts';
import type { GoQuery } from '../../../go/toolchain/toolchain.ts';
import type { Profile } from '../../../pprof/profile.ts';
import type { CommandCall, RunOutcome } from '../../../protocol.ts';
import type { ClientAbilities } from '../../client/initialize.ts';
import { type LensCommand, lens, lensTitle } from '../../client/lensCommand.ts';
import type { AllSettings } from '../../client/settings.ts';
import type { Services } from '../../services/services.ts';
import type { GoSetup } from '../../sessions/goSetup.ts';
import { HeldProfile } from '../../sessions/heldProfile.ts';
import type { SessionSource } from '../../sessions/session.ts';
import { SourceSnapshot } from '../../sessions/sourceSnapshot.ts';
import type { BuildDiagnostics } from './buildDiagnostics.ts';
import type { QueuedRun, QueueEntry, RunQueue, Turn } from './runQueue.ts';

/** What profiles tests and programs, besides the services. */
export interface RunServices extends Services {
  readonly diagnostics: BuildDiagnostics;
  readonly options: ClientAbilities['options'];
  /** One for all runs: two at a time would disturb each other. */
  readonly queue: RunQueue;
  /** The lenses should be asked for again. */
  readonly changed: () => void;
}

export const failed: RunOutcome = { status: 'failed', sessionIds: [] };
export const cancelled: RunOutcome = { status: 'cancelled', sessionIds: [] };

export function doneWith(sessionIds: readonly string[]): Result<RunOutcome> {
  return ok({ status: 'done', sessionIds });
}

/**
 * Waits for the run's turn, and says how it ended.
 *
 * @param whenFailed tells the user
 */
export async function runInTurn(
  queue: RunQueue,
  queued: QueuedRun,
  token: CancellationToken,
  work: (turn: Turn) => Promise<Result<RunOutcome>>,
  whenFailed: (problem: Problem) => void,
): Promise<RunOutcome> {
  if (queue.has(queued)) return { status: 'running', sessionIds: [] };
  const outcome = await queue.add(queued, work, token);
  if (outcome?.ok) return outcome.value;
  if (outcome === null || outcome.problem.code === 'cancelled') return cancelled;
  whenFailed(outcome.problem);
  return failed;
}

/** How far a run is, or that it waits. @param call what a click does */
export function progressLens(
  { progress, elsewhere }: QueueEntry,
  call: CommandCall,
  codicons: boolean,
): LensCommand {
  const waits = elsewhere === null ? l10n.t('waits for its turn') : l10n.t('waits for {0}', elsewhere);
  const text = progress?.short ?? waits;
  const icon = progress === null ? 'watch' : 'sync~spin';
  return lens(lensTitle(text, codicons ? icon : ''), call, progress?.sentence ?? text);
}

interface OpenRunRequest {
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
  /** The user's sources, by absolute path, as they were when the build started. */
  readonly texts: ReadonlyMap<string, string>;
  readonly sources: readonly SessionSource[];
}

/**
 * Takes profiles into a new folder, and makes the sources of their sessions. The user's source files are read while the build
 * starts, so that their lines are those that Go compiles. Problems: those of `take`, and of a folder that cannot be made.
 */
export async function openRun<T extends Taken>(
  { of, name, setup, directory, settings }: OpenRunRequest,
  { storage, files, diagnostics }: RunServices,
  take: (folder: string) => Promise<BuildResult<T>>,
): Promise<Result<OpenedRun<T>>> {
  const runId = randomUUID();
  const place =
    of === 'program' ? await storage.folderOf(runId, storage.programs) : storage.temporaryPlace(runId);
  if (!place.ok) return place;
  const folder = typeof place.value === 'string' ? place.value : place.value.folder;
  const takenAt = Date.now();
  const { toolchain, env, tags } = setup;
  const query = { toolchain, directory, env, tags };
  const reading = readSources(query, takenAt, settings, files);
  const outcome = await take(folder);
  const { texts, roots, snapshot } = await reading;
  await diagnostics.show((outcome.ok ? outcome.value.compilerErrors : outcome.compilerErrors) ?? []);
  if (!outcome.ok) return outcome;
  const run = { of, runId, name, roots, snapshot, takenAt };
  const sources = runSources(run, outcome.value.profiles, settings.lens.maxProfileBytes);
  return ok({ runId, takenAt, folder, taken: outcome.value, texts, sources });
}

/** What all profiles of a run of tests or of a program have in common. */
export interface RunParts extends Pick<SessionSource, 'roots' | 'snapshot' | 'takenAt'> {
  readonly of: 'tests' | 'program';
  readonly runId: string;
  readonly name: string;
}

export function runSources(
  { of, runId, name, ...parts }: RunParts,
  profiles: Taken['profiles'],
  maxBytes: number,
): SessionSource[] {
  return profiles.map(
    ({ kind, path: profilePath, profile }): SessionSource => ({
      title: `${name} · ${kindLabel(kind)}`,
      origin: { from: 'run', of, runId, name, kind },
      ...{ profilePath, ...parts },
      held: new HeldProfile(profile, () => readProfileFileAgain(profilePath, maxBytes)),
      defaultSampleType: benchmarkSampleType(profile),
      operations: null,
    }),
  );
}

/** The sources that a run is built from, if they, or `early`, are read while its build starts. */
export async function readSources(
  query: GoQuery,
  takenAt: number,
  { lens }: AllSettings,
  { exists, read }: Pick<NamedFiles, 'exists' | 'read'>,
  early?: EarlyTexts,
) {
  const [{ texts, modules }, roots] = await Promise.all([
    readEditableSources(query, early),
    findSourceRoots(query, lens.pathMappings, exists),
  ]);
  return { texts, modules, roots, snapshot: new SourceSnapshot(takenAt, texts, () => false, read) };
}
