/** What `pprof-lens run` prints: the top of its first profile, or all of its profiles as JSON. */
import type { Program } from '../../go/programs/findProgram.ts';
import type { ProgramOutcome } from '../../go/programs/profileProgram.ts';
import type { ProgramProfile } from '../../go/programs/recorded.ts';
import { ok, type Result } from '../../result.ts';
import { onTerminal } from '../reports/onTerminal.ts';
import { profileJson } from '../reports/profileJson.ts';
import { type ReportContext, reportContext } from '../reports/reportContext.ts';
import { top } from '../reports/top.ts';
import { type Json, jsonParts } from '../terminal/jsonText.ts';
import { deliver, exitStatus, failWith, translated } from '../terminal/output.ts';
import { standardOutput } from '../terminal/streams.ts';
import type { RunOptions } from './runOptions.ts';

interface Reported {
  readonly program: Program;
  readonly outcome: ProgramOutcome;
}

/** Returns the exit status. Without a profile, only JSON has something to say. */
export async function writeReport(reported: Reported, options: RunOptions): Promise<number> {
  if (options.json) {
    const document = documentOf(reported, options);
    return document.ok
      ? deliver(`${[...jsonParts(document.value)].join('')}\n`, options.output)
      : failWith(document.problem);
  }
  const [first] = reported.outcome.profiles;
  if (first === undefined) return exitStatus.done;
  const context = contextOf(first, options);
  if (!context.ok) return failWith(context.problem);
  const isShown = options.output === undefined && standardOutput.isTerminal;
  const shown = isShown ? onTerminal(context.value, standardOutput.tint) : context.value;
  const text = top.text?.(shown) ?? ok('');
  return text.ok ? deliver(text.value, options.output) : failWith(text.problem);
}

function contextOf({ profile }: ProgramProfile, { cum, nodecount }: RunOptions): Result<ReportContext> {
  return reportContext(profile, { cum, nodecount }, '');
}

function documentOf({ program, outcome }: Reported, options: RunOptions): Result<Json> {
  const profiles: Json[] = [];
  for (const each of outcome.profiles) {
    const context = contextOf(each, options);
    if (!context.ok) return context;
    const rows = top.json?.(context.value) ?? ok({});
    if (!rows.ok) return rows;
    profiles.push({ kind: each.kind, path: each.path, profile: profileJson(context.value), ...rows.value });
  }
  const { end, milliseconds, wasStopped, problems } = outcome;
  return ok({
    program: program.importPath,
    exitStatus: end.exitCode,
    signal: end.signal,
    stopped: wasStopped,
    milliseconds,
    profiles,
    problems: problems.map((problem) => ({ code: problem.code, message: translated(problem) })),
  });
}
