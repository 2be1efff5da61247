import { pprofSpellings, reportOptions } from '../profiles/reportOptions.ts';
import { reports } from './reports.ts';

/**
 * A report that is asked for as `go tool pprof` is asked: `-top cpu.pprof`, `-list=RE cpu.pprof`. Answers its name, and the
 * arguments that the report's command takes.
 */
export function askedReport(
  argv: readonly string[],
): { readonly name: string; readonly rest: readonly string[] } | undefined {
  const end = argv.indexOf('--');
  const options = end === -1 ? argv : argv.slice(0, end);
  for (const [i, argument] of options.entries()) {
    const [, name = '', pattern] = /^--?([a-z]+)(?:=(.*))?$/s.exec(argument) ?? [];
    // A granularity has the name of a report.
    if (
      !Object.hasOwn(reports, name) ||
      [reportOptions, pprofSpellings].some((known) => Object.hasOwn(known, name))
    )
      continue;
    const next = i + 1;
    const takesNext = reports[name]!.takesPattern === true && pattern === undefined;
    const given = takesNext ? argv.slice(next, next + 1) : [pattern ?? ''];
    const patterns = reports[name]!.takesPattern === true ? given : [];
    const after = argv.slice(takesNext ? next + 1 : next);
    return { name, rest: [...patterns, ...argv.slice(0, i), ...after] };
  }
  return undefined;
}
