/** A run against a git ref, as the server runs it: the ref is looked up, and what comes of both is told apart. */
import { tmpdir } from 'node:os';
import * as l10n from '@vscode/l10n';
import type { Commit } from '../../go/git/commit.ts';
import { type ListedRef, listRefs } from '../../go/git/listRefs.ts';
import { findRepository, resolveRef } from '../../go/git/repository.ts';
import { sweepCheckouts } from '../../go/git/worktree.ts';
import type { ProfileRequest } from '../../go/run/benchmarkResult.ts';
import type { BuildOutcome } from '../../go/run/build.ts';
import { profileAgainst } from '../../go/run/profileAgainst.ts';
import type { ComparedResults, TwoBuildsHooks } from '../../go/run/twoBuilds.ts';
import type { RefChoice } from '../../protocol.ts';
import { ok, type Result } from '../../result.ts';

/** What there is of the version that the working tree is compared with: of a ref, or built in another way. */
export interface BaseResults extends Pick<ComparedResults, 'base' | 'baseSources' | 'problems'> {
  /** What the user calls it. */
  readonly title: string;
  /** `null` where it is the working tree's own code. */
  readonly commit: Commit | null;
}

/** `base` is null for a run of the working tree alone. */
export type AgainstBaseOutcome =
  | {
      readonly ok: true;
      readonly value: { readonly results: ComparedResults['results']; readonly base: BaseResults | null };
    }
  | Extract<BuildOutcome, { ok: false }>;

/** Problems: those of `profileAgainst`, and where there is no such repository or ref. */
export async function runAgainst(
  name: string,
  request: ProfileRequest,
  baseOutputDirectory: string,
  hooks: TwoBuildsHooks,
): Promise<AgainstBaseOutcome> {
  const { packageDirectory, env } = request;
  const repository = await findRepository(packageDirectory, env, hooks.signal);
  if (!repository.ok) return { ...repository, compilerErrors: [] };
  const ref = await resolveRef(repository.value, name, hooks.signal);
  if (!ref.ok) return { ...ref, compilerErrors: [] };
  const outcome = await profileAgainst(
    {
      ...request,
      repository: repository.value,
      ref: ref.value,
      baseOutputDirectory,
      temporaryDirectory: tmpdir(),
    },
    hooks,
  );
  if (!outcome.ok) return outcome;
  const { results, ...base } = outcome.value;
  const commit = { hash: ref.value.hash, dirty: false };
  return { ok: true, value: { results, base: { ...base, title: ref.value.title, commit } } };
}

/** Removes what a server that was killed has left of its checkouts. */
export function sweepAfterCrash(): Promise<void> {
  return sweepCheckouts(tmpdir(), process.env);
}

/** What a user can choose from. Problems: those of `findRepository` and of git. */
export async function refChoices(directory: string): Promise<Result<RefChoice[]>> {
  const repository = await findRepository(directory, process.env);
  if (!repository.ok) return repository;
  const refs = await listRefs(repository.value);
  return refs.ok ? ok(refs.value.map(choiceOf)) : refs;
}

function choiceOf({ name, kind, hash, age, subject }: ListedRef): RefChoice {
  const place = kind === 'commit' ? age : `${hash} · ${age}`;
  return {
    name,
    kind,
    description: place,
    detail: kind === 'head' ? l10n.t('last commit: {0}', subject) : subject,
  };
}
