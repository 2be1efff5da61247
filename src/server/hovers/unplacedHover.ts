import type { Markdown } from '../../base/escape.ts';
import { serverCall } from '../../protocol.ts';
import type { PathMapping } from '../sessions/pathMapping.ts';
import type { Session } from '../sessions/session.ts';
import type { SessionStore } from '../sessions/sessions.ts';
import { code, commandLink, type HoverPosition, line, rows, said } from './hoverMarkdown.ts';

/** A hover names so many files. */
const mostNamed = 3;

/**
 * For a line that has a cost in a file of the profile which may be this one, or another: names it, and lets the user say which it
 * is. As Markdown; `null` for other lines.
 */
export function unplacedHover(
  { active, activeSession: session }: SessionStore,
  mapping: Pick<PathMapping, 'canMap'>,
  { document, line: at }: HoverPosition,
): Markdown | null {
  if (active === null || session === null) return null;
  const { lines } = session;
  const hasCost = (name: string) =>
    lines.lines(lines.fileIndex(name), active.sampleType).some((cost) => cost.line === at + 1);
  const names = namesFor(session, document.path).filter((name) => mapping.canMap(name) && hasCost(name));
  return rows(
    names.slice(0, mostNamed).map((name) => {
      const call = serverCall('mapPath', { sessionId: session.id, file: name, uri: document.uri });
      const link = commandLink(said('Map this path…'), call);
      return line([
        said('The profile has a cost on this line of {0}, which may be this file.', code(name)),
        link,
      ]);
    }),
  );
}

/** The profile's files that may be the document, none of them certainly. */
function namesFor(session: Session, document: string): readonly string[] {
  const match = session.match(document);
  switch (match.kind) {
    case 'match':
      return [];
    case 'ambiguous':
      return match.names;
    case 'several':
      return [match.name];
    case 'none':
      return session.unplacedLike(document);
  }
}
