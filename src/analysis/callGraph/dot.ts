import { labelParts } from '../costs/nodes.ts';
import { baseName } from '../names/filePaths.ts';
import { shortFunctionName } from '../names/functionName.ts';
import { type CostFormat, formatCost } from '../values/costFormat.ts';
import { quotient } from '../values/measure.ts';
import { percentage, scale, scaledLabel } from '../values/units.ts';
import { add, isZero, toValue, type Value } from '../values/value.ts';
import { type CallEdge, type CallNode, compareEdges } from './callGraph.ts';
import { escapeForDot } from './dotEscape.ts';
import { type NodeTag, type NodeTags, sortTags, tagCum, tagFlat } from './nodeTags.ts';
import { mostTags, type VisualGraph } from './visualGraph.ts';

/** What is written around a graph, and how its values are formatted. */
export interface DotLook {
  /** The binary's name; empty where unknown. */
  readonly title: string;
  /** Lines of the legend, not escaped; empty for no legend. */
  readonly legend: readonly string[];
  readonly format: CostFormat;
  /** What percentages are of. */
  readonly total: Value;
  /** What pprof writes another way: the name of a function, and which nodes are grey. */
  readonly own?: {
    readonly nameOf?: (name: string) => string;
    readonly isGrey: (name: string) => boolean;
  };
}

/** A call graph in Graphviz's language, as `go tool pprof -dot` writes it. */
export function dotText(graph: VisualGraph, look: DotLook): string {
  return new DotWriter(graph, look).text();
}

class DotWriter {
  readonly #numbers: Map<CallNode, number>;
  readonly #lines: string[] = [];

  constructor(
    private readonly graph: VisualGraph,
    private readonly look: DotLook,
  ) {
    this.#numbers = new Map(graph.nodes.map((node, i) => [node, i + 1]));
  }

  text(): string {
    const { nodes } = this.graph;
    const { title } = this.look;
    this.#lines.push(
      `digraph "${title === '' ? 'unnamed' : escapeForDot(title)}" {`,
      'node [style=filled fillcolor="#f8f8f8"]',
    );
    this.#legend();
    let mostFlat = 0;
    for (const { flat } of nodes) mostFlat = Math.max(mostFlat, Math.abs(Number(flat)));
    const tagged = new Set<CallNode>();
    for (const node of nodes) {
      this.#node(node, mostFlat);
      if (this.#tags(node)) tagged.add(node);
    }
    const edges = nodes.flatMap(({ callees }) => callees).sort(compareEdges);
    for (const edge of edges) this.#edge(edge, tagged.has(edge.caller));
    this.#lines.push('}');
    return `${this.#lines.join('\n')}\n`;
  }

