/** What a profile of production is compared with: another version, or another time. */
import * as l10n from '@vscode/l10n';
import { ok, type Result } from '../../../base/result.ts';
import { firstSample } from '../../../go/stores/release.ts';
import { narrowed, type Selection, type Store, type StoreType } from '../../../go/stores/store.ts';
import type { StoreLimits } from '../../../go/stores/storeRequest.ts';
import { durationText, type TimeRange } from '../../../go/stores/timeRange.ts';
import { shortVersion } from '../../../go/stores/versions.ts';
import type { AskContext } from '../shared/connecting.ts';
import { type Chosen, typeLabel } from './chooseQuery.ts';
import { inSentence, shortTime } from './chooseRange.ts';
import { type ConnectedStore, lastDay } from './connectStore.ts';
import type { Provenance } from './provenance.ts';

const day = 86_400_000;
/** As exact as the steps in which a store counts. In milliseconds. */
const stepsAround = 15 * 60_000;

/** In what time a base of this profile can be. */
export function baseRange(from: Provenance): TimeRange {
  const { start, end } = lastDay();
  return { start: Math.min(from.start, start), end };
}

/** What a profile is compared with. */
export interface ChosenBase extends Chosen {
  /** It is a version that ran first after that of the profile: then the profile is the base. */
  readonly isNewer: boolean;
}

/** Lets the user choose another version or time of the same service. `null`: given up, or a message says why. */
export async function chooseBase(
  { ask }: AskContext,
  connected: ConnectedStore,
  from: Provenance,
): Promise<ChosenBase | null> {
  const { service, type, start, end } = from;
  const types = connected.typesOf(type);
  if (types === null) return null;
  const main = types.at(-1)!;
  const selector = withoutVersion(from);
  const ran = await connected.versions(main, { selector, range: connected.range });
  if (ran === null) return null;
  const versions = ran.versions.filter(({ name }) => name !== '' && !from.versions.includes(name));
  const length = end - start;
  const times = [
    { id: 'before', ago: length, label: l10n.t('The {0} before', durationText(length)) },
    { id: 'yesterday', ago: day, label: l10n.t('The same time a day before') },
    { id: 'week', ago: 7 * day, label: l10n.t('The same time a week before') },
  ];
  const chosen = await ask.choose({
    title: l10n.t('Compare {0}', from.title),
    placeholder: l10n.t('Compare with which version or time?'),
    items: [
      ...versions.map(({ name, firstSeen, lastSeen }) => ({
        id: `=${name}`,
        label: shortVersion(name),
        description: l10n.t('ran from {0} to {1}', shortTime(firstSeen), shortTime(lastSeen)),
        icon: 'git-commit',
      })),
      ...times.map(({ id, ago, label }) => ({
        id,
        label,
        description: shortTime(start - ago),
        icon: 'history',
      })),
    ],
  });
  if (chosen === null) return null;
  const asChosen = (
    short: string,
    selection: Selection,
    names: readonly string[],
    isNewer: boolean,
  ): ChosenBase => ({
    ...selection,
    isNewer,
    title: [service, typeLabel(type), short].join(' · '),
    short,
    service,
    allVersions: selector,
    type,
    types,
    versionLabel: ran.label,
    versions: names,
  });
  const version = versions.find(({ name }) => chosen === `=${name}`);
  if (version !== undefined && ran.label !== null) {
    const { name, firstSeen, lastSeen } = version;
    const range = {
      start: firstSeen - stepsAround,
      end: Math.min(connected.range.end, lastSeen + stepsAround),
    };
    // Not by the times that are asked for: those of the shown version may begin long before it ran.
    const isNewer = ran.versions.some(
      (each) => from.versions.includes(each.name) && each.firstSeen < firstSeen,
    );
    const selection = { selector: narrowed(selector, ran.label, name), range };
    return asChosen(shortVersion(name), selection, [name], isNewer);
  }
  const time = times.find(({ id }) => id === chosen);
  if (time === undefined) return null;
  const selection = { selector, range: { start: start - time.ago, end: end - time.ago } };
  const then = await connected.versions(main, selection);
  const names = then?.versions.map(({ name }) => name).filter((name) => name !== '');
  return names === undefined ? null : asChosen(inSentence(time.label), selection, names, false);
}

/** When what is compared as the newer one first ran. Problems: those of the store. */
export async function beganToRun(
  store: Store,
  type: StoreType,
  from: AskedProfile,
  limits: StoreLimits,
): Promise<Result<number>> {
  const { versionLabel, versions, start, end } = from;
  const [version] = versions;
  // The times that the user compares are the release.
  if (versionLabel === null || version === undefined || versions.length !== 1) return ok(start);
  const selector = narrowed(withoutVersion(from), versionLabel, version);
  const first = await firstSample(store, type, { selector, range: { start, end } }, limits);
  return first.ok ? ok(first.value ?? start) : first;
}

export type AskedProfile = Pick<Provenance, 'selector' | 'versionLabel' | 'versions' | 'start' | 'end'>;

/** The selector without the version that was added to it. */
function withoutVersion({ selector, versionLabel, versions }: AskedProfile): string {
  const [version] = versions;
  if (versionLabel === null || version === undefined || versions.length !== 1) return selector;
  const narrow = narrowed('{}', versionLabel, version).slice(1, -1);
  return selector.replace(`, ${narrow}}`, '}').replace(`{${narrow}}`, '{}');
}
