/** Tools that put the reports of the command line to a profile: of a kept run, or in a file. */
import { z } from 'zod';
import { fail, ok, type Result } from '../../base/result.ts';
import { fullName } from '../../go/results/benchmarkResult.ts';
import type { SavedBenchmark } from '../compare/savedRuns.ts';
import { loadProfiles } from '../profiles/loadProfiles.ts';
import { filterName, readArguments, reportDocument } from '../reports/reportCommand.ts';
import { reportContext } from '../reports/reportContext.ts';
import { reports } from '../reports/reports.ts';
import { translated } from '../terminal/output.ts';
import type { JsonObject } from './paging.ts';
import { type AnyTool, type Found, tool } from './tool.ts';
import { cursorArgument, filterArguments, profileArguments } from './toolArguments.ts';
import type { Workspace } from './workspace.ts';

/** Which profile a tool was asked about. */
export interface ProfileQuestion {
  readonly run?: string | undefined;
  readonly benchmark?: string | undefined;
  readonly kind?: string | undefined;
  readonly profile?: string | undefined;
}

interface FoundProfile {
  readonly path: string;
  /** The program it was taken of, if that is kept. */
  readonly binary?: string;
  /** What the answer says of it. */
  readonly about: JsonObject;
}

/** Problems: `wrong-arguments`, `no-such-benchmark`, `no-such-kind`, and those of the runs and of `Workspace.file`. */
async function findProfile(
  { run, benchmark, kind, profile }: ProfileQuestion,
  workspace: Workspace,
): Promise<Result<FoundProfile>> {
  if ((run === undefined) === (profile === undefined))
    return fail('wrong-arguments', 'Give run or profile, one of them.');
  if (profile !== undefined) {
    const file = await workspace.file(profile);
    return file.ok ? ok({ path: file.value, about: { of: profile } }) : file;
  }
  const results = await workspace.runs.load(run ?? '');
  if (!results.ok) return results;
  const result = oneBenchmark(results.value, benchmark);
  if (!result.ok) return result;
  const { profiles, binary } = result.value;
  const stored = kind === undefined ? profiles[0] : profiles.find((each) => each.kind === kind);
  if (stored === undefined) {
    const kinds = profiles.map((each) => each.kind).join(', ') || '-';
    return fail('no-such-kind', 'That benchmark has no such profile in the run. There are: {0}.', [kinds]);
  }
  const { package: importPath, name, procs } = result.value;
  return ok({
    path: stored.path,
    ...(binary === undefined ? {} : { binary }),
    about: {
      of: { run, package: importPath, name, procs, kind: stored.kind, operations: stored.operations },
    },
  });
}

/** So many names are in a sentence. */
const mostNamed = 20;

function oneBenchmark(results: readonly SavedBenchmark[], named: string | undefined): Result<SavedBenchmark> {
  const found = results.filter((each) => named === undefined || isCalled(each, named));
  const [first, ...others] = found;
  if (first !== undefined && others.length === 0) return ok(first);
  const names = (found.length === 0 ? results : found).slice(0, mostNamed).map(fullName).join(', ');
  return fail('no-such-benchmark', 'Name one benchmark of the run: {0}.', [names]);
}

/** With the number of GOMAXPROCS or without. */
export function isCalled(result: Pick<SavedBenchmark, 'name' | 'procs'>, named: string): boolean {
  return result.name === named || `${result.name}-${result.procs}` === named;
}

type ReportName = 'summary' | 'top' | 'peek' | 'list' | 'lines' | 'tree' | 'tags' | 'traces' | 'disasm';

/** A report with these options, as the command line takes them. Problems: those of the report; `no-match` is no failure. */
async function answerReport(
  name: ReportName,
  question: ProfileQuestion,
  options: Readonly<Record<string, string | number | boolean | undefined>>,
  workspace: Workspace,
  pattern?: string,
): Promise<Result<Found>> {
  const found = await findProfile(question, workspace);
  if (!found.ok) return found;
  const { path, binary, about } = found.value;
  const filters = Object.entries(options).filter(([, value]) => value !== undefined);
  const report = reports[name];
  if (report?.json === undefined) throw new Error(`the report ${name} has no JSON form`);
  const argv = filters.map(([option, value]) => `--${option}=${value}`);
  const withBinary = binary === undefined || name !== 'disasm' ? argv : [...argv, `--binary=${binary}`];
  const given = readArguments(report, [
    '--json',
    ...withBinary,
    '--',
    ...(pattern === undefined ? [] : [pattern]),
    path,
  ]);
  if (!given.ok) return given;
  const profile = await loadProfiles([path], given.value.options, workspace.mayRun);
  if (!profile.ok) return profile;
  const context = reportContext(profile.value.profile, given.value.options, given.value.argument);
  if (!context.ok) return context;
  const document = await reportDocument({ json: report.json }, context.value);
  const inForce = { ...Object.fromEntries(filters), ...(pattern === undefined ? {} : { pattern }) };
  const head = { ...about, filters: inForce };
  const { unmatched } = context.value;
  const matchedNothing =
    unmatched.length === 0 ? {} : { matchedNothing: unmatched.map(filterName).join(', ') };
  if (document.ok) {
    const empty =
      context.value.profile.samples.count === 0 ? whyEmpty(profile.value.profile.samples.count) : {};
    return ok({ document: { ...head, ...matchedNothing, ...empty, ...document.value } });
  }
  if (document.problem.code !== 'no-match') return document;
  return ok({ document: { ...head, ...matchedNothing, empty: translated(document.problem) } });
}

