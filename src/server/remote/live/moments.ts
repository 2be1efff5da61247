/** Moments of a watched server on the lines: one of them, or two compared. */
import { rmSync } from 'node:fs';
import * as l10n from '@vscode/l10n';
import { fail, ok, type Result } from '../../../base/result.ts';
import type { Session, SessionSource } from '../../sessions/session.ts';
import { profileLabel } from './chooseProfile.ts';
import { type ServersContext, serverLabel } from './connecting.ts';
import { fetchRate, openFetched } from './fetching.ts';
import type { KeptServer } from './keptServers.ts';
import type { KeptMoment, Watched } from './watched.ts';

/**
 * Lets the lines show the moments with these ids: of two, how the later differs from the earlier; of one, its profile; of none, the
 * newest, and those that come. Problems: `moment-gone` and those of who opens files.
 */
export async function showMoments(
  context: ServersContext,
  server: KeptServer,
  watched: Watched,
  ids: readonly string[],
): Promise<Result<Session>> {
  const { sessions } = context;
  const wanted = ids.length === 0 ? watched.moments.slice(-1) : ids.map((id) => watched.get(id));
  const found = wanted.flatMap((moment) => moment ?? []).sort((a, b) => a.at - b.at);
  const [first, second] = found;
  if (first === undefined || found.length !== wanted.length)
    return fail('moment-gone', 'What {0} did then is no longer kept.', [serverLabel(server)]);
  const session =
    second === undefined
      ? await sessionOf(context, server, watched, first)
      : await compared(context, server, watched, first, second);
  if (!session.ok) return session;
  const { sampleTypes, defaultSampleType, id } = session.value;
  const active = sessions.activeSession;
  const isSameKind = active !== null && typesOf(active) === typesOf({ sampleTypes });
  const sampleType = isSameKind ? (sessions.active?.sampleType ?? 0) : defaultSampleType;
  sessions.show({ sessionId: id, sampleType });
  tidyMoments(context, watched);
  return session;
}

function typesOf({ sampleTypes }: Pick<Session, 'sampleTypes'>): string {
  return sampleTypes.map(({ type }) => type).join();
}

async function compared(
  context: ServersContext,
  server: KeptServer,
  watched: Watched,
  before: KeptMoment,
  after: KeptMoment,
): Promise<Result<Session>> {
  const later = await opening(context, server, watched, after);
  if (!later.ok) return later;
  const earlier = await opening(context, server, watched, before);
  if (!earlier.ok) return earlier;
  // Nothing waits between the base and what needs it: the watch goes on, and tidies what nothing needs.
  const { sessions } = context;
  const { profilePath, operations } = sessionThere(context, before) ?? sessions.addFile(earlier.value);
  return ok(
    sessions.addFile({
      ...later.value,
      title: l10n.t('{0} against {1}', later.value.title, timeOf(before)),
      base: { profilePath, operations },
      watchedAfter: profilePath,
    }),
  );
}

/** The session of a moment's profile, perhaps a new one. */
async function sessionOf(
  context: ServersContext,
  server: KeptServer,
  watched: Watched,
  moment: KeptMoment,
): Promise<Result<Session>> {
  const there = sessionThere(context, moment);
  if (there !== undefined) return ok(there);
  const opened = await opening(context, server, watched, moment);
  return opened.ok ? ok(context.sessions.addFile(opened.value)) : opened;
}

function sessionThere({ sessions }: ServersContext, { file }: KeptMoment): Session | undefined {
  return sessions.all.find(({ profilePath, base }) => profilePath === file && base === undefined);
}

async function opening(
  context: ServersContext,
  server: KeptServer,
  { name }: Watched,
  moment: KeptMoment,
): Promise<Result<SessionSource>> {
  const opened = await openFetched(context, server, moment.id);
  if (!opened.ok) return opened;
  const title = `${serverLabel(server)} · ${profileLabel(name)} ${timeOf(moment)}`;
  return ok({ ...opened.value, title, ...fetchRate(moment.seconds) });
}

function timeOf({ at }: KeptMoment): string {
  return new Date(at).toLocaleTimeString('en-GB');
}

/** Sessions stay for the two newest moments, for what the lines show, and for the last comparison. */
export function tidyMoments({ sessions }: ServersContext, watched: Watched): void {
  const own = new Set(watched.moments.map(({ file }) => file));
  const { activeSession, all } = sessions;
  const comparison = all.find(({ profilePath, base }) => own.has(profilePath) && base !== undefined);
  const newest = watched.moments.slice(-2).map(({ file }) => file);
  const needed = new Set([...newest, comparison?.base?.profilePath]);
  sessions.remove(
    (session) =>
      own.has(session.profilePath) &&
      session !== activeSession &&
      session !== comparison &&
      (session.base !== undefined || !needed.has(session.profilePath)),
  );
}

/** Deletes the files of moments that are no longer kept, with their sessions but for what the lines show. */
export function removeMoments({ sessions }: ServersContext, files: readonly string[]): void {
  const { activeSession } = sessions;
  const shown = new Set([activeSession?.profilePath, activeSession?.base?.profilePath]);
  const gone = files.filter((file) => !shown.has(file));
  sessions.remove(
    ({ profilePath, base }) => gone.includes(profilePath) || gone.includes(base?.profilePath ?? ''),
  );
  for (const file of gone) rmSync(file, { force: true });
}
