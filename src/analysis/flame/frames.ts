import { NumberedPairs } from '../../pprof/numberedPairs.ts';
import type { Profile, StringIndex } from '../../pprof/profile.ts';
import { baseName } from '../names/filePaths.ts';

/**
 * The frames of a profile, at pprof's functions granularity, kept apart by line so that a view can say where in the
 * function a stack stands.
 *
 *   location --sites-->  site (function, line, inlined)  --func-->  func (function name)
 *
 * A func is what a picture draws as one frame: all functions of one name, whatever their file, as in `go tool pprof`.
 * Funcs and sites are dense indexes.
 */
export interface FrameTable {
  readonly funcCount: number;
  /** Funcs from here on stand at the right of all others, however wide they are. */
  readonly asideFrom: number;
  /** Function name; `[binary]` or `<unknown>`, as pprof prints, for code without one. */
  funcName(func: number): string;
  readonly siteCount: number;
  readonly siteFunc: Uint32Array;
  /** String index of the file name, 0 where unknown. */
  readonly siteFile: Uint32Array;
  /** 1-based, 0 where unknown. */
  readonly siteLine: Uint32Array;
  /** 1 where the compiler inlined this function into the next frame towards the root. */
  readonly siteInlined: Uint8Array;
  /** CSR by location into `locationSites`. Length `locations.count + 1`. */
  readonly locationStart: Uint32Array;
  /** Caller first: the function that holds the code, then the calls inlined into it. Every location has a site. */
  readonly locationSites: Uint32Array;
}

/** Larger line numbers, and negative ones, are damage and count as unknown. */
const largestLine = 0x7fff_ffff;

/** The frame table of a profile. Costs one pass over its locations. */
export function frameTable(profile: Profile): FrameTable {
  const { locations } = profile;
  const builder = new FrameTableBuilder(profile);
  const locationStart = new Uint32Array(locations.count + 1);
  const locationSites = new Uint32Array(locations.lineFunction.length + locations.count);
  let next = 0;
  for (let location = 0; location < locations.count; location++) {
    const firstLine = locations.lineStart[location]!;
    const endLine = locations.lineStart[location + 1]!;
    for (let row = endLine - 1; row >= firstLine; row--) {
      locationSites[next++] = builder.site(location, row, row < endLine - 1);
    }
    if (endLine === firstLine) locationSites[next++] = builder.site(location, noRow, false);
    locationStart[location + 1] = next;
  }
  return { ...builder.finish(), locationStart, locationSites: locationSites.subarray(0, next) };
}

/** In place of a row of the line columns: the location has none, and only its address is known. */
const noRow = -1;

/** Finds or adds the site of each frame. */
class FrameTableBuilder {
  readonly #funcs = new Map<string, number>();
  /** Who stands at a site: a function, or the number of functions for none; and of those without a name, the mapping + 1. */
  readonly #owners: NumberedPairs;
  readonly #funcOfOwner: number[] = [];
  /** A site is a pair: its owner, and line * 2 + (1 if inlined). */
  readonly #sites: NumberedPairs;
  readonly #siteFile: StringIndex[] = [];

  constructor(private readonly profile: Profile) {
    this.#owners = new NumberedPairs(profile.functions.count);
    this.#sites = new NumberedPairs(profile.locations.lineFunction.length);
  }

  /** @param row of the line columns */
  site(location: number, row: number, isInlined: boolean): number {
    const { locations, functions, strings } = this.profile;
    const f = row === noRow ? functions.count : locations.lineFunction[row]!;
    const name = row === noRow ? '' : strings.get(functions.name[f]!);
    const mapping = name === '' ? locations.mapping[location]! : -1;
    const owner = this.#owners.add(f, mapping + 1);
    if (owner === this.#funcOfOwner.length) {
      this.#funcOfOwner.push(this.#func(name === '' ? this.#binaryName(mapping) : name));
    }
    const lineNumber = row === noRow ? 0 : locations.lineNumber.approximate[row]!;
    const line = lineNumber >= 0 && lineNumber <= largestLine ? lineNumber : 0;
    const site = this.#sites.add(owner, line * 2 + Number(isInlined));
    if (site === this.#siteFile.length) this.#siteFile.push(row === noRow ? 0 : functions.filename[f]!);
    return site;
  }

  finish(): Omit<FrameTable, 'locationStart' | 'locationSites'> {
    const names = [...this.#funcs.keys()];
    const { count, first, second } = this.#sites;
    return {
      funcCount: names.length,
      asideFrom: names.length,
      funcName: (func) => names[func]!,
      siteCount: count,
      siteFunc: Uint32Array.from({ length: count }, (_, site) => this.#funcOfOwner[first[site]!]!),
      siteFile: Uint32Array.from(this.#siteFile),
      siteLine: second.slice(0, count).map((place) => place >>> 1),
      siteInlined: Uint8Array.from({ length: count }, (_, site) => second[site]! & 1),
    };
  }

  #func(name: string): number {
    const func = this.#funcs.get(name) ?? this.#funcs.size;
    this.#funcs.set(name, func);
    return func;
  }

  #binaryName(mapping: number): string {
    const { mappings, strings } = this.profile;
    const path = mapping === -1 ? '' : strings.get(mappings.filename[mapping]!);
    return path === '' ? '<unknown>' : `[${baseName(path)}]`;
  }
}
