/** `pprof-lens fetch`: one profile from a running server into a file. */
import * as l10n from '@vscode/l10n';
import { cpuShareOfWallTime } from '../../analysis/values/profileFacts.ts';
import { fileNameOf } from '../../base/fileName.ts';
import { ok, type Result } from '../../base/result.ts';
import { type LoadPlan, shownRequest } from '../../go/load/loadPlan.ts';
import { busyText, isIdle, loadDoubts } from '../../go/load/loadText.ts';
import { underLoad } from '../../go/load/underLoad.ts';
import { type ProfileAddress, profileAddress } from '../../go/profiles/fetchAddress.ts';
import type { ServerAccess } from '../../go/profiles/fetchBytes.ts';
import type { FetchedProfile } from '../../go/profiles/fetchProfile.ts';
import { isStoreUrl } from '../../go/stores/storeKinds.ts';
import { encodeGzipped } from '../../pprof/encode.ts';
import { isGzip } from '../../pprof/inflate.ts';
import type { Profile } from '../../pprof/profile.ts';
import { interruptible } from '../terminal/interruptible.ts';
import { jsonParts } from '../terminal/jsonText.ts';
import {
  type Options,
  type OptionValues,
  optionsText,
  outputOption,
  readOptions,
  wrong,
} from '../terminal/options.ts';
import { complain, deliver, exitStatus, failWith, writeFile, wrongArguments } from '../terminal/output.ts';
import { standardError } from '../terminal/streams.ts';
import { accessOf, accessOptions, loadOptions, planOf, secondsUnderLoad } from './loadOptions.ts';
import { loadJson, loadTable } from './loadReport.ts';
import { fetchShowingTime, notAnAddress } from './profileSource.ts';
import { anyStore, fetchFromStore, storeFetchOptions } from './storeFetch.ts';
import { readingOptions, storeOptions, storeOptionsText, textOf } from './storeSource.ts';

const ownOptions = {
  seconds: {
    is: 'whole',
    takes: 'N',
    help: 'how long the server shall record (default: as the server likes, for CPU 30)',
  },
  output: {
    ...outputOption,
    help: [
      'write there, - for standard output (default: a new file named after the',
      'kind of profile, such as heap.pb.gz)',
    ],
  },
  timeout: {
    is: 'number',
    takes: 'N',
    help: [
      'seconds that the server may be silent (default: half as long again as it',
      'records, else a minute)',
    ],
  },
  'max-time': {
    is: 'number',
    takes: 'N',
    help: [
      'seconds that the whole may take, however little the server sends at a time',
      '(default: as long as it records and ten minutes)',
    ],
  },
  'max-bytes': readingOptions['max-bytes'],
} as const satisfies Options;

const fetchOptions = {
  ...ownOptions,
  ...storeFetchOptions,
  ...storeOptions,
  ...accessOptions,
  ...loadOptions,
} as const satisfies Options;

type FetchOptions = OptionValues<typeof fetchOptions>;

/** Not translated: option names and this text belong together. */
export const fetchUsage = `usage: pprof-lens fetch [options] URL

One profile from a running server, as a gzipped pprof file. URL is any pprof endpoint, such as
http://localhost:6060/debug/pprof/heap; without a path it is Go's CPU profile, /debug/pprof/profile.
http:// may be left out; https+insecure:// takes any certificate. Ctrl+C ends the recording.

${optionsText(ownOptions)}
Servers that ask who you are (such options can be seen in lists of processes; @FILE is read instead):
${optionsText(accessOptions)}
Requests while it is profiled, to the same host only; then costs are per request:
  pprof-lens fetch --seconds=10 --load=/search?q=x --rate=200 localhost:6060
${optionsText(loadOptions)}
From a store of production profiles:
  pprof-lens fetch --from=pyroscope 127.0.0.1:4040 --query='{service_name="shop"}' --since=1h
${optionsText(storeFetchOptions)}
${storeOptionsText}`;

/** Runs the command. `argv` is what follows its name. Returns the exit status. */
export async function fetchCommand(argv: readonly string[]): Promise<number> {
  const given = readArguments(argv);
  if (!given.ok) return wrongArguments(given.problem, fetchUsage);
  const { address, options } = given.value;
  if (typeof address === 'string') return fetchStore(address, options);
  const access = accessOf(options, textOf);
  if (!access.ok) return failWith(access.problem);
  const plan = planOf(options, address, access.value, textOf);
  if (!plan.ok) return wrongArguments(plan.problem, fetchUsage);
  if (plan.value !== null) return fetchUnderLoad(address, plan.value, access.value, options);
  const how = { access: access.value };
  const fetched = await interruptible((signal) => fetchShowingTime(address, options, signal, how));
  if (!fetched.ok) return failWith(fetched.problem);
  sayIdle(address, fetched.value.profile);
  const path = options.output;
  if (path === undefined) return saveAsNew(fetched.value, kindOf(address));
  const status = await deliver(gzipped(fetched.value), path);
  if (status === exitStatus.done && path !== '-') complain(saved(fetched.value, path));
  return status;
}

