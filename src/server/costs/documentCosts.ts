import type { LineCost } from '../../analysis/lines/lines.ts';
import type { LineFunctions } from '../../protocol.ts';
import type { Session, SessionStore } from '../sessions/sessions.ts';
import { type CostByCause, splitByCause } from './causes.ts';
import type { DocumentText } from './documentText.ts';

/** A line's cost in a profile. */
export interface ProfiledCost {
  /** Line, flat and cum as the profile has them. */
  readonly cost: LineCost;
  /** The same cost by who pays for it. */
  readonly byCause: CostByCause;
}

/** A line's cost, where that line now stands in the document. */
export interface PlacedCost extends ProfiledCost {
  /** 0-based, in the document as it is. */
  readonly line: number;
}

export type DocumentCosts =
  | {
      readonly kind: 'costs';
      readonly file: number;
      readonly costs: readonly PlacedCost[];
      /** Costs of lines that have changed since, or are no longer there. */
      readonly gone: readonly ProfiledCost[];
    }
  /** Nothing of this file is in the profile. */
  | { readonly kind: 'none' }
  /** Two or more files of the profile could be this one. */
  | { readonly kind: 'ambiguous'; readonly names: readonly string[] }
  /** The file has changed since the profile was taken and nobody kept what it said. */
  | { readonly kind: 'stale' };

/**
 * The costs of one document for one sample type. Lines that have changed since the profile was taken have
 * none; the others keep theirs where they now stand. Every way to show a cost beside code goes through here.
 */
export function documentCosts(session: Session, sampleType: number, document: DocumentText): DocumentCosts {
  const match = session.match(document.path);
  if (match.kind !== 'match') return match;
  const file = session.lines.fileIndex(match.name);
  const costs = session.lines.lines(file, sampleType);
  if (costs.length === 0) return { kind: 'costs', file, costs: [], gone: [] };
  const map = document.lineMap(session.snapshot);
  if (map === null) return { kind: 'stale' };
  const split = splitByCause(session, file, sampleType);
  const placed: PlacedCost[] = [];
  const gone: ProfiledCost[] = [];
  for (const cost of costs) {
    // Line 0 is "unknown" in a profile and has no place in a text.
    const line = map[cost.line - 1];
    if (line === undefined) continue;
    if (line === -1) gone.push({ cost, byCause: split(cost) });
    else placed.push({ line, cost, byCause: split(cost) });
  }
  return { kind: 'costs', file, costs: placed, gone };
}

/** A line's cost, and the index of its file in `session.lines`. */
export interface CostAtLine extends PlacedCost {
  readonly file: number;
}

/**
 * The cost of one line of a document; `null` where it has none.
 *
 * @param line 0-based, in the document
 */
export function costAt(
  session: Session,
  sampleType: number,
  document: DocumentText,
  line: number,
): CostAtLine | null {
  const found = documentCosts(session, sampleType, document);
  if (found.kind !== 'costs') return null;
  const placed = found.costs.find((cost) => cost.line === line);
  return placed === undefined ? null : { ...placed, file: found.file };
}

/** The functions behind the cost that a line shows; `null` where it shows none. */
export function lineFunctions(
  { active, activeSession: session }: SessionStore,
  document: DocumentText,
  line: number,
): LineFunctions | null {
  const found =
    active === null || session === null ? null : costAt(session, active.sampleType, document, line);
  if (session === null || found === null) return null;
  const names = session.lines.functionsOn(found.file, found.cost.line).map(({ name }) => name);
  return { sessionId: session.id, functionNames: names.filter((name) => name !== '') };
}
