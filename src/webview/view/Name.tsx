import type { ComponentChildren } from 'preact';
import { namePieces, splitTypeArguments } from '../../analysis/names/nameParts.ts';
import type { ShortName } from '../../analysis/names/nameSet.ts';

/** The longest name that is written whole. A name can have 10 kB. */
const longestName = 1000;

/**
 * A name in the room there is: whole, or without its folders, then without its package, then without its receiver, as
 * far as it stays different from the others of its set. Where not even that fits, its type arguments are cut, then its
 * beginning.
 *
 * The style sheet does that (styles/names.css), so the width of a column can change without a new drawing. The whole
 * name is always in the document, for screen readers and for those who copy or search.
 */
export function Name(props: {
  name: string;
  short: ShortName;
  /** Its folders are not shown even where there is room for them. */
  isBrief?: boolean;
}) {
  const { name, short, isBrief = false } = props;
  if (name.length > longestName) return <Tail>{endOf(name)}</Tail>;
  const { starts, without } = short;
  const pieces = (from: number, to: number) =>
    namePieces(name, from, to).map(({ text, isQuiet }) =>
      isQuiet && without !== 'nothing' ? <span class="name-quiet">{text}</span> : text,
    );
  let shown: ComponentChildren = splitTypeArguments(name, starts.at(-1)!).map(
    ({ from, to, isTypeArguments }) =>
      isTypeArguments && without === 'type arguments' ? (
        <span class="name-arguments">{pieces(from, to)}</span>
      ) : (
        <Tail>{pieces(from, to)}</Tail>
      ),
  );
  shown = <span class="name-row">{shown}</span>;
  for (let i = starts.length - 2; i >= 0; i--) {
    const lead = name.slice(starts[i], starts[i + 1]);
    shown = (
      <span class="name">
        <span class={leadClass(lead, isBrief)}>{pieces(starts[i]!, starts[i + 1]!)}</span>
        {shown}
      </span>
    );
  }
  return shown;
}

/**
 * The text of a name where there is room for all of it: the accessible name of a control that shows it, because people say
 * to the machine what they see.
 */
export function shownName(name: string, { without }: ShortName): string {
  if (name.length > longestName) return endOf(name);
  const shown = namePieces(name).filter(({ isQuiet }) => !isQuiet || without === 'nothing');
  return shown.map(({ text }) => text).join('');
}

function endOf(name: string): string {
  return `…${name.slice(-longestName)}`;
}

function leadClass(lead: string, isBrief: boolean): string {
  if (!lead.endsWith('/')) return 'name-lead';
  return isBrief ? 'name-quiet' : 'name-lead folders';
}

/** A text whose end is shown where there is too little room. */
function Tail({ children }: { children: ComponentChildren }) {
  return (
    <span class="name-tail">
      <span class="left-to-right">{children}</span>
    </span>
  );
}
