import { ProfileCosts } from '../../analysis/costs/profileCosts.ts';
import { fail, type Problem, type Result } from '../../base/result.ts';
import { decode } from '../../pprof/decode.ts';
import type { Int64Column, Profile, SampleTable, ValueType } from '../../pprof/profile.ts';

/**
 * A profile, in memory while somebody looks at it. When it is asked for after it was let go, its file is read again, at
 * once: that takes about a second for a large one. What was asked for before then gets equal answers, or `onLost` is called
 * and the profile is empty.
 */
export class HeldProfile {
  readonly sampleTypes: readonly ValueType[];
  #costs: ProfileCosts | null;
  /** Of the profile that was let go. */
  #fingerprint = '';
  #bytes = 0;
  readonly #forgetters: (() => void)[] = [];
  /** It was asked for. Is told whether it had to be read. */
  onUse: ((wasRead: boolean) => void) | null = null;
  /** Its file cannot be read any more, or is another one. */
  onLost: ((problem: Problem) => void) | null = null;

  /** @param readAgain reads the same profile; `null` if nothing can, so that it stays in memory */
  constructor(
    profile: Profile,
    private readonly readAgain: (() => Result<Profile>) | null,
  ) {
    this.sampleTypes = profile.sampleTypes;
    this.#costs = new ProfileCosts(profile);
  }

  get profile(): Profile {
    return this.costs.profile;
  }

  get costs(): ProfileCosts {
    const costs = this.#costs ?? this.#read();
    this.onUse?.(false);
    return costs;
  }

  /** Bytes in memory, with what is derived from the profile; 0 if it was let go. */
  get bytes(): number {
    if (this.#costs === null) return 0;
    if (this.#bytes === 0) this.#bytes = derivedShare * profileBytes(this.#costs.profile);
    return this.#bytes;
  }

  /** Whether it is this profile. */
  is(profile: Profile): boolean {
    return (
      (this.#costs === null ? this.#fingerprint : fingerprint(this.#costs.profile)) === fingerprint(profile)
    );
  }

  /** Called when it is let go. What was derived from the profile elsewhere must be forgotten, too. */
  onLetGo(forget: () => void): void {
    this.#forgetters.push(forget);
  }

  letGo(): void {
    if (this.#costs === null || this.readAgain === null) return;
    this.#fingerprint = fingerprint(this.#costs.profile);
    this.#costs = null;
    for (const forget of this.#forgetters) forget();
  }

  #read(): ProfileCosts {
    const read = this.readAgain?.() ?? fail('lost', 'The profile is no longer in memory.');
    const isSame = read.ok && fingerprint(read.value) === this.#fingerprint;
    const costs = new ProfileCosts(isSame ? read.value : emptyProfile(this.sampleTypes));
    this.#costs = costs;
    if (isSame) this.onUse?.(true);
    else this.onLost?.(read.ok ? changed.problem : read.problem);
    return costs;
  }
}

const changed = fail('changed', 'The file has changed since it was opened. Open it again.');

/** Sums, lines and node tables take about as much memory as the profile. */
const derivedShare = 2;

/** What two profiles have in common only if they are the same. */
function fingerprint({ timeNanos, samples, locations, functions }: Profile): string {
  let sum = 0;
  for (const value of samples.values.approximate) sum += value;
  // Not how many strings there are: a file has more than the profile that was written into it.
  const counts = [samples.count, samples.locations.length, locations.count, functions.count];
  return [timeNanos, ...counts, sum].join(' ');
}

function profileBytes({ samples, labels, locations, functions, mappings, strings }: Profile): number {
  let bytes = 0;
  for (const table of [samples, labels, locations, functions, mappings]) {
    for (const column of Object.values(table)) bytes += columnBytes(column);
  }
  // The bytes, and the texts that have been made of them.
  for (let i = 0; i < strings.length; i++) bytes += 16 + 2 * strings.raw(i).length;
  return bytes;
}

function columnBytes(column: SampleTable[keyof SampleTable] | Int64Column): number {
  if (ArrayBuffer.isView(column)) return column.byteLength;
  // Columns of 64 bits are pairs of columns.
  if (typeof column !== 'object' || column === null || !('approximate' in column)) return 0;
  return column.approximate.byteLength + (column.exact?.byteLength ?? 0);
}

/** One sample type without a name, and the empty string. */
const smallest = Uint8Array.of(0x0a, 0, 0x32, 0);

function emptyProfile(sampleTypes: readonly ValueType[]): Profile {
  const decoded = decode(smallest);
  if (!decoded.ok) throw new Error(decoded.problem.template);
  return { ...decoded.value, sampleTypes };
}
