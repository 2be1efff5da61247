import * as l10n from '@vscode/l10n';
import { useRef } from 'preact/hooks';
import { smallest } from '../../../base/lists.ts';
import type { TimesOfVersion, TimesReport } from '../../../base/times.ts';
import { logPlace, logTicks, roomFor, tickText } from '../../charts/logAxis.ts';
import { useWidth } from '../../charts/useWidth.ts';

/** In pixels. */
const height = 170;
const widest = 900;
const margin = { left: 52, right: 12, top: 24, bottom: 24 };
const letterWidth = 7.2;

/**
 * Shares of operations over their time, both logarithmic, so that one of a hundred thousand is seen. Bars are of the latest
 * version, the line above them is the outline of the older one.
 */
export function TimesChart({ report }: { readonly report: TimesReport }) {
  const figure = useRef<HTMLElement>(null);
  const width = useWidth(figure, widest);
  const axes = axesOf(report, width);
  const { right, bottom, up, across } = axes;
  const now = report.versions.at(-1);
  const before = report.versions.length > 1 ? report.versions[0] : undefined;
  const ticks = logTicks(axes.low, axes.high, 6);
  const shown = roomFor(
    ticks.map((time) => ({ at: across(time), width: tickText(time).length * letterWidth })),
    10,
  );
  return (
    <figure class="times-chart" ref={figure}>
      <svg width={width} height={height} role="img" aria-label={chartLabel(report)}>
        {logTicks(axes.least, 1, 5).map((share) => (
          <g key={share}>
            <line class="chart-rule" x1={margin.left} x2={right} y1={up(share)} y2={up(share)} />
            <text class="chart-tick" x={margin.left - 8} y={up(share) + 4} text-anchor="end">
              {shareText(share)}
            </text>
          </g>
        ))}
        {now !== undefined && sharesOf(now).map((share, i) => <Bar key={i} {...{ share, i, axes }} />)}
        {before !== undefined && <path class="times-before" d={outline(sharesOf(before), axes)} />}
        <line class="chart-axis" x1={margin.left} x2={right} y1={bottom} y2={bottom} />
        {ticks.map((time, i) => (
          <g key={time}>
            <line class="chart-axis" x1={across(time)} x2={across(time)} y1={bottom} y2={bottom + 4} />
            {shown[i] && (
              <text class="chart-tick" x={across(time)} y={bottom + 18} text-anchor="middle">
                {tickText(time)}
              </text>
            )}
          </g>
        ))}
        {before !== undefined && <Quantiles version={before} axes={axes} isNow={false} />}
        {now !== undefined && <Quantiles version={now} axes={axes} isNow={true} />}
        <Tips report={report} axes={axes} />
      </svg>
    </figure>
  );
}

interface Axes {
  readonly low: number;
  readonly high: number;
  /** The smallest share that is drawn. */
  readonly least: number;
  readonly right: number;
  readonly bottom: number;
  readonly columns: number;
  readonly across: (time: number) => number;
  /** The left edge of a column. */
  readonly edge: (column: number) => number;
  readonly up: (share: number) => number;
}

function axesOf({ from, to, versions }: TimesReport, width: number): Axes {
  // Where all took the same time, its bar is as wide as a tenth of that time.
  const [low, high] = from < to ? [from, to] : [from / 1.05, from * 1.05];
  const columns = from < to ? (versions[0]?.counts.length ?? 1) : 1;
  const least = smallest(versions.flatMap(sharesOf).filter((share) => share > 0)) / 2;
  const right = width - margin.right;
  const bottom = height - margin.bottom;
  return {
    low,
    high,
    least: Math.min(0.1, least),
    right,
    bottom,
    columns,
    across: (time) => margin.left + logPlace(time, low, high) * (right - margin.left),
    edge: (column) => margin.left + (column / columns) * (right - margin.left),
    up: (share) => bottom - logPlace(share, Math.min(0.1, least), 1) * (bottom - margin.top),
  };
}

function sharesOf({ counts }: TimesOfVersion): number[] {
  const all = counts.reduce((sum, count) => sum + count, 0);
  return counts.map((count) => (all === 0 ? 0 : count / all));
}

function Bar({ share, i, axes }: { share: number; i: number; axes: Axes }) {
  if (share === 0 || i >= axes.columns) return null;
  const [left, right, top] = [axes.edge(i), axes.edge(i + 1), axes.up(share)];
  return <rect class="times-now" x={left} y={top} width={right - left} height={axes.bottom - top} />;
}

function outline(shares: readonly number[], { edge, up, bottom, columns }: Axes): string {
  const steps = shares.slice(0, columns).map((share, i) => {
    const y = (share === 0 ? bottom : up(share)).toFixed(1);
    return `V${y}H${edge(i + 1).toFixed(1)}`;
  });
  return `M${edge(0).toFixed(1)} ${bottom}${steps.join('')}V${bottom}`;
}

/** The percentiles of the latest version have their names above them, as far as there is room. */
function Quantiles({ version, axes, isNow }: { version: TimesOfVersion; axes: Axes; isNow: boolean }) {
  const known = version.quantiles.flatMap(({ label, time }) =>
    time === null ? [] : [{ label, x: axes.across(Math.min(axes.high, Math.max(axes.low, time.value))) }],
  );
  const shown = roomFor(
    known.map(({ label, x }) => ({ at: x, width: label.length * letterWidth })),
    6,
  );
  return (
    <>
      {known.map(({ label, x }, i) => (
        <g key={label} class={isNow ? 'times-quantile' : 'times-quantile-before'}>
          <line x1={x} x2={x} y1={margin.top - 6} y2={axes.bottom} />
          {isNow && shown[i] && (
            <text
              class="chart-tick"
              x={x}
              y={margin.top - 10}
              text-anchor={x > axes.right - 40 ? 'end' : 'middle'}
            >
              {label}
            </text>
          )}
        </g>
      ))}
    </>
  );
}

/** What a column says where the pointer rests on it. */
function Tips({ report: { from, to, versions }, axes }: { report: TimesReport; axes: Axes }) {
  const timeAt = (column: number) => tickText(from * (to / from) ** (column / axes.columns));
  return (
    <>
      {Array.from({ length: axes.columns }, (_, i) => {
        const counts = versions.map(({ name, counts }) => `${name} ${(counts[i] ?? 0).toLocaleString('en')}`);
        if (versions.every((version) => version.counts[i] === 0)) return null;
        return (
          <rect
            key={i}
            class="times-tip"
            x={axes.edge(i)}
            y={margin.top}
            width={axes.edge(i + 1) - axes.edge(i)}
            height={axes.bottom - margin.top}
          >
            <title>{l10n.t('{0} to {1}: {2}', timeAt(i), timeAt(i + 1), counts.join(', '))}</title>
          </rect>
        );
      })}
    </>
  );
}

/** `10%`, `0.001%`. */
function shareText(share: number): string {
  return `${Number((share * 100).toPrecision(2))}%`;
}

function chartLabel({ of, versions }: TimesReport): string {
  const names = versions.map(({ name }) => name).join(', ');
  return of === 'operation'
    ? l10n.t('Share of operations over their time, both logarithmic: {0}', names)
    : l10n.t('Share of requests over their time, both logarithmic: {0}', names);
}
