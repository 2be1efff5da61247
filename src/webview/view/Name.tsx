import type { ComponentChildren } from 'preact';
import { namePieces, splitTypeArguments, startOfEnd } from '../../analysis/names/nameParts.ts';
import type { ShortName } from '../../analysis/names/nameSet.ts';

/** The longest name that is written whole. A name can have 10 kB. */
const longestName = 1000;

/**
 * A name in the room there is: whole, or without its folders, then cut in the middle of what stands before its shortest form
 * (so that it stays different from the others of its set), at last without that. Where not even the shortest form fits, its
 * type arguments are cut, then its middle.
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
  if (name.length > longestName) return <End>{endOf(name)}</End>;
  const { starts, without } = short;
  const pieces = (from: number, to: number) =>
    namePieces(name, from, to).map(({ text, isQuiet }) =>
      isQuiet && without !== 'nothing' ? <span class="name-quiet">{text}</span> : text,
    );
  const tail = starts.at(-1)!;
  // Where names differ in them, type arguments are as good as any other part.
  const parts =
    without === 'type arguments'
      ? splitTypeArguments(name, tail)
      : [{ from: tail, to: name.length, isTypeArguments: false }];
  const last = parts.filter(({ isTypeArguments }) => !isTypeArguments).at(-1);
  let shown: ComponentChildren = parts.map((part) => {
    const { from, to, isTypeArguments } = part;
    if (isTypeArguments) return <span class="name-arguments">{pieces(from, to)}</span>;
    const cut = without === 'type arguments' ? startOfEnd(name.slice(from, to)) : 0;
    const end = part === last ? from + cut : to;
    return (
      <>
        {end > from && <Begin>{pieces(from, end)}</Begin>}
        {end < to && <End>{pieces(end, to)}</End>}
      </>
    );
  });
  shown = <span class="name-row">{shown}</span>;
  // What stands before the shortest form: folders, which are shown or not, then the package and the receiver.
  const isFolder = (i: number) => /[/\\]/.test(name[starts[i + 1]! - 1] ?? '');
  const folders = starts.findIndex((_, i) => i === starts.length - 1 || !isFolder(i));
  const owner = starts[folders]!;
  if (owner < tail) {
    shown = (
      <span class="name">
        <span class="name-owner">{pieces(owner, tail)}</span>
        {shown}
      </span>
    );
  }
  for (let i = folders - 1; i >= 0; i--) {
    shown = (
      <span class="name">
        <span class={isBrief ? 'name-quiet' : 'name-folders'}>{pieces(starts[i]!, starts[i + 1]!)}</span>
        {shown}
      </span>
    );
  }
  return shown;
}

/** The beginning of a text that is cut in its middle: it gives way first. */
export function Begin({ children }: { children: ComponentChildren }) {
  return <span class="name-begin">{children}</span>;
}

/** The end of such a text: it gives way last, at its own beginning. */
export function End({ children }: { children: ComponentChildren }) {
  return (
    <span class="name-end">
      <span class="left-to-right">{children}</span>
    </span>
  );
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
