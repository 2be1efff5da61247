import { ProfileCosts } from '../../analysis/costs/profileCosts.ts';
import { pruneUninteresting } from '../../analysis/filters/filters.ts';
import { numericLabelUnits } from '../../analysis/filters/labels.ts';
import { SentTexts } from '../../analysis/flame/sentTexts.ts';
import { type OwnCode, ownCode } from '../../analysis/lines/ownCode.ts';
import { type Measure, measure } from '../../analysis/values/measure.ts';
import { type ProfileFacts, profileFacts, totalsOf } from '../../analysis/values/profileFacts.ts';
import type { Profile } from '../../pprof/profile.ts';
import { ok, type Result } from '../../result.ts';
import { FilteredProfile } from './filteredProfile.ts';
import { filterProfile } from './filterProfile.ts';
import type { FilterFacts, Filters, KnownTexts } from './questions.ts';
import { filtersKey } from './treeKey.ts';

/** Most filtered profiles kept at a time: to switch back and forth, and no more memory than that. */
const mostFiltered = 3;

/** A profile, and what it is with the filters that were asked for last. */
export class OpenedProfile {
  readonly #profile: Profile;
  /** What is derived from the profile; filtered ones share it. */
  readonly #costs: ProfileCosts;
  readonly #labelUnits: ReadonlyMap<string, string>;
  readonly #names: SentTexts;
  readonly #files: SentTexts;
  /** By the filters as text; the least recently used first. */
  readonly #filtered = new Map<string, FilteredProfile>();

  /** @param known what the page knows already */
  constructor(profile: Profile, known: KnownTexts) {
    this.#names = new SentTexts(known.names);
    this.#files = new SentTexts(known.files);
    this.#profile = pruneUninteresting(profile);
    this.#costs = new ProfileCosts(this.#profile);
    this.#labelUnits = numericLabelUnits(profile);
  }

  facts(): ProfileFacts {
    return profileFacts(this.#profile);
  }

  ownCode(): OwnCode {
    return ownCode(this.#profile);
  }

  filter(filters: Filters): Result<FilterFacts> {
    const outcome = filterProfile(this.#profile, filters, this.#labelUnits);
    if (!outcome.ok) return outcome;
    const { profile, unmatched } = outcome.value;
    this.#keep(filtersKey(filters), profile);
    return ok({ unmatched, totals: totalsOf(profile) });
  }

  /** The profile after filters that `filter` has found to be good. */
  after(filters: Filters): FilteredProfile {
    const key = filtersKey(filters);
    const known = this.#filtered.get(key);
    if (known !== undefined) {
      this.#filtered.delete(key);
      this.#filtered.set(key, known);
      return known;
    }
    const outcome = filterProfile(this.#profile, filters, this.#labelUnits);
    if (!outcome.ok) throw new Error(`filters that were never tried out: ${key}`);
    return this.#keep(key, outcome.value.profile);
  }

  /** What is measured of the whole profile: shares are of that, whatever the filters. */
  measure(sampleType: number): Measure {
    return measure(this.#profile, sampleType);
  }

  get labelUnits(): ReadonlyMap<string, string> {
    return this.#labelUnits;
  }

  #keep(key: string, profile: Profile): FilteredProfile {
    const filtered = new FilteredProfile(this.#costs.of(profile), key, this.#names, this.#files);
    this.#filtered.delete(key);
    this.#filtered.set(key, filtered);
    const [oldest] = this.#filtered.keys();
    if (this.#filtered.size > mostFiltered && oldest !== undefined) this.#filtered.delete(oldest);
    return filtered;
  }
}
