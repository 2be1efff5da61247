import * as l10n from '@vscode/l10n';
import { perOperation } from '../../analysis/values/units.ts';
import type { GrowthTable } from '../../model.ts';
import { type Curve, decades, logPlace } from './curves.ts';

const width = 480;
const height = 280;
const margin = { left: 64, right: 32, top: 12, bottom: 40 };

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
  const costs = curves.flatMap(({ values }) =>
    values.flatMap((value) => (value !== null && value > 0 ? value : [])),
  );
  if (costs.length === 0) return null;
  const lowest = Math.min(...costs);
  const highest = Math.max(...costs);
  const xs = points.map(({ x }) => x);
  const across = (x: number) =>
    margin.left + logPlace(x, xs[0]!, xs.at(-1)!) * (width - margin.left - margin.right);
  const up = (cost: number) =>
    height - margin.bottom - logPlace(cost, lowest, highest) * (height - margin.top - margin.bottom);
  return (
    <figure class="growth-chart">
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={chartLabel(curves, parameter)}>
        {decades(lowest, highest, 6).map((cost) => (
          <g key={cost}>
            <line
              class="growth-rule"
              x1={margin.left}
              x2={width - margin.right}
              y1={up(cost)}
              y2={up(cost)}
            />
            <text class="growth-tick" x={margin.left - 6} y={up(cost) + 4} text-anchor="end">
              {perOperation(cost, 1, 'nanoseconds').replace(/\/op$/, '')}
            </text>
          </g>
        ))}
        {points.map(({ x, label }) => (
          <text
            key={label}
            class="growth-tick"
            x={across(x)}
            y={height - margin.bottom + 18}
            text-anchor="middle"
          >
            {label}
          </text>
        ))}
        <text
          class="growth-tick"
          x={(margin.left + width - margin.right) / 2}
          y={height - 6}
          text-anchor="middle"
        >
          {parameter}
        </text>
        {curves.map((curve, i) => (
          <CurvePath key={curve.key} curve={curve} index={i} xs={xs} across={across} up={up} />
        ))}
      </svg>
      <figcaption>
        {curves.map(({ key, label }, i) => (
          <span key={key} class={`growth-legend curve-${i}`}>
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
        <circle key={x} cx={x.toFixed(1)} cy={y.toFixed(1)} r="3.5" />
      ))}
    </g>
  );
}
