/** What must be true of every profile that was accepted. The engine is asked as reports ask it. */
import { callGraph } from '../../src/analysis/callGraph/callGraph.ts';
import type { Granularity } from '../../src/analysis/costs/nodes.ts';
import { ProfileCosts } from '../../src/analysis/costs/profileCosts.ts';
import { reportRows } from '../../src/analysis/costs/reportRows.ts';
import { FlameTree } from '../../src/analysis/flame/flameTree.ts';
import { frameTable } from '../../src/analysis/flame/frames.ts';
import { rootFirstStacks } from '../../src/analysis/flame/stacks.ts';
import { indexLines } from '../../src/analysis/lines/lines.ts';
import { chargeOwnLines } from '../../src/analysis/lines/ownLines.ts';
import { measure } from '../../src/analysis/values/measure.ts';
import { total } from '../../src/analysis/values/total.ts';
import type { Value } from '../../src/analysis/values/value.ts';
import { sentence } from '../../src/base/result.ts';
import { int64At } from '../../src/pprof/columns.ts';
import { decode } from '../../src/pprof/decode.ts';
import { encode } from '../../src/pprof/encode.ts';
import { mergeProfiles } from '../../src/pprof/merge.ts';
import type { Profile } from '../../src/pprof/profile.ts';
import { digest } from './digest.ts';

/** Only so many sample types are checked: a file may have thousands, and all use the same code. */
const mostSampleTypes = 3;

const granularities: readonly Granularity[] = ['functions', 'filefunctions', 'files', 'lines', 'addresses'];

/**
 * The first rule that a profile breaks, in words; `null` if there is none. Throws if the engine throws.
 *
 * @param part which of the questions to ask: all, or one of them for each number. Many inputs are worth more than all
 *   questions about each.
 */
export function brokenRule(profile: Profile, part: number | 'all' = 'all'): string | null {
  if (part === 'all' || part % 5 === 0) {
    const unfaithful = brokenInWriting(profile);
    if (unfaithful !== null) return unfaithful;
  }
  const costs = new ProfileCosts(profile);
  const types = Math.min(profile.sampleTypes.length, mostSampleTypes);
  for (let type = 0; type < types; type++) {
    if (part !== 'all' && part % types !== type) continue;
    const sums = exactSums(profile, type);
    const broken = questions
      .filter((_, i) => part === 'all' || Math.floor(part / 7) % questions.length === i)
      .map((ask) => ask(costs, type, sums))
      .find((answer) => answer !== null);
    if (broken !== undefined) return `sample type ${type}: ${broken}`;
  }
  return null;
}

type Question = (costs: ProfileCosts, type: number, sums: Sums) => string | null;

const questions: readonly Question[] = [
  ...granularities.flatMap((granularity) =>
    [false, true].map(
      (noInlines): Question =>
        (costs, type, sums) =>
          brokenInRows(costs, type, sums, { granularity, noInlines }),
    ),
  ),
  (costs, type, sums) => brokenInGraph(costs, type, sums),
  (costs, type, sums) => brokenInLines(costs, type, sums),
  (costs, type, sums) => brokenInTree(costs.profile, type, sums),
  ({ profile }, type) => {
    chargeOwnLines(profile, type, (file) => file.length % 2 === 0);
    return null;
  },
];

/** A profile that is written and read again is the same. Merged with itself, its values are doubled. */
function brokenInWriting(profile: Profile): string | null {
  const again = decode(encode(profile));
  if (!again.ok) return `what was written is refused: ${sentence(again.problem)}`;
  if (digest(again.value) !== digest(profile)) return 'what was written reads differently';
  const merged = mergeProfiles([profile, profile]);
  for (const type of profile.sampleTypes.keys()) {
    // Sums larger than int64 overflow as in Go.
    const twice = BigInt.asIntN(64, 2n * exactSums(profile, type).signed);
    if (BigInt.asIntN(64, exactSums(merged, type).signed) !== twice) return 'a merge loses something';
  }
  return null;
}

/** The sums of a sample type by their definition. Only the engine's columns are used. */
interface Sums {
  readonly signed: bigint;
  /** The sum of absolute values. */
  readonly size: bigint;
  /** The sum over samples that have a leaf. */
  readonly flat: bigint;
  readonly hasNegative: boolean;
}

