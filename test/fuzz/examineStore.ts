import { fail, type Result, sentence } from '../../src/base/result.ts';
import { base64In, parcaLists } from '../../src/go/stores/parca.ts';
import { pyroscopeLists } from '../../src/go/stores/pyroscope.ts';
import type { Series, StoreLists, StoreType } from '../../src/go/stores/store.ts';
import { checkedSeries } from '../../src/go/stores/store.ts';
import type { StoreAddress } from '../../src/go/stores/storeAddress.ts';
import { type StoreKind, writtenStore } from '../../src/go/stores/storeKinds.ts';
import { typesOf } from '../../src/go/stores/storeProfile.ts';
import { inWordsOfStores, listIn } from '../../src/go/stores/storeRequest.ts';
import { versionsIn } from '../../src/go/stores/versions.ts';
import { controlSigns } from '../hostile/signs.ts';
import { type Examined, noProfile, thrown } from './examine.ts';

const password = 'my-password';
const lists: Readonly<Record<StoreKind, StoreLists>> = { pyroscope: pyroscopeLists, parca: parcaLists(15) };
const stores = (['pyroscope', 'parca'] as const).map((kind) => ({
  address: writtenStore(`http://my-name:${password}@127.0.0.1:4040`, kind)!.store.address,
  lists: lists[kind],
}));
const refusals = ['400 Bad Request', '401 Unauthorized', '500 Internal Server Error'];

/**
 * Reads an input as each answer that a store can give, and as the body of a refusal. An exception is a fault; so are a sentence
 * that is none or says the password, a share that is no number, and a time that is no date.
 *
 * @param part which store, and whether refusals: all of them, or one for each number
 */
export function examineStore(bytes: Uint8Array, part: number | 'all' = 'all'): Examined {
  try {
    const body = Buffer.from(bytes).toString();
    const wrong = stores
      .filter((_, i) => part === 'all' || part % 2 === i)
      .map((store) => wrongList(bytes, store) ?? wrongRefusal(body, store.address, part));
    base64In(bytes, 'pprof');
    return { read: noProfile, wrong: wrong.find((each) => each !== null) ?? null };
  } catch (error) {
    return { read: noProfile, wrong: thrown(error) };
  }
}

function wrongList(json: Uint8Array, { address, lists }: (typeof stores)[number]): string | null {
  const series = listIn(json, lists.series, address);
  const checked = series.ok ? checkedSeries(address, series.value) : series;
  const types = listIn(json, lists.types, address);
  return (
    (checked.ok ? wrongVersions(checked.value) : null) ??
    (types.ok ? wrongTypes(types.value, address) : null) ??
    [checked, types, listIn(json, lists.labelNames, address), listIn(json, lists.labelValues, address)]
      .map((result: Result<unknown>) => wrongSentence(address.plain(result)))
      .find((wrong) => wrong !== null) ??
    null
  );
}

function wrongVersions(series: readonly Series[]): string | null {
  for (const { share, firstSeen, lastSeen } of versionsIn(series, 'version')) {
    if (!Number.isFinite(share)) return `a share of ${share}`;
    if (firstSeen > lastSeen) return 'a version that ends before it begins';
    new Date(firstSeen).toISOString();
    new Date(lastSeen).toISOString();
  }
  return null;
}

function wrongTypes(types: readonly StoreType[], address: StoreAddress): string | null {
  const words = ['cpu', 'memory', ...types.slice(0, 3).map(({ id }) => id)];
  const asked = words.map((word): Result<unknown> => address.plain(typesOf(types, word)));
  return asked.map(wrongSentence).find((wrong) => wrong !== null) ?? null;
}

function wrongRefusal(body: string, address: StoreAddress, part: number | 'all'): string | null {
  // Of some, none: what is made is mostly no refusal.
  const asked = refusals.filter((_, i) => part === 'all' || part % 16 === i);
  for (const status of asked) {
    const code = status.startsWith('401') ? 'not-allowed' : 'server-refused';
    const refused = fail(code, '{0} answered {1}.', [address.shown, status], body).problem;
    const said = address.plain({ ok: false, problem: inWordsOfStores(refused, address) });
    const wrong = wrongSentence(said);
    if (wrong !== null) return wrong;
    if (!said.ok && controlSigns(sentence(said.problem)).length > 0) return 'repeats a sign that is not seen';
  }
  return null;
}

function wrongSentence(result: Result<unknown>): string | null {
  if (result.ok) return null;
  const said = sentence(result.problem);
  if (said.includes(password)) return `says the password: ${said}`;
  return /^[A-Zh].{10,}/s.test(said) ? null : `not a sentence: ${said}`;
}
