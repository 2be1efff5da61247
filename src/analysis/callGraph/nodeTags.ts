import { compareText } from '../../goText/text.ts';
import type { Profile } from '../../pprof/profile.ts';
import type { NodeTable } from '../costs/nodes.ts';
import { type SampleLabels, sampleLabels } from '../filters/labels.ts';
import { countedSamples, type Measure, quotient } from '../values/measure.ts';
import { diffBaseLabel } from '../values/total.ts';
import { scaledLabel } from '../values/units.ts';
import { absolute, add, bySizeDescending, toValue, type Value } from '../values/value.ts';
import { weightAt } from '../values/weights.ts';

/** What part of an entry's cost comes from samples with certain labels; drawn as a small box at its node. */
export interface NodeTag {
  readonly name: string;
  /** Of numeric tags: the number and its unit. */
  readonly value: bigint;
  readonly unit: string;
  flat: Value;
  cum: Value;
  flatDivisor: Value;
  cumDivisor: Value;
}

/** The tags of one node. */
export interface NodeTags {
  /** By the texts of all of a sample's labels together. */
  readonly texts: Map<string, NodeTag>;
  /** Numeric ones, by the text tag they belong to, the empty one included. */
  readonly numbers: Map<string, Map<string, NodeTag>>;
}

/** The one numeric label that graphs show: the size of allocated objects. */
const shownNumber = 'bytes';

/**
 * Tags of all nodes, for a graph.
 *
 * @param kept 1 for nodes that take part; all if `null`
 * @param units of numeric labels
 * @param outputUnit for the names of numeric tags
 */
export function nodeTags(
  profile: Profile,
  table: NodeTable,
  measured: Measure,
  kept: Uint8Array | null,
  units: ReadonlyMap<string, string>,
  outputUnit: string,
): Map<number, NodeTags> {
  const tags = new Map<number, NodeTags>();
  const { samples } = profile;
  const { frameStart, frameNode } = table;
  const unit = units.get(shownNumber) ?? '';
  const counted = countedSamples(measured);
  for (let sample = 0; sample < samples.count; sample++) {
    if (samples.labelStart[sample] === samples.labelStart[sample + 1] || counted[sample] === 0) continue;
    const labels = shownLabels(sampleLabels(profile, sample), unit, outputUnit);
    const weight = weightAt(measured.weights, sample);
    const divisor = measured.divisors === null ? 0 : weightAt(measured.divisors, sample);
    const seen = new Set<number>();
    const first = samples.locationStart[sample]!;
    const end = samples.locationStart[sample + 1]!;
    for (let i = first; i < end; i++) {
      const location = samples.locations[i]!;
      for (let frame = frameStart[location]!; frame < frameStart[location + 1]!; frame++) {
        const node = frameNode[frame]!;
        const isLeaf = i === first && frame === frameStart[location];
        if (kept !== null && kept[node] !== 1) continue;
        for (const tag of tagsFor(tags, node, labels)) {
          if (isLeaf) {
            tag.flat = add(tag.flat, weight);
            tag.flatDivisor = add(tag.flatDivisor, divisor);
          }
          if (seen.has(node)) continue;
          tag.cum = add(tag.cum, weight);
          tag.cumDivisor = add(tag.cumDivisor, divisor);
        }
        seen.add(node);
      }
    }
  }
  return tags;
}

interface ShownLabels {
  /** All texts together, the name of their tag; empty where there is none. */
  readonly text: string;
  readonly numbers: readonly { readonly name: string; readonly value: bigint; readonly unit: string }[];
}

function shownLabels({ texts, numbers }: SampleLabels, unit: string, outputUnit: string): ShownLabels {
  const pairs = [...texts]
    .filter(([key]) => key !== diffBaseLabel.key)
    .flatMap(([key, values]) => values.map((value) => `${key}:${value}`));
  return {
    text: pairs.sort(compareText).join('\\n'),
    numbers: (numbers.get(shownNumber) ?? []).map((value) => ({
      name: scaledLabel(toValue(value), unit, outputUnit),
      value,
      unit,
    })),
  };
}

/** The tags of a node that a sample with these labels counts for. */
function tagsFor(all: Map<number, NodeTags>, node: number, { text, numbers }: ShownLabels): NodeTag[] {
  let tags = all.get(node);
  if (tags === undefined) {
    tags = { texts: new Map(), numbers: new Map() };
    all.set(node, tags);
  }
  const found: NodeTag[] = [];
  if (text !== '') found.push(findTag(tags.texts, text, 0n, ''));
  for (const { name, value, unit } of numbers) {
    let ofText = tags.numbers.get(text);
    if (ofText === undefined) {
      ofText = new Map();
      tags.numbers.set(text, ofText);
    }
    found.push(findTag(ofText, name, value, unit));
  }
  return found;
}

function findTag(tags: Map<string, NodeTag>, name: string, value: bigint, unit: string): NodeTag {
  let tag = tags.get(name);
  if (tag === undefined) {
    tag = { name, value, unit, flat: 0, cum: 0, flatDivisor: 0, cumDivisor: 0 };
    tags.set(name, tag);
  }
  return tag;
}

/** Leaves only tags of at least this flat or cum. */
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
