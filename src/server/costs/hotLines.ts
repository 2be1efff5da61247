import type { LineCost } from '../../analysis/lines/lines.ts';
import { chargeOwnLines } from '../../analysis/lines/ownLines.ts';
import { bySizeDescending } from '../../analysis/values/value.ts';
import { madeOnce } from '../../base/maps.ts';
import { locateFile } from '../../go/sources/sourcePaths.ts';
import { isBelow } from '../../go/sources/sourceRoots.ts';
import type { HotLine } from '../../protocol.ts';
import { fileUri } from '../client/lspTerms.ts';
import type { Session } from '../sessions/session.ts';
import type { SessionStore } from '../sessions/sessions.ts';
import { isWorthShowing, lineText } from './costText.ts';
import { type DocumentCosts, documentCosts } from './documentCosts.ts';
import type { DocumentTexts } from './documentText.ts';

/** More than a user looks through. */
const mostLines = 50;

/**
 * A line that causes less than this share of what it shows only calls hot lines. Without a bound, one sample would decide which
 * line is the first.
 */
const leastCaused = 0.05;

/**
 * The hottest lines of the user's own code, in the order of the costs that they show. Which these are is found by what a
 * line causes itself and in libraries: a line that parses a template has the cost of the parser, and one that only calls
 * hot lines is none. Lines that are not on this machine, or have changed, are left out, and so are those that show no cost in
 * the editor.
 *
 * @param threshold in percent; lines that cost less show nothing
 */
export function hotLines(
  store: SessionStore,
  texts: Pick<DocumentTexts, 'at'>,
  threshold: number,
): HotLine[] {
  const { active, activeSession: session } = store;
  if (active === null || session === null) return [];
  const ownPaths = new Map<string, string | null>();
  const charged = chargeOwnLines(session.operationLines.profile, active.sampleType, (file) => {
    const path = locateOwn(session, file);
    ownPaths.set(file, path);
    return path !== null;
  });
  const placed = new Map<string, DocumentCosts>();
  const lines: { readonly line: Omit<HotLine, 'ofHottest'>; readonly cost: LineCost }[] = [];
  for (const { file, line, functionName, charge } of charged) {
    if (lines.length === mostLines) break;
    const path = ownPaths.get(file);
    if (typeof path !== 'string') continue;
    const costs = madeOnce(placed, path, (): DocumentCosts => {
      const document = texts.at(path);
      return document === null ? { kind: 'none' } : documentCosts(session, active.sampleType, document);
    });
    if (costs.kind !== 'costs') continue;
    const here = costs.costs.find(({ cost }) => cost.line === line);
    if (here === undefined || !isWorthShowing(session, active.sampleType, here.cost, threshold)) continue;
    const { operations } = here.byCause;
    if (Math.abs(charge) < leastCaused * Math.abs(Number(operations.cum))) continue;
    const text = lineText(session, active.sampleType, operations);
    lines.push({ line: { uri: fileUri(path), line: here.line, functionName, text }, cost: operations });
  }
  // The sort is stable: among equals, the line that causes most comes first.
  const bySize = (a: LineCost, b: LineCost) =>
    bySizeDescending(a.cum, b.cum) || bySizeDescending(a.flat, b.flat);
  lines.sort((a, b) => bySize(a.cost, b.cost));
  const largest = Math.abs(Number(lines[0]?.cost.cum));
  return lines.map(({ line, cost }) => ({ ...line, ofHottest: Math.abs(Number(cost.cum)) / largest }));
}

/**
 * The file's path, if it is in one of the user's modules; where no modules are known, if it is outside Go's own folders.
 * Else `null`.
 */
export function locateOwn(session: Session, file: string): string | null {
  const { goroot, moduleCache, modules } = session.roots;
  const located = locateFile(file, session.roots);
  if (located === null) return null;
  const isOwn =
    modules.length > 0
      ? modules.some(({ directory }) => isBelow(located, directory))
      : !isBelow(located, goroot) && !isBelow(located, moduleCache);
  return isOwn ? located : null;
}
