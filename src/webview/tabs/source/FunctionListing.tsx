import * as l10n from '@vscode/l10n';
import type { RefObject } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { SourceText } from '../../../protocol.ts';
import { LinkButton } from '../../controls/Button.tsx';
import type { Listing } from '../../engine/questions.ts';
import { FailedLine } from '../../view/FailedQuestion.tsx';
import type { ValueFormat } from '../../view/format.ts';
import type { TabProps } from '../../view/tabProps.ts';
import type { Asked } from '../../view/useHostAnswer.ts';
import { CostCells, columnCount, Fold, hottestOf, PlaceLink } from './costCells.tsx';
import { ListingFrame, linesOf, MissingReason, useSource, useUnfolded } from './ListingFrame.tsx';
import { heatOf, type ListingRow, listingRows } from './listingRows.ts';

/**
 * A function's lines in one file, each with its costs. A line's number opens the line in the editor.
 *
 * @param props.showsHottest it begins where the hottest line is in sight
 */
export function FunctionListing(
  props: TabProps & { readonly listing: Listing; readonly showsHottest: boolean },
) {
  const { functionName, listing, host, format, changes } = props;
  const { openSource } = props.actions;
  const { file, flat, cum } = listing;
  const source = useSource(host, file, props.resultsVersion);
  const [unfolded, unfold] = useUnfolded();
  const text = useMemo(() => linesOf(source), [source]);
  const rows = useMemo(() => listingRows(listing, text, unfolded), [listing, text, unfolded]);
  const hottest = useMemo(() => hottestOf(listing.lines), [listing]);
  const hottestRow = useRef<HTMLTableRowElement>(null);
  // The other lines come with the text.
  useLayoutEffect(() => {
    if (props.showsHottest) showRow(hottestRow.current);
  }, [source.is]);
  const rowElement = (row: ListingRow) =>
    row.kind === 'line' ? (
      <Line
        key={row.line}
        row={row}
        format={format}
        hottest={hottest}
        hottestRow={hottestRow}
        isUncertain={changes.isUncertain(functionName)}
        onOpen={openSource === null || file === '' ? null : () => openSource(file, row.line)}
      />
    ) : (
      <Fold
        key={`fold ${row.first}`}
        columns={columnCount(format)}
        text={l10n.t('… {0} lines', row.last - row.first + 1)}
        label={l10n.t('Show lines {0} to {1}', row.first, row.last)}
        onUnfold={() => unfold(row.first)}
      />
    );
  return (
    <ListingFrame
      label={l10n.t('{0} in {1}', functionName, file)}
      functionName={functionName}
      facts={
        <>
          {file !== '' && <span class="listing-file">{file}</span>}
          <span>{l10n.t('flat {0}, {1}', format.value(flat), format.share(flat))}</span>
          <span>{l10n.t('cum {0}, {1}', format.value(cum), format.share(cum))}</span>
        </>
      }
      note={<MissingText source={source} file={file} mapPath={props.actions.mapPath} />}
      headings={{ first: l10n.t('line'), last: l10n.t('source') }}
      format={format}
      rows={rows}
      rowElement={rowElement}
      showAll={l10n.t('Show all {0} lines', rows.length)}
    />
  );
}

/** Scrolls the listing, and nothing around it, to a row that is out of sight. */
function showRow(row: HTMLTableRowElement | null): void {
  const scroller = row?.closest('.source-listings');
  if (row === null || scroller == null) return;
  const room = scroller.getBoundingClientRect();
  const { top, bottom } = row.getBoundingClientRect();
  if (bottom > room.bottom) scroller.scrollTop += top - room.top - room.height / 2;
}

function Line(props: {
  row: Extract<ListingRow, { kind: 'line' }>;
  format: ValueFormat;
  /** The largest cum of all lines. */
  hottest: number;
  /** Gets the row of the hottest line. */
  hottestRow: RefObject<HTMLTableRowElement | null>;
  isUncertain: boolean;
  onOpen: (() => void) | null;
}) {
  const { row, format, hottest, onOpen } = props;
  const { line, text } = row;
  const isHottest = hottest > 0 && Math.abs(row.cum) === hottest;
  return (
    <tr {...heatOf(row, hottest, props.isUncertain)} {...(isHottest ? { ref: props.hottestRow } : {})}>
      <th scope="row">
        <PlaceLink
          text={line === 0 ? '?' : line}
          label={l10n.t('Line {0}: open in the editor', line)}
          onOpen={onOpen}
        />
      </th>
      <CostCells {...row} format={format} />
      <td class="listing-text">{(text ?? '').slice(0, 2000)}</td>
    </tr>
  );
}

/** Why the listing has costs but no source. */
function MissingText(props: {
  source: Asked<SourceText>;
  file: string;
  mapPath: ((file: string) => void) | null;
}) {
  const { source, file, mapPath } = props;
  if (file === '')
    return <MissingReason text={l10n.t('The profile does not say which file this function is in.')} />;
  if (source.is === 'failed') return <FailedLine failed={source} />;
  if (source.is === 'coming' || 'text' in source.answer) return null;
  const { answer } = source;
  if ('refused' in answer) return <MissingReason text={answer.refused} />;
  return (
    <MissingReason text={reason(answer.missing, file)}>
      {answer.canMap && mapPath !== null && (
        <LinkButton onClick={() => mapPath(file)}>{l10n.t('Map this path…')}</LinkButton>
      )}
    </MissingReason>
  );
}

function reason(missing: Extract<SourceText, { missing: string }>['missing'], file: string): string {
  switch (missing) {
    case 'absent':
      return l10n.t('{0} is not on this machine: only costs by line are shown.', file);
    case 'unclear':
      return l10n.t('Several files here can be {0}: only costs by line are shown.', file);
    case 'changed':
      return l10n.t(
        '{0} has changed since the profile was taken: its lines would not be those of the costs.',
        file,
      );
    case 'not saved':
      return l10n.t(
        'This page was saved without sources. “Save as” in VS Code and pprof-lens html --with-source can put them into the page.',
      );
  }
}
