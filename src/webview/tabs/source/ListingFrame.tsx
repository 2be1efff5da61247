import type { ComponentChildren, JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { splitLines } from '../../../analysis/lines/splitLines.ts';
import type { SourceText } from '../../../protocol.ts';
import { QuietButton } from '../../controls/Button.tsx';
import { Icon } from '../../controls/Icon.tsx';
import type { PageHost } from '../../host/host.ts';
import type { ValueFormat } from '../../view/format.ts';
import { type Asked, useHostAnswer } from '../../view/useHostAnswer.ts';
import { CostHeadings } from './costCells.tsx';

/**
 * The most rows that are shown at first: generated functions have thousands of lines, and each of them costs
 * something.
 */
const mostRows = 800;

/** A function's lines or instructions with their costs: its name, facts about it, and a table. */
export function ListingFrame<Row>(props: {
  label: string;
  functionName: string;
  facts: ComponentChildren;
  /** Why something is missing, between the facts and the table. */
  note?: ComponentChildren;
  /** Headings of the columns before and after the costs. */
  headings: { readonly first: string; readonly last: string };
  format: ValueFormat;
  rows: readonly Row[];
  rowElement: (row: Row) => JSX.Element;
  /** Text of the button that shows the other rows. */
  showAll: string;
}) {
  const { rows } = props;
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? rows : rows.slice(0, mostRows);
  return (
    <section class="listing" aria-label={props.label}>
      <h2>{props.functionName}</h2>
      <p class="listing-facts">{props.facts}</p>
      {props.note}
      <table class="listing-lines">
        <CostHeadings {...props.headings} format={props.format} />
        <tbody>{shown.map(props.rowElement)}</tbody>
      </table>
      {shown.length < rows.length && (
        <QuietButton onClick={() => setShowsAll(true)}>{props.showAll}</QuietButton>
      )}
    </section>
  );
}

/** The first rows of the folds that the user has opened, and a function that opens one more. */
export function useUnfolded(): [ReadonlySet<number>, (first: number) => void] {
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set());
  return [unfolded, (first) => setUnfolded((now) => new Set([...now, first]))];
}

/** Why the lines or instructions of a function are not shown. */
export function MissingReason({ text, children }: { text: string; children?: ComponentChildren }) {
  return (
    <p class="listing-missing" role="status">
      <Icon name="info" />{' '}
      <span>
        {text} {children}
      </span>
    </p>
  );
}

/**
 * The text of a source file. `file` is its name in the profile; nothing is asked where it is empty. A text that is missing is asked
 * for again with each version.
 */
export function useSource(host: PageHost, file: string, version: number): Asked<SourceText> {
  const askedAt = useRef({ version, isMissing: false });
  if (askedAt.current.isMissing) askedAt.current.version = version;
  const source = useHostAnswer(host, 'source', { file }, file !== '', askedAt.current.version);
  askedAt.current.isMissing = source.is === 'answered' && !('text' in source.answer);
  return source;
}

/** The lines of a source file; `null` where its text is not known. */
export function linesOf(source: Asked<SourceText>): string[] | null {
  if (source.is !== 'answered' || !('text' in source.answer)) return null;
  return splitLines(source.answer.text.replace(/\n$/, ''));
}
