import * as l10n from '@vscode/l10n';
import { ok, type Result } from '../result.ts';
import { parseArgs } from './args.ts';
import { type Json, jsonParts } from './jsonText.ts';
import { loadProfiles } from './loadProfiles.ts';
import { complain, deliver, exitStatus, failWith, type Output } from './output.ts';
import { type Report, type ReportContext, reportContext } from './reportContext.ts';
import { filterNames, pprofSpellings, type ReportOptions, reportOptionKinds } from './reportOptions.ts';
import { profileJson } from './reports/profileJson.ts';
import { noTint, tintFor } from './tint.ts';
import { reportSynopsis } from './usage.ts';

/** Runs one report: `argv` is what stands after its name. Answers the exit status. */
export async function reportCommand(name: string, report: Report, argv: readonly string[]): Promise<number> {
  const wrongArguments = (message: string) => {
    complain(message);
    process.stderr.write(
      `${reportSynopsis(name)}${l10n.t('pprof-lens {0} --help lists the options.', name)}\n`,
    );
    return exitStatus.wrongArguments;
  };
  const parsed = parseArgs(argv, reportOptionKinds, pprofSpellings);
  if (!parsed.ok) return wrongArguments(l10n.t(parsed.template, ...parsed.args));
  const { options } = parsed;
  const wrong = wrongCombination(report, options);
  if (wrong !== null) return wrongArguments(wrong);
  const paths = [...parsed.rest];
  const argument = report.takesPattern === true ? paths.shift() : '';
  if (argument === undefined) return wrongArguments(l10n.t('Name a pattern and a profile.'));
  if (paths.length === 0) return wrongArguments(l10n.t('Name a profile.'));
  const profile = await loadProfiles(paths, options);
  if (!profile.ok) return failWith(profile.problem);
  const context = reportContext(profile.value, options, argument);
  if (!context.ok) return failWith(context.problem);
  warnOfUnmatched(context.value);
  const path = options.output ?? options.o ?? '-';
  const tint = path === '-' ? tintFor(process.stdout) : noTint;
  const output = await render(report, { ...context.value, tint });
  if (!output.ok) return failWith(output.problem);
  return deliver(output.value, path);
}

/** What options cannot mean together, in a sentence, or `null`. */
function wrongCombination(report: Report, options: ReportOptions): string | null {
  const { base = [], 'diff-base': diffBase = [], normalize = false, json = false } = options;
  if (base.length > 0 && diffBase.length > 0) return l10n.t('Give --base or --diff-base, not both.');
  if (normalize && base.length + diffBase.length === 0) {
    return l10n.t('Give a --base or --diff-base to normalize by.');
  }
  if (json && report.json === undefined && report.writesJson !== true)
    return l10n.t('This report has no JSON form.');
  return null;
}

async function render(report: Report, context: ReportContext): Promise<Result<Output>> {
  if (context.options.json === true && report.json !== undefined) {
    const document = report.json(context);
    if (!document.ok) return document;
    return ok(jsonLine({ profile: profileJson(context), ...document.value }));
  }
  return report.text?.(context) ?? report.bytes?.(context) ?? (await report.slowText?.(context)) ?? ok('');
}

function* jsonLine(document: Json): Generator<string> {
  yield* jsonParts(document);
  yield '\n';
}

/** A filter that matched nothing is nearly always a mistake; pprof warns, too. */
function warnOfUnmatched({ unmatched }: ReportContext): void {
  for (const option of unmatched) {
    const name =
      option === 'tagRoot' ? '--tagroot' : option === 'tagLeaf' ? '--tagleaf' : filterNames[option];
    complain(l10n.t('{0} matched nothing.', name));
  }
}