function whyEmpty(samples: number): { readonly empty: string } {
  return {
    empty:
      samples === 0
        ? 'The profile has no samples: nothing was recorded, or too briefly.'
        : `No sample is left: the filters leave out all ${samples} of the profile.`,
  };
}

const report = tool({
  name: 'report',
  title: 'Report on a profile',
  description:
    "A report of pprof on a profile, of a kept run or of a file: top (functions, flat and cum), list (source lines of functions that match), lines (costs by file and line), peek (callers and callees), tree, tags (labels), traces (samples), summary. Values are in the sample type's own unit and for the whole profile, not per operation.",
  schema: z.strictObject({
    ...profileArguments,
    report: z.enum(['summary', 'top', 'list', 'lines', 'peek', 'tree', 'tags', 'traces']),
    pattern: z
      .string()
      .max(2000)
      .optional()
      .describe('which functions, for list and peek; a regular expression of Go'),
    ...filterArguments,
    cum: z.boolean().optional().describe('sort by cum'),
    nodecount: z.number().int().min(0).optional().describe('at most so many rows'),
    diff_base: z
      .string()
      .max(4000)
      .optional()
      .describe('the path of a profile below the folder, which is subtracted'),
    cursor: cursorArgument,
  }),
  runs: false,
  async find(
    { run, benchmark, kind, profile, report: name, pattern, cursor: _, diff_base, ...options },
    { workspace },
  ) {
    const needsPattern = name === 'list' || name === 'peek';
    if (needsPattern && pattern === undefined)
      return fail('wrong-arguments', 'The report {0} needs a pattern.', [name]);
    const base = diff_base === undefined ? ok(undefined) : await workspace.file(diff_base);
    if (!base.ok) return base;
    return answerReport(
      name,
      { run, benchmark, kind, profile },
      { ...options, diff_base: base.value },
      workspace,
      needsPattern ? pattern : undefined,
    );
  },
});

const callersCallees = tool({
  name: 'callers_callees',
  title: 'Callers and callees',
  description:
    'Who calls the functions that match, and whom they call, with the costs of each call, the largest first (peek of pprof). Values are in the unit of the sample type and for the whole profile.',
  schema: z.strictObject({
    ...profileArguments,
    function: z
      .string()
      .max(2000)
      .describe('which functions; a regular expression of Go: ^example.com/m.Parse$'),
    sample_index: filterArguments.sample_index,
    focus: filterArguments.focus,
    ignore: filterArguments.ignore,
    cursor: cursorArgument,
  }),
  runs: false,
  find({ run, benchmark, kind, profile, function: pattern, cursor: _, ...options }, { workspace }) {
    return answerReport('peek', { run, benchmark, kind, profile }, options, workspace, pattern);
  },
});

const disassemble = tool({
  name: 'disassemble',
  title: 'Disassemble',
  description:
    'The instructions of the functions that match, with what each costs and its line. Needs the program: kept runs have their test binaries.',
  schema: z.strictObject({
    ...profileArguments,
    function: z.string().max(2000).describe('which functions; a regular expression of Go'),
    sample_index: filterArguments.sample_index,
    cursor: cursorArgument,
  }),
  runs: false,
  async find({ run, benchmark, kind, profile, function: pattern, cursor: _, ...options }, { workspace }) {
    const toolchain = await workspace.toolchain();
    if (!toolchain.ok) return toolchain;
    return answerReport('disasm', { run, benchmark, kind, profile }, options, workspace, pattern);
  },
});

export const profileTools: readonly AnyTool[] = [callersCallees, disassemble, report];
