import * as l10n from '@vscode/l10n';
import { useState } from 'preact/hooks';
import { steepestLine } from '../../analysis/benchmark/growthTable.ts';
import { briefName } from '../../analysis/names/nameParts.ts';
import { perOperation } from '../../analysis/values/units.ts';
import { growthLabel, isFormula } from '../../growthLabel.ts';
import type { Growth, GrowthLine, GrowthRow, GrowthTable } from '../../model.ts';
import { FailedTab } from '../view/FailedQuestion.tsx';
import { FunctionMenu, type OpenMenu } from '../view/FunctionMenu.tsx';
import type { FunctionActions } from '../view/functionActions.ts';
import type { Asked } from '../view/useHostAnswer.ts';
import { type Curve, lineKey, placeOf } from './curves.ts';
import { GrowthChart } from './GrowthChart.tsx';

/** The most curves besides the benchmark's own. More could not be told apart. */
const mostCurves = 5;

interface GrowthProps {
  readonly actions: FunctionActions;
}

/** How a series of benchmarks grows with its size, or with the number of cores. */
export function GrowthTab({ growth, actions }: GrowthProps & { readonly growth: Asked<GrowthTable | null> }) {
  if (growth.is === 'failed') {
    return <FailedTab heading={l10n.t('Growth is not known')} failed={growth} />;
  }
  if (growth.is === 'coming' || growth.answer === null) return null;
  return <Series table={growth.answer} actions={actions} />;
}

/** A chart, the results, the hot lines. */
function Series(props: GrowthProps & { readonly table: GrowthTable }) {
  const { table, actions } = props;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(table.lines.slice(0, 3).map((line) => lineKey(line))),
  );
  const [menu, setMenu] = useState<OpenMenu<GrowthLine> | null>(null);
  const steepest = steepestLine(table);
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
        <p class="growth-verdict">{verdict(table, steepest)}</p>
      </section>
      <section class="growth-tables">
        <ResultsTable table={table} />
        {table.lines.length > 0 && (
          <LinesTable
            {...{ table, steepest, chosen, curves }}
            onOpen={actions.openSource}
            onMenu={setMenu}
            onToggle={toggle}
          />
        )}
      </section>
      {menu !== null && (
        <FunctionMenu
          label={menu.of.functionName}
          menu={{ ...menu, of: { ...menu.of, name: menu.of.functionName, stack: null } }}
          actions={actions}
          onClose={() => setMenu(null)}
        />
      )}
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

function verdict(table: GrowthTable, steepest: GrowthLine | null): string {
  const time = table.results.find(({ unit }) => unit === 'ns/op');
  const overall = overallText(table, time?.growth ?? null);
  if (steepest?.growth == null) return overall;
  const place = placeOf(steepest);
  const label = growthLabel(steepest.growth, table.parameter);
  const isSize = table.kind === 'size';
  const reason = isFormula(steepest.growth)
    ? isSize
      ? l10n.t('Of the lines that matter, {0} grows fastest: CPU time as {1}.', place, label)
      : l10n.t('What does not scale is {0}: its CPU time per operation grows as {1}.', place, label)
    : isSize
      ? l10n.t('Of the lines that matter, {0} grows fastest: its CPU time is {1}.', place, label)
      : l10n.t('What does not scale is {0}: its CPU time per operation is {1}.', place, label);
  return `${overall} ${reason}`;
}

function overallText({ name, parameter }: GrowthTable, growth: Growth | null): string {
  if (growth === null) return l10n.t('Too few points to say how {0} grows.', name);
  if (growth.shape === 'none') return l10n.t('No simple formula fits the time of {0}.', name);
  const label = growthLabel(growth, parameter);
  return isFormula(growth)
    ? l10n.t('{0} takes time as {1}.', name, label)
    : l10n.t('The time of {0} is {1}.', name, label);
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

function ResultsTable({ table }: { table: GrowthTable }) {
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
        {table.results.map((row) => (
          <tr key={row.unit}>
            <td>{row.unit}</td>
            <Values values={row.values} unit={unitOf(row)} growth={row.growth} parameter={table.parameter} />
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
  table: GrowthTable;
  steepest: GrowthLine | null;
  chosen: ReadonlySet<string>;
  curves: readonly Curve[];
  onToggle: (key: string) => void;
  onOpen: ((file: string, line: number) => void) | null;
  onMenu: (menu: OpenMenu<GrowthLine>) => void;
}) {
  const { table, steepest, chosen, curves, onToggle, onOpen, onMenu } = props;
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
        {table.lines.map((line) => {
          const key = lineKey(line);
          const curve = curves.findIndex((each) => each.key === key);
          return (
            <tr
              key={key}
              onContextMenu={(event) => {
                event.preventDefault();
                onMenu({ of: line, x: event.clientX, y: event.clientY });
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
                  <button
                    type="button"
                    class="link"
                    title={line.file}
                    onClick={() => onOpen(line.file, line.line)}
                  >
                    {placeOf(line)}
                  </button>
                )}
                {line === steepest && (
                  <span class="badge">
                    {table.kind === 'size' ? l10n.t('grows fastest') : l10n.t('does not scale')}
                  </span>
                )}{' '}
                <span class="caption-note">{briefName(line.functionName)}</span>
              </td>
              <Values
                values={line.values}
                unit="nanoseconds"
                growth={line.growth}
                parameter={table.parameter}
              />
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Values(props: {
  values: readonly (number | null)[];
  unit: string;
  growth: Growth | null;
  parameter: string;
}) {
  const { values, unit, growth, parameter } = props;
  return (
    <>
      <td class="growth-label">{growth === null ? '' : growthLabel(growth, parameter)}</td>
      {values.map((value, i) => (
        <td key={i}>{value === null ? '–' : perOperation(value, 1, unit).replace(/\/op$/, '')}</td>
      ))}
    </>
  );
}
