/** What each sample is charged to: one line of the user's own code, and one cause. */
import type { BillCause, NamedCause } from '../../base/causeLabels.ts';
import { madeOnce } from '../../base/maps.ts';
import type { Profile } from '../../pprof/profile.ts';
import { codeOrigin } from '../names/codeOrigin.ts';
import { packageOf } from '../names/functionName.ts';
import { ownFunctions } from '../names/ownCode.ts';
import { functionCause, isSilent } from './causes.ts';

export interface Charges {
  /** By sample, the row of the line columns of its deepest frame in the user's own code; -1 where it has none. */
  readonly row: Int32Array;
  /** By sample, an index in `causes`. */
  readonly cause: Uint32Array;
  readonly causes: readonly BillCause[];
}

/**
 * Charges every sample to the deepest frame in the user's own code, and to what the frames below that say:
 *
 *   leaf                                               root
 *   memclr  mallocgc  newobject  fmt.Sprintf  render  handler      render: allocation
 *                   fmt.(*pp).doPrintf  fmt.Sprintf  render  ...   render: formatting
 *                                                    render  ...   render: own
 *
 * Samples without such a frame have a cause as well: the collector, the scheduler, a library.
 */
export function chargesOf(profile: Profile): Charges {
  const { samples, locations } = profile;
  const own = ownFunctions(profile);
  const causes = new CauseList(profile);
  const row = new Int32Array(samples.count).fill(-1);
  const cause = new Uint32Array(samples.count);
  const below = new FramesBelow(profile);
  for (let sample = 0; sample < samples.count; sample++) {
    below.clear();
    const end = samples.locationStart[sample + 1]!;
    for (let i = samples.locationStart[sample]!; i < end && row[sample] === -1; i++) {
      const location = samples.locations[i]!;
      const last = locations.lineStart[location + 1]!;
      for (let at = locations.lineStart[location]!; at < last; at++) {
        const f = locations.lineFunction[at]!;
        if (own[f] === 1) {
          row[sample] = at;
          break;
        }
        below.add(f);
      }
    }
    cause[sample] = below.cause(causes, row[sample] === -1);
  }
  return { row, cause, causes: causes.all };
}

/** The causes of a profile, each once. */
class CauseList {
  readonly all: BillCause[] = [];
  readonly #named = new Map<NamedCause, number>();
  readonly #packages = new Map<string, number>();
  readonly #ofFunction: Int32Array;

  constructor(private readonly profile: Profile) {
    this.#ofFunction = new Int32Array(profile.functions.count).fill(-1);
  }

  named(cause: NamedCause): number {
    return madeOnce(this.#named, cause, () => this.all.push({ cause }) - 1);
  }

  /** That of a function's package. */
  library(f: number): number {
    if (this.#ofFunction[f] === -1) this.#ofFunction[f] = this.#library(f);
    return this.#ofFunction[f]!;
  }

  #library(f: number): number {
    const { functions, strings } = this.profile;
    const name = strings.get(functions.name[f]!);
    const origin = codeOrigin(name, strings.get(functions.filename[f]!));
    if (origin === 'runtime') return this.named('runtime');
    const of = packageOf(name).replace(/_test$/, '');
    const isStandard = origin === 'standard';
    return madeOnce(
      this.#packages,
      of,
      () => this.all.push({ cause: 'library', package: of, isStandard }) - 1,
    );
  }
}

/** What the frames say that have been seen of a stack so far, leaf first. */
class FramesBelow {
  readonly #said: readonly ReturnType<typeof functionCause>[];
  readonly #isSilent: Uint8Array;
  #isAlways = false;
  #work: NamedCause | null = null;
  #library: NamedCause | null = null;
  /** The outermost function that is neither silent nor only calls others; -1 before. */
  #outermost = -1;

  constructor({ functions, strings }: Profile) {
    const names = Array.from(functions.name, (name) => strings.get(name));
    this.#said = names.map((name, f) => functionCause(name, strings.get(functions.filename[f]!)));
    this.#isSilent = Uint8Array.from(names, (name, f) =>
      isSilent(name, strings.get(functions.filename[f]!)) ? 1 : 0,
    );
  }

  clear(): void {
    this.#isAlways = false;
    this.#work = null;
    this.#library = null;
    this.#outermost = -1;
  }

  add(f: number): void {
    const said = this.#said[f]!;
    if (said?.rank === 'caller' && this.#outermost !== -1) return;
    if (said?.rank === 'always') this.#isAlways = true;
    else if (said?.rank === 'library') this.#library = said.cause;
    else if (said !== null && said !== undefined) this.#work = said.cause;
    if (this.#isSilent[f] === 0) this.#outermost = f;
  }

  cause(causes: CauseList, isOfNobody: boolean): number {
    if (this.#isAlways && this.#work !== 'collector') return causes.named('assist');
    const named = this.#work ?? this.#library;
    if (named !== null) return causes.named(named);
    if (this.#outermost !== -1) return causes.library(this.#outermost);
    return causes.named(isOfNobody ? 'runtime' : 'own');
  }
}
