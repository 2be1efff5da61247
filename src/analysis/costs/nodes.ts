import { int64At } from '../../pprof/columns.ts';
import type { LocationTable, Profile } from '../../pprof/profile.ts';
import { baseName, cleanPath } from '../names/filePaths.ts';
import type { Frames } from './frameSlots.ts';

/** What counts as one entry of a report; see `NodeInfo` for what each keeps apart. */
export type Granularity = 'functions' | 'filefunctions' | 'files' | 'lines' | 'addresses';

export const granularities: readonly Granularity[] = [
  'functions',
  'filefunctions',
  'files',
  'lines',
  'addresses',
];

export interface NodeOptions {
  /** `functions` if not given. */
  readonly granularity?: Granularity;
  /** Only the function that holds a location's code, not what was inlined into it. */
  readonly noInlines?: boolean;
  /** Keep the columns of a line apart, where the granularity has lines. */
  readonly showColumns?: boolean;
  /** Keep functions of one name apart by binary and first line; for listings of source. */
  readonly keepBinaries?: boolean;
}

/** What tells one entry from another: frames with equal fields are the same entry. */
export interface NodeInfo {
  readonly name: string;
  /** Cleaned lexically; empty where unknown or where the granularity has no files. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly address: bigint;
  /** Binary and first line of the function: where there is no name, or they are to be kept apart. */
  readonly objectFile: string;
  readonly startLine: number;
}

/**
 * The entries that a profile's frames belong to.
 *
 *   location --frames-->  frame --node-->  node (entry)
 *
 * A location has a frame for each of its lines, innermost first, and one frame if it has none.
 */
export interface NodeTable {
  readonly count: number;
  /** CSR by location into `frameNode`. Length `locations.count + 1`. */
  readonly frameStart: Uint32Array;
  readonly frameNode: Uint32Array;
  info(node: number): NodeInfo;
  /** How pprof prints the entry. */
  label(node: number): string;
}

/** The nodes of a table's frames, for sums over them. */
export function nodeFrames({ count, frameStart, frameNode }: NodeTable): Frames {
  return { start: frameStart, entry: frameNode, entryCount: count };
}

/** What a node table follows from, besides the locations. */
type Sources = Pick<Profile, 'functions' | 'mappings' | 'strings'>;

/** Node tables of locations that are still in use, by what was asked for; a profile's own tables never change. */
const known = new WeakMap<LocationTable, Map<string, Sources & { readonly table: NodeTable }>>();

/**
 * The entries of a profile at one granularity, as pprof's graph has them. Costs one pass over the locations, but is
 * found again for profiles with other samples of the same locations: filtered ones.
 */
export function nodeTable(profile: Profile, options: NodeOptions = {}): NodeTable {
  const { granularity = 'functions', noInlines = false, showColumns = false, keepBinaries = false } = options;
  const key = [granularity, noInlines, showColumns, keepBinaries].join();
  const { locations, functions, mappings, strings } = profile;
  let tables = known.get(locations);
  if (tables === undefined) {
    tables = new Map();
    known.set(locations, tables);
  }
  const found = tables.get(key);
  if (found?.functions === functions && found.mappings === mappings && found.strings === strings) {
    return found.table;
  }
  const table = makeTable(profile, options);
  tables.set(key, { functions, mappings, strings, table });
  return table;
}

function makeTable(profile: Profile, options: NodeOptions): NodeTable {
  const { locations } = profile;
  const namer = new NodeBuilder(profile, options);
  const frameStart = new Uint32Array(locations.count + 1);
  const frameNode = new Uint32Array(locations.lineFunction.length + locations.count);
  let frames = 0;
  for (let location = 0; location < locations.count; location++) {
    const end = locations.lineStart[location + 1]!;
    const start = locations.lineStart[location]!;
    const firstShown = options.noInlines ? Math.max(start, end - 1) : start;
    for (let row = firstShown; row < end; row++) frameNode[frames++] = namer.ofLine(location, row);
    if (start === end) frameNode[frames++] = namer.ofAddress(location);
    frameStart[location + 1] = frames;
  }
  return new Nodes(namer.infos, frameStart, frameNode.subarray(0, frames));
}

class Nodes implements NodeTable {
  readonly count: number;
  readonly frameStart: Uint32Array;
  readonly frameNode: Uint32Array;
  readonly #infos: readonly NodeInfo[];
  readonly #labels: (string | undefined)[];

  constructor(infos: readonly NodeInfo[], frameStart: Uint32Array, frameNode: Uint32Array) {
    this.count = infos.length;
    this.frameStart = frameStart;
    this.frameNode = frameNode;
    this.#infos = infos;
    this.#labels = new Array(infos.length);
  }

  info(node: number): NodeInfo {
    return this.#infos[node]!;
  }

  label(node: number): string {
    let label = this.#labels[node];
    if (label === undefined) {
      label = labelParts(this.info(node)).join(' ');
      this.#labels[node] = label;
    }
    return label;
  }
}

