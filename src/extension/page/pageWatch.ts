/** What a page shows of a server that is watched. */
import type { PageWatch, RemoteItem, SessionSummary } from '../../protocol.ts';

/** `null` where the profile is of no server that was watched. @param items the servers that are remembered */
export function pageWatch(
  session: SessionSummary | undefined,
  items: readonly RemoteItem[],
): PageWatch | null {
  if (session?.origin.from !== 'file') return null;
  const { source } = session.origin;
  const item = items.find(({ watch, label }) => watch !== undefined && label === source);
  if (item?.watch === undefined) return null;
  const { id, label, watch } = item;
  const files = [session.base?.profilePath, session.profilePath].map((file) => file?.split(/[\\/]/).at(-1));
  const shown = files.flatMap((file) =>
    watch.moments.some((moment) => moment.id === file) ? (file ?? []) : [],
  );
  return { id, label, report: watch, shown };
}
