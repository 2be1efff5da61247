import * as vscode from 'vscode';
import { parseBenchtime } from '../../base/benchtime.ts';
import {
  type CountedKind,
  countedKinds,
  countedNames,
  kindsOfProfile,
  type ProfileKind,
  profileKinds,
} from '../../base/profileKinds.ts';
import type { RunRequest } from '../../protocol.ts';
import { ask, chooseMany } from '../server/say.ts';
import { writeSetting } from '../server/writeSetting.ts';
import {
  askedCounts,
  eventsToCount,
  readCount,
  readCounted,
  readEvents,
  readKinds,
} from './runOptionValues.ts';

type RunOptions = Required<
  Pick<RunRequest, 'kinds' | 'counters' | 'instructions' | 'simulates' | 'times' | 'count' | 'benchtime'>
>;

/**
 * Asks which profiles to take, how many measurements, and how long each. The answers are written to the settings, so
 * that later runs use them too. `null` if the user cancels.
 *
 * @param resource the file with the benchmark: settings can differ by folder
 * @param countingNeeds what counting instructions needs, in words
 */
export async function askRunOptions(
  resource: vscode.Uri,
  benchmark: string | null,
  countingNeeds: string,
): Promise<RunOptions | null> {
  const title = vscode.l10n.t('Profile {0}', benchmark ?? '');
  const settings = vscode.workspace.getConfiguration('pprofLens', resource);
  const taken = await askTaken(title, countingNeeds, {
    kinds: readKinds(settings.get<unknown>('kinds')),
    counters: countersIn(settings).length > 0,
    counted: readCounted(settings.get<unknown>('kinds')),
  });
  if (taken === null) return null;
  const count = await askCount(title, settings.get<unknown>('count'));
  if (count === null) return null;
  const benchtime = await askBenchtime(title, settings.get<unknown>('benchtime'));
  if (benchtime === null) return null;
  const { counted, ...others } = taken;
  const counters = others.counters ? eventsToCount(countersIn(settings)) : [];
  const kinds = [...others.kinds, ...counted];
  await remember(settings, resource, { kinds, counters, count, benchtime });
  return { ...others, ...askedCounts(counted), count, benchtime };
}

function countersIn(settings: vscode.WorkspaceConfiguration): readonly string[] {
  return readEvents(settings.get<unknown>('counters'));
}

interface Taken extends Pick<RunOptions, 'kinds' | 'counters'> {
  readonly counted: readonly CountedKind[];
}

async function askTaken(title: string, countingNeeds: string, now: Taken): Promise<Taken | null> {
  const kinds = profileKinds.map((kind) => ({
    ...described(kindsOfProfile[kind].label, kindsOfProfile[kind].about),
    picked: now.kinds.includes(kind),
    taken: kind,
  }));
  const counters = { ...describeCounters(), picked: now.counters, taken: 'counters' as const };
  const counted = countedNames.map((name) => ({
    ...described(countedKinds[name].label, countedKinds[name].about),
    ...(name === 'times' ? {} : { detail: countingNeeds }),
    picked: now.counted.includes(name),
    taken: name,
  }));
  const picked = await chooseMany<vscode.QuickPickItem & { taken: ProfileKind | 'counters' | CountedKind }>(
    [...kinds, ...counted, counters],
    {
      title,
      placeHolder: vscode.l10n.t('Which profiles? Each is taken in a process of its own.'),
    },
  );
  if (picked === undefined) return null;
  if (picked.length === 0) return now;
  const names = picked.map(({ taken }) => taken);
  const chosen = profileKinds.filter((kind) => names.includes(kind));
  return {
    kinds: chosen.length === 0 ? now.kinds : chosen,
    counters: names.includes('counters'),
    counted: countedNames.filter((name) => names.includes(name)),
  };
}

function describeCounters(): vscode.QuickPickItem {
  return {
    label: vscode.l10n.t('Counters'),
    description: vscode.l10n.t('instructions, cache misses and other events, also by line (Linux, perf)'),
  };
}

function described(label: string, about: string): vscode.QuickPickItem {
  return { label: vscode.l10n.t(label), description: vscode.l10n.t(about) };
}

async function askCount(title: string, now: unknown): Promise<number | null> {
  const text = await ask({
    title,
    prompt: vscode.l10n.t('How many measurements of each benchmark? Six or more give a 95% interval.'),
    value: typeof now === 'number' ? String(now) : '6',
    validateInput: (value) =>
      readCount(value) === null ? vscode.l10n.t('A whole number from 1 to 1000, please.') : undefined,
  });
  return text === undefined ? null : readCount(text);
}

async function askBenchtime(title: string, now: unknown): Promise<string | null> {
  const text = await ask({
    title,
    prompt: vscode.l10n.t(
      'How long is each measurement? A time such as 500ms or 2s, or a number of operations such as 100x.',
    ),
    value: typeof now === 'string' ? now : '500ms',
    validateInput: (value) =>
      parseBenchtime(value.trim()).ok
        ? undefined
        : vscode.l10n.t('A time such as 500ms or 2s, or a number of operations such as 100x, please.'),
  });
  return text === undefined ? null : text.trim();
}

async function remember(
  settings: vscode.WorkspaceConfiguration,
  resource: vscode.Uri,
  options: Readonly<Record<string, unknown>>,
): Promise<void> {
  for (const [key, value] of Object.entries(options)) {
    if (JSON.stringify(settings.get<unknown>(key)) !== JSON.stringify(value)) {
      await writeSetting(key, value, resource);
    }
  }
}
