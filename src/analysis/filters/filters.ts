import { ok, type Result } from '../../base/result.ts';
import type { Profile } from '../../pprof/profile.ts';
import { filterByName, prune, pruneFrom, showFrom } from './frameFilters.ts';
import { compilePattern, type Pattern } from './pattern.ts';
import { compileTagQuestion, filterByTag, filterTags } from './tagFilters.ts';

/** Filters as a user writes them. Each is a pattern in Go's syntax, except `tagFocus` and `tagIgnore`. */
export interface FilterOptions {
  readonly focus?: string | undefined;
  readonly ignore?: string | undefined;
  readonly hide?: string | undefined;
  readonly show?: string | undefined;
  readonly showFrom?: string | undefined;
  readonly pruneFrom?: string | undefined;
  /** See `compileTagQuestion`. */
  readonly tagFocus?: string | undefined;
  readonly tagIgnore?: string | undefined;
  readonly tagShow?: string | undefined;
  readonly tagHide?: string | undefined;
}

/** A profile after its filters. */
export interface FilterOutcome {
  readonly profile: Profile;
  /** Filters that matched nothing, which is nearly always a mistake in the pattern. */
  readonly unmatched: readonly (keyof FilterOptions)[];
}

/**
 * Applies filters in pprof's order: focus, ignore, hide and show; then show-from; then tagfocus and tagignore; then
 * tagshow and taghide; then prune-from. An empty filter counts as none. Fails with `bad-pattern`.
 *
 * @param units of numeric labels, as `numericLabelUnits` has them for the whole profile
 */
export function applyFilters(
  profile: Profile,
  options: FilterOptions,
  units: ReadonlyMap<string, string>,
): Result<FilterOutcome> {
  const compiled = compileAll(options);
  if (!compiled.ok) return compiled;
  const { focus, ignore, hide, show, showFrom: from, pruneFrom: pruned, tagShow, tagHide } = compiled.value;
  const unmatched: (keyof FilterOptions)[] = [];
  let current = profile;
  if (focus ?? ignore ?? hide ?? show) {
    const filtered = filterByName(current, { focus, ignore, hide, show });
    current = filtered.profile;
    for (const [name, pattern] of Object.entries({ focus, ignore, hide, show })) {
      const key = name as 'focus' | 'ignore' | 'hide' | 'show';
      if (pattern !== undefined && !filtered.matched[key]) unmatched.push(key);
    }
  }
  if (from !== undefined) {
    const filtered = showFrom(current, from);
    current = filtered.profile;
    if (!filtered.matched) unmatched.push('showFrom');
  }
  for (const option of ['tagFocus', 'tagIgnore'] as const) {
    const text = options[option] ?? '';
    if (text === '') continue;
    const question = compileTagQuestion(option.toLowerCase(), text);
    if (!question.ok) return question;
    const filtered = filterByTag(current, question.value, option === 'tagFocus', units);
    current = filtered.profile;
    if (!filtered.matched) unmatched.push(option);
  }
  if (tagShow ?? tagHide) {
    const filtered = filterTags(current, tagShow, tagHide);
    current = filtered.profile;
    if (tagShow !== undefined && !filtered.matched.show) unmatched.push('tagShow');
    if (tagHide !== undefined && !filtered.matched.hide) unmatched.push('tagHide');
  }
  if (pruned !== undefined) {
    const filtered = pruneFrom(current, pruned);
    current = filtered.profile;
    if (!filtered.matched) unmatched.push('pruneFrom');
  }
  return ok({ profile: current, unmatched });
}

/** The names on the command line of the filters that are patterns. */
export const patternOptions = {
  focus: 'focus',
  ignore: 'ignore',
  hide: 'hide',
  show: 'show',
  showFrom: 'show-from',
  pruneFrom: 'prune-from',
  tagShow: 'tagshow',
  tagHide: 'taghide',
} as const;

type PatternOption = keyof typeof patternOptions;

function compileAll(options: FilterOptions): Result<Partial<Record<PatternOption, Pattern>>> {
  const compiled: Partial<Record<PatternOption, Pattern>> = {};
  for (const [option, name] of Object.entries(patternOptions)) {
    const key = option as PatternOption;
    const source = options[key] ?? '';
    if (source === '') continue;
    const pattern = compilePattern(name, source);
    if (!pattern.ok) return pattern;
    compiled[key] = pattern.value;
  }
  return ok(compiled);
}

/**
 * Prunes the frames that the profile itself calls uninteresting (`drop_frames`, unless `keep_frames`). Does nothing if
 * one of these patterns does not compile; pprof does the same.
 */
export function pruneUninteresting(profile: Profile): Profile {
  const { dropFrames, keepFrames } = profile;
  if (dropFrames === '') return profile;
  const drop = compilePattern('drop_frames', `^(${dropFrames})$`);
  const keep = keepFrames === '' ? undefined : compilePattern('keep_frames', `^(${keepFrames})$`);
  if (!drop.ok || keep?.ok === false) return profile;
  return prune(profile, drop.value, keep?.value);
}
