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
  const { count, locationStart, locations } = profile.samples;
  const causes = new CauseList(profile);
  const said = locationsSay(profile, causes);
  const [assist, collector] = [causes.named('assist'), causes.named('collector')];
  const [own, runtime] = [causes.named('own'), causes.named('runtime')];
  const isRuntimeLock = runtimeLocks(profile);
  const row = new Int32Array(count).fill(-1);
  const cause = new Uint32Array(count);
  for (let sample = 0; sample < count; sample++) {
    let isAlways = 0;
    let work = -1;
    let library = -1;
    let outermost = -1;
    let at = -1;
    const end = locationStart[sample + 1]!;
    for (let i = locationStart[sample]!; i < end && at === -1; i++) {
      const location = locations[i]!;
      // Most frames of a large profile are of libraries that say nothing more.
      if (said.isPlain[location] === 1) {
        outermost = location;
        continue;
      }
      if (outermost === -1 && said.caller[location] !== -1) work = said.caller[location]!;
      if (said.work[location] !== -1) work = said.work[location]!;
      if (said.library[location] !== -1) library = said.library[location]!;
      if (said.outermost[location] !== -1) outermost = location;
      isAlways |= said.isAlways[location]!;
      at = said.ownRow[location]!;
    }
    row[sample] = at;
    const leaf = locationStart[sample]! < end ? locations[locationStart[sample]!]! : -1;
    if (isRuntimeLock?.[leaf] === 1) cause[sample] = causes.named('runtimeLock');
    else if (isAlways === 1 && work !== collector) cause[sample] = assist;
    else if (work !== -1) cause[sample] = work;
    else if (library !== -1) cause[sample] = library;
    else if (outermost !== -1) cause[sample] = causes.library(said.outermost[outermost]!);
    else cause[sample] = at === -1 ? runtime : own;
  }
  return { row, cause, causes: causes.all };
}

/** What the frames of each location say, down from its first frame in the user's own code. Causes are indexes, or -1. */
interface LocationsSay {
  readonly ownRow: Int32Array;
  readonly isAlways: Uint8Array;
  readonly work: Int32Array;
  readonly library: Int32Array;
  /** The cause of the innermost function, if it counts only where it calls nothing. */
  readonly caller: Int32Array;
  /** The outermost function that is neither silent nor only calls others. */
  readonly outermost: Int32Array;
  /** 1 where there is nothing but that. */
  readonly isPlain: Uint8Array;
}

function locationsSay(profile: Profile, causes: CauseList): LocationsSay {
  const { functions, locations, strings } = profile;
  const own = ownFunctions(profile);
  const nothing = () => new Int32Array(locations.count).fill(-1);
  const [ownRow, work, library, caller, outermost] = [nothing(), nothing(), nothing(), nothing(), nothing()];
  const isAlways = new Uint8Array(locations.count);
  const functionSays = Array.from(functions.name, (name, f) => {
    const [text, file] = [strings.get(name), strings.get(functions.filename[f]!)];
    return own[f] === 1 || isSilent(text, file) ? null : (functionCause(text, file) ?? 'nothing');
  });
  for (let location = 0; location < locations.count; location++) {
    const end = locations.lineStart[location + 1]!;
    for (let row = locations.lineStart[location]!; row < end; row++) {
      const f = locations.lineFunction[row]!;
      if (own[f] === 1) {
        ownRow[location] = row;
        break;
      }
      const says = functionSays[f]!;
      if (says === null) continue;
      if (says !== 'nothing') {
        const index = causes.named(says.cause);
        if (says.rank === 'always') isAlways[location] = 1;
        else if (says.rank === 'work') work[location] = index;
        else if (says.rank === 'library') library[location] = index;
        else {
          if (outermost[location] === -1) caller[location] = index;
          continue;
        }
      }
      outermost[location] = f;
    }
  }
  const isPlain = Uint8Array.from(outermost, (f, location) => {
    const others = [ownRow, work, library, caller].some((column) => column[location] !== -1);
    return f !== -1 && !others && isAlways[location] === 0 ? 1 : 0;
  });
  return { ownRow, isAlways, work, library, caller, outermost, isPlain };
}

/**
 * 1 for locations at which the runtime lets go of a lock of its own: a mutex profile has these waits, too, at the line that called
 * the runtime from Go 1.25 on, before at no line. `null` for other profiles.
 */
function runtimeLocks({ sampleTypes, locations, functions, strings }: Profile): Uint8Array | null {
  if (!sampleTypes.some(({ type }) => type === 'contentions')) return null;
  return Uint8Array.from({ length: locations.count }, (_, location) => {
    const row = locations.lineStart[location]!;
    if (row === locations.lineStart[location + 1]) return 0;
    const name = strings.get(functions.name[locations.lineFunction[row]!]!);
    return /^runtime\.(?:unlock(?:WithRank|2)?|_LostContendedRuntimeLock)$/.test(name) ? 1 : 0;
  });
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