function exactSums({ samples, sampleTypes }: Profile, type: number): Sums {
  let signed = 0n;
  let size = 0n;
  let flat = 0n;
  let hasNegative = false;
  for (let sample = 0; sample < samples.count; sample++) {
    const value = int64At(samples.values, sample * sampleTypes.length + type);
    signed += value;
    size += value < 0n ? -value : value;
    hasNegative ||= value < 0n;
    if (samples.locationStart[sample + 1]! > samples.locationStart[sample]!) flat += value;
  }
  return { signed, size, flat, hasNegative };
}

interface Cost {
  readonly flat: Value;
  readonly cum: Value;
}

function brokenInRows(
  costs: ProfileCosts,
  type: number,
  sums: Sums,
  options: { readonly granularity: Granularity; readonly noInlines: boolean },
): string | null {
  const rows = reportRows(costs, type, options);
  const at = `${options.granularity}${options.noInlines ? ' noinlines' : ''}`;
  const broken = brokenCost(rows, sums);
  if (broken !== null) return `${at}: ${broken}`;
  return sumOf(rows) === sums.flat ? null : `${at}: flat does not sum to the samples' values`;
}

function brokenInGraph(costs: ProfileCosts, type: number, sums: Sums): string | null {
  const { profile } = costs;
  if (!isDiffBase(profile) && BigInt(total(profile, type)) !== sums.size)
    return 'the total is not the sum of |value|';
  const { nodes } = callGraph(costs, measure(profile, type), { nodeCount: 20, edgeFraction: 0.001 }, 'all');
  const node = nodes.find(
    ({ callers, cum }) => !sums.hasNegative && callers.some(({ weight }) => weight > cum),
  );
  return node === undefined ? null : `an edge to ${node.label} weighs more than its callee`;
}

/** In a comparison, totals are those of the base's samples. */
function isDiffBase({ labels, strings }: Profile): boolean {
  return labels.key.some((key) => strings.get(key) === 'pprof::base');
}

function sumOf(rows: readonly Cost[]): bigint {
  return rows.reduce((sum, { flat }) => sum + BigInt(flat), 0n);
}

function brokenCost(rows: readonly Cost[], { hasNegative, size }: Sums): string | null {
  if (hasNegative) return null;
  if (rows.some(({ flat, cum }) => cum < flat)) return 'cum is less than flat';
  return rows.some(({ cum }) => BigInt(cum) > size) ? 'cum is more than the total' : null;
}

function brokenInLines(costs: ProfileCosts, type: number, sums: Sums): string | null {
  const index = indexLines(costs);
  let flat = 0n;
  for (const file of index.files.keys()) {
    const lines = index.lines(file, type);
    const broken = brokenCost(lines, sums);
    if (broken !== null) return `lines of ${JSON.stringify(index.files[file])}: ${broken}`;
    flat += sumOf(lines);
    const hot = lines[0];
    if (hot !== undefined && index.functionsOn(file, hot.line).length === 0)
      return 'a line without a function';
    if (lines.some(({ line }, i) => i > 0 && line <= lines[i - 1]!.line)) return 'lines are not ascending';
  }
  return !sums.hasNegative && flat > sums.flat ? 'lines: flat sums to more than the samples' : null;
}

/** Opens the tree as deep and as wide as a picture does. */
const mostOpened = 300;

function brokenInTree(profile: Profile, type: number, { size }: Sums): string | null {
  const frames = frameTable(profile);
  const { samples, sampleTypes } = profile;
  const values = Float64Array.from(
    { length: samples.count },
    (_, sample) => samples.values.approximate[sample * sampleTypes.length + type]!,
  );
  const tree = new FlameTree(frames, rootFirstStacks(profile, frames), values);
  if (!isNear(tree.total, Number(size))) return 'tree: the root is not as wide as the total';
  for (let node = 0; node < Math.min(tree.nodeCount, mostOpened); node++) {
    const { first, count } = tree.open(node);
    let width = 0;
    for (let child = first; child < first + count; child++) width += tree.width(child);
    if (width > tree.width(node) && !isNear(width, tree.width(node)))
      return `tree: ${node} is narrower than its children`;
  }
  return null;
}

/** The tree's values are doubles. A sum in another order differs in its last digits. */
function isNear(a: number, b: number): boolean {
  return Math.abs(a - b) <= Math.max(a, b) * 1e-9;
}
