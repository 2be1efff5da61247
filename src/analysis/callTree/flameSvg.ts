import { escapeXml } from '../../base/escape.ts';
import { cutText } from '../names/nameParts.ts';
import { NameSet } from '../names/nameSet.ts';
import { type CostFormat, formatCost } from '../values/costFormat.ts';
import { percentage } from '../values/units.ts';
import { absolute, type Value } from '../values/value.ts';
import type { CallTree } from './callTree.ts';

const width = 1200;
const rowHeight = 17;
const margin = 10;
const headHeight = 34;
/** Narrower frames are left out: they cannot be seen, and a large profile has millions of them. */
const leastWidth = 0.3;
/** The width of a character of the label font, rounded up a little. */
const characterWidth = 6.6;
const textInset = 3;

const grey = '#e2e2e2';

/** What a picture says besides its frames. */
export interface FlameLook {
  /** Above the picture. */
  readonly title: string;
  /** What percentages are of. */
  readonly total: Value;
  readonly format: CostFormat;
  /** Of a comparison: whether the samples bear that this function costs less, or more. It is grey where they do not. */
  readonly isBorne?: ((functionName: string, isLess: boolean) => boolean) | undefined;
}

/** Where a frame is drawn. */
interface Rectangle {
  readonly node: number;
  readonly depth: number;
  readonly x: number;
  readonly width: number;
}

/**
 * A flame graph as a picture for documents: root on top, each frame as wide as its share of the total, with the
 * numbers in a tooltip. Negative costs of a difference are as wide as positive ones.
 */
export function flameSvg(tree: CallTree, look: FlameLook): string {
  const { title } = look;
  const rectangles = rectanglesOf(tree);
  const depth = rectangles.reduce((deepest, rectangle) => Math.max(deepest, rectangle.depth), 0);
  const height = headHeight + (depth + 1) * rowHeight + margin;
  const names = new NameSet(rectangles.map(({ node }) => nameOf(tree, node)));
  const frames = rectangles.map((rectangle) => frameSvg(tree, names, rectangle, look));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeXml(title)}">`,
    '<style>text{font:11px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;fill:#1b1b1b}.title{font-size:14px}rect{stroke:#fff;stroke-width:.5}</style>',
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    `<text class="title" x="${width / 2}" y="22" text-anchor="middle">${escapeXml(title)}</text>`,
    ...frames,
    '</svg>\n',
  ].join('\n');
}

/** The rectangles of all frames wide enough to see, the root's first. */
function rectanglesOf(tree: CallTree): Rectangle[] {
  const size = (node: number) => Number(absolute(tree.cum(node)));
  const rectangles: Rectangle[] = [];
  const pending: Rectangle[] = [{ node: 0, depth: 0, x: margin, width: width - 2 * margin }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    rectangles.push(next);
    const children = tree.children(next.node);
    // In a difference children can be larger than their parent. Then they are scaled down to fit.
    const sum = children.reduce((whole, child) => whole + size(child), 0);
    const scale = next.width / Math.max(sum, size(next.node), Number.MIN_VALUE);
    let { x } = next;
    for (const child of children) {
      const childWidth = size(child) * scale;
      if (childWidth >= leastWidth)
        pending.push({ node: child, depth: next.depth + 1, x, width: childWidth });
      x += childWidth;
    }
  }
  return rectangles;
}

function nameOf(tree: CallTree, node: number): string {
  return node === 0 ? 'all' : tree.table.label(tree.tableNode[node]!);
}

function frameSvg(
  tree: CallTree,
  names: NameSet,
  { node, depth, x, width }: Rectangle,
  { total, format, isBorne }: FlameLook,
): string {
  const cum = tree.cum(node);
  const name = nameOf(tree, node);
  const inline = tree.inline[node] === 1 && node !== 0 ? ' (inline)' : '';
  // The root is no function: by how much all of it differs is what two recordings differ by.
  const isGrey =
    isBorne !== undefined && (node === 0 || !isBorne(tree.table.info(tree.tableNode[node]!).name, cum < 0));
  const tooltip = `${name}${inline}\n${formatCost(cum, format)}, ${percentage(cum, total)}`;
  const y = headHeight + depth * rowHeight;
  const fits = Math.floor((width - 2 * textInset) / characterWidth);
  const label = fits < 3 ? '' : fittingName(names.forms(name), fits);
  const text =
    label === '' ? '' : `<text x="${decimal(x + textInset)}" y="${y + 12}">${escapeXml(label)}</text>`;
  return `<g><title>${escapeXml(tooltip)}</title><rect x="${decimal(x)}" y="${y}" width="${decimal(width)}" height="${rowHeight}" fill="${isGrey ? grey : colour(name, cum < 0)}"/>${text}</g>`;
}

/** The longest form of a name with at most this many characters; if none fits, the shortest with its middle left out. */
function fittingName(forms: readonly string[], fits: number): string {
  return forms.find((form) => form.length <= fits) ?? cutText(forms.at(-1) ?? '', fits);
}

function decimal(x: number): string {
  return String(Number(x.toFixed(2)));
}

/** Colours by name, so that a function has the same colour everywhere: warm ones, but cold ones for negative costs. */
function colour(name: string, isNegative: boolean): string {
  let hash = 0;
  for (let i = 0; i < name.length; i++) hash = (Math.imul(hash, 31) + name.charCodeAt(i)) | 0;
  const hue = (isNegative ? 190 : 20) + (Math.abs(hash) % 35);
  return `hsl(${hue} 78% ${66 + (Math.abs(hash >> 8) % 10)}%)`;
}
