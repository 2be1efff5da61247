import * as l10n from '@vscode/l10n';
import { useRef } from 'preact/hooks';
import { baseName } from '../../../analysis/names/filePaths.ts';
import type { GrowthLine, GrowthTable } from '../../../base/model.ts';
import { axisRange, logPlace, logTicks, roomFor, tickText } from '../../charts/logAxis.ts';
import { useWidth } from '../../charts/useWidth.ts';

/** In pixels, as everything here: the text keeps its size however wide the page is. */
const height = 300;
const widest = 720;
const margin = { left: 58, right: 20, top: 26, bottom: 42 };
const mostTicks = 6;
/** Labels are 12 pixels high. No digit is wider than this. */
const letterWidth = 7.2;

/**
 * Costs over sizes, both on logarithmic scales: a power of the size is a straight line, and its exponent is the
 * slope. The tables beside it have the numbers; for a screen reader it is a picture with a name.
 */
export function GrowthChart(props: {
  curves: readonly Curve[];
  points: GrowthTable['points'];
  parameter: string;
}) {
  const { curves, points, parameter } = props;
  const figure = useRef<HTMLElement>(null);
  const width = useWidth(figure, widest);
  const costs = curves.flatMap(({ values }) =>
    values.flatMap((value) => (value !== null && value > 0 ? value : [])),
  );
  if (costs.length === 0) return null;
  const { low, high } = axisRange(costs);
  const xs = points.map(({ x }) => x);
  const right = width - margin.right;
  const bottom = height - margin.bottom;
  // The points stand inside the frame, so that the first and the last label do not leave it.
  const inset = 14;
  const across = (x: number) =>
    margin.left + inset + logPlace(x, xs[0]!, xs.at(-1)!) * (right - margin.left - 2 * inset);
  const up = (cost: number) => bottom - logPlace(cost, low, high) * (bottom - margin.top);
  const widths = points.map(({ x, label }) => ({ at: across(x), width: label.length * letterWidth }));
  const isShown = roomFor(widths, 10);
  return (
    <figure class="growth-chart" ref={figure}>
      <svg width={width} height={height} role="img" aria-label={chartLabel(curves, parameter)}>
        <text class="chart-tick" x={4} y={14}>
          {l10n.t('per operation')}
        </text>
        {logTicks(low, high, mostTicks).map((cost) => (
          <g key={cost}>
            <line class="chart-rule" x1={margin.left} x2={right} y1={up(cost)} y2={up(cost)} />
            <text class="chart-tick" x={margin.left - 8} y={up(cost) + 4} text-anchor="end">
              {tickText(cost)}
            </text>
          </g>
        ))}
        {points.map(({ x, label }, i) => (
          <g key={label}>
            <line
              class="chart-rule"
              x1={across(x)}
              x2={across(x)}
              y1={bottom}
              y2={bottom + (isShown[i] ? 6 : 3)}
            />
            {isShown[i] && (
              <text class="chart-tick" x={across(x)} y={bottom + 20} text-anchor="middle">
                {label}
              </text>
            )}
          </g>
        ))}
        <line class="chart-axis" x1={margin.left} x2={right} y1={bottom} y2={bottom} />
        <text class="chart-tick" x={(margin.left + right) / 2} y={height - 4} text-anchor="middle">
          {parameter}
        </text>
        {curves.map((curve, i) => (
          <CurvePath key={curve.key} curve={curve} index={i} xs={xs} across={across} up={up} />
        ))}
      </svg>
      <figcaption>
        {curves.map(({ key, label }, i) => (
          <span key={key} class={`growth-legend curve-${i}`}>
            <svg width="26" height="12" aria-hidden="true">
              <line x1="0" x2="26" y1="6" y2="6" />
              <Mark index={i} x={13} y={6} />
            </svg>
            {label}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

function chartLabel(curves: readonly Curve[], parameter: string): string {
  return l10n.t(
    'Cost per operation over {0}, both logarithmic: {1}',
    parameter,
    curves.map(({ label }) => label).join(', '),
  );
}

function CurvePath(props: {
  curve: Curve;
  index: number;
  xs: readonly number[];
  across: (x: number) => number;
  up: (cost: number) => number;
}) {
  const { curve, index, xs, across, up } = props;
  const dots = curve.values.flatMap((value, i) =>
    value !== null && value > 0 ? [{ x: across(xs[i]!), y: up(value) }] : [],
  );
  return (
    <g class={`growth-curve curve-${index}`}>
      <polyline points={dots.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')} />
      {dots.map(({ x, y }) => (
        <Mark key={x} index={index} x={x} y={y} />
      ))}
    </g>
  );
}

/** Each curve has marks of its own, so that nobody needs to tell colours apart. */
const marks = [
  'M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0',
  'M-3.6 -3.6h7.2v7.2h-7.2z',
  'M0 -4.8L4.6 3.4H-4.6z',
  'M0 -5L5 0L0 5L-5 0z',
  'M0 4.8L4.6 -3.4H-4.6z',
  'M-4.2 -2.2L-2.2 -4.2L0 -2L2.2 -4.2L4.2 -2.2L2 0L4.2 2.2L2.2 4.2L0 2L-2.2 4.2L-4.2 2.2L-2 0z',
];

function Mark({ index, x, y }: { index: number; x: number; y: number }) {
  return (
    <path
      class="growth-mark"
      d={marks[index % marks.length]}
      transform={`translate(${x.toFixed(1)} ${y.toFixed(1)})`}
    />
  );
}

/** A curve of the chart. */
export interface Curve {
  /** The key of the table's line; empty for the benchmark's own time. */
  readonly key: string;
  readonly label: string;
  /** A value for each point of the series. A value that is 0 or unknown (`null`) has no logarithm and is not drawn. */
  readonly values: readonly (number | null)[];
}

export function lineKey({ file, line }: GrowthLine): string {
  return `${line} ${file}`;
}

/** `tree.go:42` */
export function placeOf({ file, line }: GrowthLine): string {
  return `${baseName(file)}:${line}`;
}
