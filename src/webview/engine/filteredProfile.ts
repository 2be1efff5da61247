import { AddressCosts } from '../../analysis/assembly/instructionCosts.ts';
import type { ProfileCosts } from '../../analysis/costs/profileCosts.ts';
import { rowsOfFunction } from '../../analysis/costs/reportRows.ts';
import { DrawnStacks, type FoldedPart } from '../../analysis/flame/drawnStacks.ts';
import { flamePicture } from '../../analysis/flame/flamePicture.ts';
import { searchFrames } from '../../analysis/flame/flameSearch.ts';
import { FlameTree } from '../../analysis/flame/flameTree.ts';
import type { SentTexts } from '../../analysis/flame/frameColumns.ts';
import { cumOfFuncs, functionStacks, leafFirstStacks } from '../../analysis/flame/stacks.ts';
import { functionLines, type LineSums, lineRowOptions } from '../../analysis/lines/functionLines.ts';
import type { Measure } from '../../analysis/values/measure.ts';
import { timedType } from '../../analysis/values/timedValues.ts';
import { madeOnce } from '../../base/maps.ts';
import { RecentlyUsed } from '../../base/recentlyUsed.ts';
import { ok, type Result } from '../../base/result.ts';
import type { Profile } from '../../pprof/profile.ts';
import { CostTable } from './costTable.ts';
import { PeekTable } from './peekTable.ts';
import type {
  InstructionAnswer,
  InstructionsQuestion,
  Listing,
  ListingQuestion,
  PictureAnswer,
  PictureQuestion,
  SearchAnswer,
  SearchQuestion,
  TreePart,
} from './questions.ts';
import type { Cost } from './scope.ts';
import { searchExpression } from './searchExpression.ts';
import type {
  PeekAnswer,
  PeekQuestion,
  TableAnswer,
  TableGranularity,
  TableQuestion,
  TreeAnswer,
  TreeQuestion,
} from './tableQuestions.ts';
import { treeKey } from './treeKey.ts';
import { TreeTable, type TreeValues } from './treeTable.ts';

/** The most trees that are kept. Each keeps the frames that were opened, so that going back to it is fast. */
const mostTrees = 6;

const noCost: Cost = { flat: 0, cum: 0 };

/** A profile after filters, with what the page's questions have derived from it so far. */
export class FilteredProfile {
  readonly profile: Profile;
  readonly #drawn: DrawnStacks;
  /** The page's index of each function name of this profile; -1 where it has none yet. */
  readonly #nameIndexOf: Int32Array;
  readonly #trees = new RecentlyUsed<FlameTree>(mostTrees);
  readonly #values = new Map<number, Float64Array>();
  // What the latest questions were about. Users scroll and search more often than they change to other costs.
  readonly #tables = new RecentlyUsed<CostTable>(1);
  readonly #peeks = new RecentlyUsed<PeekTable>(1);
  readonly #treeTables = new RecentlyUsed<TreeTable>(1);
  readonly #addresses = new RecentlyUsed<AddressCosts>(1);

  /**
   * @param folded what is outside of the timed loop, after the filters; `null` where nothing is folded
   * @param key of the filters: different for each filtered profile
   */
  constructor(
    readonly costs: ProfileCosts,
    folded: readonly FoldedPart[] | null,
    private readonly key: string,
    private readonly names: SentTexts,
    private readonly files: SentTexts,
  ) {
    const { profile } = costs;
    this.profile = profile;
    this.#drawn = new DrawnStacks(profile, folded);
    this.#nameIndexOf = new Int32Array(this.#drawn.frames.funcCount).fill(-1);
  }

  picture({ sampleType, part, zoom, pixels }: PictureQuestion): PictureAnswer {
    const tree = this.#tree(sampleType, part);
    return {
      tree: treeKey(this.key, sampleType, part),
      sampleType,
      ...flamePicture(
        tree,
        zoom,
        pixels,
        this.profile.strings,
        {
          nameOf: (func) => this.#nameIndex(func),
          names: this.names,
          files: this.files,
        },
        this.#drawn.timedValues(sampleType),
      ),
    };
  }

