/**
 * Stages as a picture: a small chart for each benchmark and unit, with a bar for each stage.
 *
 *   Join · ns/op
 *   4.1µs
 *    ██   1.2µs
 *    ██    ██    1.2µs      the height is the value, from 0 on; the thin line is its interval
 *    ██    ██     ██
 *    v1    v2     v3
 *         −71%    ~         against the stage before; bold if it is a change
 */
import { escapeXml, shortened } from '../../base/escape.ts';
import { largest } from '../../base/lists.ts';
import type { StageRow, StageTable, StageValue } from '../../base/stages.ts';

const usualWidth = 1000;
const slotWidth = 64;
const leastPanel = 230;
const gap = 24;
const barHeight = 96;
/** Below the top of a panel: its title, the values above the bars, the bars, two lines of text. */
const barsTop = 44;
const panelHeight = barsTop + barHeight + 40;
const letterWidth = 6.6;
/** More could not be seen at a glance, and would make a picture that nothing can show. */
const mostPanels = 60;

const style = `text { font: 12px system-ui, sans-serif; fill: #3b3b3b }
.stage-title { font-weight: 600 }
.stage-paper { fill: #fff }
.stage-bar { fill: #4a88c7 }
.stage-axis, .stage-interval { stroke: #3b3b3b }
.stage-better { fill: #1a6b1a; font-weight: 600 }
.stage-worse { fill: #b3261e; font-weight: 600 }
.stage-different { font-weight: 600 }`;

/** How many panels a picture of the table has at most; the others are in the table. */
export function drawnRows({ rows }: StageTable): readonly StageRow[] {
  return rows.slice(0, mostPanels);
}

/** An SVG document on white. @param label what it shows, for who does not see it */
export function stagesSvg(table: StageTable, label: string): string {
  return drawn(
    table,
    label,
    usualWidth,
    `<style>${style}</style>\n<rect class="stage-paper" width="100%" height="100%"/>\n`,
  );
}

/** The picture for a page, which has a style sheet of its own. @param room its width, if one chart is not wider than that */
export function stagesPicture(table: StageTable, label: string, room: number): string {
  return drawn(table, label, room, '');
}

function drawn(table: StageTable, label: string, room: number, paper: string): string {
  const rows = drawnRows(table);
  const panelWidth = Math.max(leastPanel, table.stages.length * slotWidth);
  const columns = Math.max(1, Math.min(rows.length, Math.floor((room - gap) / (panelWidth + gap))));
  const width = columns * (panelWidth + gap) + gap;
  const height = Math.ceil(rows.length / columns) * (panelHeight + gap) + gap;
  const panels = rows.map((row, i) => {
    const left = gap + (i % columns) * (panelWidth + gap);
    const top = gap + Math.floor(i / columns) * (panelHeight + gap);
    return `<g transform="translate(${left} ${top})">${panel(row, table.stages, panelWidth)}</g>\n`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeXml(label)}">
${paper}${panels.join('')}</svg>
`;
}

function panel({ name, unit, values }: StageRow, stages: readonly string[], width: number): string {
  const highest = largest(
    values.map((value) => value?.high ?? value?.center ?? 0),
    0,
  );
  const slot = width / stages.length;
  const bottom = barsTop + barHeight;
  const bars = values.map((value, i) => {
    const middle = slot * (i + 0.5);
    const below = text(middle, bottom + 16, 'stage-name', stages[i] ?? '', slot - 6);
    return value === null ? below : bar(value, highest, middle, slot) + below;
  });
  return [
    text(0, 12, 'stage-title', `${name.replace(/^Benchmark/, '')} · ${unit}`, width, 'start'),
    ...bars,
    `<line class="stage-axis" x1="0" x2="${width}" y1="${bottom}" y2="${bottom}"/>`,
  ].join('');
}

function bar(value: StageValue, highest: number, middle: number, slot: number): string {
  const { center, low, high, step } = value;
  const bottom = barsTop + barHeight;
  const up = (at: number) => bottom - (highest > 0 ? (Math.max(0, at) / highest) * barHeight : 0);
  const width = Math.min(36, slot * 0.6);
  const top = up(center);
  const parts = [
    `<rect class="stage-bar" x="${number(middle - width / 2)}" y="${number(top)}" width="${number(width)}" height="${number(bottom - top)}"/>`,
  ];
  if (low !== null && high !== null && high > low) {
    const x = number(middle);
    parts.push(
      `<line class="stage-interval" x1="${x}" x2="${x}" y1="${number(up(low))}" y2="${number(up(high))}"/>`,
    );
  }
  parts.push(text(middle, Math.min(top, up(high ?? center)) - 5, 'stage-value', value.text, slot));
  if (step !== null) parts.push(text(middle, bottom + 32, `stage-${step.verdict}`, step.text, slot));
  return parts.join('');
}

function text(
  x: number,
  y: number,
  kind: string,
  whole: string,
  room: number,
  anchor: 'start' | 'middle' = 'middle',
): string {
  const shown = shortened(whole, Math.max(2, Math.floor(room / letterWidth)));
  const title = shown === whole ? '' : `<title>${escapeXml(whole)}</title>`;
  return `<text class="${kind}" x="${number(x)}" y="${number(y)}" text-anchor="${anchor}">${escapeXml(shown)}${title}</text>`;
}

function number(value: number): string {
  return String(Number(value.toFixed(1)));
}
