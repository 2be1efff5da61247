import type { Profile, StringIndex } from '../../pprof/profile.ts';
import { baseName } from '../names/filePaths.ts';

/**
 * Who the frames of a profile are, at pprof's functions granularity, kept apart by line for those who
 * want to know where in the function a stack stands.
 *
 *   location --sites-->  site (function, line, inlined)  --func-->  func (function name)
 *
 * An func is what a picture draws as one frame: functions of one name are one func, whatever their file,
 * as in `go tool pprof`. Entries and sites are dense indexes.
 */
export interface FrameTable {
  readonly funcCount: number;
  /** Function name; for frames known only by address, `[binary]` or `<unknown>` as pprof prints. Made when asked for. */
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
      locationSites[next++] = builder.site(row, row < endLine - 1, location);
    }
    if (endLine === firstLine) locationSites[next++] = builder.addressOnlySite(location);
    locationStart[location + 1] = next;
  }
  return builder.finish(locationStart, locationSites.subarray(0, next));
}

/**
 * Finds or makes the site of each frame. Sites are found by hashing with open addressing: a profile has hundreds
 * of thousands, and objects for each would cost more than all else.
 */
class FrameTableBuilder {
  readonly #profile: Profile;
  readonly #funcs: FuncNames;
  /** By hash, a site plus one; 0 is free. */
  readonly #slots: Int32Array;
  /** By mapping plus one, the site of its locations without lines, plus one; 0 if not made. */
  readonly #siteOfMapping: Uint32Array;
  /** By function, its func plus one; 0 if not met. */
  readonly #funcOfFunction: Uint32Array;
  readonly #siteFunction: Int32Array;
  readonly #siteFunc: Uint32Array;
  readonly #siteFile: Uint32Array;
  readonly #siteLine: Uint32Array;
  readonly #siteInlined: Uint8Array;
  #siteCount = 0;

  constructor(profile: Profile) {
    const { locations, functions, mappings } = profile;
    this.#profile = profile;
    this.#funcs = new FuncNames(profile);
    const most = locations.lineFunction.length + mappings.count + 1;
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(2 * most + 1)));
    this.#siteOfMapping = new Uint32Array(mappings.count + 1);
    this.#funcOfFunction = new Uint32Array(functions.count);
    this.#siteFunction = new Int32Array(most);
    this.#siteFunc = new Uint32Array(most);
    this.#siteFile = new Uint32Array(most);
    this.#siteLine = new Uint32Array(most);
    this.#siteInlined = new Uint8Array(most);
  }

  /** @param row of the line columns */
  site(row: number, isInlined: boolean, location: number): number {
    const { locations, functions } = this.#profile;
    const functionIndex = locations.lineFunction[row]!;
    const lineNumber = locations.lineNumber.approximate[row]!;
    const line = lineNumber >= 0 && lineNumber <= largestLine ? lineNumber : 0;
    const inlined = isInlined ? 1 : 0;
    const mask = this.#slots.length - 1;
    let slot = hash(functionIndex, line * 2 + inlined) & mask;
    for (let site = this.#slots[slot]! - 1; site !== -1; site = this.#slots[slot]! - 1) {
      const isSame =
        this.#siteFunction[site] === functionIndex &&
        this.#siteLine[site] === line &&
        this.#siteInlined[site] === inlined;
      if (isSame) return site;
      slot = (slot + 1) & mask;
    }
    const func = this.#func(functionIndex, location);
    const site = this.#addSite(func, functionIndex, functions.filename[functionIndex]!, line, inlined);
    this.#slots[slot] = site + 1;
    return site;
  }

  addressOnlySite(location: number): number {
    const mapping = this.#profile.locations.mapping[location]!;
    let site = this.#siteOfMapping[mapping + 1]! - 1;
    if (site === -1) {
      site = this.#addSite(this.#funcs.ofMapping(mapping), -1, 0, 0, 0);
      this.#siteOfMapping[mapping + 1] = site + 1;
    }
    return site;
  }

  finish(locationStart: Uint32Array, locationSites: Uint32Array): FrameTable {
    const funcs = this.#funcs;
    const count = this.#siteCount;
    return {
      funcCount: funcs.count,
      funcName: (func) => funcs.name(func),
      siteCount: count,
      siteFunc: this.#siteFunc.slice(0, count),
      siteFile: this.#siteFile.slice(0, count),
      siteLine: this.#siteLine.slice(0, count),
      siteInlined: this.#siteInlined.slice(0, count),
      locationStart,
      locationSites,
    };
  }

  #func(functionIndex: number, location: number): number {
    const known = this.#funcOfFunction[functionIndex]! - 1;
    if (known !== -1) return known;
    const { functions, locations } = this.#profile;
    const name = functions.name[functionIndex]!;
    // A function without a name is known by its binary, which can differ from place to place.
    if (this.#funcs.isEmpty(name)) return this.#funcs.ofMapping(locations.mapping[location]!);
    const func = this.#funcs.ofName(name);
    this.#funcOfFunction[functionIndex] = func + 1;
    return func;
  }

  #addSite(func: number, functionIndex: number, file: StringIndex, line: number, inlined: number): number {
    const site = this.#siteCount++;
    this.#siteFunction[site] = functionIndex;
    this.#siteFunc[site] = func;
    this.#siteFile[site] = file;
    this.#siteLine[site] = line;
    this.#siteInlined[site] = inlined;
    return site;
  }
}

