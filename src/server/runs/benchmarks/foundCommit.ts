/** Shows the commit that a search has found, and the line that its change comes from. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as l10n from '@vscode/l10n';
import type { TakenKind } from '../../../base/model.ts';
import { metricsOfKind } from '../../../base/takenKind.ts';
import type { FinishedBisect } from '../../../go/bisect/bisectReport.ts';
import { commitPatch } from '../../../go/git/commit.ts';
import { findRepository } from '../../../go/git/repository.ts';
import type { GrownLine } from '../../../go/results/grownLines.ts';
import { SourceCode } from '../../../go/scan/sourceCode.ts';
import { locateFile, type SourceRoots } from '../../../go/sources/sourcePaths.ts';
import { fileUri } from '../../client/lspTerms.ts';
import type { MessageAction } from '../../client/messages.ts';
import { mapLines } from '../../costs/lineMap.ts';
import type { BenchmarkServices } from './prepareRun.ts';

/** What can be done with the answer. */
export function answerActions(
  finished: FinishedBisect,
  roots: SourceRoots,
  directory: string,
  context: BenchmarkServices,
): MessageAction[] {
  const { messages } = context;
  const [line] = finished.growth?.lines ?? [];
  const [commit] = finished.left;
  const output = { title: l10n.t('Show Output'), run: () => messages.showOutput() };
  return [
    ...(line === undefined
      ? []
      : [{ title: l10n.t('Show Line'), run: () => showGrowth(line, finished, roots, directory, context) }]),
    ...(commit === undefined
      ? []
      : [{ title: l10n.t('Show Commit'), run: () => showCommit(commit.hash, directory, context) }]),
    ...(messages.hearsNews ? [output] : []),
  ];
}

async function showGrowth(
  line: GrownLine,
  finished: FinishedBisect,
  roots: SourceRoots,
  directory: string,
  context: BenchmarkServices,
): Promise<void> {
  const { question, growth } = finished;
  if (growth !== null) await showMetric(growth.metric, question.name, directory, context);
  await showLine(line, finished, roots, context);
}

/** Lets the lines show the newest run of the benchmark by what has changed: after more allocations, not by CPU time. */
async function showMetric(
  metric: string,
  name: string,
  directory: string,
  { results, sessions, opener }: BenchmarkServices,
): Promise<void> {
  const result = results.get(directory, name)?.result;
  const types = (kind: TakenKind) =>
    metricsOfKind(kind).flatMap(({ perOperation, sampleType }) =>
      perOperation === metric ? sampleType : [],
    );
  const profile = result?.profiles.find(({ kind }) => types(kind).length > 0);
  if (result === undefined || profile === undefined) return;
  const [type] = types(profile.kind);
  const isShown = () =>
    sessions.ofRun(result.runId).some(({ id, sampleTypes }) => {
      const sampleType = sampleTypes.findIndex((each) => each.type === type);
      return sessions.show({ sessionId: id, sampleType });
    });
  if (isShown()) return;
  // A run of an earlier window.
  await opener.open({ path: profile.path });
  isShown();
}

/** Where the line is now: the file may have changed since the commit. */
async function showLine(
  { file, line }: GrownLine,
  { found }: FinishedBisect,
  roots: SourceRoots,
  { texts, connection }: BenchmarkServices,
): Promise<void> {
  const here = locateFile(file, roots) ?? file;
  const before = found?.sources.get(here);
  const now = texts.at(here)?.text;
  const map =
    before === undefined || now === undefined
      ? null
      : mapLines(new SourceCode(before, true), new SourceCode(now, true));
  const [same = -1, changed = -1] = [map?.same[line - 1], map?.changed[line - 1]];
  const at = { line: same >= 0 ? same : changed >= 0 ? changed : line - 1, character: 0 };
  await connection.window.showDocument({
    uri: fileUri(here),
    takeFocus: true,
    selection: { start: at, end: at },
  });
}

/** As git shows it, in a file that is gone when the server ends. */
async function showCommit(
  hash: string,
  directory: string,
  { storage, connection, messages }: BenchmarkServices,
): Promise<void> {
  const repository = await findRepository(directory, process.env);
  const patch = repository.ok ? await commitPatch(repository.value, hash) : repository;
  const place = storage.temporaryPlace('commits');
  for (const each of [patch, place]) if (!each.ok) return messages.problem(each.problem, 'warning');
  if (!patch.ok || !place.ok) return;
  const file = path.join(place.value, `${hash.slice(0, 7)}.diff`);
  await mkdir(place.value, { recursive: true });
  await writeFile(file, patch.value);
  await connection.window.showDocument({ uri: fileUri(file), takeFocus: true });
}
