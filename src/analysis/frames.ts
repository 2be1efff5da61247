import type { Profile, StringIndex } from '../pprof/profile.ts';

/**
 * Who the frames of a profile are, at pprof's functions granularity, kept apart by line for those who
 * want to know where in the function a stack stands.
 *
 *   location --sites-->  site (function, line, inlined)  --entry-->  entry (function name)
 *
 * An entry is what a picture draws as one frame: functions of one name are one entry, whatever their file,
 * as in `go tool pprof`. Entries and sites are dense indexes.
 */
export interface FrameTable {
  readonly entryCount: number;
  /** Function name; for frames known only by address, `[binary]` or `<unknown>` as pprof prints. */
  readonly entryNames: readonly string[];
  readonly siteCount: number;
  readonly siteEntry: Uint32Array;
  /** String index of the file name, 0 where unknown. */
  readonly siteFile: Uint32Array;
  /** 1-based, 0 where unknown. */
  readonly siteLine: Uint32Array;
  /** 1 where the compiler inlined this function into the next frame towards the root. */
  readonly siteInlined: Uint8Array;
  /** CSR by location into `locationSites`. Length `locations.count + 1`. */
  readonly locationStart: Uint32Array;
  /** Caller first: the function that holds the code, then what was inlined into it. Never empty for a location. */
  readonly locationSites: Uint32Array;
}

/** Line numbers beyond this, or negative, are damage and count as unknown. */
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
      const inlined = row < endLine - 1;
      locationSites[next++] = builder.site(
        locations.lineFunction[row]!,
        lineAt(profile, row),
        inlined,
        location,
      );
    }
    if (endLine === firstLine) locationSites[next++] = builder.addressOnlySite(location);
    locationStart[location + 1] = next;
  }
  return builder.finish(locationStart, locationSites.subarray(0, next));
}

function lineAt({ locations }: Profile, row: number): number {
  const line = locations.lineNumber.approximate[row]!;
  return line >= 0 && line <= largestLine ? line : 0;
}

class FrameTableBuilder {
  readonly #profile: Profile;
  readonly #entryNames: string[] = [];
  readonly #entryByName = new Map<string, number>();
  /** Per function, `line * 2 + inlined` -> site. Made when the function first occurs. */
  readonly #sitesOfFunction: (Map<number, number> | undefined)[];
  /** Per mapping (-1: none), the site of its locations without lines. */
  readonly #siteOfMapping = new Map<number, number>();
  readonly #siteEntry: number[] = [];
  readonly #siteFile: StringIndex[] = [];
  readonly #siteLine: number[] = [];
  readonly #siteInlined: number[] = [];

  constructor(profile: Profile) {
    this.#profile = profile;
    this.#sitesOfFunction = new Array(profile.functions.count);
  }

  site(functionIndex: number, line: number, inlined: boolean, location: number): number {
    let sites = this.#sitesOfFunction[functionIndex];
    if (sites === undefined) {
      sites = new Map();
      this.#sitesOfFunction[functionIndex] = sites;
    }
    const key = line * 2 + (inlined ? 1 : 0);
    let site = sites.get(key);
    if (site === undefined) {
      const { functions, strings } = this.#profile;
      const name = strings.get(functions.name[functionIndex]!) || this.#binaryName(location);
      site = this.#addSite(this.#entry(name), functions.filename[functionIndex]!, line, inlined);
      sites.set(key, site);
    }
    return site;
  }

  addressOnlySite(location: number): number {
    const mapping = this.#profile.locations.mapping[location]!;
    let site = this.#siteOfMapping.get(mapping);
    if (site === undefined) {
      site = this.#addSite(this.#entry(this.#binaryName(location)), 0, 0, false);
      this.#siteOfMapping.set(mapping, site);
    }
    return site;
  }

  finish(locationStart: Uint32Array, locationSites: Uint32Array): FrameTable {
    return {
      entryCount: this.#entryNames.length,
      entryNames: this.#entryNames,
      siteCount: this.#siteEntry.length,
      siteEntry: Uint32Array.from(this.#siteEntry),
      siteFile: Uint32Array.from(this.#siteFile),
      siteLine: Uint32Array.from(this.#siteLine),
      siteInlined: Uint8Array.from(this.#siteInlined),
      locationStart,
      locationSites,
    };
  }

  #addSite(entry: number, file: StringIndex, line: number, inlined: boolean): number {
    this.#siteEntry.push(entry);
    this.#siteFile.push(file);
    this.#siteLine.push(line);
    this.#siteInlined.push(inlined ? 1 : 0);
    return this.#siteEntry.length - 1;
  }

  #entry(name: string): number {
    let entry = this.#entryByName.get(name);
    if (entry === undefined) {
      entry = this.#entryNames.length;
      this.#entryNames.push(name);
      this.#entryByName.set(name, entry);
    }
    return entry;
  }

  #binaryName(location: number): string {
    const { locations, mappings, strings } = this.#profile;
    const mapping = locations.mapping[location]!;
    const path = mapping === -1 ? '' : strings.get(mappings.filename[mapping]!);
    const base = path.replace(/[/\\]+$/, '').replace(/^.*[/\\]/, '');
    return base === '' ? '<unknown>' : `[${base}]`;
  }
}
