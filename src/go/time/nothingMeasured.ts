/** Why a selection has measured nothing. */
import { fail, type Problem, sentence } from '../../base/result.ts';
import type { BenchmarkSelection } from '../build/benchmarkRequest.ts';
import type { Build } from '../build/build.ts';
import { leftOutHint } from '../build/leftOutFiles.ts';

const skipLine = /^--- SKIP: (Benchmark\S*)/;

/** The benchmark that has skipped itself, from the output of `-test.v`: there the reason is logged above its SKIP line. */
export function whySkipped(stdout: string): Problem | null {
  const lines = stdout.split('\n');
  const at = lines.findIndex((line) => skipLine.test(line));
  if (at === -1) return null;
  const [, name = ''] = skipLine.exec(lines[at]!) ?? [];
  let first = at - 1;
  // The further lines of the reason.
  while (lines[first]?.startsWith('        ')) first--;
  const [, reason] = /^ {4}\S+\.go:\d+: (.*)$/.exec(lines[first] ?? '') ?? [];
  return reason === undefined
    ? fail('skipped', '{0} skips itself without a reason.', [name]).problem
    : fail('skipped', '{0} skips itself: {1}', [name, reason]).problem;
}

/** Says what was asked for, and which file may have it. */
export async function matchedNothing({ request }: Build, selection: BenchmarkSelection): Promise<Problem> {
  const { packageDirectory } = request;
  const hint = await leftOutHint(request);
  const isNamed = 'name' in selection;
  const template = isNamed ? 'There is no benchmark {0} in {1}.' : 'No benchmark matches “{0}” in {1}.';
  const wanted = isNamed ? selection.name : selection.pattern;
  if (hint === null) return fail('matched-nothing', template, [wanted, packageDirectory]).problem;
  return fail('matched-nothing', `${template} {2}`, [wanted, packageDirectory, sentence(hint)]).problem;
}
