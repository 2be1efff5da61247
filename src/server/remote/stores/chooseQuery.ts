/** Which profile of a store the user wants: of which service, of which type, of which time, of which version. */
import * as l10n from '@vscode/l10n';
import { listAt } from '../../../base/maps.ts';
import { fail, ok } from '../../../base/result.ts';
import {
  narrowed,
  type Selection,
  type StoreType,
  selectorOf,
  serviceLabel,
} from '../../../go/stores/store.ts';
import { isCpuType } from '../../../go/stores/storeKinds.ts';
import { queryOf } from '../../../go/stores/storeQuery.ts';
import { type RunVersions, shortVersion } from '../../../go/stores/versions.ts';
import { type AskContext, told } from '../shared/connecting.ts';
import { chooseLabels, type Service } from './chooseLabels.ts';
import { chooseRange, type NamedRange, shortTime } from './chooseRange.ts';
import type { ConnectedStore } from './connectStore.ts';
import { storeLabel } from './keptStores.ts';

export interface Chosen extends Selection {
  /** For the user: `shop · CPU · last hour`. */
  readonly title: string;
  /** The end of the title: `last hour`, `1a2b3c4`, `the hour before`. */
  readonly short: string;
  readonly service: string;
  /** The selector without the version that was chosen. */
  readonly allVersions: string;
  /** The name of the profile, and its sample types. */
  readonly type: string;
  readonly types: readonly StoreType[];
  readonly versionLabel: string | null;
  /** The versions that the profile will be of; empty where none is known. */
  readonly versions: readonly string[];
}

/** What a user calls a type of profile. */
export function typeLabel(name: string): string {
  if (isCpuType(name)) return l10n.t('CPU');
  switch (name) {
    case 'memory':
      return l10n.t('Memory');
    case 'goroutine':
    case 'goroutines':
      return l10n.t('Goroutines');
    case 'block':
      return l10n.t('Blocking');
    case 'mutex':
      return l10n.t('Mutex');
    default:
      return name;
  }
}

/** Asks one thing after the other, and nothing that has one answer only. `null`: given up, or a message says why. */
export async function chooseQuery(context: AskContext, connected: ConnectedStore): Promise<Chosen | null> {
  const { range } = connected;
  const named = await chooseService(context, connected);
  const types = named === null ? null : await chooseType(context, connected);
  if (named === null || types === null) return null;
  const main = types.at(-1)!;
  let service = named;
  for (;;) {
    const ran = await connected.versions(main, { selector: service.selector, range });
    const time = ran === null ? null : await chooseRange(context, service.name, ran.versions, range.end);
    if (time === null) return null;
    if (time !== 'labels') return chooseVersion(context, connected, { ...service, types, ...time });
    service = await chooseLabels(context, connected, service, main);
  }
}

interface Services {
  readonly names: readonly string[];
  /** The label that names them. */
  readonly label: string | null;
  readonly values: readonly string[];
}

/** No name of a service: those have no line ends. */
const lastId = '\n';

