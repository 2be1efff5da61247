/** One profile of a server, into a file of ours, and as a session. */
import { mkdirSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileNameOf } from '../../../base/fileName.ts';
import { fail, ok, type Result } from '../../../base/result.ts';
import { foreignFormat } from '../../../foreign/readForeign.ts';
import { fetchBytes } from '../../../go/profiles/fetchBytes.ts';
import { unreadAnswer } from '../../../go/profiles/fetchProblems.ts';
import { sentSecrets } from '../../../go/profiles/sentSecrets.ts';
import { profileIn } from '../../../go/servers/serverIndex.ts';
import { pruneFiles } from '../../../go/toolchain/keptFiles.ts';
import { openProfileFile } from '../../sessions/openProfile.ts';
import type { SessionSource } from '../../sessions/session.ts';
import { profileLabel } from './chooseProfile.ts';
import { type ConnectedServer, type ServersContext, serverLabel } from './connecting.ts';
import type { KeptServer, LastFetch } from './keptServers.ts';

/** Of one server, so many profiles stay on the disk: what the editor shows is read again when it is needed. */
const mostFiles = 20;

function folderOf({ profiles }: ServersContext, { id }: KeptServer): string {
  return path.join(profiles, path.basename(id));
}

/**
 * Fetches a profile and opens it, named after the server and the profile. A trace that cannot be shown stays: then the problem is `trace`, and its argument
 * is the file. Fails with the codes of `fetchBytes` and of who opens files.
 */
export async function fetchProfile(
  context: ServersContext,
  connected: ConnectedServer,
  what: LastFetch,
  signal: AbortSignal,
  onSent?: () => void,
): Promise<Result<SessionSource>> {
  const { server, index, access } = connected;
  const address = profileIn(index, what.name, what.seconds);
  if (address === null) return fail('not-an-address', '{0} is no profile of this server.', [what.name]);
  const { maxProfileBytes: maxBytes } = (await context.settings.general()).lens;
  const answer = await fetchBytes(address, { access, signal, maxBytes, onSent });
  if (!answer.ok) return answer;
  const { bytes } = answer.value;
  const file = await write(folderOf(context, server), what.name, bytes);
  const isTrace = what.name === 'trace';
  const opened = await openProfileFile(file, { ...context, mayRun: isTrace ? 'trace' : false });
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
  return ok({ ...opened.value, title, origin: { from: 'file', source: label } });
}

/** Costs of a profile that covers some seconds are those of a second. */
export function fetchRate(seconds: number | null): Partial<Pick<SessionSource, 'operations' | 'perUnit'>> {
  return seconds === null ? {} : { operations: seconds, perUnit: 'second' };
}

/** Opens a profile that was fetched earlier. */
export async function openFetched(
  context: ServersContext,
  server: KeptServer,
  name: string,
): Promise<Result<SessionSource>> {
  const file = path.join(folderOf(context, server), path.basename(name));
  const opened = await openProfileFile(file, { ...context, mayRun: false });
  return opened.ok ? ok({ ...opened.value, origin: { from: 'file', source: serverLabel(server) } }) : opened;
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
  sessions.remove(({ profilePath }) => files.includes(profilePath));
  for (const file of files) rmSync(file, { force: true });
}

export function removeFolder(context: ServersContext, server: KeptServer): void {
  const folder = folderOf(context, server);
  context.sessions.remove(({ profilePath }) => path.dirname(profilePath) === folder);
  rmSync(folder, { recursive: true, force: true });
}
