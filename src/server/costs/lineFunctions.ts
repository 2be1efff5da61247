import type { LineFunctions } from '../../protocol.ts';
import type { SessionStore } from '../sessions/sessions.ts';
import { documentCosts } from './documentCosts.ts';

/**
 * The functions behind the cost that a line shows; `null` where it shows none.
 *
 * @param line 0-based, in `text`
 */
export function lineFunctions(
  store: SessionStore,
  documentPath: string,
  text: string,
  line: number,
): LineFunctions | null {
  const { active, activeSession: session } = store;
  if (active === null || session === null) return null;
  const found = documentCosts(session, active.sampleType, documentPath, text);
  if (found.kind !== 'costs') return null;
  const placed = found.costs.find((cost) => cost.line === line);
  if (placed === undefined) return null;
  const names = session.lines.functionsOn(found.file, placed.cost.line).map(({ name }) => name);
  return { sessionId: session.id, functionNames: names.filter((name) => name !== '') };
}