async function chooseService(
  context: AskContext,
  { kept, store, range, ask }: ConnectedStore,
): Promise<Service | null> {
  const found = await ask<Services>(l10n.t('asking for its services'), async (limits) => {
    const names = await store.labelNames(range, limits);
    if (!names.ok) return names;
    const label = serviceLabel(names.value);
    if (label === null) return ok({ names: names.value, label, values: [] });
    const values = await store.labelValues(label, { selector: '{}', range }, limits);
    return values.ok ? ok({ names: names.value, label, values: values.value }) : values;
  });
  if (found === null) return null;
  const { names, label, values } = found;
  if (names.length === 0) {
    const template = '{0} has no profiles of the last day.';
    context.messages.problem(fail('nothing-found', template, [store.address.shown]).problem, 'warning');
    return null;
  }
  const last = kept.last?.selector;
  const isLast = (value: string) => selectorOf({ [label ?? '']: value }) === last;
  const item = (value: string) => ({ id: value, label: value, icon: 'server-process' });
  const description = l10n.t('last used');
  const lastUsed = values.filter(isLast).map((value) => ({ ...item(value), description }));
  if (last !== undefined && lastUsed.length === 0)
    lastUsed.push({ id: lastId, label: last, description, icon: 'history' });
  const chosen = await context.ask.pick({
    title: storeLabel(kept),
    placeholder: l10n.t('Which service? Or type labels: {0}', '{service_name="shop", env="prod"}'),
    items: [...lastUsed, ...values.filter((value) => !isLast(value)).map(item)],
    ownText: l10n.t('Profiles with {0}'),
  });
  if (chosen === null) return null;
  if ('id' in chosen && chosen.id === lastId && last !== undefined) return { name: last, selector: last };
  if ('id' in chosen) return { name: chosen.id, selector: selectorOf({ [label ?? '']: chosen.id }) };
  const query = queryOf(chosen.typed, undefined);
  if (query.ok) return { name: chosen.typed, selector: query.value.selector };
  return told(context.messages, query.problem);
}

async function chooseType(
  { ask }: AskContext,
  { kept, types, typesOf }: ConnectedStore,
): Promise<readonly StoreType[] | null> {
  const byName = new Map<string, string[]>();
  for (const { name, sampleType } of types) listAt(byName, name).push(sampleType);
  const [only = ''] = byName.keys();
  if (byName.size === 1) return typesOf(only);
  const chosen = await ask.choose({
    title: storeLabel(kept),
    placeholder: l10n.t('Which profile?'),
    items: [...byName]
      .map(([name, types]) => ({ id: name, label: typeLabel(name), description: types.join(', ') }))
      .sort((a, b) => Number(isCpuType(b.id)) - Number(isCpuType(a.id))),
  });
  return chosen === null ? null : typesOf(chosen);
}

interface Undecided extends Service, NamedRange {
  readonly types: readonly StoreType[];
}

/** Line numbers of several versions mean several texts: lets the user choose one of them. */
async function chooseVersion(
  context: AskContext,
  connected: ConnectedStore,
  { name, selector, types, range, when }: Undecided,
): Promise<Chosen | null> {
  const main = types.at(-1)!;
  const found = await connected.versions(main, { selector, range });
  if (found === null) return null;
  const { label, versions } = found;
  const ran = versions.filter((version) => version.name !== '');
  const chosen = ran.length > 1 ? await askVersion(context, name, found) : ran.map((version) => version.name);
  if (chosen === null) return null;
  const [only] = chosen;
  const isNarrowed = ran.length > 1 && chosen.length === 1 && only !== undefined && label !== null;
  const narrow = isNarrowed ? narrowed(selector, label, only) : selector;
  return {
    title: [name, typeLabel(main.name), when].join(' · '),
    short: when,
    service: name,
    selector: narrow,
    allVersions: selector,
    range,
    type: main.name,
    types,
    versionLabel: label,
    versions: chosen,
  };
}

/** `null`: given up. */
async function askVersion(
  { ask }: AskContext,
  service: string,
  { label, versions }: RunVersions,
): Promise<readonly string[] | null> {
  const ran = versions.filter(({ name }) => name !== '');
  const chosen = await ask.choose({
    title: service,
    placeholder: l10n.t('{0} versions ran in this time. Which one?', ran.length),
    items: [
      ...ran.map(({ name, share, firstSeen }) => ({
        id: `=${name}`,
        label: shortVersion(name),
        description: l10n.t('{0}% · since {1}', Math.round(share * 100), shortTime(firstSeen)),
        icon: 'git-commit',
      })),
      {
        id: 'all',
        label: l10n.t('All versions'),
        description: l10n.t('lines of files that are the same in all of them'),
        icon: 'versions',
        detail: l10n.t('by label {0}', label ?? ''),
      },
    ],
  });
  if (chosen === null) return null;
  return chosen === 'all' ? ran.map(({ name }) => name) : [chosen.slice(1)];
}
