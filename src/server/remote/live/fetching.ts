/** One profile of a server, into a file of ours, and as a session. */
import { mkdirSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as l10n from '@vscode/l10n';
import { fileNameOf } from '../../../base/fileName.ts';
import type { Rate } from '../../../base/model.ts';
import { fail, ok, type Result } from '../../../base/result.ts';
import { foreignFormat } from '../../../foreign/readForeign.ts';
import { fetchBytes } from '../../../go/profiles/fetchBytes.ts';
import { unreadAnswer } from '../../../go/profiles/fetchProblems.ts';
import { sentSecrets } from '../../../go/profiles/sentSecrets.ts';
import { profileIn } from '../../../go/servers/serverIndex.ts';
import type { Session, SessionSource } from '../../sessions/session.ts';
import { busy } from '../shared/busy.ts';
import { pruneFiles } from '../shared/keptFiles.ts';
import { profileLabel } from './chooseProfile.ts';
import { type ConnectedServer, type ServersContext, serverLabel } from './connecting.ts';
import type { KeptServer, LastFetch } from './keptServers.ts';

/** Of one server, so many profiles stay on the disk: what the editor shows is read again when it is needed. */
const mostFiles = 20;

/** A profile that has been fetched and read. */
export interface Fetched {
  readonly what: LastFetch;
  /** As a session is made of it: without a rate, named after the server and the profile. */
  readonly source: SessionSource;
}

/** The folder with the profiles of a server. */
function folderOf({ folder }: ServersContext, { id }: KeptServer): string {
  return path.join(folder, path.basename(id));
}

/**
 * Fetches a profile and opens it. A trace that cannot be shown stays: then the problem is `trace`, and its argument
 * is the file. Fails with the codes of `fetchBytes` and of who opens files.
 */
export async function fetchProfile(
  context: ServersContext,
  connected: ConnectedServer,
  what: LastFetch,
  signal: AbortSignal,
  onSent?: () => void,
): Promise<Result<Fetched>> {
  const { server, index, access } = connected;
  const address = profileIn(index, what.name, what.seconds);
  if (address === null) return fail('not-an-address', '{0} is no profile of this server.', [what.name]);
  const { maxProfileBytes: maxBytes } = (await context.settings.general()).lens;
  const answer = await fetchBytes(address, { access, signal, maxBytes, onSent });
  if (!answer.ok) return answer;
  const { bytes } = answer.value;
  const file = await write(folderOf(context, server), what.name, bytes);
  const isTrace = what.name === 'trace';
  const opened = await context.open(file, isTrace ? 'trace' : false);
  // Where it cannot be shown as a profile, another tool can read it.
  if (!opened.ok && isTrace && foreignFormat(bytes) === 'go-trace')
    return fail('trace', 'The trace is in {0}.', [file], opened.problem.details);
  if (!opened.ok) {
    rmSync(file, { force: true });
    return {
      ok: false,
      problem: unreadAnswer(opened.problem, answer.value, sentSecrets(address, access.headers)),
    };
  }
  prune(context, server);
  const label = serverLabel(server);
  const time = new Date().toLocaleTimeString('en-GB');
  const title = `${label} · ${profileLabel(what.name)} ${time}`;
  return ok({ what, source: { ...opened.value, title, origin: { from: 'file', source: label } } });
}

async function write(folder: string, name: string, bytes: Uint8Array): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const time = new Date().toISOString().replace(/[:.]/g, '-');
  const kind = fileNameOf(name === 'profile' ? 'cpu' : name).slice(0, 60);
  const file = path.join(folder, `${time}-${kind}${name === 'trace' ? '.trace' : '.pb.gz'}`);
  await writeFile(file, bytes, { flag: 'wx' });
  return file;
}

/** Makes room for the newest profile of a server: the oldest sessions of this window go with their files. */
function prune(context: ServersContext, server: KeptServer): void {
  const { sessions } = context;
  const folder = folderOf(context, server);
  const own = [...sessions.files].filter((file) => path.dirname(file) === folder);
  // Their names begin with the time.
  removeProfiles(context, own.sort().slice(0, 1 - mostFiles));
  pruneFiles(folder, sessions.files, { most: mostFiles, ending: '' });
}

export function removeProfiles({ sessions }: ServersContext, files: readonly string[]): void {
  const gone = new Set(files);
  sessions.removeFiles((file) => gone.has(file));
  for (const file of files) rmSync(file, { force: true });
}

/** All profiles of a server. */
export function removeFolder(context: ServersContext, server: KeptServer): void {
  const folder = folderOf(context, server);
  context.sessions.removeFiles((file) => path.dirname(file) === folder);
  rmSync(folder, { recursive: true, force: true });
}

/** What a profile is called while it is fetched. */
function fetchingText({ name, seconds }: LastFetch): string {
  const label = profileLabel(name);
  return seconds === null ? l10n.t('fetching {0}', label) : l10n.t('recording {0} for {1} s', label, seconds);
}

/** As `fetchProfile`, with a progress bar. */
export function fetchWithProgress(
  context: ServersContext,
  connected: ConnectedServer,
  what: LastFetch,
  signal: AbortSignal,
): Promise<Result<Fetched>> {
  const title = serverLabel(connected.server);
  const { seconds } = what;
  return busy(context.messages, { title, text: fetchingText(what), seconds }, signal, (during) =>
    fetchProfile(context, connected, what, during),
  );
}

/** Shows a fetched profile on the lines. @param rate what its costs are those of, if that is known */
export function showFetched({ sessions }: ServersContext, { source }: Fetched, rate: Rate | null): Session {
  const ofRate = rate === null ? {} : { operations: rate.count, perUnit: rate.unit };
  const session = sessions.addFile({ ...source, ...ofRate });
  sessions.show({ sessionId: session.id, sampleType: session.defaultSampleType });
  return session;
}