/** Numbers names by their bytes: most are never looked at, and turning bytes into text takes time. */
class FuncNames {
  readonly #profile: Profile;
  /** String index of each func's name, or -1 and the text below. */
  readonly #strings: number[] = [];
  readonly #texts: (string | undefined)[] = [];
  /** By hash of the bytes, the funcs that have it. */
  readonly #byHash = new Map<number, number[]>();
  /** By mapping. */
  readonly #ofMapping = new Map<number, number>();

  constructor(profile: Profile) {
    this.#profile = profile;
  }

  get count(): number {
    return this.#strings.length;
  }

  name(func: number): string {
    let text = this.#texts[func];
    if (text === undefined) {
      text = this.#profile.strings.get(this.#strings[func]!);
      this.#texts[func] = text;
    }
    return text;
  }

  isEmpty(name: StringIndex): boolean {
    return this.#profile.strings.raw(name).length === 0;
  }

  ofName(name: StringIndex): number {
    const { strings } = this.#profile;
    const bytes = strings.raw(name);
    let key = 0;
    for (let i = 0; i < bytes.length; i++) key = Math.imul(key ^ bytes[i]!, 0x01000193);
    const candidates = this.#byHash.get(key) ?? [];
    const known = candidates.find((func) => sameBytes(strings.raw(this.#strings[func]!), bytes));
    if (known !== undefined) return known;
    const func = this.#strings.push(name) - 1;
    if (candidates.push(func) === 1) this.#byHash.set(key, candidates);
    return func;
  }

  ofMapping(mapping: number): number {
    let func = this.#ofMapping.get(mapping);
    if (func === undefined) {
      const text = this.#binaryName(mapping);
      // Mappings of one binary are one func.
      func = this.#texts.indexOf(text);
      if (func === -1) {
        func = this.#strings.push(0) - 1;
        this.#texts[func] = text;
      }
      this.#ofMapping.set(mapping, func);
    }
    return func;
  }

  #binaryName(mapping: number): string {
    const { mappings, strings } = this.#profile;
    const path = mapping === -1 ? '' : strings.get(mappings.filename[mapping]!);
    return path === '' ? '<unknown>' : `[${baseName(path)}]`;
  }
}

function hash(a: number, b: number): number {
  let mixed = Math.imul(a, 0x9e3779b1) ^ Math.imul(b | 0, 0x85ebca6b);
  mixed ^= mixed >>> 15;
  return Math.imul(mixed, 0x2c1b3c6d) >>> 7;
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
