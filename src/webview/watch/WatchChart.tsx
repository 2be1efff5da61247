import * as l10n from '@vscode/l10n';
import { useEffect, useRef, useState } from 'preact/hooks';
import { axisTop, labelsWithRoom, momentPlaces, rowLines } from '../../analysis/charts/watchChart.ts';
import { smallest } from '../../base/lists.ts';
import {
  type WatchedFigure,
  type WatchedMoment,
  type WatchReport,
  watchedFigures,
} from '../../base/watched.ts';
import { useWidth } from '../charts/useWidth.ts';
import { axisText, figureName, figureText, momentText, timeOf } from './figures.ts';

/** In pixels, as everything here. A page below the code is often low. */
const lowPage = 340;
const rowHeights = { low: 19, high: 30 };
const inRow = { top: 4, bottom: 3 };
const left = 222;
const right = 14;
const axisHeight = 16;
const widest = 4000;
/** Of `12:03:10`. */
const labelRoom = { width: 56, gap: 14 };
/** So many moments further by PageUp and PageDown. */
const page = 10;

interface ChartProps {
  readonly report: WatchReport;
  readonly shown: readonly string[];
  /** The first of two that are to be compared. */
  readonly marked: string | null;
  readonly onMark: (moment: string) => void;
  readonly onUnmark: () => void;
}

/** One row for each figure over the same time. Arrows go through the moments, a click or Enter marks one. */
export function WatchChart({ report, shown, marked, onMark, onUnmark }: ChartProps) {
  const { moments } = report;
  const element = useRef<HTMLDivElement>(null);
  const width = useWidth(element, widest);
  const rowHeight = useRowHeight();
  const [cursor, setCursor] = useState<string | null>(null);
  const end = width - right;
  const bottom = watchedFigures.length * rowHeight;
  const xs = momentPlaces(moments).map((place) => left + place * (end - left));
  const at = (id: string | null) => moments.findIndex((moment) => moment.id === id);
  const last = moments.length - 1;
  const chosen = at(cursor) === -1 ? last : at(cursor);
  const go = (index: number) => setCursor(moments[Math.max(0, Math.min(last, index))]?.id ?? null);
  const marks = [...shown, ...(marked === null ? [] : [marked])];
  const nearest = (event: { readonly clientX: number; readonly currentTarget: Element }) => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left;
    const distances = xs.map((each) => Math.abs(each - x));
    return distances.indexOf(smallest(distances));
  };
  const keys: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => go(chosen - 1),
    ArrowRight: () => go(chosen + 1),
    PageUp: () => go(chosen - page),
    PageDown: () => go(chosen + page),
    Home: () => go(0),
    End: () => go(last),
    Enter: () => onMark(moments[chosen]?.id ?? ''),
    ' ': () => onMark(moments[chosen]?.id ?? ''),
    Escape: onUnmark,
  };
  const pointed = cursor === null ? null : moments[chosen];
  const current = pointed ?? moments[last];
  return (
    <div
      ref={element}
      class="watch-chart"
      role="slider"
      tabIndex={0}
      aria-label={l10n.t('Moments of the watch. Enter marks one; a second mark compares the two.')}
      aria-valuemin={Math.min(1, moments.length)}
      aria-valuemax={moments.length}
      aria-valuenow={chosen + 1}
      aria-valuetext={current === undefined ? l10n.t('None yet') : spoken(current, shown, marked)}
      onKeyDown={(event) => {
        const key = keys[event.key];
        if (key === undefined || event.ctrlKey || event.altKey || event.metaKey || last < 0) return;
        event.preventDefault();
        event.stopPropagation();
        key();
      }}
      onFocus={() => setCursor(moments[chosen]?.id ?? null)}
      onBlur={() => setCursor(null)}
      onPointerMove={(event) => go(nearest(event))}
      onPointerLeave={() => setCursor(null)}
      onClick={(event) => onMark(moments[nearest(event)]?.id ?? '')}
    >
      <svg width={width} height={bottom + axisHeight} aria-hidden="true">
        {watchedFigures.map((figure, i) => (
          <g key={figure} transform={`translate(0 ${i * rowHeight})`}>
            <FigureRow
              figure={figure}
              report={report}
              xs={xs}
              end={end}
              height={rowHeight}
              current={current}
              cursor={pointed == null ? null : chosen}
            />
          </g>
        ))}
        {marks.map(
          (id, i) =>
            at(id) !== -1 && (
              <Mark key={id} x={xs[at(id)]!} bottom={bottom} isBase={i === 0 && shown.length > 1} />
            ),
        )}
        {pointed != null && <Upright kind="watch-cursor" x={xs[chosen]!} bottom={bottom} />}
        <TimeAxis
          moments={moments}
          xs={xs}
          end={end}
          y={bottom + axisHeight - 3}
          first={[...(pointed == null ? [] : [chosen]), ...marks.map(at)]}
        />
      </svg>
    </div>
  );
}

