import { madeOnce } from '../../base/maps.ts';
import type { Profile } from '../../pprof/profile.ts';
import { type Charges, chargesOf } from '../bill/charges.ts';
import { packageOf } from '../names/functionName.ts';
import { proportion, type Weights, weightsOf } from '../values/weights.ts';
import { type FrameSlots, type Frames, frameSlots } from './frameSlots.ts';
import { type LineLayout, lineLayout } from './lineLayout.ts';
import { type NodeInfo, type NodeOptions, NodeTable, nodeTable, type ProfiledCode } from './nodes.ts';
import { StackRepeats } from './repeats.ts';
import { type FrameSums, sumFrames } from './sumFrames.ts';

/**
 * The owner of what is derived from a profile. Everything is made when first asked for, then kept.
 *
 * Who opens a profile makes one and hands it to every question. A profile that filters make of this one gets its own
 * from `of`, which shares everything that must be equal:
 *
 *   same locations, functions, mappings, strings   node tables, source lines, slots
 *   same stacks                                    repeats
 *   a selection of the samples                     repeats, without those of the other samples
 *
 * Sums depend on the samples and are never shared.
 */
export class ProfileCosts {
  readonly #code: CodeTables;
  readonly #repeats: StackRepeats;
  /** By sample type. */
  readonly #lineSums = new Map<number, FrameSums>();
  readonly #functionSums = new Map<number, FrameSums>();
  #charges: Charges | null = null;

  /** @param from of the profile that this one was made from; `null` if it was not made from another */
  constructor(
    readonly profile: Profile,
    /** Of the profile that this one was made from. */
    private readonly from: ProfileCosts | null = null,
  ) {
    const code = from === null ? null : from.#code;
    this.#code = code?.isOf(profile) ? code : new CodeTables(profile);
    const repeats = from === null ? null : from.#repeats;
    this.#repeats = repeats?.isOf(profile.samples) ? repeats : new StackRepeats(profile.samples, repeats);
  }

  /** For a profile made from this one: by a filter, with other values. The profile itself keeps its own. */
  of(made: Profile): ProfileCosts {
    return made === this.profile ? this : new ProfileCosts(made, this);
  }

  /** The nodes of the profile at one granularity; functions if none is given. */
  nodes(options: NodeOptions = {}): NodeTable {
    return this.#code.nodes(options);
  }

  /** Packages as nodes. */
  packages(): NodeTable {
    return this.#code.packages();
  }

  /** Files and lines. */
  get lines(): LineLayout {
    return this.#code.lines;
  }

  /** Flat and cum of every node. */
  sums(nodes: NodeTable, weights: Weights): FrameSums {
    return this.#sum(nodes.slots, weights)[0]!;
  }

  /** Flat and cum of every source line, for one sample type. */
  lineSums(sampleType: number): FrameSums {
    let sums = this.#knownSums(this.#lineSums, sampleType);
    if (sums === null) {
      sums = this.#sum(this.#code.lineSlots, weightsOf(this.profile, sampleType))[0]!;
      this.#lineSums.set(sampleType, sums);
    }
    return sums;
  }

  /**
   * Flat and cum of every function (node of `nodes()`), for one sample type. The same pass over the samples sums the lines:
   * a caller that needs both asks for the functions first.
   */
  functionSums(sampleType: number): FrameSums {
    let sums = this.#knownSums(this.#functionSums, sampleType);
    if (sums === null) {
      const slots = this.#code.lineAndFunctionSlots;
      const weights = weightsOf(this.profile, sampleType);
      const [ofLines, ofFunctions] =
        this.#withoutOthers(slots, sampleType, weights) ?? this.#sum(slots, weights);
      sums = ofFunctions!;
      this.#lineSums.set(sampleType, ofLines!);
      this.#functionSums.set(sampleType, sums);
    }
    return sums;
  }

  /** What each sample is charged to. */
  get charges(): Charges {
    this.#charges ??= chargesOf(this.profile);
    return this.#charges;
  }

  #sum(slots: FrameSlots, weights: Weights): FrameSums[] {
    return sumFrames(this.profile.samples, slots, this.#repeats.of(slots), weights);
  }

  /**
   * The sums of a selection of more than half of the samples: the known sums of all, without those of the few others. `null`
   * where there is no such selection.
   */
  #withoutOthers(slots: FrameSlots, sampleType: number, weights: Weights): FrameSums[] | null {
    const from = this.from;
    const rows = this.profile.samples.selection?.rows;
    if (from === null || rows === undefined || from.#code !== this.#code) return null;
    const ofLines = from.#lineSums.get(sampleType);
    const ofFunctions = from.#functionSums.get(sampleType);
    const { samples } = from.profile;
    const isOfAll = this.profile.samples.selection?.from === samples.locations;
    if (ofLines === undefined || ofFunctions === undefined || !isOfAll || 2 * rows.length < samples.count)
      return null;
    const others = weightsOfOthers(rows, weights, weightsOf(from.profile, sampleType));
    if (others === null) return null;
    const withoutOthers = (all: FrameSums, of: FrameSums): FrameSums => ({
      flat: minus(all.flat, of.flat),
      cum: minus(all.cum, of.cum),
    });
    const [lines, functions] = from.#sum(slots, others);
    return [withoutOthers(ofLines, lines!), withoutOthers(ofFunctions, functions!)];
  }