  search(question: SearchQuestion): Result<SearchAnswer> {
    const matches = searchExpression(question);
    if (!matches.ok) return matches;
    const values = this.#valuesOf(question.sampleType);
    const found = searchFrames(this.profile, this.#drawn.frames, values, matches.value);
    const matched: number[] = [];
    for (const [func, isMatched] of found.funcs.entries()) {
      if (isMatched === 1) matched.push(this.#nameIndex(func));
    }
    const marked = new Uint8Array(this.names.count);
    for (const name of matched) marked[name] = 1;
    return ok({ marked, cum: found.cum, binaries: found.binaries });
  }

  table(question: TableQuestion): TableAnswer {
    return this.#tableOf(question.granularity, question.sampleType).rows(question);
  }

  #tableOf(granularity: TableGranularity, sampleType: number): CostTable {
    const key = `${granularity} ${sampleType}`;
    return madeOnce(this.#tables, key, () => new CostTable(this.costs, granularity, sampleType));
  }

  /** @param ofAll the measure of the whole profile, of the question's sample type */
  peek(question: PeekQuestion, ofAll: Measure): PeekAnswer {
    const { sampleType } = question;
    const make = () => new PeekTable(this.costs, this.#tableOf('functions', sampleType), sampleType, ofAll);
    return madeOnce(this.#peeks, String(sampleType), make).rows(question);
  }

  listing({ sampleType, functionName }: ListingQuestion): Listing[] {
    const listings = listingsOf(this.profile, sampleType, functionName);
    const timed = timedType(this.profile, sampleType);
    if (timed === sampleType) return listings;
    const costs = new Map(
      listingsOf(this.profile, timed, functionName).flatMap(({ file, lines }) =>
        lines.map((cost) => [`${cost.line} ${file}`, cost]),
      ),
    );
    return listings.map((listing) => ({
      ...listing,
      lines: listing.lines.map((cost) => ({
        ...cost,
        timed: costs.get(`${cost.line} ${listing.file}`) ?? noCost,
      })),
    }));
  }

  treeTable(question: TreeQuestion): TreeAnswer {
    const { sampleType, fromLeaf } = question;
    const make = () => this.#newTreeTable(sampleType, fromLeaf);
    return madeOnce(this.#treeTables, `${fromLeaf} ${sampleType}`, make).rows(question);
  }

  #newTreeTable(sampleType: number, fromLeaf: boolean): TreeTable {
    const { frames, stacks } = this.#drawn;
    const tree = this.#tree(sampleType, { is: fromLeaf ? 'leaves' : 'all' });
    const cums = (values: Float64Array) => (fromLeaf ? cumOfFuncs(stacks, frames, values) : null);
    const timed = this.#drawn.timedValues(sampleType);
    const all: TreeValues = { values: null, cumOfFunc: cums(this.#valuesOf(sampleType)) };
    return new TreeTable(
      tree,
      this.profile.strings,
      all,
      timed === null ? null : { values: timed, cumOfFunc: cums(timed) },
    );
  }

  instructions({ sampleType, code }: InstructionsQuestion): InstructionAnswer[][] {
    const make = () => new AddressCosts(this.costs, sampleType);
    const addresses = madeOnce(this.#addresses, String(sampleType), make);
    const symbols = addresses.of(code).map((symbol) => symbol.map((cost) => ({ ...cost, ...plain(cost) })));
    const timed = timedType(this.profile, sampleType);
    if (timed === sampleType) return symbols;
    const timedSymbols = new AddressCosts(this.costs, timed).of(code);
    return symbols.map((symbol, i) =>
      symbol.map((cost) => ({
        ...cost,
        timed: plain(timedSymbols[i]?.find((each) => each.instruction === cost.instruction) ?? noCost),
      })),
    );
  }

  #nameIndex(func: number): number {
    let name = this.#nameIndexOf[func]!;
    if (name === -1) {
      name = this.names.add(this.#drawn.frames.funcName(func));
      this.#nameIndexOf[func] = name;
    }
    return name;
  }

  #tree(sampleType: number, part: TreePart): FlameTree {
    const key = treeKey(this.key, sampleType, part);
    return madeOnce(this.#trees, key, () => this.#newTree(sampleType, part));
  }

  #newTree(sampleType: number, part: TreePart): FlameTree {
    const { frames, stacks } = this.#drawn;
    const values = this.#valuesOf(sampleType);
    if (part.is === 'all') return new FlameTree(frames, stacks, values);
    if (part.is === 'leaves') return new FlameTree(frames, leafFirstStacks(stacks), values);
    const func = this.#funcNamed(part.functionName);
    const { callees, callers, through } = functionStacks(stacks, frames, func);
    const valuesThrough = values.map((value, sample) => (through[sample] === 1 ? value : 0));
    return new FlameTree(frames, part.is === 'callees' ? callees : callers, valuesThrough);
  }

  /** The function of a name; -1 if there is none. */
  #funcNamed(name: string): number {
    const { frames } = this.#drawn;
    let func = frames.funcCount - 1;
    while (func >= 0 && frames.funcName(func) !== name) func--;
    return func;
  }

  #valuesOf(sampleType: number): Float64Array {
    return madeOnce(this.#values, sampleType, () => this.#drawn.values(sampleType));
  }
}

function plain({ flat, cum }: LineSums): Cost {
  return { flat: Number(flat), cum: Number(cum) };
}

/**
 * The costs of a function's lines, as in pprof's `list`: a listing for each of its files, none if it costs nothing.
 * The function's own costs are not the sums over its lines: a sample with a recursive function counts once for each
 * of its lines on the stack.
 */
function listingsOf(profile: Profile, sampleType: number, functionName: string): Listing[] {
  const whole = new Map(
    rowsOfFunction(profile, sampleType, functionName, { granularity: 'filefunctions' }).map((row) => [
      row.info.file,
      plain(row),
    ]),
  );
  const lines = rowsOfFunction(profile, sampleType, functionName, lineRowOptions);
  return functionLines(lines).map(({ file, start, end, lines }) => ({
    file,
    ...(whole.get(file) ?? noCost),
    start,
    end,
    lines: [...lines].map(([line, sums]) => ({ line, ...plain(sums) })),
  }));
}
