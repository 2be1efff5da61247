/** `bench --what-if=FILE:LINE`: how much longer an operation takes when a line does. */
import { basename, dirname, resolve } from 'node:path';
import * as l10n from '@vscode/l10n';
import { scaledLabel } from '../../analysis/values/units.ts';
import { visibleLine } from '../../base/escape.ts';
import { append } from '../../base/lists.ts';
import { fail, ok, type Problem, type Result } from '../../base/result.ts';
import { createScanner } from '../../go/scan/scan.ts';
import { namedFilesAt } from '../../go/sources/namedFiles.ts';
import { findSourceRoots, isBelow } from '../../go/sources/sourceRoots.ts';
import type { ListedPackage } from '../../go/toolchain/listPackages.ts';
import { folderKinds, makeOwnFolder, removeOwnFolder } from '../../go/toolchain/ownFolders.ts';
import { shippedGrammar } from '../../go/toolchain/shippedFiles.ts';
import type { CodeLine } from '../../go/whatIf/delayedBuild.ts';
import { measureDelays, type WhatIf, type WhatIfs } from '../../go/whatIf/measureDelays.ts';
import { interruptible } from '../terminal/interruptible.ts';
import { exitStatus, failWithDetails, messageOf, translated } from '../terminal/output.ts';
import { standardOutput } from '../terminal/streams.ts';
import { findPackages, runEnd, sweptTemporary, turnOf } from './benchBegin.ts';
import type { BenchOptions } from './benchOptions.ts';
import { type BenchObserver, benchmarkRequest, runControl } from './benchRun.ts';

/** Runs it, and writes the answer. Returns the exit status. */
export async function whatIf(
  options: BenchOptions,
  named: CodeLine,
  observer: BenchObserver,
): Promise<number> {
  const outcome = await interruptible((signal) => measure(options, named, observer, runEnd(options, signal)));
  if (!outcome.ok) return failWithDetails(outcome.problem);
  const { at, found, problems } = outcome.value;
  await standardOutput.write(
    options.json ? `${JSON.stringify(documentOf(at, found), null, 1)}\n` : textOf(at, found),
  );
  for (const problem of problems) observer.say(translated(problem));
  return exitStatus.done;
}

interface Measured extends WhatIfs {
  readonly at: CodeLine;
}

async function measure(
  options: BenchOptions,
  named: CodeLine,
  observer: BenchObserver,
  signal: AbortSignal,
): Promise<Result<Measured>> {
  const begun = await findPackages(options, signal);
  if (!begun.ok) return begun;
  const { query, packages } = begun.value;
  const { directory, env, toolchain } = query;
  const files = namedFilesAt([directory]);
  const { modules } = await findSourceRoots(query, {}, files.exists);
  const file = fileNamed(named.file, packages, files.exists);
  if (file === null || !modules.some((module) => isBelow(file, module.directory))) {
    return fail('no-such-file', 'There is no file {0} in your modules.', [named.file]);
  }
  const at = { ...named, file };
  const scanner = await createScanner(shippedGrammar());
  const out = makeOwnFolder(folderKinds.bench, await sweptTemporary(env));
  const control = runControl(observer, new Map(), signal);
  const found: WhatIf[] = [];
  const problems: Problem[] = [];
  const endTurn = await turnOf(options, directory, observer, signal);
  try {
    for (const each of endTurn === null ? [] : packages) {
      const request = benchmarkRequest(options, toolchain, { directory: each.directory, out });
      const measured = await measureDelays({ ...request, kinds: [] }, control, at, scanner);
      if (!measured.ok && ['cancelled', 'no-statement'].includes(measured.problem.code)) return measured;
      append(found, measured.ok ? measured.value.found : []);
      append(problems, measured.ok ? measured.value.problems : [measured.problem]);
    }
  } finally {
    endTurn?.();
    await removeOwnFolder(out);
  }
  if (endTurn === null) return fail('cancelled', 'Cancelled.');
  const [first] = problems;
  if (found.length === 0 && first !== undefined) return { ok: false, problem: first };
  return ok({ at, found, problems: problems.filter(({ code }) => !ofOthers.includes(code)) });
}

/** These do not matter if another package has an answer. */
const ofOthers = ['matched-nothing', 'no-test-files', 'not-executed', 'skipped'];

/** The file as it is named from here, from a package, or as reports shorten it: with the last folder. */
function fileNamed(
  name: string,
  packages: readonly ListedPackage[],
  exists: (file: string) => boolean,
): string | null {
  const folders = packages.flatMap(({ directory }) => [directory, dirname(directory)]);
  const candidates = [resolve(name), ...folders.map((folder) => resolve(folder, name))];
  return candidates.find((file) => file.endsWith('.go') && exists(file)) ?? null;
}

/** The answer for the first benchmark, and all of them. */
function documentOf(at: CodeLine, found: readonly WhatIf[]) {
  const [first] = found;
  const { slope, low, high } = first ?? { slope: null, low: null, high: null };
  const benchmarks = found.map((each) => ({ ...each, notes: each.notes.map(messageOf) }));
  return { slope, low, high, ...at, benchmarks };
}

function textOf(at: CodeLine, found: readonly WhatIf[]): string {
  const place = `${basename(at.file)}:${at.line}`;
  return found
    .map((each) => {
      const name = each.procs === 1 ? each.name : `${each.name}-${each.procs}`;
      const time = scaledLabel(Math.round(each.nsPerOp), 'nanoseconds', 'auto');
      const runs = each.executions.toLocaleString('en', { maximumSignificantDigits: 3 });
      const head = `${name}  ${time}/op · ${l10n.t('{0} runs {1} times an operation', place, runs)}`;
      const notes = each.notes.map((note) => `  ~ ${translated(note)}\n`);
      return `${visibleLine(head)}\n  ${sentenceOf(each)}\n${notes.join('')}`;
    })
    .join('\n');
}

function sentenceOf({ slope, low, high, importance }: WhatIf): string {
  const numbers = [slope, low, high].map((each) => each.toFixed(2));
  const cost = l10n.t('1 ns more at this line costs {0} ns/op more ({1} to {2})', ...numbers);
  switch (importance) {
    case 'critical':
      return `${cost}: ${l10n.t('it is on the critical path.')}`;
    case 'partly':
      return `${cost}: ${l10n.t('a part of it is on the critical path.')}`;
    case 'waits':
      return `${cost}: ${l10n.t('nothing. Something else is waited for, so a faster line gains nothing.')}`;
    case 'unsure':
      return `${cost}: ${l10n.t('that does not tell. A longer --benchtime or a higher --count would.')}`;
    case 'disturbed':
      return `${cost}, ${l10n.t('but on a disturbed machine that does not tell: what computes at the same time then waits for the processor, as if for the line.')}`;
  }
}
