/** Finds the commit that a change of a benchmark came with, as `bench --bisect` does, and says so in its words. */
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import * as l10n from '@vscode/l10n';
import type { Result } from '../../../base/result.ts';
import { mostLooked } from '../../../bench/verdicts/looks.ts';
import { resultLine } from '../../../bench/verdicts/summary.ts';
import { type BisectControl, type Bisected, bisect } from '../../../go/bisect/bisect.ts';
import { answerText, bisectFailure, bisectText, withLines } from '../../../go/bisect/bisectReport.ts';
import type { BenchmarkRequest } from '../../../go/build/benchmarkRequest.ts';
import { findSourceRoots } from '../../../go/sources/sourceRoots.ts';
import { temporaryRoot } from '../../../go/toolchain/ownFolders.ts';
import type { Profile } from '../../../pprof/profile.ts';
import type { PickItem, RefChoice, RunOutcome } from '../../../protocol.ts';
import { filePath } from '../../client/lspTerms.ts';
import { resultOf, runName } from '../../history/keptRun.ts';
import { doneWith } from '../queue/openRun.ts';
import type { Turn } from '../queue/runQueue.ts';
import { answerActions } from './foundCommit.ts';
import { type BenchmarkServices, prepareRun } from './prepareRun.ts';
import { refChoices } from './refs.ts';

interface Ends {
  readonly good: string;
  readonly bad: string;
}

interface Searched {
  readonly uri: string;
  readonly benchmark: string;
}

/** As `bench --bisect` has them. */
const gate = { alpha: 0.05, threshold: 0.05 };
const confirm = 1;

/** Asks for the ends that are not known; `null` if the user gives up, or a message says why there is nothing to choose. */
export async function chooseEnds(
  { uri, benchmark, ...known }: Searched & Partial<Ends>,
  context: BenchmarkServices,
): Promise<Ends | null> {
  const { good, bad } = known;
  if (good !== undefined && bad !== undefined) return { good, bad };
  const refs = await refChoices(context, uri);
  if (refs === null) return null;
  const kept = await runItems(uri, benchmark, context);
  const named = refs.map(refItem);
  const choose = async (title: string, offered: readonly PickItem[]) => {
    const placeholder = l10n.t('A branch, tag or commit; any name that git knows, such as main~3');
    const ownText = l10n.t('{0} (as typed)', '{0}');
    const picked = await context.ask.pick({ title, placeholder, items: offered, ownText });
    if (picked === null) return null;
    return 'id' in picked ? picked.id : picked.typed;
  };
  const older =
    good ??
    (await choose(l10n.t('{0}: still good at', benchmark), [
      ...kept,
      ...named.filter(({ id }) => id !== 'HEAD'),
    ]));
  if (older === null) return null;
  const newer = bad ?? (await choose(l10n.t('{0}: changed at', benchmark), [...named, ...kept]));
  return newer === null ? null : { good: older, bad: newer };
}

/** So many kept runs are offered. */
const mostRuns = 5;

/** The kept runs of the benchmark that were built from a commit, the newest first. */
async function runItems(uri: string, name: string, { history }: BenchmarkServices): Promise<PickItem[]> {
  const directory = path.dirname(filePath(uri) ?? uri);
  const items = new Map<string, PickItem>();
  for (const kept of [...(await history()).results].reverse()) {
    const { benchmark, record } = kept;
    const isSame =
      benchmark.name === name && path.normalize(benchmark.directory) === path.normalize(directory);
    if (!isSame || record.commit?.dirty !== false || items.has(record.commit.hash)) continue;
    const { hash } = record.commit;
    const label = l10n.t('the run of {0}', runName(kept));
    const detail = resultLine(resultOf(kept).measurements);
    items.set(hash, { id: hash, label, description: hash.slice(0, 7), detail, icon: 'history' });
  }
  return [...items.values()].slice(0, mostRuns);
}

function refItem({ name, kind, description, detail }: RefChoice): PickItem {
  const icon = kind === 'branch' ? 'git-branch' : kind === 'tag' ? 'tag' : 'git-commit';
  return { id: name, label: name, description, detail, icon };
}

/** Problems: those of `prepareRun` and `bisect`, and why there is no answer to rely on. The answer is shown to the user. */
export async function findChange(
  asked: Searched & Ends,
  turn: Turn,
  context: BenchmarkServices,
): Promise<Result<RunOutcome>> {
  const { settings, messages, files } = context;
  const all = await settings.forFile(asked.uri);
  const prepared = await prepareRun(asked, all, context);
  if (!prepared.ok) return prepared;
  const { profileRequest, sourceQuery } = prepared.value;
  messages.output(`\n${asked.benchmark}, ${asked.good}..${asked.bad}\n`);
  const decoded = new Map<string, Profile>();
  const found = await search(asked, profileRequest, bisectControl(turn, decoded, messages), context);
  if (!found.ok) return found;
  const roots = await findSourceRoots(sourceQuery, all.lens.pathMappings, files.exists);
  const finished = await withLines(found.value, decoded, roots);
  messages.output(bisectText(finished, { verbose: true, benchmark: finished.question.name }));
  const problem = bisectFailure(finished);
  if (problem !== null) return { ok: false, problem };
  const answer = answerText(finished);
  messages.offer(answer, answerActions(finished, roots, sourceQuery.directory, context));
  return doneWith([]);
}

/** Problems: those of `bisect`. What is shown of the profiles is read when they are taken, so that none is left. */
async function search(
  { good, bad, benchmark }: Searched & Ends,
  { counters: _counters, earlier: _earlier, ...request }: BenchmarkRequest,
  control: BisectControl,
  { storage }: BenchmarkServices,
): Promise<Result<Bisected>> {
  const place = storage.temporaryPlace(randomUUID());
  if (!place.ok) return place;
  const outputDirectory = place.value;
  const how = {
    kinds: ['cpu', 'mem'],
    count: mostLooked,
    stopsWhenSettled: true,
    simulates: false,
    times: false,
  } as const;
  const packages = [{ ...request, ...how, keepsBinary: false, outputDirectory }];
  const selection = { name: benchmark };
  const ends = { good, bad, gate, confirm, temporaryDirectory: temporaryRoot() };
  try {
    return await bisect({ ...ends, packages, selection }, control);
  } finally {
    await rm(outputDirectory, { recursive: true, force: true });
  }
}

function bisectControl(
  { signal, progress }: Turn,
  decoded: Map<string, Profile>,
  messages: BenchmarkServices['messages'],
): BisectControl {
  let left = '';
  return {
    signal,
    progress: (message) => {
      left = message;
    },
    report: (event) => {
      if (event.is === 'profile') decoded.set(event.path, event.profile);
      else if (event.is === 'output') messages.output(event.text);
      else if (event.is === 'step') {
        const { message, done, of } = event.step;
        progress.say(
          left || l10n.t('searching for the commit'),
          left === '' ? message : `${left} · ${message}`,
          of === 0 ? 0 : done / of,
        );
      }
    },
  };
}
