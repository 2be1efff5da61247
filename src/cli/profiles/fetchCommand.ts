/** `pprof-lens fetch`: one profile from a running server into a file. */
import { posix } from 'node:path';
import * as l10n from '@vscode/l10n';
import { cpuShareOfWallTime } from '../../analysis/values/profileFacts.ts';
import { fileNameOf } from '../../base/fileName.ts';
import { fail, ok, type Problem, type Result } from '../../base/result.ts';
import { failureCount, type LoadOutcome, mostFailed } from '../../go/load/loadOutcome.ts';
import { type LoadPlan, shownRequest } from '../../go/load/loadPlan.ts';
import { busyText, failureNames, isIdle, loadDoubts } from '../../go/load/loadText.ts';
import { underLoad } from '../../go/load/underLoad.ts';
import { type ProfileAddress, profileAddress } from '../../go/profiles/fetchAddress.ts';
import type { ServerAccess } from '../../go/profiles/fetchBytes.ts';
import type { FetchedProfile } from '../../go/profiles/fetchProfile.ts';
import { askMemory, heapAddress } from '../../go/servers/heapMemory.ts';
import { isStoreUrl } from '../../go/stores/storeKinds.ts';
import { encodeGzipped } from '../../pprof/encode.ts';
import { isGzip } from '../../pprof/inflate.ts';
import type { Profile } from '../../pprof/profile.ts';
import { interruptible } from '../terminal/interruptible.ts';
import { jsonParts } from '../terminal/jsonText.ts';
import {
  number,
  type OptionValues,
  optionsText,
  outputOption,
  readOptions,
  whole,
  wrong,
} from '../terminal/options.ts';
import {
  command,
  complain,
  deliver,
  exitStatus,
  failWith,
  writeFile,
  wrongArguments,
} from '../terminal/output.ts';
import { standardError } from '../terminal/streams.ts';
import { loadOptions, planOf, secondsUnderLoad } from './loadOptions.ts';
import { loadJson, loadTable } from './loadReport.ts';
import { fetchShowingTime, notAnAddress } from './profileSource.ts';
import { anyStore, askAndTellVersions, printList, storeFetchOptions } from './storeFetch.ts';
import { questionOf, readingOptions, serverAccess, storeOptions, storeOptionsText } from './storeSource.ts';

const ownOptions = {
  seconds: whole('N', 'how long the server shall record (default: as the server likes, for CPU 30)'),
  output: outputOption(
    'write there, - for standard output (default: a new file named after the',
    'kind of profile, such as heap.pb.gz)',
  ),
  timeout: number(
    'N',
    'seconds that the server may be silent (default: half as long again as it',
    'records, else a minute)',
  ),
  'max-time': number(
    'N',
    'seconds that the whole may take, however little the server sends at a time',
    '(default: as long as it records and ten minutes)',
  ),
  'max-bytes': readingOptions['max-bytes'],
};

const accessOptions = { header: readingOptions.header, ca: readingOptions.ca };

const fetchOptions = {
  ...ownOptions,
  ...storeFetchOptions,
  ...storeOptions,
  ...accessOptions,
  ...loadOptions,
};

type FetchOptions = OptionValues<typeof fetchOptions>;

/** Not translated: option names and this text belong together. */
const fetchUsage = `usage: pprof-lens fetch [options] URL

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

export const fetchCommand = command(fetchUsage, readArguments, async ({ address, options }) => {
  if (typeof address === 'string') return fetchStore(address, options);
  const access = serverAccess(options);
  if (!access.ok) return failWith(access.problem);
  const plan = planOf(options, address, access.value);
  if (!plan.ok) return wrongArguments(plan.problem, fetchUsage);
  if (plan.value !== null) return fetchUnderLoad(address, plan.value, access.value, options);
  const how = { access: access.value };
  const fetched = await interruptible((signal) => fetchShowingTime(address, options, signal, how));
  if (!fetched.ok) return failWith(fetched.problem);
  sayIdle(address, fetched.value.profile);
  return save(fetched.value, kindOf(address), options.output);
});

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
  const only = ofStores.find((name) => name in options && !(name === 'json' && isUnderLoad));
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
  const question = questionOf(source, options, options.from);
  if (!question.ok) return failWith(question.problem);
  if (options.list !== undefined) return printList(question.value, options.list, options);
  const answered = await askAndTellVersions(question.value, options);
  if (!answered.ok) return failWith(answered.problem);
  const { profile, request } = answered.value;
  const isCpu = request.types.some(({ sampleType }) => sampleType === 'cpu');
  const kind = isCpu ? 'cpu' : fileNameOf(request.types[0]?.name ?? '');
  return save({ profile, bytes: encodeGzipped(profile) }, kind, options.output);
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
    underLoad(
      plan,
      command,
      signal,
      (onSent, until) => fetchShowingTime(address, options, until, { access, onSent }),
      () => askMemory(heapAddress(address), { access, signal }),
    ),
  );
  if (!done.ok) return failWith(done.problem);
  const { profile: fetched, ...sent } = done.value;
  const { load } = sent;
  return save(fetched, kindOf(address), options.output, async (file) => {
    for (const doubt of loadDoubts(load, address.isThisMachine)) complain(doubt);
    const { profile } = fetched;
    const isJson = options.json === true;
    const told = await deliver(
      isJson ? jsonParts(await loadJson(profile, sent, file)) : await loadTable(profile, sent),
      undefined,
    );
    return told === exitStatus.done && load !== null && mostFailed(load)
      ? failWith(requestsFailed(plan, load))
      : told;
  });
}

/** For requests of which most failed. */
function requestsFailed({ request }: LoadPlan, load: LoadOutcome): Problem {
  return fail(
    'requests-failed',
    'Of {0} requests {1} failed ({2}), so the costs are those of failing. Check {3}.',
    [load.completed + load.unanswered, failureCount(load), failureNames(load), shownRequest(request)],
  ).problem;
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
  const name = posix.basename(path).replace(/\.pb(\.gz)?$/, '');
  return name === 'profile' ? 'cpu' : name === '' ? 'profile' : fileNameOf(name);
}

/**
 * Saves a profile. Returns the exit status.
 *
 * @param path `-` for standard output; without it a new file in this folder is named after the kind
 * @param tell says more of what is in the file
 */
async function save(
  fetched: FetchedProfile,
  kind: string,
  path: string | undefined,
  tell: (file: string) => Promise<number> = async () => exitStatus.done,
): Promise<number> {
  const bytes = gzipped(fetched);
  if (path === '-') return deliver(bytes, path);
  const written = path === undefined ? await writeNew(bytes, kind) : await writeFile(bytes, path, 'w');
  if (!written.ok) return failWith(written.problem);
  complain(saved(fetched, written.value));
  return tell(written.value);
}

/** Writes a file under a name that is not used. */
async function writeNew(bytes: Uint8Array, kind: string): Promise<Result<string>> {
  for (let i = 1; ; i++) {
    const name = i === 1 ? `${kind}.pb.gz` : `${kind}-${i}.pb.gz`;
    const written = await writeFile(bytes, name, 'wx');
    if (written.ok || written.problem.code !== 'exists') return written;
  }
}

function saved({ profile }: FetchedProfile, path: string): string {
  const types = profile.sampleTypes.map(({ type }) => type).join(', ');
  const { count } = profile.samples;
  return count === 1
    ? l10n.t('Saved 1 sample of {0} in {1}.', types, path)
    : l10n.t('Saved {0} samples of {1} in {2}.', count, types, path);
}
