import { quotient } from './measure.ts';
import { type NodeTag, sortTags } from './nodeTags.ts';
import { scale, scaledLabel } from './units.ts';
import { add, toValue } from './value.ts';

/**
 * Numeric tags in at most `count` groups: the largest stand for themselves, every other joins the nearest of them,
 * and a group is named by its range (`16B..64B`).
 */
export function collapsedTags(tags: NodeTag[], count: number, byFlat: boolean): NodeTag[] {
  const sorted = sortTags(tags, byFlat);
  if (sorted.length <= count) return sorted;
  const groups = sorted.slice(0, count).map((tag) => [tag]);
  for (const tag of sorted.slice(count)) {
    let nearest = groups[0]!;
    for (const group of groups) {
      if (distance(tag, group[0]!) < distance(tag, nearest[0]!)) nearest = group;
    }
    nearest.push(tag);
  }
  return sortTags(groups.map(groupTag), byFlat);
}

function distance(tag: NodeTag, other: NodeTag): number {
  return Math.abs(Number(tag.value) - scale(toValue(other.value), other.unit, tag.unit).value);
}

function groupTag(group: readonly NodeTag[]): NodeTag {
  const inUnitOf = (tag: NodeTag, other: NodeTag) =>
    Math.trunc(scale(toValue(tag.value), tag.unit, other.unit).value);
  let [least, most] = [group[0]!, group[0]!];
  const sums = {
    flat: least.flat,
    cum: least.cum,
    flatDivisor: least.flatDivisor,
    cumDivisor: least.cumDivisor,
  };
  for (const tag of group.slice(1)) {
    if (inUnitOf(tag, least) < least.value) least = tag;
    if (inUnitOf(tag, most) > most.value) most = tag;
    sums.flat = add(sums.flat, tag.flat);
    sums.cum = add(sums.cum, tag.cum);
    sums.flatDivisor = add(sums.flatDivisor, tag.flatDivisor);
    sums.cumDivisor = add(sums.cumDivisor, tag.cumDivisor);
  }
  const printed = ({ value, unit }: NodeTag) => scaledLabel(toValue(value), unit, 'auto');
  return {
    name: group.length === 1 ? printed(least) : `${printed(least)}..${printed(most)}`,
    value: least.value,
    unit: least.unit,
    flat: quotient(sums.flat, sums.flatDivisor),
    cum: quotient(sums.cum, sums.cumDivisor),
    flatDivisor: 0,
    cumDivisor: 0,
  };
}
