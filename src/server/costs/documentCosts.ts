import type { LineCost } from '../../analysis/lines/lines.ts';
import type { Session } from '../sessions/sessions.ts';
import { type CostByCause, splitByCause } from './causes.ts';
import { mapLines } from './lineMap.ts';

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
export function documentCosts(
  session: Session,
  sampleType: number,
  documentPath: string,
  text: string,
): DocumentCosts {
  const match = session.match(documentPath);
  if (match.kind !== 'match') return match;
  const file = session.lines.fileIndex(match.name);
  const costs = session.lines.lines(file, sampleType);
  if (costs.length === 0) return { kind: 'costs', file, costs: [], gone: [] };
  const original = session.snapshot.textOf(documentPath);
  if (original === null) return { kind: 'stale' };
  const map = mapLines(original, text);
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
