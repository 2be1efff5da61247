/** Reports as the command line makes them, without starting it. */

import { loadProfiles } from '../../src/cli/profiles/loadProfiles.ts';
import { pprofSpellings, reportOptions } from '../../src/cli/profiles/reportOptions.ts';
import { type ReportContext, reportContext } from '../../src/cli/reports/reportContext.ts';
import { reports } from '../../src/cli/reports/reports.ts';
import { readOptions } from '../../src/cli/terminal/options.ts';
import { succeeded } from '../why.ts';

/** What `pprof-lens REPORT ARGS PATTERN PATHS` prints or writes. Throws where it fails. */
export async function reportOutput(
  name: string,
  pattern: string,
  args: readonly string[],
  paths: readonly string[],
): Promise<string | Uint8Array> {
  const report = reports[name]!;
  const output = succeeded(await report.output(await contextOf(pattern, args, paths)));
  return output instanceof Uint8Array ? output : wholeText(output);
}

/** Most reports are one text. Its characters, joined again, would take longer than to make it. */
export function wholeText(output: string | Iterable<string>): string {
  return typeof output === 'string' ? output : [...output].join('');
}

export async function contextOf(
  pattern: string,
  args: readonly string[],
  paths: readonly string[],
): Promise<ReportContext> {
  const { options } = succeeded(readOptions(args, reportOptions, pprofSpellings));
  const { profile } = succeeded(await loadProfiles(paths, options));
  return succeeded(reportContext(profile, { trim: true, ...options }, pattern));
}