function readArguments(argv: readonly string[]): Result<{
  /** A text is the address of a store. */
  readonly address: ProfileAddress | string;
  readonly options: FetchOptions;
}> {
  const given = readOptions(argv, fetchOptions);
  if (!given.ok) return given;
  const { options, rest } = given.value;
  const [source, ...others] = rest;
  if (source === undefined || others.length > 0) return wrong('Name one address.');
  if (isStoreUrl(source) || options.from !== undefined) return ok({ address: source, options });
  const isUnderLoad = options.load !== undefined || options['load-command'] !== undefined;
  const ofStores = Object.keys({ ...storeFetchOptions, ...storeOptions });
  const only = ofStores.find((name) => name in options && name !== 'ca' && !(name === 'json' && isUnderLoad));
  if (only !== undefined)
    return wrong(
      'Option --{0} is for stores. Say which with {1}.',
      only,
      anyStore((kind) => `--from=${kind}`),
    );
  const usual = isUnderLoad ? (options['load-for'] ?? secondsUnderLoad) : undefined;
  const address = profileAddress(source, options.seconds ?? usual);
  if (address !== null) return ok({ address, options });
  return { ok: false, problem: notAnAddress(source) };
}

async function fetchStore(source: string, options: FetchOptions): Promise<number> {
  const answered = await fetchFromStore(source, options);
  if ('status' in answered) return answered.status;
  if (!answered.ok) return failWith(answered.problem);
  const { profile, request } = answered.value;
  const fetched = { profile, bytes: encodeGzipped(profile) };
  const path = options.output;
  const isCpu = request.types.some(({ sampleType }) => sampleType === 'cpu');
  if (path === undefined) return saveAsNew(fetched, isCpu ? 'cpu' : fileNameOf(request.types[0]?.name ?? ''));
  const status = await deliver(fetched.bytes, path);
  if (status === exitStatus.done && path !== '-') complain(saved(fetched, path));
  return status;
}

/** Fetches a profile while requests are sent, and prints what came of it. Returns the exit status. */
async function fetchUnderLoad(
  address: ProfileAddress,
  plan: LoadPlan,
  access: ServerAccess,
  options: FetchOptions,
): Promise<number> {
  const text = options['load-command'];
  const log = (printed: string) => standardError.write(printed);
  const command = text === undefined ? null : { text, directory: process.cwd(), env: process.env, log };
  if (command === null) complain(l10n.t('Sending {0}', shownRequest(plan.request)));
  const done = await interruptible((signal) =>
    underLoad(plan, command, signal, (onSent, until) =>
      fetchShowingTime(address, options, until, { access, onSent }),
    ),
  );
  if (!done.ok) return failWith(done.problem);
  const { profile: fetched, load } = done.value;
  const path = options.output;
  if (path === '-') return deliver(gzipped(fetched), path);
  const written =
    path === undefined
      ? await writeNew(fetched, kindOf(address))
      : await writeFile(gzipped(fetched), path, 'w');
  if (!written.ok) return failWith(written.problem);
  const file = path ?? written.value ?? '';
  complain(saved(fetched, file));
  for (const doubt of loadDoubts(load, address.isThisMachine)) complain(doubt);
  const { profile } = fetched;
  if (options.json === true) return deliver(jsonParts(loadJson(profile, load, file)), undefined);
  return deliver(loadTable(profile, load), undefined);
}

/** Says of a CPU profile that the server had little to do, if so. */
function sayIdle({ host }: ProfileAddress, profile: Profile): void {
  const share = cpuShareOfWallTime(profile);
  if (share === null || !isIdle(share)) return;
  complain(
    l10n.t('{0} was {1}. --load=REQUEST sends it requests while it is profiled.', host, busyText(share)),
  );
}

/** The bytes that the server sent if they are gzipped already. */
function gzipped({ profile, bytes }: FetchedProfile): Uint8Array {
  return isGzip(bytes) ? bytes : encodeGzipped(profile);
}

/** The name of an endpoint's profile: `heap` for `/debug/pprof/heap`. */
function kindOf({ path }: ProfileAddress): string {
  const last =
    path
      .split('/')
      .filter((name) => name !== '')
      .at(-1) ?? '';
  const name = last.replace(/\.pb(\.gz)?$/, '');
  return name === 'profile' ? 'cpu' : name === '' ? 'profile' : fileNameOf(name);
}

/** Saves in this folder, under a name that is not used. Returns the exit status. */
async function saveAsNew(fetched: FetchedProfile, kind: string): Promise<number> {
  const written = await writeNew(fetched, kind);
  if (!written.ok) return failWith(written.problem);
  complain(saved(fetched, written.value));
  return exitStatus.done;
}

/** Answers the name of the file. */
async function writeNew(fetched: FetchedProfile, kind: string): Promise<Result<string>> {
  for (let i = 1; ; i++) {
    const name = i === 1 ? `${kind}.pb.gz` : `${kind}-${i}.pb.gz`;
    const written = await writeFile(gzipped(fetched), name, 'wx');
    if (written.ok) return ok(name);
    if (written.problem.code !== 'exists') return written;
  }
}

function saved({ profile }: FetchedProfile, path: string): string {
  const types = profile.sampleTypes.map(({ type }) => type).join(', ');
  const { count } = profile.samples;
  return count === 1
    ? l10n.t('Saved 1 sample of {0} in {1}.', types, path)
    : l10n.t('Saved {0} samples of {1} in {2}.', count, types, path);
}
