/** What a profile of production is compared with: another version, or another time. */
import * as l10n from '@vscode/l10n';
import { narrowed, type Selection } from '../../go/stores/store.ts';
import { typesOf } from '../../go/stores/storeProfile.ts';
import { durationText } from '../../go/stores/timeRange.ts';
import { runVersions, shortVersion } from '../../go/stores/versions.ts';
import { type Chosen, typeLabel } from './chooseQuery.ts';
import { type AskContext, answered, shortTime } from './chooseRange.ts';
import type { ConnectedStore } from './connectStore.ts';
import type { Provenance } from './storedProfile.ts';

const day = 86_400_000;

/** Lets the user choose another version or time of the same service. `null`: given up, or a message says why. */
export async function chooseBase(
  context: AskContext,
  connected: ConnectedStore,
  from: Provenance,
  signal: AbortSignal,
): Promise<Chosen | null> {
  const { store } = connected;
  const now = Date.now();
  const lately = { start: Math.min(from.start, now - day), end: now };
  const all = await answered(context, connected, l10n.t('asking for its profiles'), signal, (during) =>
    store.types(lately, { signal: during }),
  );
  if (all === null) return null;
  const types = typesOf(all, from.type);
  if (!types.ok) {
    context.messages.problem(types.problem, 'error');
    return null;
  }
  const main = types.value.at(-1)!;
  const whole = withoutVersion(from);
  const ran = await answered(context, connected, l10n.t('asking for its versions'), signal, (during) =>
    runVersions(store, main, { selector: whole, range: lately }, { signal: during }),
  );
  if (ran === null) return null;
  const others = ran.versions.filter(({ name }) => name !== '' && !from.versions.includes(name));
  const length = from.end - from.start;
  const items = [
    ...others.map(({ name, firstSeen, lastSeen }) => ({
      id: `=${name}`,
      label: shortVersion(name),
      description: l10n.t('ran from {0} to {1}', shortTime(firstSeen), shortTime(lastSeen)),
      icon: 'git-commit',
    })),
    {
      id: 'before',
      label: l10n.t('The {0} before', durationText(length)),
      description: shortTime(from.start - length),
      icon: 'history',
    },
    {
      id: 'yesterday',
      label: l10n.t('The same time a day before'),
      description: shortTime(from.start - day),
      icon: 'history',
    },
    {
      id: 'week',
      label: l10n.t('The same time a week before'),
      description: shortTime(from.start - 7 * day),
      icon: 'history',
    },
  ];
  const chosen = await context.ask.pick({
    title: l10n.t('Compare {0}', from.title),
    placeholder: l10n.t('Compare with which version or time?'),
    items,
  });
  if (chosen === null || 'typed' in chosen) return null;
  const version = others.find(({ name }) => chosen.id === `=${name}`);
  const label = items.find(({ id }) => id === chosen.id)?.label ?? '';
  const rest = {
    service: from.service,
    type: from.type,
    types: types.value,
    allVersions: whole,
    versionLabel: ran.label,
  };
  if (version !== undefined && ran.label !== null) {
    const { name, firstSeen, lastSeen } = version;
    return {
      ...rest,
      title: [from.service, typeLabel(from.type), shortVersion(name)].join(' · '),
      short: shortVersion(name),
      selector: narrowed(whole, ran.label, name),
      // As exact as the steps in which a store counts.
      range: { start: firstSeen - 15 * 60_000, end: Math.min(now, lastSeen + 15 * 60_000) },
      versions: [name],
    };
  }
  const ago = chosen.id === 'before' ? length : chosen.id === 'yesterday' ? day : 7 * day;
  const selection: Selection = { selector: whole, range: { start: from.start - ago, end: from.end - ago } };
  const short = label.charAt(0).toLowerCase() + label.slice(1);
  const then = await answered(context, connected, l10n.t('asking for its versions'), signal, (during) =>
    runVersions(store, main, selection, { signal: during }),
  );
  if (then === null) return null;
  return {
    ...rest,
    ...selection,
    title: [from.service, typeLabel(from.type), short].join(' · '),
    short,
    versions: then.versions.map(({ name }) => name).filter((name) => name !== ''),
  };
}

/** The selector without the version that was added to it. */
function withoutVersion({ selector, versionLabel, versions }: Provenance): string {
  const [version] = versions;
  if (versionLabel === null || version === undefined || versions.length !== 1) return selector;
  const narrow = narrowed('{}', versionLabel, version).slice(1, -1);
  return selector.replace(`, ${narrow}}`, '}').replace(`{${narrow}}`, '{}');
}
