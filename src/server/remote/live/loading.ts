/** A profile while requests are sent: the user chooses which ones and how many, and is asked once more before any is. */
import { homedir } from 'node:os';
import * as l10n from '@vscode/l10n';
import { fail, ok, type Result } from '../../../base/result.ts';
import { type LoadCommand, loadCallOf } from '../../../go/load/loadCommand.ts';
import {
  checkedPace,
  type LoadPace,
  type LoadPlan,
  readLoadRequest,
  shownRequest,
  usualPace,
} from '../../../go/load/loadPlan.ts';
import { type UnderLoad, underLoad } from '../../../go/load/underLoad.ts';
import { askMemory } from '../../../go/servers/heapMemory.ts';
import { readHeader } from '../../../go/servers/serverAddress.ts';
import type { PickItem } from '../../../protocol.ts';
import type { SessionSource } from '../../sessions/session.ts';
import { addSecrets, secretsOf } from '../shared/access.ts';
import { busy } from '../shared/busy.ts';
import { told } from '../shared/connecting.ts';
import { profileLabel } from './chooseProfile.ts';
import { type ConnectedServer, type ServersContext, serverLabel } from './connecting.ts';
import { fetchProfile } from './fetching.ts';
import type { KeptServer, LastFetch } from './keptServers.ts';

interface ChosenLoad {
  readonly plan: LoadPlan;
  /** Sends them in the place of our client. */
  readonly command: LoadCommand | null;
  /** As it is kept. */
  readonly written: Pick<KeptServer, 'requests' | 'pace'>;
}

const mostRequests = 5;

/** Asks which requests are sent, and how many. `null`: given up, or a message says what is wrong. */
export async function askLoad(
  context: ServersContext,
  connected: ConnectedServer,
  seconds: number,
): Promise<ChosenLoad | null> {
  const { ask, messages } = context;
  const { server, access, index } = connected;
  const earlier = server.requests ?? [];
  const chosen = await ask.pick({
    title: l10n.t('Requests to {0}', serverLabel(server)),
    placeholder: l10n.t(
      'Type a path or an address of this server, such as /search?q=x or POST /cart {"id": 1}',
    ),
    items: earlier.map((text) => ({ id: text, label: text, icon: 'history' })),
    ownText: l10n.t('Send {0}'),
  });
  if (chosen === null) return null;
  const text = 'typed' in chosen ? chosen.typed : chosen.id;
  const chosenPace = await askPace(context, server);
  if (chosenPace === null) return null;
  const { pace, command, written } = chosenPace;
  const { requestHeaders = {} } = await secretsOf(ask, server);
  const request = readLoadRequest(text, index.folder, requestHeaders);
  if (!request.ok) return told(messages, request.problem);
  const plan = { ...pace, request: request.value, seconds, ca: access.ca };
  const call = command === null ? ok(null) : loadCallOf(command, plan);
  if (!call.ok) return told(messages, call.problem);
  const isWanted = await ask.confirm({
    question: l10n.t('Send requests to {0}?', serverLabel(server)),
    detail: l10n.t(
      '{0}, {1}, for {2} s. It does what such a request does, again and again; others who use the server will notice.',
      shownRequest(request.value),
      command === null ? paceText(pace) : l10n.t('by {0}', command.text),
      seconds,
    ),
    button: l10n.t('Send'),
  });
  if (!isWanted) return null;
  const requests = [text, ...earlier.filter((each) => each !== text)].slice(0, mostRequests);
  // A query or a body can have keys: only requests without are kept.
  const plain = requests.filter((each) => /^(?:[A-Za-z]+\s+)?[^\s?@]+$/.test(each));
  return { plan, command, written: { requests: plain, pace: written } };
}

interface ChosenPace {
  readonly pace: LoadPace;
  readonly command: LoadCommand | null;
  readonly written: string;
}

