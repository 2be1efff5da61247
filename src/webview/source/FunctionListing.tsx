import * as l10n from '@vscode/l10n';
import { useMemo, useState } from 'preact/hooks';
import type { SourceText } from '../../protocol.ts';
import { Icon } from '../controls/Icon.tsx';
import type { Listing } from '../engine/questions.ts';
import type { PageHost } from '../host/host.ts';
import type { ValueFormat } from '../view/format.ts';
import { CostCells, CostHeadings, columnCount, Fold, heatOf, hottestOf, PlaceLink } from './costCells.tsx';
import { type ListingRow, listingRows } from './listingRows.ts';
import { linesOf, useSource } from './useSource.ts';

/** Most rows at first: generated functions have thousands of lines, each of which costs something. */
const mostRows = 800;

/** A function's lines in one file, each with its costs; a line's number leads to the editor. */
export function FunctionListing(props: {
  functionName: string;
  listing: Listing;
  host: PageHost;
  format: ValueFormat;
  /** `null` where there is no editor. */
  openSource: ((file: string, line: number) => void) | null;
  onFailure: (error: unknown) => void;
}) {
  const { functionName, listing, host, format, openSource } = props;
  const { file, flat, cum } = listing;
  const source = useSource(host, file, props.onFailure);
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set());
  const [showsAll, setShowsAll] = useState(false);
  const text = useMemo(() => linesOf(source), [source]);
  const rows = useMemo(() => listingRows(listing, text, unfolded), [listing, text, unfolded]);
  const hottest = useMemo(() => hottestOf(listing.lines), [listing]);
  const shown = showsAll ? rows : rows.slice(0, mostRows);
  return (
    <section class="listing" aria-label={l10n.t('{0} in {1}', functionName, file)}>
      <h2>{functionName}</h2>
      <p class="listing-facts">
        {file !== '' && <span class="listing-file">{file}</span>}
        <span>{l10n.t('flat {0}, {1}', format.value(flat), format.share(flat))}</span>
        <span>{l10n.t('cum {0}, {1}', format.value(cum), format.share(cum))}</span>
      </p>
      <MissingText source={file === '' ? { missing: 'absent' } : source} file={file} />
      <table class="listing-lines">
        <CostHeadings first={l10n.t('line')} last={l10n.t('source')} format={format} />
        <tbody>
          {shown.map((row) =>
            row.kind === 'line' ? (
              <Line
                key={row.line}
                row={row}
                format={format}
                hottest={hottest}
                onOpen={openSource === null || file === '' ? null : () => openSource(file, row.line)}
              />
            ) : (
              <Fold
                key={`fold ${row.first}`}
                columns={columnCount(format)}
                text={l10n.t('… {0} lines', row.last - row.first + 1)}
                label={l10n.t('Show lines {0} to {1}', row.first, row.last)}
                onUnfold={() => setUnfolded(new Set([...unfolded, row.first]))}
              />
            ),
          )}
        </tbody>
      </table>
      {shown.length < rows.length && (
        <button type="button" class="quiet-button" onClick={() => setShowsAll(true)}>
          {l10n.t('Show all {0} lines', rows.length)}
        </button>
      )}
    </section>
  );
}

function Line(props: {
  row: Extract<ListingRow, { kind: 'line' }>;
  format: ValueFormat;
  /** The largest cum of all lines. */
  hottest: number;
  onOpen: (() => void) | null;
}) {
  const { row, format, hottest, onOpen } = props;
  const { line, text } = row;
  return (
    <tr {...heatOf(row.cum, hottest)}>
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

/** Why there are only numbers. */
function MissingText({ source, file }: { source: SourceText | null; file: string }) {
  if (source === null || 'text' in source) return null;
  return (
    <p class="listing-missing" role="status">
      <Icon name="info" /> {reason(source.missing, file)}
    </p>
  );
}

function reason(missing: Extract<SourceText, { missing: string }>['missing'], file: string): string {
  if (file === '') return l10n.t('The profile does not say which file this function is in.');
  switch (missing) {
    case 'absent':
      return l10n.t('{0} is not on this machine: only costs by line are shown.', file);
    case 'changed':
      return l10n.t(
        '{0} has changed since the profile was taken: its lines would not be those of the costs.',
        file,
      );
    case 'not saved':
      return l10n.t(
        'This page was saved without sources. `pprof-lens html --with-source` puts them into the page.',
      );
  }
}
