import * as l10n from '@vscode/l10n';
import { combine, subtractBase } from '../../analysis/difference/combine.ts';
import { otherKind } from '../../analysis/difference/otherKind.ts';
import { pruneUninteresting } from '../../analysis/filters/filters.ts';
import { incompleteProblem } from '../../analysis/names/incomplete.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { withSomeMapping } from '../../pprof/derive.ts';
import type { Profile } from '../../pprof/profile.ts';
import { complain } from '../terminal/output.ts';
import { type OpenSource, openSources } from './profileSource.ts';
import type { ReportOptions } from './reportOptions.ts';

/** A profile as reports show it. */
export interface LoadedProfile {
  readonly profile: Profile;
  /** Of a comparison (`--diff-base`), what is compared. */
  readonly compared?: ComparedProfiles;
}

export interface ComparedProfiles {
  readonly now: Profile;
  readonly base: Profile;
}

/**
 * Reads profiles and makes one of them: merged, minus the base of the options, and without the frames that the profile
 * itself marks as uninteresting (`drop_frames`).
 *
 * @param sources paths and addresses
 * @param mayRun whether Go or perf may be run for what they must convert
 */
export async function loadProfiles(
  sources: readonly string[],
  options: ReportOptions,
  mayRun = true,
): Promise<Result<LoadedProfile>> {
  const bases = [...(options.base ?? []), ...(options['diff-base'] ?? [])];
  const all = [...sources, ...bases];
  const abort = new AbortController();
  const opened = openSources(all, options, abort.signal, mayRun);
  try {
    const source = await readMerged(opened.slice(0, sources.length), all.length > 1);
    if (!source.ok) return source;
    if (bases.length === 0) return ok(said({ profile: finished(source.value, options) }));
    const base = await readMerged(opened.slice(sources.length), true);
    if (!base.ok) return base;
    const difference = minus(source.value, base.value, options);
    const names = [opened[0]!.shown, opened[sources.length]!.shown];
    const other = difference.ok ? null : otherKind([source.value, base.value], names);
    return other === null ? difference : { ok: false, problem: other };
  } finally {
    // After a failure, the other servers need not answer.
    abort.abort();
  }
}

/** Says on standard error what a profile lacks, and how to add it. */
function said(loaded: LoadedProfile): LoadedProfile {
  const incomplete = incompleteProblem(loaded.profile);
  if (incomplete !== null) complain(l10n.t(incomplete.template));
  return loaded;
}

function minus(now: Profile, base: Profile, options: ReportOptions): Result<LoadedProfile> {
  const isCompared = (options['diff-base'] ?? []).length > 0;
  const difference = subtractBase(now, base, {
    how: isCompared ? 'compare' : 'subtract',
    normalize: options.normalize === true,
  });
  if (!difference.ok) return difference;
  const profile = finished(difference.value, options);
  if (!isCompared) return ok(said({ profile }));
  return ok(said({ profile, compared: { now: finished(now, options), base: finished(base, options) } }));
}

/** The profile with the user's comment, and without the frames that it marks itself, if the user does not want them. */
function finished(profile: Profile, options: ReportOptions): Profile {
  const pruned =
    options['all-frames'] === true
      ? { ...profile, dropFrames: '', keepFrames: '' }
      : pruneUninteresting(profile);
  const comment = options['add-comment'] ?? '';
  return comment === '' ? pruned : { ...pruned, comments: [...pruned.comments, comment] };
}

async function readMerged(sources: readonly OpenSource[], isOneOfMany: boolean): Promise<Result<Profile>> {
  const profiles: Profile[] = [];
  for (const source of sources) {
    const profile = await source.read();
    if (!profile.ok) return isOneOfMany ? inSource(source.shown, profile) : profile;
    profiles.push(withSomeMapping(profile.value));
  }
  const merged = combine(profiles);
  const other = merged.ok
    ? null
    : otherKind(
        profiles,
        sources.map(({ shown }) => shown),
      );
  return other === null ? merged : { ok: false, problem: other };
}

/** Adds the source's name to a problem if there are several sources and the sentence does not name it. */
function inSource(name: string, failed: Result<never> & { readonly ok: false }): Result<never> {
  const { code, template, args, details } = failed.problem;
  if (args.includes(name)) return failed;
  return fail(code, '{0}: {1}', [name, l10n.t(template, ...args)], details);
}
