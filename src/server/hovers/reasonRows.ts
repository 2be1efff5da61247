/** For hovers: why a line costs what it costs, as the compiler says. */
import { escapeMarkdown, type Markdown } from '../../base/escape.ts';
import type { LineReason } from '../../go/why/lineReasons.ts';
import type { SessionPair } from '../compare/pairOfFiles.ts';
import type { DocumentText } from '../costs/documentText.ts';
import type { Session } from '../sessions/session.ts';
import type { CompilerReasons } from '../why/compilerReasons.ts';
import type { HoverCost } from './hoverCost.ts';
import { fileLink, type HoverPosition, line, rows, said } from './hoverMarkdown.ts';

/** A line can have any number of reasons; a hover has an end. */
const mostReasons = 5;

/** A row for each reason, as Markdown; `null` for none, or where they are not known yet. */
export function reasonRows(
  { session, cost }: HoverCost,
  document: DocumentText,
  reasons: Pick<CompilerReasons, 'of'>,
): Markdown | null {
  const { line: at } = cost.cost;
  const file = session.lines.files[cost.file] ?? '';
  const found = reasons.of(session, file, at).slice(0, mostReasons);
  return rows(
    found.map((reason) => line([escapeMarkdown(reason.text), ...endLink(reason, at, session, document)])),
  );
}

/** A link to where a value gets to the heap, if that is on another line of the document. */
function endLink({ end }: LineReason, at: number, { snapshot }: Session, document: DocumentText): Markdown[] {
  if (end === null || end.file !== document.path || end.line === at) return [];
  const now = document.lineMap(snapshot)?.same[end.line - 1] ?? -1;
  return now === -1 ? [] : [said('({0})', fileLink(said('line {0}', now + 1), document.uri, now + 1))];
}

/**
 * That nothing on a line escapes any more, where something did in the run before, on this line or the one in whose place it
 * is. `null` for other lines, and where that is not known.
 */
export function noLongerEscapes(
  pair: SessionPair | null,
  { document, line: at }: HoverPosition,
  reasons: Pick<CompilerReasons, 'of' | 'escapes'>,
): Markdown | null {
  if (pair === null) return null;
  const { session, base } = pair;
  const before = earlierLine(document, base, at);
  const now = document.lineMap(session.snapshot)?.same.indexOf(at) ?? -1;
  const file = base.match(document.path);
  if (before === null || now === -1 || file.kind !== 'match') return null;
  // The file may no longer be in the newer profile.
  if (reasons.escapes(session, document.path, now + 1) !== false) return null;
  const escaped = reasons.of(base, file.name, before + 1).filter(({ kind }) => kind === 'escape');
  if (escaped.length === 0) return null;
  return rows([
    said('No longer escapes. In the run before:'),
    ...escaped.slice(0, mostReasons).map(({ text }) => escapeMarkdown(text)),
  ]);
}

/** The line of the earlier text that stands at a line of the document, or that this one has replaced. 0-based. */
function earlierLine(document: DocumentText, { snapshot }: Session, at: number): number | null {
  const map = document.lineMap(snapshot);
  if (map === null) return null;
  const same = map.same.indexOf(at);
  const before = same === -1 ? map.changed.indexOf(at) : same;
  return before === -1 ? null : before;
}