/** The parts of an entry's printable name: address, function, place; never none. */
export function labelParts({ address, name, file, line, column, objectFile }: NodeInfo): string[] {
  const parts: string[] = [];
  if (address !== 0n) parts.push(address.toString(16).padStart(16, '0'));
  if (name !== '') parts.push(name);
  if (line !== 0) parts.push(`${file}:${line}${column === 0 ? '' : `:${column}`}`);
  else if (file !== '') parts.push(file);
  else if (name === '') parts.push(objectFile === '' ? '<unknown>' : `[${baseName(objectFile)}]`);
  return parts;
}

/** Finds or makes the entry of each frame. */
class NodeBuilder {
  readonly infos: NodeInfo[] = [];
  readonly #profile: Profile;
  readonly #keepsNames: boolean;
  readonly #keepsFiles: boolean;
  readonly #keepsLines: boolean;
  readonly #keepsColumns: boolean;
  readonly #keepsAddresses: boolean;
  readonly #keepsBinaries: boolean;
  readonly #byKey = new Map<string, number>();
  readonly #byName = new Map<string, number>();
  /** Per function, its entry where that follows from the function alone; -1 where it does not, or was not met. */
  readonly #ofFunction: Int32Array;
  /** Per mapping (-1: none), the entry of frames known only by address, where addresses are not kept. */
  readonly #ofMapping = new Map<number, number>();

  constructor(profile: Profile, options: NodeOptions) {
    const { granularity = 'functions', noInlines, showColumns, keepBinaries = false } = options;
    this.#profile = profile;
    this.#keepsBinaries = keepBinaries;
    this.#keepsNames = granularity !== 'files';
    this.#keepsFiles = granularity !== 'functions';
    this.#keepsAddresses = granularity === 'addresses';
    this.#keepsLines = granularity === 'lines' || this.#keepsAddresses;
    // pprof merges nothing at all for addresses with inlining, so columns stay even unasked.
    this.#keepsColumns =
      this.#keepsLines && (showColumns === true || (this.#keepsAddresses && noInlines !== true));
    this.#ofFunction = new Int32Array(profile.functions.count).fill(-1);
  }

  /** The entry of a frame without lines. */
  ofAddress(location: number): number {
    const mapping = this.#profile.locations.mapping[location]!;
    if (this.#keepsAddresses) return this.#intern(this.#addressInfo(location));
    let node = this.#ofMapping.get(mapping);
    if (node === undefined) {
      node = this.#intern(this.#addressInfo(location));
      this.#ofMapping.set(mapping, node);
    }
    return node;
  }

  /** The entry of row `row` of the line columns, which belongs to `location`. */
  ofLine(location: number, row: number): number {
    if (this.#keepsLines) return this.#intern(this.#lineInfo(location, row));
    const f = this.#profile.locations.lineFunction[row]!;
    const known = this.#ofFunction[f]!;
    if (known >= 0) return known;
    const info = this.#lineInfo(location, row);
    // Without a name the binary counts, and a function may be in several.
    const followsFromFunction = info.name !== '' && !this.#keepsBinaries;
    if (!followsFromFunction) return this.#intern(info);
    const node = this.#keepsFiles ? this.#intern(info) : this.#internName(info);
    this.#ofFunction[f] = node;
    return node;
  }

  #addressInfo(location: number): NodeInfo {
    return {
      name: '',
      file: '',
      line: 0,
      column: 0,
      address: this.#address(location),
      objectFile: this.#objectFile(location),
      startLine: 0,
    };
  }

  #lineInfo(location: number, row: number): NodeInfo {
    const { strings, functions, locations } = this.#profile;
    const f = locations.lineFunction[row]!;
    const name = this.#keepsNames ? strings.get(functions.name[f]!) : '';
    const keepsBinary = name === '' || this.#keepsBinaries;
    return {
      name,
      file: this.#keepsFiles ? cleanPath(strings.get(functions.filename[f]!)) : '',
      line: this.#keepsLines ? locations.lineNumber.approximate[row]! : 0,
      column: this.#keepsColumns ? locations.lineColumn.approximate[row]! : 0,
      address: this.#address(location),
      objectFile: keepsBinary ? this.#objectFile(location) : '',
      startLine: keepsBinary ? functions.startLine.approximate[f]! : 0,
    };
  }

  #address(location: number): bigint {
    return this.#keepsAddresses ? int64At(this.#profile.locations.address, location) : 0n;
  }

  #objectFile(location: number): string {
    const { locations, mappings, strings } = this.#profile;
    const mapping = locations.mapping[location]!;
    return mapping === -1 ? '' : strings.get(mappings.filename[mapping]!);
  }

  /** `#intern` for what has a name and nothing else, which needs no key made of all. */
  #internName(info: NodeInfo): number {
    let node = this.#byName.get(info.name);
    if (node === undefined) {
      node = this.infos.push(info) - 1;
      this.#byName.set(info.name, node);
    }
    return node;
  }

  #intern(info: NodeInfo): number {
    const { name, file, line, column, address, objectFile, startLine } = info;
    const key = `${name}\0${file}\0${line}\0${column}\0${address}\0${objectFile}\0${startLine}`;
    let node = this.#byKey.get(key);
    if (node === undefined) {
      node = this.infos.length;
      this.infos.push(info);
      this.#byKey.set(key, node);
    }
    return node;
  }
}