  #legend(): void {
    const { title, legend } = this.look;
    if (legend.length === 0) return;
    const labels = legend.map(escapeForDot);
    const tooltip = title === '' ? '' : ` tooltip="${escapeForDot(title)}"`;
    this.#lines.push(
      `subgraph cluster_L { "${labels[0]}" [shape=box fontsize=16 label="${labels.join('\\l')}\\l"${tooltip}] }`,
    );
  }

  #value(value: Value): string {
    return escapeForDot(formatCost(value, this.look.format));
  }

  #share(value: Value): string {
    return percentage(value, this.look.total);
  }

  #node(node: CallNode, mostFlat: number): void {
    const { flat, cum } = node;
    const number = this.#number(node);
    let label = this.#name(node) + (isZero(flat) ? '0' : `${this.#value(flat)} (${this.#share(flat)})`);
    if (cum !== flat) {
      label += `${isZero(flat) ? ' ' : '\\n'}of ${this.#value(cum)} (${this.#share(cum)})`;
    }
    const size = Math.abs(Number(flat));
    const fontSize = 8 + (size === 0 || mostFlat === 0 ? 0 : Math.ceil(16 * Math.sqrt(size / mostFlat)));
    const isGrey = this.look.own?.isGrey(node.info.name) === true;
    const score = isGrey ? 0 : Number(cum) / Math.abs(Number(this.look.total));
    this.#lines.push(
      `N${number} [label="${label}" id="node${number}" fontsize=${fontSize} shape=box tooltip="${escapeForDot(node.label)} (${this.#value(cum)})" color="${dotColor(score, 'line')}" fillcolor="${dotColor(score, 'fill')}"]`,
    );
  }

  /** The node's name over several lines. */
  #name({ info }: CallNode): string {
    const { nameOf = shortFunctionName } = this.look.own ?? {};
    const name = escapeForDot(nameOf(info.name))
      .replaceAll('::', '\\n')
      .replaceAll('[...]', '[…]')
      .replaceAll('.', '\\n');
    const file = info.file === '' ? '' : escapeForDot(baseName(info.file));
    return `${labelParts({ ...info, name, file }).join('\\n')}\\n`;
  }

  /** Writes the boxes of a node's tags. Returns whether there are any. */
  #tags(node: CallNode): boolean {
    const tags = this.graph.tags.get(node.node);
    if (tags === undefined) return false;
    const before = this.#lines.length;
    const name = `N${this.#number(node)}`;
    // A leaf of the graph has no callees that are drawn, so its tags include those of the callees.
    const byFlat = node.callees.length > 0;
    for (const [i, tag] of sortTags([...tags.texts.values()], byFlat)
      .slice(0, mostTags)
      .entries()) {
      const weight = byFlat ? tagFlat(tag) : tagCum(tag);
      if (isZero(weight)) continue;
      this.#tagBox(`${name}_${i}`, name, tag.name, weight, '');
      this.#numericTags(tags, tag.name, byFlat, `${name}_${i}`);
    }
    this.#numericTags(tags, '', byFlat, name);
    return this.#lines.length > before;
  }

  #numericTags({ numbers }: NodeTags, text: string, byFlat: boolean, source: string): void {
    const ofText = numbers.get(text);
    if (ofText === undefined) return;
    for (const [i, tag] of collapsedTags([...ofText.values()], mostTags, byFlat).entries()) {
      const isFlat = byFlat || tagFlat(tag) === tagCum(tag);
      const weight = isFlat ? tagFlat(tag) : tagCum(tag);
      if (!isZero(weight))
        this.#tagBox(`N${source}_${i}`, source, tag.name, weight, isFlat ? '' : ' style="dotted"');
    }
  }

  #tagBox(id: string, source: string, label: string, weight: Value, style: string): void {
    const value = this.#value(weight);
    this.#lines.push(
      `${id} [label = "${label}" id="${id}" fontsize=8 shape=box3d tooltip="${value}"]`,
      `${source} -> ${id} [label=" ${value}" weight=100 tooltip="${value}" labeltooltip="${value}"${style}]`,
    );
  }

  #edge(edge: CallEdge, hasTags: boolean): void {
    const { caller, callee, value, inline, residual } = edge;
    const text = this.#value(value);
    const attributes = [`label=" ${text}${inline ? '\\n (inline)' : ''}"`];
    const { total } = this.look;
    if (!isZero(total)) {
      const weight = 1 + scaledShare(value, total, 100);
      const width = 1 + scaledShare(value, total, 5);
      if (weight > 1) attributes.push(`weight=${weight}`);
      if (width > 1) attributes.push(`penwidth=${width}`);
      const isGrey = this.look.own?.isGrey(callee.info.name) === true;
      const share = isGrey ? 0 : Number(value) / Math.abs(Number(total));
      attributes.push(`color="${dotColor(share, 'line')}"`);
    }
    const arrow = residual ? '...' : '->';
    const tooltip = `"${escapeForDot(caller.label)} ${arrow} ${escapeForDot(callee.label)} (${text})"`;
    attributes.push(`tooltip=${tooltip} labeltooltip=${tooltip}`);
    if (residual) attributes.push('style="dotted"');
    if (hasTags) attributes.push('minlen=2');
    this.#lines.push(`N${this.#number(caller)} -> N${this.#number(callee)} [${attributes.join(' ')}]`);
  }

  /** Entries that are not drawn share the number 0, as in the tool. */
  #number(node: CallNode): number {
    return this.#numbers.get(node) ?? 0;
  }
}

/** The share of `value` in `total`, as a whole number of `parts`; at most `parts`. */
function scaledShare(value: Value, total: Value, parts: number): number {
  const share = Number((BigInt(value) * BigInt(parts)) / BigInt(total));
  return Math.min(Math.abs(share), parts);
}

/** How far the colours of small scores are from grey: 0 means not at all. */
const colourShift = 0.7;

const looks = {
  line: { saturation: 1, value: 0.7 },
  fill: { saturation: 0.1, value: 0.93 },
} as const;

/**
 * The colour of a node or an edge by its share of the total, -1 to 1: green below 0, grey at 0, red above. The
 * numbers are pprof's, so that graphs look alike.
 */
function dotColor(share: number, look: keyof typeof looks): string {
  const { value } = looks[look];
  const limited = Number.isNaN(share) ? share : Math.max(-1, Math.min(1, share));
  const fading = Math.abs(limited) < 0.2 ? Math.abs(limited) / 0.2 : 1;
  const saturation = looks[look].saturation * fading;
  const score = Math.sign(limited) * Math.abs(limited) ** (1 - colourShift);
  const faded = value * (1 - saturation * Math.abs(score));
  const [red, green] = score < 0 ? [faded, value] : [value, faded];
  return `#${[red, green, value * (1 - saturation)].map(hexByte).join('')}`;
}

function hexByte(part: number): string {
  const byte = Math.trunc(part * 255);
  return (Number.isNaN(byte) ? 0 : byte).toString(16).padStart(2, '0');
}

/**
 * Puts numeric tags into at most `count` groups: the largest tags begin a group each, every other tag joins the
 * nearest group. A group is named by its range (`16B..64B`).
 */
function collapsedTags(tags: NodeTag[], count: number, byFlat: boolean): NodeTag[] {
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
  const printed = ({ value, unit }: NodeTag) => escapeForDot(scaledLabel(toValue(value), unit, 'auto'));
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
