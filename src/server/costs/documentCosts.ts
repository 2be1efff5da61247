import type { LineCost } from '../../analysis/lines/lines.ts';
import type { LineFunctions } from '../../protocol.ts';
import type { Session } from '../sessions/session.ts';
import type { SessionStore } from '../sessions/sessions.ts';
import { type CostByCause, splitByCause } from './causes.ts';
import type { DocumentText } from './documentText.ts';

/** A line's cost in a profile. */
export interface ProfiledCost {
  /** Its line is that of the profile. */
  readonly cost: LineCost;
  /** The same cost, split by what caused it. */
  readonly byCause: CostByCause;
}

/** A line's cost, and where the line now stands in the document. */
export interface PlacedCost extends ProfiledCost {
  /** 0-based, in the present text. */
  readonly line: number;
}

export type DocumentCosts =
  | {
      readonly kind: 'costs';
      readonly file: number;
      readonly costs: readonly PlacedCost[];
      /** Costs of lines that have been changed or removed. */
      readonly gone: readonly ProfiledCost[];
      /** Those of them that another line has taken the place of, where this line stands. */
      readonly replaced: readonly PlacedCost[];
    }
  /** The profile has no cost in this file. */
  | { readonly kind: 'none' }
  /** Two or more files of the profile could be this one. */
  | { readonly kind: 'ambiguous'; readonly names: readonly string[] }
  /** Other files of the workspace could be this file of the profile. */
  | { readonly kind: 'several'; readonly name: string; readonly files: readonly string[] }
  /** The file has changed since the profile was taken, and its text from then is not known. */
  | { readonly kind: 'stale' };

/**
 * The costs of one document for one sample type. Unchanged lines have their cost where they now stand; lines that have
 * changed since the profile was taken have none. Everything that shows a cost beside code asks here.
 */
export function documentCosts(session: Session, sampleType: number, document: DocumentText): DocumentCosts {
  const match = session.match(document.path);
  if (match.kind !== 'match') return match;
  const file = session.lines.fileIndex(match.name);
  const costs = session.lines.lines(file, sampleType);
  if (costs.length === 0) return { kind: 'costs', file, costs: [], gone: [], replaced: [] };
  const map = document.lineMap(session.snapshot);
  if (map === null) return { kind: 'stale' };
  const split = splitByCause(session, file, sampleType);
  const placed: PlacedCost[] = [];
  const gone: ProfiledCost[] = [];
  const replaced: PlacedCost[] = [];
  for (const cost of costs) {
    // In a profile, line 0 means that the line is not known.
    const line = map.same[cost.line - 1];
    if (line === undefined) continue;
    const profiled = { cost, byCause: split(cost) };
    if (line !== -1) {
      placed.push({ line, ...profiled });
      continue;
    }
    gone.push(profiled);
    const successor = map.changed[cost.line - 1] ?? -1;
    if (successor !== -1) replaced.push({ line: successor, ...profiled });
  }
  return { kind: 'costs', file, costs: placed, gone, replaced };
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
