import * as l10n from '@vscode/l10n';
import { readProfileFile } from '../go/profileFile.ts';
import type { Profile } from '../pprof/profile.ts';
import { fail, ok, type Result } from '../result.ts';
import { parseArgs } from './args.ts';
import { complain, exitStatus, failWith, writeOut } from './output.ts';
import { type Report, reportContext } from './reportContext.ts';
import { reportOptionKinds } from './reportOptions.ts';
import { profileJson } from './reports/profileJson.ts';
import { usage } from './usage.ts';

/** Runs one report: `argv` is what stands after its name. Answers the exit status. */
export async function reportCommand(report: Report, argv: readonly string[]): Promise<number> {
  const parsed = parseArgs(argv, reportOptionKinds);
  if (!parsed.ok) return wrongArguments(l10n.t(parsed.template, ...parsed.args));
  const [path, ...more] = parsed.rest;
  if (path === undefined) return wrongArguments(l10n.t('Name a profile.'));
  if (more.length > 0) return wrongArguments(l10n.t('Name one profile only.'));
  const profile = await readOne(path, parsed.options['max-bytes']);
  if (!profile.ok) return failWith(profile.problem);
  const context = reportContext(profile.value, parsed.options);
  if (!context.ok) return failWith(context.problem);
  await writeOut(
    parsed.options.json === true
      ? `${JSON.stringify({ profile: profileJson(context.value), ...report.json(context.value) })}\n`
      : report.text(context.value),
  );
  return exitStatus.done;
}

/** Says what is wrong with the arguments and how they should be. */
export function wrongArguments(message: string): number {
  complain(message);
  process.stderr.write(usage);
  return exitStatus.wrongArguments;
}

async function readOne(path: string, maxBytes: number | undefined): Promise<Result<Profile>> {
  const read = await readProfileFile(path, maxBytes === undefined ? {} : { maxBytes });
  if (!read.ok) return read;
  if (read.value !== null) return ok(read.value);
  return fail('empty', 'The profile {0} is empty: the program had nothing to record, or did not end.', [
    path,
  ]);
}
