/** `pprof-lens bench --stages=v1,v2,.`: any number of versions, measured in turns, each compared with the one before. */
import { join } from 'node:path';
import * as l10n from '@vscode/l10n';
import { FileNames, fileNameOf } from '../../base/fileName.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { type MeasuredStage, measureStages } from '../../go/compare/stageBuilds.ts';
import { type Stage, stageTable } from '../../go/results/stages.ts';
import { folderKinds, makeOwnFolder, removeOwnFolder } from '../../go/toolchain/ownFolders.ts';
import { renderStages } from '../compare/compareStages.ts';
import { interruptible } from '../terminal/interruptible.ts';
import { exitStatus, failWithDetails, translated } from '../terminal/output.ts';
import { standardOutput } from '../terminal/streams.ts';
import { findPackages, runEnd, sayCountingNeeds, sweptTemporary, turnOf } from './benchBegin.ts';
import type { BenchOptions } from './benchOptions.ts';
import { type BenchObserver, benchmarkRequest, noBenchmark, runControl } from './benchRun.ts';

/** Returns the exit status. */
export async function benchStages(
  options: BenchOptions,
  stages: readonly string[],
  observer: BenchObserver,
): Promise<number> {
  const measured = await interruptible((interrupted) =>
    measureAll(options, stages, observer, runEnd(options, interrupted)),
  );
  if (!measured.ok) return failWithDetails(measured.problem);
  const table = stageTable(measured.value);
  await standardOutput.write(renderStages(table, options.json ? 'json' : options.format));
  return table.rows.length > 0 ? exitStatus.done : exitStatus.failed;
}

async function measureAll(
  options: BenchOptions,
  stages: readonly string[],
  observer: BenchObserver,
  signal: AbortSignal,
): Promise<Result<Stage[]>> {
  const found = await findPackages(options, signal);
  if (!found.ok) return found;
  const { query, packages } = found.value;
  const { directory, env, toolchain } = query;
  await sayCountingNeeds(options, { env, directory, signal }, observer);
  const temporaryDirectory = await sweptTemporary(env);
  const out = makeOwnFolder(folderKinds.bench, temporaryDirectory);
  const folders = new FileNames();
  const tested = packages.length > 1 ? packages.filter(({ hasTests }) => hasTests) : packages;
  const endTurn = await turnOf(options, directory, observer, signal);
  const all: (readonly MeasuredStage[])[] = [];
  try {
    if (endTurn === null) return fail('cancelled', 'Cancelled.');
    for (const each of tested) {
      const folder = join(out, folders.claim(fileNameOf(each.importPath), ''));
      const request = benchmarkRequest(options, toolchain, { directory: each.directory, out: folder });
      const measured = await measureStages(
        { ...request, kinds: [], stages, selection: { pattern: options.bench }, temporaryDirectory },
        { ...runControl(observer, new Map(), signal), keepsPartial: () => true },
      );
      if (!measured.ok) return measured;
      all.push(measured.value);
    }
  } finally {
    endTurn?.();
    await removeOwnFolder(out);
  }
  const problems = new Set<string>();
  const measured = all.flat();
  const isMeasured = measured.some(({ results }) => results.length > 0);
  for (const { title, problems: own } of measured) {
    // What a version does not have, its empty column says.
    const told = own.filter(({ code }) => !isMeasured || !noBenchmark.includes(code));
    for (const problem of told) problems.add(`${title}: ${translated(problem)}`);
  }
  for (const sentence of problems) observer.say(sentence);
  observer.say(l10n.t('Each version was measured {0} times, in turns with all others.', options.count));
  return ok(
    stages.map((_, i) => ({
      label: all[0]?.[i]?.title ?? '',
      results: all.flatMap((measured) => measured[i]?.results ?? []),
    })),
  );
}
