/** Which processes of a service the user wants a profile of: by their labels. */
import * as l10n from '@vscode/l10n';
import { shareLabel } from '../../../analysis/values/operationCost.ts';
import { fail } from '../../../base/result.ts';
import { matched, narrowed, type Selection, type Series, type StoreType } from '../../../go/stores/store.ts';
import { type AskContext, told } from '../shared/connecting.ts';
import type { ConnectedStore } from './connectStore.ts';

/** What a user calls a service, and what selects it. */
export interface Service {
  readonly name: string;
  readonly selector: string;
}

/** The values of a label, with their costs in the type's unit, the largest first. */
type LabelValues = ReadonlyMap<string, readonly (readonly [value: string, total: number])[]>;

/**
 * Lets the user choose a label and a value, or type what labels are to match, one after the other. Answers the service as it is
 * narrowed then.
 */
export async function chooseLabels(
  context: AskContext,
  connected: ConnectedStore,
  service: Service,
  type: StoreType,
): Promise<Service> {
  let now = service;
  for (;;) {
    const labels = await labelsOf(connected, type, { selector: now.selector, range: connected.range });
    if (labels === null) return now;
    if (labels.size === 0) {
      if (now === service) {
        const text = l10n.t('All processes of {0} had the same labels in the last day.', service.name);
        context.messages.tell(text, 'info');
      }
      return now;
    }
    const next = await narrow(context, now, labels);
    if (next === 'done') return now;
    if (next !== null) now = next;
  }
}

/** The labels in which processes differ, from one answer of the store. `null`: cancelled, or a message says why not. */
async function labelsOf(
  { store, ask }: ConnectedStore,
  type: StoreType,
  selection: Selection,
): Promise<LabelValues | null> {
  const { start, end } = selection.range;
  const step = Math.ceil((end - start) / 1000);
  const series = await ask(l10n.t('asking for its labels'), async (limits) => {
    const names = await store.labelNames(selection.range, limits);
    return names.ok ? store.series(type, selection, { by: names.value, step }, limits) : names;
  });
  return series === null ? null : labelValues(series);
}

function labelValues(series: readonly Series[]): LabelValues {
  const totals = new Map<string, Map<string, number>>();
  for (const { labels, total } of series) {
    for (const [name, value] of Object.entries(labels)) {
      const values = totals.get(name) ?? new Map<string, number>();
      totals.set(name, values.set(value, (values.get(value) ?? 0) + total));
    }
  }
  const differing = [...totals].filter(([, values]) => values.size > 1);
  const ordered = differing.map(
    ([name, values]) => [name, [...values].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))] as const,
  );
  // What tells every process apart is seldom what is wanted.
  return new Map(ordered.sort((a, b) => a[1].length - b[1].length || (a[0] < b[0] ? -1 : 1)));
}

/** `null`: the user has gone back from the values of a label. */
async function narrow(
  context: AskContext,
  service: Service,
  labels: LabelValues,
): Promise<Service | 'done' | null> {
  const all = { id: 'all', label: l10n.t('All of {0}', service.name), icon: 'check-all' };
  const chosen = await context.ask.pick({
    title: service.selector,
    placeholder: l10n.t('Which label? Or type: {0}', 'pod=~"shop-1.*", env!="test"'),
    items: [
      all,
      ...[...labels].map(([name, values]) => ({
        id: `=${name}`,
        label: name,
        description: shownValues(values.map(([value]) => value)),
        icon: 'tag',
      })),
    ],
    ownText: l10n.t('Only with {0}'),
  });
  if (chosen === null || ('id' in chosen && chosen.id === 'all')) return 'done';
  if ('typed' in chosen) {
    const selector = matched(service.selector, chosen.typed);
    if (selector !== null) return { name: `${service.name} ${chosen.typed.trim()}`, selector };
    const template = '{0} is not what labels can match. Type {1}, with =, !=, =~ or !~.';
    return told(context.messages, fail('wrong-query', template, [chosen.typed, 'env="prod"']).problem);
  }
  const name = chosen.id.slice(1);
  return chooseValue(context, service, name, labels.get(name) ?? []);
}

const mostShown = 3;

function shownValues(values: readonly string[]): string {
  const shown = values.slice(0, mostShown).map((value) => (value === '' ? l10n.t('(none)') : value));
  return values.length > mostShown
    ? l10n.t('{0} and {1} more', shown.join(', '), values.length - mostShown)
    : shown.join(', ');
}

async function chooseValue(
  { ask }: AskContext,
  service: Service,
  label: string,
  values: readonly (readonly [string, number])[],
): Promise<Service | null> {
  const all = values.reduce((sum, [, total]) => sum + total, 0);
  const chosen = await ask.choose({
    title: `${service.name} · ${label}`,
    placeholder: l10n.t('Which value of {0}?', label),
    items: values.map(([value, total]) => ({
      id: `=${value}`,
      label: value === '' ? l10n.t('(none)') : value,
      description: all > 0 ? shareLabel(total / all) : '',
    })),
  });
  if (chosen === null) return null;
  const value = chosen.slice(1);
  return { name: `${service.name} ${value}`, selector: narrowed(service.selector, label, value) };
}
