import * as l10n from '@vscode/l10n';
import { useState } from 'preact/hooks';
import { briefName } from '../../../analysis/names/nameParts.ts';
import { perOperation, withoutOperation } from '../../../analysis/values/units.ts';
import type { GrowthLine, GrowthReport, GrowthRow, GrowthTable } from '../../../base/model.ts';
import { LinkButton } from '../../controls/Button.tsx';
import { useMenu } from '../../controls/Menu.tsx';
import { FailedTab } from '../../view/FailedQuestion.tsx';
import { type FunctionActions, functionMenu } from '../../view/functionActions.ts';
import type { Asked } from '../../view/useHostAnswer.ts';
import { type Curve, GrowthChart, lineKey, placeOf } from './GrowthChart.tsx';

/** The most curves besides the benchmark's own. More could not be told apart. */
const mostCurves = 5;

interface GrowthProps {
  readonly actions: FunctionActions;
}

/** How a series of benchmarks grows with its size, or with the number of cores. */
export function GrowthTab({
  growth,
  actions,
}: GrowthProps & { readonly growth: Asked<GrowthReport | null> }) {
  if (growth.is === 'failed') {
    return <FailedTab heading={l10n.t('Growth is not known')} failed={growth} />;
  }
  if (growth.is === 'coming' || growth.answer === null) return null;
  return <Series report={growth.answer} actions={actions} />;
}

/** A chart, the results, the hot lines. */
function Series({ report, actions }: GrowthProps & { readonly report: GrowthReport }) {
  const { table } = report;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(table.lines.slice(0, 3).map((line) => lineKey(line))),
  );
  const [menu, openMenu] = useMenu();
  const curves = curvesOf(table, chosen);
  const toggle = (key: string) => {
    const next = new Set(chosen);
    if (!next.delete(key) && next.size < mostCurves) next.add(key);
    setChosen(next);
  };
  return (
    <div class="growth">
      <section class="growth-picture">
        <GrowthChart curves={curves} points={table.points} parameter={table.parameter} />
        <p class="growth-verdict">{report.verdict}</p>
      </section>
      <section class="growth-tables">
        <ResultsTable report={report} />
        {table.lines.length > 0 && (
          <LinesTable
            {...{ report, chosen, curves }}
            onOpen={actions.openSource}
            onMenu={({ functionName, file, line }, x, y) => {
              const items = functionMenu({ name: functionName, file, line, stack: null }, actions);
              openMenu({ label: functionName, items, x, y });
            }}
            onToggle={toggle}
          />
        )}
      </section>
      {menu}
    </div>
  );
}

/** The curve of the benchmark's own time, then those of the chosen lines in the order of the table. */
function curvesOf(table: GrowthTable, chosen: ReadonlySet<string>): Curve[] {
  const time = table.results.find(({ unit }) => unit === 'ns/op');
  const lines = table.lines.filter((line) => chosen.has(lineKey(line)));
  return [
    ...(time === undefined ? [] : [{ key: '', label: l10n.t('time per operation'), values: time.values }]),
    ...lines.map((line) => ({ key: lineKey(line), label: placeOf(line), values: line.values })),
  ];
}

function PointHeads({ points, parameter }: GrowthTable) {
  return (
    <>
      <th class="growth-label" scope="col">
        {l10n.t('grows as')}
      </th>
      {points.map(({ label }) => (
        <th key={label} scope="col">
          {parameter}={label}
        </th>
      ))}
    </>
  );
}

function ResultsTable({ report: { table, resultLabels } }: { report: GrowthReport }) {
  return (
    <table class="cost-list">
      <caption>{table.name}</caption>
      <thead>
        <tr>
          <th scope="col">{l10n.t('Result')}</th>
          <PointHeads {...table} />
        </tr>
      </thead>
      <tbody>
        {table.results.map((row, i) => (
          <tr key={row.unit}>
            <td>{row.unit}</td>
            <Values values={row.values} unit={unitOf(row)} label={resultLabels[i]} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function unitOf({ unit }: GrowthRow): string {
  return unit === 'ns/op' ? 'nanoseconds' : unit === 'B/op' ? 'bytes' : '';
}

function LinesTable(props: {
  report: GrowthReport;
  chosen: ReadonlySet<string>;
  curves: readonly Curve[];
  onToggle: (key: string) => void;
  onOpen: ((file: string, line: number) => void) | null;
  onMenu: (line: GrowthLine, x: number, y: number) => void;
}) {
  const { report, chosen, curves, onToggle, onOpen, onMenu } = props;
  const { table, lineLabels, steepest } = report;
  return (
    <table class="cost-list">
      <caption>
        {l10n.t('Lines')}{' '}
        <span class="caption-note">{l10n.t('CPU time per operation, with the libraries they call')}</span>
      </caption>
      <thead>
        <tr>
          <th scope="col">{l10n.t('Line')}</th>
          <PointHeads {...table} />
        </tr>
      </thead>
      <tbody>
        {table.lines.map((line, i) => {
          const key = lineKey(line);
          const curve = curves.findIndex((each) => each.key === key);
          return (
            <tr
              key={key}
              onContextMenu={(event) => {
                event.preventDefault();
                onMenu(line, event.clientX, event.clientY);
              }}
            >
              <td>
                <input
                  type="checkbox"
                  class={curve === -1 ? 'curve-choice' : `curve-choice curve-${curve}`}
                  checked={chosen.has(key)}
                  disabled={!chosen.has(key) && chosen.size >= mostCurves}
                  aria-label={l10n.t('Show {0} in the chart', placeOf(line))}
                  onChange={() => onToggle(key)}
                />{' '}
                {onOpen === null ? (
                  <span title={line.file}>{placeOf(line)}</span>
                ) : (
                  <LinkButton title={line.file} onClick={() => onOpen(line.file, line.line)}>
                    {placeOf(line)}
                  </LinkButton>
                )}
                {i === steepest && (
                  <span class="badge">
                    {table.kind === 'size' ? l10n.t('grows fastest') : l10n.t('does not scale')}
                  </span>
                )}{' '}
                <span class="caption-note">{briefName(line.functionName)}</span>
              </td>
              <Values values={line.values} unit="nanoseconds" label={lineLabels[i]} />
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Values(props: { values: readonly (number | null)[]; unit: string; label: string | undefined }) {
  const { values, unit, label } = props;
  return (
    <>
      <td class="growth-label">{label}</td>
      {values.map((value, i) => (
        <td key={i}>{value === null ? '–' : withoutOperation(perOperation(value, 1, unit))}</td>
      ))}
    </>
  );
}
