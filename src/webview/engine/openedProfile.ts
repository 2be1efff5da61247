import { type PageFacts, pageFacts, TimedLoop } from '../../analysis/benchmark/timedLoop.ts';
import { ProfileCosts } from '../../analysis/costs/profileCosts.ts';
import { applyFilters, type FilterOptions, pruneUninteresting } from '../../analysis/filters/filters.ts';
import { numericLabelUnits } from '../../analysis/filters/labels.ts';
import { myCode } from '../../analysis/filters/myCode.ts';
import { SentTexts } from '../../analysis/flame/frameColumns.ts';
import { type OwnCode, ownCode } from '../../analysis/names/ownCode.ts';
import { type Measure, measure } from '../../analysis/values/measure.ts';
import { totalsOf } from '../../analysis/values/profileFacts.ts';
import { RecentlyUsed } from '../../base/recentlyUsed.ts';
import { ok, type Result } from '../../base/result.ts';
import type { Profile } from '../../pprof/profile.ts';
import { FilteredProfile } from './filteredProfile.ts';
import type { FilterFacts, KnownTexts } from './questions.ts';
import type { Filters } from './scope.ts';
import { filtersKey } from './treeKey.ts';

/** The most filtered profiles that are kept: enough to switch back and forth, without much memory. */
const mostFiltered = 3;

/** The profile that the page shows, also with the filters that were used recently. */
export class OpenedProfile {
  readonly #profile: Profile;
  /** Everything that is derived from the profile. The filtered profiles share it. */
  readonly #costs: ProfileCosts;
  readonly #loop: TimedLoop | null;
  readonly #labelUnits: ReadonlyMap<string, string>;
  readonly #names: SentTexts;
  readonly #files: SentTexts;
  readonly #filtered = new RecentlyUsed<FilteredProfile>(mostFiltered);

  /**
   * @param known the texts that the page knows already
   * @param changes of a difference: see `PageFacts`
   */
  constructor(
    profile: Profile,
    known: KnownTexts,
    readonly changes: PageFacts['changes'],
  ) {
    this.#names = new SentTexts(known.names);
    this.#files = new SentTexts(known.files);
    this.#profile = pruneUninteresting(profile);
    this.#costs = new ProfileCosts(this.#profile);
    this.#loop = TimedLoop.of(this.#profile);
    this.#labelUnits = numericLabelUnits(profile);
  }

  facts(): PageFacts {
    return pageFacts(this.#profile, this.#loop, this.changes);
  }

  ownCode(): OwnCode {
    return ownCode(this.#profile);
  }

  filter(filters: Filters): Result<FilterFacts> {
    const outcome = filterProfile(this.#part(filters), filters, this.#labelUnits);
    if (!outcome.ok) return outcome;
    const { profile, unmatched } = outcome.value;
    this.#keep(filters, profile);
    return ok({ unmatched, totals: totalsOf(profile) });
  }

  /** The profile after filters that `filter` has accepted. */
  after(filters: Filters): FilteredProfile {
    return (
      this.#filtered.get(filtersKey(filters)) ??
      this.#keep(filters, this.#tried(this.#part(filters), filters))
    );
  }

  /** The profile after filters that `filter` has accepted, with what is folded. */
  whole(filters: Filters): Profile {
    return this.#tried(this.#profile, filters);
  }

  /** The measure of what is not folded: shares are of its total, whatever the other filters are. */
  measure(filters: Filters, sampleType: number): Measure {
    return measure(this.#part(filters), sampleType);
  }

  /** Whether the functions of a name are not known to differ from the base. */
  isGrey(sampleType: number): (name: string) => boolean {
    const changes = this.changes?.[sampleType] ?? null;
    if (changes === null) return () => false;
    const names = new Set(changes.names);
    return (name) => !names.has(name);
  }

  get labelUnits(): ReadonlyMap<string, string> {
    return this.#labelUnits;
  }

  /** What is not folded. */
  #part({ unfolded }: Filters): Profile {
    return this.#loop?.with(unfolded) ?? this.#profile;
  }

  #tried(profile: Profile, filters: Filters): Profile {
    const outcome = filterProfile(profile, filters, this.#labelUnits);
    if (!outcome.ok) throw new Error(`filters that were never tried out: ${filtersKey(filters)}`);
    return outcome.value.profile;
  }

  #keep(filters: Filters, profile: Profile): FilteredProfile {
    const key = filtersKey(filters);
    const parts = this.#loop?.folded(filters.unfolded) ?? [];
    const folded = parts.map((part) => ({ ...part, profile: this.#tried(part.profile, filters) }));
    const costs = this.#costs.of(profile);
    const drawn = folded.length === 0 ? null : folded;
    const filtered = new FilteredProfile(costs, drawn, key, this.#names, this.#files);
    this.#filtered.set(key, filtered);
    return filtered;
  }
}

/** A profile after filters, and the kinds of filters that matched nothing. */
interface FilteredOutcome {
  readonly profile: Profile;
  readonly unmatched: readonly string[];
}

/**
 * Applies filters as pprof does, one after the other. A second `focus` applies to what the first one has left.
 * Several `ignore`, `hide`, `show` or `showFrom` are alternatives of one expression. Fails with `bad-pattern`.
 *
 * @param units of numeric labels, of the whole profile
 */
function filterProfile(
  profile: Profile,
  filters: Filters,
  units: ReadonlyMap<string, string>,
): Result<FilteredOutcome> {
  const steps: FilterOptions[] = [
    ...filters.focus.map((focus) => ({ focus })),
    {
      ignore: eitherOf(filters.ignore),
      hide: eitherOf(filters.hide),
      show: eitherOf(filters.show),
      showFrom: eitherOf(filters.showFrom),
    },
    ...filters.tagFocus.map((tagFocus) => ({ tagFocus })),
    ...filters.tagIgnore.map((tagIgnore) => ({ tagIgnore })),
  ];
  const unmatched = new Set<string>();
  let current = profile;
  for (const step of steps) {
    const filtered = applyFilters(current, step, units);
    if (!filtered.ok) return filtered;
    current = filtered.value.profile;
    for (const kind of filtered.value.unmatched) unmatched.add(kind);
  }
  return ok({ profile: filters.myCode === true ? myCode(current) : current, unmatched: [...unmatched] });
}

function eitherOf(expressions: readonly string[]): string | undefined {
  if (expressions.length < 2) return expressions[0];
  return expressions.map((expression) => `(?:${expression})`).join('|');
}
