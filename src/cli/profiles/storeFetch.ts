/** `pprof-lens fetch --from=pyroscope|parca`: a profile of production into a file, and lists of what a store has. */
import * as l10n from '@vscode/l10n';
import { longestLabel, shortened } from '../../base/escape.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import {
  type Selection,
  type Store,
  type StoreType,
  selectorOf,
  serviceLabel,
} from '../../go/stores/store.ts';
import { storeKinds } from '../../go/stores/storeKinds.ts';
import { type AnsweredQuestion, questionTypes, type StoreQuestion } from '../../go/stores/storeQuery.ts';
import { nothingFound, type StoreLimits } from '../../go/stores/storeRequest.ts';
import { type RunVersion, runVersions } from '../../go/stores/versions.ts';
import { interruptible } from '../terminal/interruptible.ts';
import { flag, type OptionValues, oneOf, text } from '../terminal/options.ts';
import { complain, deliver, failWith } from '../terminal/output.ts';
import { askShowingTime, limitsOf, type SourceOptions } from './storeSource.ts';

/** All kinds of store, as something has each. */
export function anyStore(written: (kind: string) => string): string {
  return storeKinds.map(written).join(' or ');
}

/** The options of `fetch` alone that mean a store. */
export const storeFetchOptions = {
  from: oneOf(
    storeKinds,
    `what the address is; not needed if that begins with ${anyStore((kind) => `${kind}+`)}`,
  ),
  list: text('WHAT', 'lists instead: services, types, labels, versions, or the values of a label'),
  json: flag('that list as JSON'),
};

type StoreFetchOptions = OptionValues<typeof storeFetchOptions> & SourceOptions;

/** Asks for a profile, and says which versions are in it. */
export function askAndTellVersions(
  question: StoreQuestion,
  options: SourceOptions,
): Promise<Result<AnsweredQuestion>> {
  return interruptible(async (signal) => {
    const answered = await askShowingTime(question, options, signal);
    if (answered.ok) await tellVersions(question, answered.value, limitsOf(options, signal));
    return answered;
  });
}

/** Says which versions are in the profile, because their lines are those of different texts. */
async function tellVersions(
  { store }: StoreQuestion,
  { request }: AnsweredQuestion,
  limits: StoreLimits,
): Promise<void> {
  const type = request.types.at(-1);
  if (type === undefined) return;
  // What ran is beside the question: if the store does not say it, the profile is there all the same.
  const found = await runVersions(store, type, request, limits);
  if (!found.ok) return;
  const { label, versions } = found.value;
  const named = versions.filter(({ name }) => name !== '');
  complain(
    label === null || named.length === 0
      ? l10n.t('No label says which version ran: its lines may be those of several.')
      : versionSentence(label, named),
  );
}

function versionSentence(label: string, versions: readonly RunVersion[]): string {
  const shown = versions
    .slice(0, 5)
    .map(({ name, share }) => `${shortened(name, longestLabel)} (${percent(share)})`);
  const more = versions.length - shown.length;
  const all = more === 0 ? shown.join(', ') : l10n.t('{0} and {1} more', shown.join(', '), more);
  return versions.length === 1
    ? l10n.t('Version: {0}.', all)
    : l10n.t('{0} versions in this time, by label {1}: {2}.', versions.length, label, all);
}

function percent(share: number): string {
  return `${Math.round(share * 100)}%`;
}

/** Writes one row for each. Returns the exit status. */
export async function printList(
  question: StoreQuestion,
  what: string,
  options: StoreFetchOptions,
): Promise<number> {
  const rows = await interruptible((signal) => listed(question, what, limitsOf(options, signal)));
  const plain = question.store.address.plain(rows);
  if (!plain.ok) return failWith(plain.problem);
  const { json, text } = plain.value;
  if (options.json === true) return deliver(`${JSON.stringify(json, null, 2)}\n`, undefined);
  return deliver(text.map((line) => `${line}\n`).join(''), undefined);
}

interface Listed {
  readonly json: readonly unknown[];
  readonly text: readonly string[];
}

async function listed(question: StoreQuestion, what: string, limits: StoreLimits): Promise<Result<Listed>> {
  const { store, selector, range } = question;
  const selection = { selector, range };
  if (what === 'types') {
    const types = await store.types(range, limits);
    if (!types.ok) return types;
    if (types.value.length === 0) return nothingFound(store.address, '{}');
    return ok({ json: types.value, text: types.value.map(({ id }: StoreType) => id) });
  }
  const names = what === 'labels' || what === 'services' ? await store.labelNames(range, limits) : null;
  if (names?.ok === false) return names;
  if (names !== null && names.value.length === 0) return nothingFound(store.address, '{}');
  if (what === 'labels' && names !== null) return ok({ json: names.value, text: names.value });
  if (what === 'versions') {
    const types = await questionTypes(question, limits);
    if (!types.ok) return types;
    const found = await runVersions(store, types.value.at(-1)!, selection, limits);
    if (!found.ok) return found;
    const { label, versions } = found.value;
    if (label === null) {
      return fail(
        'no-versions',
        '{0} has no label that says which version ran. --list=labels has its labels.',
        [store.address.shown],
      );
    }
    if (versions.length === 0) return nothingFound(store.address, selector);
    const time = (millis: number) => new Date(millis).toISOString();
    return ok({
      json: versions,
      text: versions.map(
        ({ name, share, firstSeen, lastSeen }) =>
          `${name}\t${percent(share)}\t${time(firstSeen)}\t${time(lastSeen)}`,
      ),
    });
  }
  const label = what === 'services' && names !== null ? serviceLabel(names.value) : what;
  if (label === null) {
    return fail('no-services', '{0} has no label that names services. Its labels: {1}', [
      store.address.shown,
      names?.value.join(', ') ?? '',
    ]);
  }
  const values = await store.labelValues(label, selection, limits);
  if (!values.ok) return values;
  if (values.value.length === 0) return noValues(store, label, selection, limits);
  const json = values.value.map((value) => ({ label, value, selector: selectorOf({ [label]: value }) }));
  return ok({ json, text: what === 'services' ? json.map((row) => row.selector) : values.value });
}

async function noValues(
  store: Store,
  label: string,
  { selector, range }: Selection,
  limits: StoreLimits,
): Promise<Result<Listed>> {
  const names = await store.labelNames(range, limits);
  if (!names.ok) return names;
  if (names.value.includes(label) || names.value.length === 0) {
    return nothingFound(store.address, selector === '{}' ? `{${label}=~".+"}` : selector);
  }
  return fail('no-such-label', '{0} has no label {1} in this time. Its labels: {2}', [
    store.address.shown,
    label,
    names.value.join(', '),
  ]);
}
