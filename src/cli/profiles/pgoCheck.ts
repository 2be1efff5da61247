/** `pprof-lens pgo --check`: how old the `default.pgo` of programs is, and how much of it still fits their code. */
import { relative } from 'node:path';
import * as l10n from '@vscode/l10n';
import { aligned } from '../../base/aligned.ts';
import { visibleLine } from '../../base/escape.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { sharePercent } from '../../bench/verdicts/changeWords.ts';
import { type PgoFit, pgoFit } from '../../go/profiles/pgoFit.ts';
import { roughDuration } from '../../go/stores/timeRange.ts';
import { listPackages } from '../../go/toolchain/listPackages.ts';
import { findGo } from '../../go/toolchain/toolchain.ts';
import { interruptible } from '../terminal/interruptible.ts';
import { deliver, failWithDetails } from '../terminal/output.ts';

export interface PgoCheck {
  readonly packages: readonly string[];
  readonly tags: string;
  readonly json: boolean;
}

/** Of a program that has a `default.pgo`. */
interface CheckedProgram extends PgoFit {
  readonly importPath: string;
}

/** Returns the exit status. */
export async function checkPgo(asked: PgoCheck): Promise<number> {
  const checked = await interruptible((signal) => checkAll(asked, signal));
  if (!checked.ok) return failWithDetails(checked.problem);
  const written = asked.json
    ? `${JSON.stringify({ programs: checked.value.map(documentOf) }, null, 1)}\n`
    : checked.value.map(textOf).join('\n');
  return deliver(written, undefined);
}

async function checkAll(
  { packages: patterns, tags }: PgoCheck,
  signal: AbortSignal,
): Promise<Result<CheckedProgram[]>> {
  const directory = process.cwd();
  const { env } = process;
  const toolchain = await findGo({ env, directory, signal });
  if (!toolchain.ok) return toolchain;
  const query = { toolchain: toolchain.value, env, tags, signal };
  const packages = await listPackages({ ...query, directory, patterns });
  if (!packages.ok) return packages;
  const checked: CheckedProgram[] = [];
  for (const each of packages.value.filter(({ isMain }) => isMain)) {
    const fit = await pgoFit({ ...query, directory: each.directory });
    if (!fit.ok) return fit;
    if (fit.value !== null) checked.push({ ...fit.value, importPath: each.importPath });
  }
  if (checked.length > 0) return ok(checked);
  return fail(
    'no-default-pgo',
    'No program of {0} has a default.pgo. Write one with: pprof-lens pgo PROFILE',
    [patterns.join(' ')],
  );
}

/** So many functions are named. */
const mostNamed = 10;

function textOf({ file, takenAt, fits, functions }: CheckedProgram): string {
  const head = l10n.t(
    '{0}: {1} old; of the calls in your code and its modules, {2} are where the compiler looks for them',
    relative(process.cwd(), file),
    roughDuration(Date.now() - takenAt),
    sharePercent(fits),
  );
  const rows = functions
    .slice(0, mostNamed)
    .map(({ name, share, is }) => [
      sharePercent(share),
      is === 'gone' ? l10n.t('gone') : l10n.t('moved'),
      name,
    ]);
  const left = functions.length - rows.length;
  const more = left === 0 ? [] : [l10n.t('and {0} more', left)];
  return [head, ...aligned(rows, 'rll'), ...more].map((row) => `${visibleLine(row)}\n`).join('');
}

function documentOf({ importPath, file, takenAt, fits, moved, gone, functions }: CheckedProgram): object {
  const ageSeconds = Math.round((Date.now() - takenAt) / 1000);
  const taken = new Date(takenAt).toISOString();
  return { package: importPath, file, taken, ageSeconds, fits, moved, gone, functions };
}