async function askPace(context: ServersContext, server: KeptServer): Promise<ChosenPace | null> {
  const { ask, messages } = context;
  const written = [
    ...new Set([...(server.pace === undefined ? [] : [server.pace]), '100/s', '1000/s', '10x', '50x']),
  ];
  const own = written.map(
    (text): PickItem => ({ id: text, label: paceText(readPace(text) ?? usualPace), icon: 'zap' }),
  );
  for (;;) {
    const chosen = await ask.pick({
      title: l10n.t('Requests to {0}', serverLabel(server)),
      placeholder: l10n.t('How many? Type 250/s for a rate, or 20x for 20 connections'),
      items: [
        ...own,
        { id: 'command', label: l10n.t('Let a command send them…'), icon: 'terminal' },
        { id: 'header', label: l10n.t('Add a header to the requests…'), icon: 'key' },
      ],
      ownText: '{0}',
    });
    if (chosen === null) return null;
    const text = 'typed' in chosen ? chosen.typed : chosen.id;
    if (text === 'header' && 'id' in chosen) {
      if (!(await addHeader(ask, server))) return null;
      continue;
    }
    if (text === 'command' && 'id' in chosen) {
      const command = await askCommand(context, server);
      return command === null ? null : { pace: usualPace, command, written: server.pace ?? '100/s' };
    }
    const template = '{0} is no number of requests. Type 250/s for a rate, or 20x for 20 connections.';
    const read = readPace(text);
    const pace = read === null ? fail('wrong-pace', template, [text]) : checkedPace(read);
    if (pace.ok) return { pace: pace.value, command: null, written: text };
    return told(messages, pace.problem);
  }
}

/** `null`: given up. */
async function askCommand(
  { ask, messages, settings }: ServersContext,
  server: KeptServer,
): Promise<LoadCommand | null> {
  const secrets = await secretsOf(ask, server);
  const text = await ask.input({
    title: l10n.t('Requests to {0}', serverLabel(server)),
    prompt: l10n.t(
      'The command. {0} is the address, {1} the time; it gets no header. It is kept as a secret.',
      '{url}',
      '{seconds}',
    ),
    value: secrets.loadCommand ?? 'wrk -t2 -d{seconds}s {url}',
  });
  if (text === null || text.trim() === '') return null;
  await addSecrets(ask, server, { loadCommand: text });
  const directory = (await settings.folders())[0] ?? homedir();
  return { text, directory, env: process.env, log: (printed) => messages.output(printed) };
}

async function addHeader(ask: ServersContext['ask'], server: KeptServer): Promise<boolean> {
  const typed = await ask.input({
    title: serverLabel(server),
    prompt: l10n.t('Name and value of the header, such as Authorization: Bearer 1234'),
    password: true,
  });
  const header = readHeader(typed ?? '');
  if (header === null) return false;
  const { requestHeaders } = await secretsOf(ask, server);
  await addSecrets(ask, server, { requestHeaders: { ...requestHeaders, [header.name]: header.value } });
  return true;
}

/** `200/s`, or `20x` for connections; `null` for another text. */
function readPace(text: string): LoadPace | null {
  const [, value = '', unit] = /^\s*(\d{1,9}(?:\.\d{1,3})?)\s*(\/\s*s|x)\s*$/i.exec(text) ?? [];
  if (unit === undefined) return null;
  return unit.toLowerCase() === 'x'
    ? { ...usualPace, rate: null, connections: Number(value) }
    : { ...usualPace, rate: Number(value) };
}

function paceText({ rate, connections }: LoadPace): string {
  if (rate !== null) return rate === 1 ? l10n.t('1 request a second') : l10n.t('{0} requests a second', rate);
  return connections === 1
    ? l10n.t('1 connection, again when it is answered')
    : l10n.t('{0} connections, each again when it is answered', connections);
}

/**
 * Fetches a profile, with a progress bar; with `load` while its requests are sent. Answers what came of these, too: `null`
 * where nobody counts them.
 */
export function fetchWithProgress(
  context: ServersContext,
  connected: ConnectedServer,
  what: LastFetch,
  load: ChosenLoad | null,
  signal: AbortSignal,
): Promise<Result<UnderLoad<SessionSource>>> {
  const title = serverLabel(connected.server);
  const text = fetchingText(what, load !== null);
  const fetch = (began: (() => void) | undefined, until: AbortSignal) =>
    fetchProfile(context, connected, what, until, began);
  return busy(context.messages, { title, text, seconds: what.seconds }, signal, async (during) => {
    const { index, access } = connected;
    const memory = () => askMemory(index.folder.below('./heap', { debug: '1' }), { access, signal: during });
    if (load !== null) return underLoad(load.plan, load.command, during, fetch, memory);
    const profile = await fetch(undefined, during);
    return profile.ok ? ok({ profile: profile.value, load: null, memory: await memory() }) : profile;
  });
}

function fetchingText({ name, seconds }: LastFetch, isUnderLoad: boolean): string {
  const label = profileLabel(name);
  if (isUnderLoad) return l10n.t('recording {0} while requests are sent', label);
  return seconds === null ? l10n.t('fetching {0}', label) : l10n.t('recording {0} for {1} s', label, seconds);
}
