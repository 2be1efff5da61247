import { hashSeed } from '../../pprof/hashSeed.ts';
import { HashTable } from '../../pprof/hashTable.ts';
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
  /** Function name; `[binary]` or `<unknown>`, as pprof prints, for code without one. Decoded when it is asked for. */
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
      locationSites[next++] = builder.site(row, row < endLine - 1, location);
    }
    if (endLine === firstLine) locationSites[next++] = builder.addressOnlySite(location);
    locationStart[location + 1] = next;
  }
  return builder.finish(locationStart, locationSites.subarray(0, next));
}

/** Finds or adds the site of each frame. */
class FrameTableBuilder {
  readonly #funcs: FuncNames;
  /** A site is a pair: who stands there (see `#namelessOwner`), and line * 2 + (1 if inlined). */
  readonly #sites: NumberedPairs;
  readonly #siteFunc: Uint32Array;
  readonly #siteFile: Uint32Array;
  #siteCount = 0;
  /** Functions without a name, each once for every mapping that its locations are in. */
  readonly #nameless = new NumberedPairs(16);
  /** By function, its func plus one; 0 if not looked at yet, -1 if it has no name. */
  readonly #funcOfFunction: Int32Array;

  constructor(private readonly profile: Profile) {
    const { locations, functions, mappings } = profile;
    this.#funcs = new FuncNames(profile);
    const most = locations.lineFunction.length + mappings.count + 1;
    this.#sites = new NumberedPairs(most);
    this.#siteFunc = new Uint32Array(most);
    this.#siteFile = new Uint32Array(most);
    this.#funcOfFunction = new Int32Array(functions.count);
  }

  /** @param row of the line columns */
  site(row: number, isInlined: boolean, location: number): number {
    const { locations, functions } = this.profile;
    const functionIndex = locations.lineFunction[row]!;
    const lineNumber = locations.lineNumber.approximate[row]!;
    const line = lineNumber >= 0 && lineNumber <= largestLine ? lineNumber : 0;
    const func = this.#func(functionIndex);
    const mapping = locations.mapping[location]!;
    const owner = func === -1 ? this.#namelessOwner(functionIndex, mapping) : functionIndex;
    const site = this.#sites.add(owner, line * 2 + (isInlined ? 1 : 0));
    if (site === this.#siteCount) {
      this.#addSite(func === -1 ? this.#funcs.ofMapping(mapping) : func, functions.filename[functionIndex]!);
    }
    return site;
  }

  /** The site of a location without lines: one for each mapping. */
  addressOnlySite(location: number): number {
    const mapping = this.profile.locations.mapping[location]!;
    const site = this.#sites.add(this.profile.functions.count + mapping + 1, 0);
    if (site === this.#siteCount) this.#addSite(this.#funcs.ofMapping(mapping), 0);
    return site;
  }

  finish(locationStart: Uint32Array, locationSites: Uint32Array): FrameTable {
    const funcs = this.#funcs;
    const count = this.#siteCount;
    const places = this.#sites.second;
    const siteLine = new Uint32Array(count);
    const siteInlined = new Uint8Array(count);
    for (let site = 0; site < count; site++) {
      siteLine[site] = places[site]! >>> 1;
      siteInlined[site] = places[site]! & 1;
    }
    return {
      funcCount: funcs.count,
      asideFrom: funcs.count,
      funcName: (func) => funcs.name(func),
      siteCount: count,
      siteFunc: this.#siteFunc.slice(0, count),
      siteFile: this.#siteFile.slice(0, count),
      siteLine,
      siteInlined,
      locationStart,
      locationSites,
    };
  }

  /** The func of a function, or -1 for one without a name: its func depends on the binary. */
  #func(functionIndex: number): number {
    const known = this.#funcOfFunction[functionIndex]!;
    if (known !== 0) return Math.max(known - 1, -1);
    const name = this.profile.functions.name[functionIndex]!;
    const func = this.#funcs.isEmpty(name) ? -1 : this.#funcs.ofName(name);
    this.#funcOfFunction[functionIndex] = func === -1 ? -1 : func + 1;
    return func;
  }

  /**
   * Who stands at a site, as one number:
   *
   *   0 .. functions - 1            a function with a name
   *   then mappings + 1 numbers     no function: the mapping, from -1 (none) on
   *   then the rest                 a function without a name in one mapping
   */
  #namelessOwner(functionIndex: number, mapping: number): number {
    const { functions, mappings } = this.profile;
    return functions.count + mappings.count + 1 + this.#nameless.add(functionIndex, mapping + 1);
  }

  #addSite(func: number, file: StringIndex): void {
    this.#siteFunc[this.#siteCount] = func;
    this.#siteFile[this.#siteCount] = file;
    this.#siteCount++;
  }
}

/**
 * Numbers function names. Names are compared by their bytes: most names are never shown, and decoding them all would
 * take longer than the rest of the frame table.
 */
class FuncNames {
  /** By func, the string index of its name; -1 where the name is only in `#texts`. */
  readonly #strings: number[] = [];
  readonly #texts: (string | undefined)[] = [];
  /** Rows are the funcs that have a string index, in the order in which they were added. */
  readonly #byBytes = new HashTable();
  readonly #funcOfRow: number[] = [];
  readonly #ofMapping = new Map<number, number>();

  constructor(private readonly profile: Profile) {}

  get count(): number {
    return this.#strings.length;
  }

  name(func: number): string {
    let text = this.#texts[func];
    if (text === undefined) {
      text = this.profile.strings.get(this.#strings[func]!);
      this.#texts[func] = text;
    }
    return text;
  }

  isEmpty(name: StringIndex): boolean {
    return this.profile.strings.raw(name).length === 0;
  }

  /** The func with this name. */
  ofName(name: StringIndex): number {
    const { strings } = this.profile;
    const bytes = strings.raw(name);
    const table = this.#byBytes;
    let row = table.first(hashBytes(bytes));
    while (row !== -1 && !areEqual(strings.raw(this.#strings[this.#funcOfRow[row]!]!), bytes)) {
      row = table.next();
    }
    if (row !== -1) return this.#funcOfRow[row]!;
    const func = this.#strings.push(name) - 1;
    this.#funcOfRow[table.add()] = func;
    return func;
  }

  /** The func of code without a function name in this mapping; mappings of one binary share a func. */
  ofMapping(mapping: number): number {
    let func = this.#ofMapping.get(mapping);
    if (func === undefined) {
      const text = this.#binaryName(mapping);
      func = this.#texts.indexOf(text);
      if (func === -1) {
        func = this.#strings.push(-1) - 1;
        this.#texts[func] = text;
      }
      this.#ofMapping.set(mapping, func);
    }
    return func;
  }

  #binaryName(mapping: number): string {
    const { mappings, strings } = this.profile;
    const path = mapping === -1 ? '' : strings.get(mappings.filename[mapping]!);
    return path === '' ? '<unknown>' : `[${baseName(path)}]`;
  }
}

function hashBytes(bytes: Uint8Array): number {
  let hash = hashSeed;
  for (let i = 0; i < bytes.length; i++) hash = Math.imul(hash ^ bytes[i]!, 0x01000193);
  return hash;
}

function areEqual(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
