import { madeOnce } from '../../base/maps.ts';
import { compareText } from '../../goText/text.ts';
import { Uint32Builder } from '../../pprof/columns.ts';
import type { Int64Column, Profile } from '../../pprof/profile.ts';
import { Sequences } from '../../pprof/sequences.ts';
import type { NodeTable } from '../costs/nodes.ts';
import { SampleSums } from '../costs/sampleSums.ts';
import { type SampleLabels, sampleLabels } from '../filters/labels.ts';
import { countedSamples, type Measure, quotient } from '../values/measure.ts';
import { diffBaseLabel } from '../values/total.ts';
import { scaledLabel } from '../values/units.ts';
import { absolute, bySizeDescending, toValue, type Value } from '../values/value.ts';
import { escapeForDot } from './dotEscape.ts';

/** The part of a node's cost that comes from samples with certain labels. It is drawn as a small box at the node. */
export interface NodeTag {
  readonly name: string;
  /** The number and unit of a numeric tag; 0 and empty for a text tag. */
  readonly value: bigint;
  readonly unit: string;
  readonly flat: Value;
  readonly cum: Value;
  /** With a mean, what flat and cum are divided by; otherwise 0. */
  readonly flatDivisor: Value;
  readonly cumDivisor: Value;
}

/** The tags of one node. */
export interface NodeTags {
  /** By the texts of all of a sample's labels together. */
  readonly texts: Map<string, NodeTag>;
  /** Numeric tags, by the text tag they belong to; by the empty text if there is none. */
  readonly numbers: Map<string, Map<string, NodeTag>>;
}

/** The one numeric label that graphs show: the size of allocated objects. */
const shownNumber = 'bytes';

/** The nodes whose tags are asked for, and how tags are named. */
export interface TaggedNodes {
  readonly nodes: NodeTable;
  /** 1 for nodes that are in the graph; all if `null`. */
  readonly kept: Uint8Array | null;
  /** Of numeric labels. */
  readonly units: ReadonlyMap<string, string>;
  /** For the names of numeric tags. */
  readonly outputUnit: string;
}

/** Tags of all nodes, for a graph. */
export function nodeTags(
  profile: Profile,
  measured: Measure,
  { nodes, kept, units, outputUnit }: TaggedNodes,
): Map<number, NodeTags> {
  const all = new Map<number, NodeTags>();
  const tagged = taggedSamples(profile, measured, units.get(shownNumber) ?? '', outputUnit);
  const sums = new TagSums(nodes.count, measured);
  for (const ofTag of tagged) {
    sums.count(profile, nodes, kept, ofTag.samples.finish());
    for (const node of sums.nodes()) placeTag(all, node, ofTag.text, sums.take(node, ofTag));
  }
  return all;
}

/** The samples of one tag: their values are parallel to them. */
interface TaggedSamples {
  /** Of numeric tags, the text tag they belong to; `null` for a text tag itself. */
  readonly text: string | null;
  readonly name: string;
  readonly unit: string;
  /** Ascending. A sample with the same number twice is here twice, and counts twice. */
  readonly samples: Uint32Builder;
  readonly values: bigint[];
}

/** A tag of a sample, with the sample's number if it is numeric. */
interface ValuedTag {
  readonly tag: TaggedSamples;
  readonly value: bigint;
}

/**
 * The tags of all samples that count, each with its samples. Samples with equal labels have equal tags, so labels are
 * read once for each different set of them.
 */
function taggedSamples(
  profile: Profile,
  measured: Measure,
  unit: string,
  outputUnit: string,
): Iterable<TaggedSamples> {
  const { samples, labels } = profile;
  const counted = countedSamples(measured);
  const numbers = wordsOf(labels.number);
  const sets = new Sequences();
  const tagsOfSet: (readonly ValuedTag[])[] = [];
  const tags = new Map<string, TaggedSamples>();
  for (let sample = 0; sample < samples.count; sample++) {
    const start = samples.labelStart[sample]!;
    const end = samples.labelStart[sample + 1]!;
    if (start === end || counted[sample] === 0) continue;
    for (let label = start; label < end; label++) {
      sets.push(labels.key[label]!);
      sets.push(labels.text[label]!);
      sets.push(numbers[2 * label]!);
      sets.push(numbers[2 * label + 1]!);
      sets.push(labels.numberUnit[label]!);
    }
    const set = sets.close();
    if (set === tagsOfSet.length) {
      tagsOfSet.push(tagsOfLabels(tags, sampleLabels(profile, sample), unit, outputUnit));
    }
    for (const { tag, value } of tagsOfSet[set]!) {
      tag.samples.push(sample);
      tag.values.push(value);
    }
  }
  return tags.values();
}

/** Two uint32s for each value of a column: equal values have equal ones. */
function wordsOf({ approximate, exact }: Int64Column): Uint32Array {
  const { buffer, byteOffset, length } = exact ?? approximate;
  return new Uint32Array(buffer, byteOffset, 2 * length);
}

