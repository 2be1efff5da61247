/** What was measured of the user's lines, as far as the compiler can say why. */
import { type OwnCall, ownCalls } from '../../analysis/lines/ownCalls.ts';
import { chargeOwnLines, type OwnLine } from '../../analysis/lines/ownLines.ts';
import { splitLines } from '../../analysis/lines/splitLines.ts';
import { listAt, madeOnce } from '../../base/maps.ts';
import type { Profile } from '../../pprof/profile.ts';
import { type IsDirect, withCalls } from '../binary/directCalls.ts';
import type { Executable } from '../binary/executable.ts';
import type { LineSpan } from '../scan/loopLines.ts';
import type { MeasuredLine } from './lineReasons.ts';

/** The profiles of a benchmark, only with the samples of operations; `null` for one that was not taken. */
export interface ProfilesOfOperations {
  readonly cpu: Profile | null;
  readonly memory: Profile | null;
}

/** The sources that the profiles were taken of. */
export interface ProfiledSources {
  /** The path of a file on this machine if it is in the user's modules, else `null`. */
  own(name: string): string | null;
  /** Empty if it is not known. */
  textOf(file: string): string;
  /** See `GoScanner.loops`. */
  loops(text: string): readonly LineSpan[];
}

/** The binary that the CPU profile was taken of. */
export interface ReadBinary {
  readonly path: string;
  readonly executable: Executable;
}

/** @param binary tells calls of functions from those through interfaces; `null` if it is not there */
export function measuredLines(
  profiles: ProfilesOfOperations,
  sources: ProfiledSources,
  binary: ReadBinary | null,
): MeasuredLines {
  return binary === null
    ? new MeasuredLines(profiles, sources)
    : withCalls(binary, (isDirect) => new MeasuredLines(profiles, sources, isDirect));
}

/** Where nothing is known of the binary. */
const notKnown = () => () => null;

/** What a call or a line must take of all CPU time, so that it matters why. */
const leastOfCalls = 0.01;
const leastOfLines = 0.005;

/** What a line allocates in its own code, and what was inlined into it. */
export interface AllocatingLine {
  readonly file: string;
  readonly line: number;
  /** In bytes, of the whole profile. */
  readonly bytes: number;
}

/** By line of the user's own files, everything that was measured. */
export class MeasuredLines {
  readonly #calls = new Map<string, OwnCall[]>();
  readonly #hot = new Set<string>();
  readonly #objects = new Set<string>();
  /** The line that allocates most first. */
  readonly allocating: readonly AllocatingLine[];
  readonly #texts = new Map<string, readonly string[]>();
  readonly #loops = new Map<string, readonly LineSpan[]>();

  constructor(
    { cpu, memory }: ProfilesOfOperations,
    private readonly sources: ProfiledSources,
    isDirect: (cpu: Profile) => IsDirect = notKnown,
  ) {
    const isOwn = (name: string) => sources.own(name) !== null;
    const ofType = (profile: Profile | null, type: string) => {
      const sampleType = profile?.sampleTypes.findIndex((each) => each.type === type) ?? -1;
      return profile === null || sampleType === -1 ? null : { profile, sampleType };
    };
    const time = ofType(cpu, 'cpu');
    if (time !== null) {
      const total = totalOf(time.profile, time.sampleType);
      const isDirectHere = isDirect(time.profile);
      for (const call of ownCalls(time.profile, time.sampleType, isOwn)) {
        if (call.cost < leastOfCalls * total) continue;
        if (!(isDirectHere(call.site) ?? isFunction(call.callee.name))) continue;
        const { callee } = call;
        const declared = { ...callee, file: sources.own(callee.file) ?? callee.file };
        listAt(this.#calls, this.#keyOf(call)).push({ ...call, callee: declared });
      }
      for (const line of chargeOwnLines(time.profile, time.sampleType, isOwn, 'leaf')) {
        if (line.charge >= leastOfLines * total) this.#hot.add(this.#keyOf(line));
      }
    }
    const charges = (type: string): OwnLine[] => {
      const found = ofType(memory, type);
      return found === null ? [] : chargeOwnLines(found.profile, found.sampleType, isOwn, 'leaf');
    };
    for (const line of charges('alloc_objects')) this.#objects.add(this.#keyOf(line));
    this.allocating = joined(
      charges('alloc_space').map(({ file, line, charge }) => ({
        file: sources.own(file) ?? file,
        line,
        bytes: charge,
      })),
    );
  }

  /** @param file on this machine */
  of(file: string, line: number): MeasuredLine {
    const key = `${line} ${file}`;
    return {
      allocates: this.#objects.has(key),
      isHot: this.#hot.has(key),
      calls: this.#calls.get(key) ?? [],
      isInLoop: (file, line) => this.#loopsIn(file).some(({ first, last }) => first <= line && line <= last),
      text: this.#linesOf(file)[line - 1] ?? '',
    };
  }

  #keyOf({ file, line }: { readonly file: string; readonly line: number }): string {
    return `${line} ${this.sources.own(file) ?? file}`;
  }

  #linesOf(file: string): readonly string[] {
    return madeOnce(this.#texts, file, () => splitLines(this.sources.textOf(file)));
  }

  #loopsIn(file: string): readonly LineSpan[] {
    return madeOnce(this.#loops, file, () => this.sources.loops(this.sources.textOf(file)));
  }
}

/** Code on one line can be in several functions: literals. */
function joined(lines: readonly AllocatingLine[]): AllocatingLine[] {
  const byLine = new Map<string, AllocatingLine>();
  for (const line of lines) {
    const key = `${line.line} ${line.file}`;
    byLine.set(key, { ...line, bytes: line.bytes + (byLine.get(key)?.bytes ?? 0) });
  }
  return [...byLine.values()].sort((a, b) => b.bytes - a.bytes);
}

function totalOf({ samples, sampleTypes }: Profile, sampleType: number): number {
  let total = 0;
  for (let s = 0; s < samples.count; s++) {
    total += samples.values.approximate[s * sampleTypes.length + sampleType] ?? 0;
  }
  return total;
}

/**
 * Whether it is a function of a package, for calls of which the binary does not say how they were made. Methods may have been
 * called through an interface, and function literals through a variable: then nothing could be inlined, whatever they cost.
 */
function isFunction(name: string): boolean {
  const afterPackage = name.slice(
    name.lastIndexOf('/', name.includes('[') ? name.indexOf('[') : undefined) + 1,
  );
  return /^[^.[(]+\.[^.[(]+(?:\[.*\])?$/s.test(afterPackage);
}
