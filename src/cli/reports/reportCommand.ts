import * as l10n from '@vscode/l10n';
import { ok, type Result } from '../../base/result.ts';
import { type LoadedProfile, loadProfiles } from '../profiles/loadProfiles.ts';
import { isProgram } from '../profiles/profiledBinary.ts';
import { filterNames, pprofSpellings, type ReportOptions, reportOptions } from '../profiles/reportOptions.ts';
import { type Json, jsonParts } from '../terminal/jsonText.ts';
import { readOptions, wrong } from '../terminal/options.ts';
import {
  type Command,
  complain,
  deliver,
  failWith,
  notReadable,
  wrongArguments,
} from '../terminal/output.ts';
import { type Output, standardOutput } from '../terminal/streams.ts';
import { onTerminal } from './onTerminal.ts';
import { profileJson } from './profileJson.ts';
import { type Report, type ReportContext, reportContext } from './reportContext.ts';
import { reportUsage } from './reportUsage.ts';

/** The command of one report. */
export function reportCommand(name: string, report: Report): Command {
  return {
    usage: reportUsage(name),
    async run(argv) {
      const given = readArguments(report, argv);
      if (!given.ok) return wrongArguments(given.problem, reportUsage(name));
      const { options, paths, argument } = await withProgram(given.value);
      const profile = await loadProfiles(paths, options);
      return profile.ok
        ? printReport(report, profile.value, { options, argument })
        : failWith(profile.problem);
    },
  };
}

/** Prints a report, or writes it to the file that the options name. Returns the exit status. */
export async function printReport(
  report: Report,
  profile: LoadedProfile,
  { options, argument }: Pick<ReportArguments, 'options' | 'argument'>,
): Promise<number> {
  const context = printableContext(profile, { options, argument });
  if (!context.ok) return failWith(context.problem);
  const path = options.output ?? '-';
  const isShown = path === '-' && standardOutput.isTerminal;
  if (isShown && report.fileEnding !== undefined) return failWith(notReadable);
  const output = await render(
    report,
    isShown ? onTerminal(context.value, standardOutput.tint) : context.value,
  );
  if (!output.ok) return failWith(output.problem);
  return deliver(output.value, path);
}

/** As for pprof, the program can be named before the profiles. */
export async function withProgram(given: ReportArguments): Promise<ReportArguments> {
  const [first, ...others] = given.paths;
  if (first === undefined || others.length === 0 || !(await isProgram(first))) return given;
  return { ...given, options: { binary: first, ...given.options }, paths: others };
}

/** The input of a report. Says on standard error which filters match nothing. */
export function printableContext(
  { profile, ...compared }: LoadedProfile,
  { options, argument }: Pick<ReportArguments, 'options' | 'argument'>,
): Result<ReportContext> {
  const context = reportContext(profile, options, argument);
  if (!context.ok) return context;
  warnOfUnmatched(context.value);
  return ok({ ...context.value, ...compared });
}

export interface ReportArguments {
  readonly options: ReportOptions;
  /** The pattern; empty for a report that takes none. */
  readonly argument: string;
  readonly paths: readonly string[];
}

/** Reads what follows the name of a report. */
export function readArguments(
  report: Pick<Report, 'json' | 'writesJson' | 'takesPattern' | 'owned'>,
  argv: readonly string[],
): Result<ReportArguments> {
  const given = readOptions(argv, reportOptions, pprofSpellings);
  if (!given.ok) return given;
  const { options, rest } = given.value;
  const { base = [], 'diff-base': diffBase = [], normalize = false, json = false, owned = false } = options;
  if (base.length > 0 && diffBase.length > 0) return wrong('Give --base or --diff-base, not both.');
  if (normalize && base.length + diffBase.length === 0) {
    return wrong('Give a --base or --diff-base to normalize by.');
  }
  if (json && report.json === undefined && report.writesJson !== true)
    return wrong('This report has no JSON form.');
  if (owned && report.owned === undefined) return wrong('Only top and lines have --owned.');
  if (owned && options.mean === true) return wrong('Give --owned or --mean, not both.');
  const paths = [...rest];
  const argument = report.takesPattern === true ? paths.shift() : '';
  if (argument === undefined) return wrong('Name a pattern and a profile.');
  if (paths.length === 0) return wrong('Name a profile.');
  // As go tool pprof prints it. Documents are whole.
  return ok({ options: json ? options : { trim: true, ...options }, argument, paths });
}

async function render(report: Report, context: ReportContext): Promise<Result<Output>> {
  const { json, output } = formOf(report, context);
  if (context.options.json !== true || json === undefined) return output(context);
  const document = await reportDocument({ json }, context);
  return document.ok ? ok(jsonLine(document.value)) : document;
}

/** The report, or what stands for it with `--owned`. */
function formOf(report: Report, { options }: ReportContext): Pick<Report, 'json' | 'output'> {
  return (options.owned === true ? report.owned : undefined) ?? report;
}

/** The JSON document of a report that has one. */
export async function reportDocument(
  { json }: Required<Pick<Report, 'json'>>,
  context: ReportContext,
): Promise<Result<{ readonly [key: string]: Json }>> {
  const document = await json(context);
  return document.ok ? ok({ profile: profileJson(context), ...document.value }) : document;
}

function* jsonLine(document: Json): Generator<string> {
  yield* jsonParts(document);
  yield '\n';
}

/** A filter that matches nothing is nearly always a mistake. pprof warns of it, too. */
function warnOfUnmatched({ unmatched }: ReportContext): void {
  for (const option of unmatched) complain(l10n.t('{0} matched nothing.', `--${filterName(option)}`));
}

/** Its name on the command line. */
export function filterName(option: ReportContext['unmatched'][number]): string {
  return option === 'tagRoot' || option === 'tagLeaf' ? option.toLowerCase() : filterNames[option];
}
