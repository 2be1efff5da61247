/** For hovers: that the samples of a line may belong to the line that was executed before it. */
import { baseName } from '../../analysis/names/filePaths.ts';
import { escapeMarkdown, type Markdown } from '../../base/escape.ts';
import type { SlowKind } from '../../base/model.ts';
import { locateFile } from '../../go/sources/sourcePaths.ts';
import type { LineSkids } from '../assembly/lineSkids.ts';
import { fileUri } from '../client/lspTerms.ts';
import type { DocumentText } from '../costs/documentText.ts';
import type { Session } from '../sessions/session.ts';
import { type HoverCost, sampleTypeOf } from './hoverCost.ts';
import { fileLink, said } from './hoverMarkdown.ts';

/** Names the line that may cost instead, as Markdown. `null` where nothing shows that, or it is not known yet. */
export function skidNote(
  shown: HoverCost,
  document: DocumentText,
  skids: Pick<LineSkids, 'of'>,
): Markdown | null {
  const { session, cost } = shown;
  if (!['cpu', 'samples'].includes(sampleTypeOf(shown).type)) return null;
  const skid = skids.of(session, cost.file, cost.cost.line);
  const place = skid === null ? null : placeText(session, document, cost.file, skid);
  if (skid === null || place === null) return null;
  return said(
    '{0} of {1} flat samples are on the instruction right after {2} of {3}. A CPU sample falls behind the instruction that waits, so that line may be what costs.',
    skid.samples,
    skid.all,
    kindText(skid.skidOf),
    place,
  );
}

function kindText(kind: SlowKind): Markdown {
  switch (kind) {
    case 'load':
      return said('a load');
    case 'store':
      return said('a store');
    case 'atomic':
      return said('an atomic operation');
    case 'division':
      return said('a division');
    case 'call':
      return said('a call');
  }
}

/**
 * `line 26`, or `node.go:26` in another file, as a link where the file is known. `null` for a line of the document that has
 * changed since.
 */
function placeText(
  { lines, roots, snapshot }: Session,
  document: DocumentText,
  ownFile: number,
  { file, line }: { readonly file: string; readonly line: number },
): Markdown | null {
  // Disassembly has the base names of files only.
  const named = lines.files.filter((name) => baseName(name) === file);
  if (named.length === 1 && named[0] === lines.files[ownFile]) {
    const now = document.lineMap(snapshot)?.same[line - 1] ?? -1;
    return now === -1 ? null : fileLink(said('line {0}', now + 1), document.uri, now + 1);
  }
  const text = escapeMarkdown(`${file}:${line}`);
  const located = named.length === 1 ? locateFile(named[0]!, roots) : null;
  return located === null ? text : fileLink(text, fileUri(located), line);
}