/** The tags that a sample with these labels counts for; adds those to `tags` that are new. */
function tagsOfLabels(
  tags: Map<string, TaggedSamples>,
  { texts, numbers }: SampleLabels,
  unit: string,
  outputUnit: string,
): ValuedTag[] {
  const pairs = [...texts]
    .filter(([key]) => key !== diffBaseLabel.key)
    .flatMap(([key, values]) => values.map((value) => `${key}:${value}`));
  const text = pairs.sort(compareText).map(escapeForDot).join('\\n');
  const find = (ofText: string | null, name: string, ofNumber: string) => {
    const key = JSON.stringify([ofText, name]);
    return madeOnce(tags, key, () => ({
      text: ofText,
      name,
      unit: ofNumber,
      samples: new Uint32Builder(),
      values: [],
    }));
  };
  const ofNumbers = (numbers.get(shownNumber) ?? []).map((value) => ({
    tag: find(text, escapeForDot(scaledLabel(toValue(value), unit, outputUnit)), unit),
    value,
  }));
  return text === '' ? ofNumbers : [{ tag: find(null, text, ''), value: 0n }, ...ofNumbers];
}

/** Sums of one tag after the other, by node. */
class TagSums {
  readonly #flat: SampleSums;
  readonly #cum: SampleSums;
  readonly #flatDivisors: SampleSums | null;
  readonly #cumDivisors: SampleSums | null;
  /** By node, the index of the tag's first sample with it; -1 if none. */
  readonly #firstSample: Int32Array;
  /** The nodes of the tag's samples. */
  readonly #nodes: number[] = [];

  constructor(nodeCount: number, { weights, divisors }: Measure) {
    this.#flat = new SampleSums(weights, nodeCount);
    this.#cum = new SampleSums(weights, nodeCount);
    this.#flatDivisors = divisors === null ? null : new SampleSums(divisors, nodeCount);
    this.#cumDivisors = divisors === null ? null : new SampleSums(divisors, nodeCount);
    this.#firstSample = new Int32Array(nodeCount).fill(-1);
  }

  /** Adds up a tag. All nodes of the one before must have been taken. */
  count(
    { samples }: Profile,
    { frameStart, frameNode }: NodeTable,
    kept: Uint8Array | null,
    ofTag: Uint32Array,
  ): void {
    for (let index = 0; index < ofTag.length; index++) {
      const sample = ofTag[index]!;
      const first = samples.locationStart[sample]!;
      const end = samples.locationStart[sample + 1]!;
      for (let i = first; i < end; i++) {
        const location = samples.locations[i]!;
        const innermost = frameStart[location]!;
        for (let frame = innermost; frame < frameStart[location + 1]!; frame++) {
          const node = frameNode[frame]!;
          if (kept !== null && kept[node] !== 1) continue;
          if (i === first && frame === innermost) {
            this.#flat.add(node, sample);
            this.#flatDivisors?.add(node, sample);
          }
          if (!this.#cum.addOnce(node, sample, index)) continue;
          this.#cumDivisors?.add(node, sample);
          if (this.#firstSample[node] !== -1) continue;
          this.#firstSample[node] = index;
          this.#nodes.push(node);
        }
      }
    }
  }

  /** Takes the nodes that have the tag, one after the other. */
  *nodes(): Generator<number> {
    for (let node = this.#nodes.pop(); node !== undefined; node = this.#nodes.pop()) yield node;
  }

  /** The tag of a node. Its sums begin anew. */
  take(node: number, { name, unit, values }: TaggedSamples): NodeTag {
    // Numbers that are printed alike are one tag, which has the number that the node met first.
    const value = values[this.#firstSample[node]!]!;
    this.#firstSample[node] = -1;
    return {
      name,
      value,
      unit,
      flat: this.#flat.take(node),
      cum: this.#cum.take(node),
      flatDivisor: this.#flatDivisors?.take(node) ?? 0,
      cumDivisor: this.#cumDivisors?.take(node) ?? 0,
    };
  }
}

/** @param text of a numeric tag, the text tag it belongs to; `null` for a text tag */
function placeTag(all: Map<number, NodeTags>, node: number, text: string | null, tag: NodeTag): void {
  const tags = madeOnce(all, node, () => ({ texts: new Map(), numbers: new Map() }));
  if (text === null) {
    tags.texts.set(tag.name, tag);
    return;
  }
  const ofText = madeOnce(tags.numbers, text, () => new Map());
  ofText.set(tag.name, tag);
}

/** Keeps the tags with at least this flat or cum. */
export function trimTags({ texts, numbers }: NodeTags, least: number): NodeTags {
  const trim = (tags: Map<string, NodeTag>) =>
    new Map([...tags].filter(([, { flat, cum }]) => absolute(flat) >= least || absolute(cum) >= least));
  return { texts: trim(texts), numbers: new Map([...numbers].map(([text, tags]) => [text, trim(tags)])) };
}

/** Largest first, by flat or by cum, then by name. */
export function sortTags(tags: NodeTag[], byFlat: boolean): NodeTag[] {
  return tags.sort(
    (a, b) =>
      (byFlat ? 0 : bySizeDescending(a.cum, b.cum)) ||
      bySizeDescending(a.flat, b.flat) ||
      compareText(a.name, b.name),
  );
}

export function tagFlat({ flat, flatDivisor }: NodeTag): Value {
  return quotient(flat, flatDivisor);
}

export function tagCum({ cum, cumDivisor }: NodeTag): Value {
  return quotient(cum, cumDivisor);
}