  /**
   * The sums of a sample type if they are known or are a multiple of another type's, as in a CPU profile, where the time of
   * each sample is its count times the period.
   */
  #knownSums(known: ReadonlyMap<number, FrameSums>, sampleType: number): FrameSums | null {
    const exact = known.get(sampleType);
    if (exact !== undefined || known.size === 0) return exact ?? null;
    const weights = weightsOf(this.profile, sampleType);
    for (const [other, sums] of known) {
      const factor = proportion(weights, weightsOf(this.profile, other));
      if (factor !== null) return multiplied(sums, factor);
    }
    return null;
  }
}

/**
 * The weights of all samples, but 0 for the selected ones. `null` if a selected sample has another weight than among all, or if the
 * weights have parts.
 */
function weightsOfOthers(rows: Uint32Array, selected: Weights, all: Weights): Weights | null {
  const [weights] = selected.parts;
  if (weights === undefined || selected.parts.length > 1 || all.parts.length > 1) return null;
  const others = Float64Array.from(all.parts[0]!);
  for (let i = 0; i < rows.length; i++) {
    if (others[rows[i]!] !== weights[i]) return null;
    others[rows[i]!] = 0;
  }
  return { parts: [others] };
}

/** Exact: both are sums of whole numbers, and no sum is larger than the largest safe one. */
function minus(columns: readonly Float64Array[], others: readonly Float64Array[]): Float64Array[] {
  return columns.map((column, part) => column.map((sum, at) => sum - others[part]![at]!));
}

function multiplied({ flat, cum }: FrameSums, factor: number): FrameSums {
  // A factor of 0.1 is not exact as a double, a divisor of 10 is.
  const scaled = (column: Float64Array) =>
    factor >= 1 || factor <= -1
      ? column.map((sum) => sum * factor)
      : column.map((sum) => sum / Math.round(1 / factor));
  return { flat: flat.map(scaled), cum: cum.map(scaled) };
}

/** What follows from a profile's code alone, whatever its samples are. */
class CodeTables {
  readonly #code: ProfiledCode;
  readonly #nodes = new Map<string, NodeTable>();
  #packages: NodeTable | null = null;
  #lines: LineLayout | null = null;
  #lineSlots: FrameSlots | null = null;
  #lineAndFunctionSlots: FrameSlots | null = null;

  constructor({ locations, functions, mappings, strings }: Profile) {
    this.#code = { locations, functions, mappings, strings };
  }

  /** Whether a profile has the same code. */
  isOf({ locations, functions, mappings, strings }: Profile): boolean {
    const own = this.#code;
    return (
      own.locations === locations &&
      own.functions === functions &&
      own.mappings === mappings &&
      own.strings === strings
    );
  }

  nodes(options: NodeOptions): NodeTable {
    const {
      granularity = 'functions',
      noInlines = false,
      showColumns = false,
      keepBinaries = false,
    } = options;
    const key = [granularity, noInlines, showColumns, keepBinaries].join();
    return madeOnce(this.#nodes, key, () => nodeTable(this.#code, options));
  }

  packages(): NodeTable {
    this.#packages ??= packageTable(this.nodes({}));
    return this.#packages;
  }

  get lines(): LineLayout {
    this.#lines ??= lineLayout(this.#code);
    return this.#lines;
  }

  get lineSlots(): FrameSlots {
    this.#lineSlots ??= frameSlots([this.#lineFrames()]);
    return this.#lineSlots;
  }

  get lineAndFunctionSlots(): FrameSlots {
    this.#lineAndFunctionSlots ??= frameSlots([this.#lineFrames(), this.nodes({}).frames]);
    return this.#lineAndFunctionSlots;
  }

  #lineFrames(): Frames {
    const { sourceLineOfRow, lineNumber } = this.lines;
    return {
      start: this.#code.locations.lineStart,
      key: sourceLineOfRow,
      keyCount: lineNumber.length,
    };
  }
}

/**
 * Packages as nodes, from functions as nodes, so that a sum over them counts a sample once for each package. A function
 * without a package (of C, or known only by address) is a node of its own.
 */
export function packageTable(functions: NodeTable): NodeTable {
  const infos: NodeInfo[] = [];
  const byName = new Map<string, number>();
  const packageOfNode = new Uint32Array(functions.count);
  for (let node = 0; node < functions.count; node++) {
    const name = packageOf(functions.info(node).name) || functions.label(node);
    const index = madeOnce(byName, name, () => infos.push({ ...unnamed, name }) - 1);
    packageOfNode[node] = index;
  }
  return new NodeTable(
    infos,
    functions.frameStart,
    functions.frameNode.map((node) => packageOfNode[node]!),
  );
}

const unnamed: NodeInfo = {
  name: '',
  file: '',
  line: 0,
  column: 0,
  address: 0n,
  objectFile: '',
  startLine: 0,
};
