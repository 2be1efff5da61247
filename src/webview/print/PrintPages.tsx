import * as l10n from '@vscode/l10n';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { wholeWindow } from '../../analysis/flame/flameLayout.ts';
import { filterKinds, readable } from '../engine/filterList.ts';
import type { ProfileEngine } from '../engine/profileEngine.ts';
import type { PictureAnswer } from '../engine/questions.ts';
import type { TableRow } from '../engine/tableQuestions.ts';
import type { Column } from '../table/column.ts';
import { columnsFor } from '../table/costColumns.ts';
import { pictureSvg } from '../tabs/flame/pictureSvg.ts';
import { type PageTheme, textMeasure } from '../tabs/flame/theme.ts';
import { filterLabels } from '../view/FilterBar.tsx';
import { groupedDigits, type ValueFormat } from '../view/format.ts';
import { Name } from '../view/Name.tsx';
import type { Names } from '../view/names.ts';
import type { Colouring, Direction } from '../view/savedView.ts';
import { type PrintView, usePrintout } from './usePrintout.ts';

/** The most rows of frames: with more, the picture would be too small to read. */
const mostRows = 60;

/** Black on white, whatever the theme on the screen is. */
const paper: PageTheme = {
  kind: 'light',
  foreground: '#000000',
  focus: '#000000',
  caret: '#000000',
  font: '12px system-ui, sans-serif',
};

export interface PrintPagesProps extends PrintView {
  readonly engine: ProfileEngine;
  readonly names: Names;
  readonly format: ValueFormat;
  readonly title: string;
  /** A line about the profile, with its sample type. */
  readonly facts: string;
  readonly stacks: number;
  readonly colouring: Colouring;
  readonly direction: Direction;
  /** By name index: 1 for each name that the search marks; `null` without a search. */
  readonly matched: Uint8Array | null;
  /** The user has asked to print. */
  readonly isAsked: boolean;
  readonly onPrinted: () => void;
  readonly onFailure: (error: unknown) => void;
}

/**
 * What is printed instead of the page, and is invisible on the screen: the flame graph on one sheet, the table on the
 * next.
 */
export function PrintPages(props: PrintPagesProps) {
  const { engine, names, title, format, stacks, isAsked } = props;
  const printout = usePrintout(engine, names, props, stacks, isAsked, props.onFailure);
  const picture = useRef<HTMLImageElement>(null);
  const svg = useMemo(
    () => (printout === null ? null : pictureUrl(printout.picture, props)),
    [printout, props.colouring, props.direction, props.matched],
  );
  useEffect(() => {
    if (!isAsked || svg === null) return;
    picture.current!.decode().then(() => {
      props.onPrinted();
      print();
    }, props.onFailure);
  }, [isAsked, svg]);
  if (printout === null || svg === null) return null;
  const { rows, rowCount } = printout;
  return (
    <div class="print">
      <section class="print-graph">
        <Heading {...props} />
        <img ref={picture} src={svg} alt={l10n.t('Flame graph')} />
      </section>
      <section class="print-table">
        <Heading {...props} />
        <PrintedTable rows={rows} columns={printedColumns(format, rows)} title={title} />
        {rows.length < rowCount && (
          <p>{l10n.t('The {0} costliest of {1} functions.', rows.length, groupedDigits(rowCount))}</p>
        )}
      </section>
    </div>
  );
}

function Heading({ title, facts, scope: { filters } }: PrintPagesProps) {
  const labels = filterLabels();
  const filtered = filterKinds.flatMap((kind) =>
    filters[kind].map((expression) => `${labels[kind].label}: ${readable(expression)}`),
  );
  return (
    <header>
      <h2>{title}</h2>
      <p>{[facts, ...filtered].join(' · ')}</p>
    </header>
  );
}

function PrintedTable(props: {
  rows: readonly TableRow[];
  columns: readonly Column<TableRow>[];
  title: string;
}) {
  const { rows, columns } = props;
  return (
    <table>
      <thead>
        <tr>
          {columns.map(({ id, label, kind }) => (
            <th key={id} class={`print-${kind === 'name' ? 'name' : 'number'}`}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, place) => (
          <tr key={place}>
            {columns.map(({ id, kind, text, short }) => (
              <td key={id} class={`print-${kind === 'name' ? 'name' : 'number'}`}>
                {short === undefined ? text(row) : <Name name={text(row)} short={short(row)} />}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** All columns but the places of functions, for which there is no room. */
function printedColumns(format: ValueFormat, rows: readonly TableRow[]): Column<TableRow>[] {
  const [first] = rows;
  return columnsFor(format, first?.samples != null, first?.change != null).filter(
    ({ kind }) => kind !== 'place',
  );
}

function pictureUrl(
  picture: PictureAnswer,
  { names, format, colouring, direction, matched }: PrintPagesProps,
): string {
  const rootLabel = l10n.t('{0} · {1}', l10n.t('all'), format.value(picture.cums[0] ?? 0));
  const shown = {
    picture: { ...picture, rowStart: picture.rowStart.subarray(0, mostRows + 1) },
    colouring,
    total: format.total,
    matched,
    window: picture.path.length === 0 ? wholeWindow : picture.window,
    direction,
    rootLabel,
    title: '',
    describe: () => '',
  };
  const svg = pictureSvg(shown, names, paper, '#ffffff', textMeasure(paper));
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
}
