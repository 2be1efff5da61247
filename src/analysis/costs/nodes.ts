import { int64At } from '../../pprof/columns.ts';
import type { Profile } from '../../pprof/profile.ts';
import { baseName, cleanPath } from '../names/filePaths.ts';
import { type FrameSlots, type Frames, frameSlots } from './frameSlots.ts';

/** What frames are told apart by; see `NodeInfo`. */
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
  /** Only the function that contains a location's code, without the functions inlined into it. */
  readonly noInlines?: boolean;
  /** Keep the columns of a line apart, if the granularity has lines. */
  readonly showColumns?: boolean;
  /** Keep functions of one name apart by binary and first line; for listings of source. */
  readonly keepBinaries?: boolean;
}

/** Frames with equal fields are the same node. Fields that the granularity does not keep apart are empty. */
export interface NodeInfo {
  readonly name: string;
  /** Cleaned lexically; empty if unknown. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly address: bigint;
  /** Binary and first line of the function: only if it has no name, or if `keepBinaries` asks for them. */
  readonly objectFile: string;
  readonly startLine: number;
}

/** What a node table follows from: the tables of a profile that describe its code. */
export type ProfiledCode = Pick<Profile, 'locations' | 'functions' | 'mappings' | 'strings'>;

/** The nodes of a profile at one granularity, as pprof's graph has them, found in one pass over the locations. */
export function nodeTable(code: ProfiledCode, options: NodeOptions = {}): NodeTable {
  const { locations } = code;
  const builder = new NodeBuilder(code, options);
  const frameStart = new Uint32Array(locations.count + 1);
  const frameNode = new Uint32Array(locations.lineFunction.length + locations.count);
  let frames = 0;
  for (let location = 0; location < locations.count; location++) {
    const end = locations.lineStart[location + 1]!;
    const start = locations.lineStart[location]!;
    const firstShown = options.noInlines ? Math.max(start, end - 1) : start;
    for (let row = firstShown; row < end; row++) frameNode[frames++] = builder.ofLine(location, row);
    if (start === end) frameNode[frames++] = builder.ofAddress(location);
    frameStart[location + 1] = frames;
  }
  return new NodeTable(builder.infos, frameStart, frameNode.subarray(0, frames));
}

/**
 * The nodes that a profile's frames belong to.
 *
 *   location --frames-->  frame --frameNode-->  node
 *
 * A location has a frame for each of its lines, innermost first, and one frame if it has no lines.
 */
export class NodeTable {
  readonly count: number;
  readonly #labels: (string | undefined)[];
  #slots: FrameSlots | null = null;

  constructor(
    private readonly infos: readonly NodeInfo[],
    /** CSR by location into `frameNode`. Length `locations.count + 1`. */
    readonly frameStart: Uint32Array,
    readonly frameNode: Uint32Array,
  ) {
    this.count = infos.length;
    this.#labels = new Array(infos.length);
  }

  /** For sums by node. */
  get frames(): Frames {
    return { start: this.frameStart, key: this.frameNode, keyCount: this.count };
  }

  /** Where costs are summed by node; made once. */
  get slots(): FrameSlots {
    this.#slots ??= frameSlots([this.frames]);
    return this.#slots;
  }

  info(node: number): NodeInfo {
    return this.infos[node]!;
  }

  /** How pprof prints the node. */
  label(node: number): string {
    let label = this.#labels[node];
    if (label === undefined) {
      label = labelParts(this.info(node)).join(' ');
      this.#labels[node] = label;
    }
    return label;
  }
}

/** The parts of a node's printable name: address, function, place; at least one of them. */
export function labelParts({ address, name, file, line, column, objectFile }: NodeInfo): string[] {
  const parts: string[] = [];
  if (address !== 0n) parts.push(address.toString(16).padStart(16, '0'));
  if (name !== '') parts.push(name);
  if (line !== 0) parts.push(`${file}:${line}${column === 0 ? '' : `:${column}`}`);
  else if (file !== '') parts.push(file);
  else if (name === '') parts.push(objectFile === '' ? '<unknown>' : `[${baseName(objectFile)}]`);
  return parts;
}

/** Finds or makes the node of each frame. */
class NodeBuilder {
  readonly infos: NodeInfo[] = [];
  readonly #keepsNames: boolean;
  readonly #keepsFiles: boolean;
  readonly #keepsLines: boolean;
  readonly #keepsColumns: boolean;
  readonly #keepsAddresses: boolean;
  readonly #keepsBinaries: boolean;
  readonly #byKey = new Map<string, number>();
  readonly #byName = new Map<string, number>();
  /** By function, its node if the node follows from the function alone; -1 if not, or if the function was not met yet. */
  readonly #ofFunction: Int32Array;
  /** By mapping (-1: none), the node of frames known only by address, where addresses are not kept apart. */
  readonly #ofMapping = new Map<number, number>();

  constructor(
    private readonly code: ProfiledCode,
    options: NodeOptions,
  ) {
    const { granularity = 'functions', noInlines, showColumns, keepBinaries = false } = options;
    this.#keepsBinaries = keepBinaries;
    this.#keepsNames = granularity !== 'files';
    this.#keepsFiles = granularity !== 'functions';
    this.#keepsAddresses = granularity === 'addresses';
    this.#keepsLines = granularity === 'lines' || this.#keepsAddresses;
    // pprof merges nothing at all for addresses with inlining, so columns stay even unasked.
    this.#keepsColumns =
      this.#keepsLines && (showColumns === true || (this.#keepsAddresses && noInlines !== true));
    this.#ofFunction = new Int32Array(code.functions.count).fill(-1);
  }

  /** The node of a location without lines. */
  ofAddress(location: number): number {
    const mapping = this.code.locations.mapping[location]!;
    if (this.#keepsAddresses) return this.#intern(this.#addressInfo(location));
    let node = this.#ofMapping.get(mapping);
    if (node === undefined) {
      node = this.#intern(this.#addressInfo(location));
      this.#ofMapping.set(mapping, node);
    }
    return node;
  }

  /** The node of row `row` of the line columns, which belongs to `location`. */
  ofLine(location: number, row: number): number {
    if (this.#keepsLines) return this.#intern(this.#lineInfo(location, row));
    const f = this.code.locations.lineFunction[row]!;
    const known = this.#ofFunction[f]!;
    if (known >= 0) return known;
    const info = this.#lineInfo(location, row);
    // A function without a name is known by its binary, and can be in several.
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
    const { strings, functions, locations } = this.code;
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
    return this.#keepsAddresses ? int64At(this.code.locations.address, location) : 0n;
  }

  #objectFile(location: number): string {
    const { locations, mappings, strings } = this.code;
    const mapping = locations.mapping[location]!;
    return mapping === -1 ? '' : strings.get(mappings.filename[mapping]!);
  }

  /** Like `#intern`, for infos with nothing but a name: the name alone is the key, which is faster. */
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