function useRowHeight(): number {
  const heightNow = () => (innerHeight < lowPage ? rowHeights.low : rowHeights.high);
  const [height, setHeight] = useState(heightNow);
  useEffect(() => {
    const measure = () => setHeight(heightNow());
    addEventListener('resize', measure);
    return () => removeEventListener('resize', measure);
  }, []);
  return height;
}

function spoken(moment: WatchedMoment, shown: readonly string[], marked: string | null): string {
  const text = momentText(moment);
  if (marked === moment.id) return l10n.t('{0}, marked', text);
  return shown.length > 1 && shown.includes(moment.id) ? l10n.t('{0}, compared', text) : text;
}

function FigureRow(props: {
  figure: WatchedFigure;
  report: WatchReport;
  xs: readonly number[];
  end: number;
  height: number;
  current: WatchedMoment | undefined;
  cursor: number | null;
}) {
  const { figure, report, xs, end, height, current, cursor } = props;
  const { moments, missing } = report;
  const top = axisTop(moments, figure);
  const bottom = height - inRow.bottom;
  const isLow = height === rowHeights.low;
  const baseline = isLow ? bottom - 2 : bottom - 6;
  const up = (value: number) => bottom - (value / top) * (bottom - inRow.top);
  const isKnown = moments.some(({ figures }) => figures[figure] !== null);
  const value = current?.figures[figure] ?? null;
  const atCursor = cursor === null ? null : (moments[cursor]?.figures[figure] ?? null);
  return (
    <>
      <text class="watch-name" x={12} y={baseline}>
        {figureName(figure)}
      </text>
      {isKnown ? (
        <>
          <text class="watch-value" x={left - 68} y={baseline} text-anchor="end">
            {figureText(figure, value) ?? '–'}
          </text>
          <text class="watch-tick" x={left - 6} y={isLow ? baseline : inRow.top + 6} text-anchor="end">
            {axisText(figure, top)}
          </text>
          {!isLow && (
            <text class="watch-tick" x={left - 6} y={bottom + 1} text-anchor="end">
              0
            </text>
          )}
          <line class="chart-rule" x1={left} x2={end} y1={inRow.top} y2={inRow.top} />
          {rowLines(moments, figure, xs, up).map((line) => (
            <Curve key={line[0]?.x} line={line} bottom={bottom} />
          ))}
          {cursor !== null && atCursor !== null && (
            <circle class="watch-dot" cx={xs[cursor]} cy={up(atCursor)} r="3" />
          )}
        </>
      ) : (
        <text class="watch-tick" x={left} y={baseline}>
          {missing[figure]}
        </text>
      )}
      <line class="chart-axis" x1={left} x2={end} y1={bottom} y2={bottom} />
    </>
  );
}

function Curve({
  line,
  bottom,
}: {
  line: readonly { readonly x: number; readonly y: number }[];
  bottom: number;
}) {
  const [first, last] = [line[0], line.at(-1)];
  if (first === undefined || last === undefined) return null;
  const points = line.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
  if (line.length === 1) return <circle class="watch-dot" cx={first.x} cy={first.y} r="1.5" />;
  return (
    <>
      <polygon class="watch-area" points={`${first.x},${bottom} ${points} ${last.x},${bottom}`} />
      <polyline class="watch-line" points={points} />
    </>
  );
}

function Upright({ kind, x, bottom }: { kind: string; x: number; bottom: number }) {
  return <line class={kind} x1={x} x2={x} y1={2} y2={bottom} />;
}

/** A moment that is shown or marked; the earlier of two that are compared has a dashed line. */
function Mark({ x, bottom, isBase }: { x: number; bottom: number; isBase: boolean }) {
  return (
    <>
      <Upright kind={isBase ? 'watch-mark watch-base' : 'watch-mark'} x={x} bottom={bottom} />
      <path class="watch-flag" d={`M${x - 4} 0h8l-4 6z`} />
    </>
  );
}

/** @param first moments whose times matter most */
function TimeAxis(props: {
  moments: readonly WatchedMoment[];
  xs: readonly number[];
  end: number;
  y: number;
  first: readonly number[];
}) {
  const { moments, xs, end, y, first } = props;
  const middle = [0.5, 0.25, 0.75].map((share) => Math.round(share * (moments.length - 1)));
  const wanted = [...first, moments.length - 1, 0, ...middle].filter((i) => moments[i] !== undefined);
  const labels = [...new Set(wanted)].map((i) => ({
    x: xs[i]!,
    text: timeOf(moments[i]!),
    isFirst: first.includes(i),
  }));
  return (
    <>
      {labelsWithRoom(labels, { ...labelRoom, start: left, end: end + right }).map(({ x, text, isFirst }) => (
        <text key={text} class={isFirst ? 'watch-value' : 'watch-tick'} x={x} y={y} text-anchor="middle">
          {text}
        </text>
      ))}
    </>
  );
}
