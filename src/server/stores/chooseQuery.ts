/** Which profile of a store the user wants: of which service, of which type, of which time, of which version. */
import * as l10n from '@vscode/l10n';
import { narrowed, type Selection, type StoreType, selectorOf, serviceLabel } from '../../go/stores/store.ts';
import { isCpuType } from '../../go/stores/storeKinds.ts';
import { typesOf } from '../../go/stores/storeProfile.ts';
import { queryOf } from '../../go/stores/storeQuery.ts';
import type { TimeRange } from '../../go/stores/timeRange.ts';
import { type RunVersions, runVersions, shortVersion } from '../../go/stores/versions.ts';
import { fail } from '../../result.ts';
import { chooseLabels, type Service } from './chooseLabels.ts';
import { type AskContext, answered, chooseRange, type NamedRange, shortTime } from './chooseRange.ts';
import { storeLabel } from './chooseStore.ts';
import type { ConnectedStore } from './connectStore.ts';

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

const day = 86_400_000;

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
export async function chooseQuery(
  context: AskContext,
  connected: ConnectedStore,
  signal: AbortSignal,
): Promise<Chosen | null> {
  const now = Date.now();
  const range = { start: now - day, end: now };
  const named = await chooseService(context, connected, range, signal);
  if (named === null) return null;
  const types = await chooseType(context, connected, range, signal);
  if (types === null) return null;
  const main = types.at(-1)!;
  let service: Service = named;
  for (;;) {
    const { selector } = service;
    const ran = await answered(context, connected, l10n.t('asking for its versions'), signal, (during) =>
      runVersions(connected.store, main, { selector, range }, { signal: during }),
    );
    if (ran === null) return null;
    const time = await chooseRange(context, service.name, ran.versions, now);
    if (time === null) return null;
    if (time !== 'labels') return chooseVersion(context, connected, { ...service, types, ...time }, signal);
    service = await chooseLabels(context, connected, service, main, { range }, signal);
  }
}

/** No name of a service: those have no line ends. */
const lastId = '\n';

async function chooseService(
  context: AskContext,
  connected: ConnectedStore,
  range: TimeRange,
  signal: AbortSignal,
): Promise<Service | null> {
  const { store } = connected;
  const names = await answered(context, connected, l10n.t('asking for its services'), signal, (during) =>
    store.labelNames(range, { signal: during }),
  );
  if (names === null) return null;
  const label = serviceLabel(names);
  const values =
    label === null
      ? []
      : await answered(context, connected, l10n.t('asking for its services'), signal, (during) =>
          store.labelValues(label, { selector: '{}', range }, { signal: during }),
        );
  if (values === null) return null;
  if (names.length === 0) {
    const template = '{0} has no profiles of the last day.';
    context.messages.problem(
      fail('nothing-found', template, [connected.store.address.shown]).problem,
      'warning',
    );
    return null;
  }
  const last = connected.kept.last?.selector;
  const isService = values.some((value) => label !== null && selectorOf({ [label]: value }) === last);
  const items = values.map((value) => ({
    id: value,
    label: value,
    ...(label !== null && selectorOf({ [label]: value }) === last
      ? { description: l10n.t('last used') }
      : {}),
    icon: 'server-process',
  }));
  const chosen = await context.ask.pick({
    title: storeLabel(connected.kept),
    placeholder: l10n.t('Which service? Or type labels: {0}', '{service_name="shop", env="prod"}'),
    items: [
      ...(last === undefined || isService
        ? []
        : [{ id: lastId, label: last, description: l10n.t('last used'), icon: 'history' }]),
      ...items.filter(({ description }) => description !== undefined),
      ...items.filter((item) => item.description === undefined),
    ],
    ownText: l10n.t('Profiles with {0}'),
  });
  if (chosen === null) return null;
  if ('id' in chosen && chosen.id === lastId && last !== undefined) return { name: last, selector: last };
  if ('id' in chosen) return { name: chosen.id, selector: selectorOf({ [label ?? '']: chosen.id }) };
  const query = queryOf(chosen.typed, undefined);
  if (query.ok) return { name: chosen.typed, selector: query.value.selector };
  context.messages.problem(query.problem, 'error');
  return null;
}

async function chooseType(
  context: AskContext,
  connected: ConnectedStore,
  range: TimeRange,
  signal: AbortSignal,
): Promise<readonly StoreType[] | null> {
  const all = await answered(context, connected, l10n.t('asking for its profiles'), signal, (during) =>
    connected.store.types(range, { signal: during }),
  );
  if (all === null) return null;
  const names = [...new Set(all.map(({ name }) => name))].sort(
    (a, b) => Number(isCpuType(b)) - Number(isCpuType(a)),
  );
  const only = names.length === 1 ? names[0] : undefined;
  const chosen =
    only === undefined
      ? await context.ask.pick({
          title: storeLabel(connected.kept),
          placeholder: l10n.t('Which profile?'),
          items: names.map((name) => ({
            id: name,
            label: typeLabel(name),
            description: all
              .filter((type) => type.name === name)
              .map(({ sampleType }) => sampleType)
              .join(', '),
          })),
        })
      : { id: only };
  if (chosen === null || 'typed' in chosen) return null;
  const types = typesOf(all, chosen.id);
  if (types.ok) return types.value;
  context.messages.problem(types.problem, 'error');
  return null;
}

interface Undecided extends Service, NamedRange {
  readonly types: readonly StoreType[];
}

/** Line numbers of several versions mean several texts: lets the user choose one of them. */
async function chooseVersion(
  context: AskContext,
  connected: ConnectedStore,
  { name, selector, types, range, when }: Undecided,
  signal: AbortSignal,
): Promise<Chosen | null> {
  const main = types.at(-1)!;
  const { store } = connected;
  const found = await answered(context, connected, l10n.t('asking for its versions'), signal, (during) =>
    runVersions(store, main, { selector, range }, { signal: during }),
  );
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
  const chosen = await ask.pick({
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
  if (chosen === null || 'typed' in chosen) return null;
  return chosen.id === 'all' ? ran.map(({ name }) => name) : [chosen.id.slice(1)];
}
