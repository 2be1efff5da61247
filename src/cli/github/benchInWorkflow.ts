/** `pprof-lens github bench`: benchmarks compared in a workflow, told in its log, in the summary of the job and on lines. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as l10n from '@vscode/l10n';
import { fail, ok, type Problem, type Result } from '../../base/result.ts';
import { tablesMarkdown } from '../../bench/benchstat/tablesMarkdown.ts';
import { knownRef, mergeBase } from '../../go/git/mergeBase.ts';
import { findRepository } from '../../go/git/repository.ts';
import { benchToEnd, failureOf } from '../bench/benchCommand.ts';
import { readBenchOptions } from '../bench/benchOptions.ts';
import { benchOutput, type FinishedBench } from '../bench/benchOutput.ts';
import { writePages } from '../bench/benchPages.ts';
import { exitStatus, failWithDetails, translated } from '../terminal/output.ts';
import { standardError } from '../terminal/streams.ts';
import { readEvent, upstreamOf } from './event.ts';
import { type ActionInputs, readInputs } from './inputs.ts';
import { reportMarkdown } from './markdown.ts';
import { changedLines, comparisonReport, notEnded, noVerdict, type Report, writeReport } from './report.ts';
import { annotate, withoutCommands } from './workflowCommands.ts';

/** GitHub shows ten of a step. */
const mostWarnings = 10;
/** The most of a summary is a megabyte. */
const longestTables = 500_000;

interface Told {
  readonly report: Report;
  readonly tables: string;
  readonly problem: Problem | null;
  readonly notCompared: readonly Problem[];
}

/** @returns the exit status */
export async function benchInWorkflow(env: NodeJS.ProcessEnv): Promise<number> {
  const inputs = readInputs(env);
  mkdirSync(inputs.folder, { recursive: true });
  const tell = (report: Report, tables = '') => {
    writeReport(inputs.folder, report);
    const { GITHUB_STEP_SUMMARY: summary = '' } = env;
    if (summary !== '') writeFileSync(summary, `${reportMarkdown(report)}\n${tables}`);
  };
  tell(notEnded());
  let status: number = exitStatus.done;
  const { report, tables, problem, notCompared } = await withoutCommands(async () => {
    const compared = await compare(inputs, env);
    const told = compared.ok ? compared.value : withoutResult(compared.problem);
    if (told.problem !== null) status = failWithDetails(told.problem);
    return told;
  });
  tell(report, tables);
  if (problem !== null) annotate({ level: 'error', message: translated(problem) });
  else if (report.outcome === 'nothing compared') annotate({ level: 'warning', message: report.sentence });
  for (const each of notCompared) annotate({ level: 'warning', message: translated(each) });
  warnOfLines(report);
  return status;
}

/** What is shown after a click. */
function details(title: string, markdown: string): string {
  return `<details><summary>${title}</summary>\n\n${markdown}\n</details>\n`;
}

function withoutResult(problem: Problem): Told {
  return { report: noVerdict(translated(problem)), tables: '', problem, notCompared: [] };
}

async function compare(inputs: ActionInputs, env: NodeJS.ProcessEnv): Promise<Result<Told>> {
  const base = await baseOf(inputs, env);
  if (!base.ok) return base;
  const options = readBenchOptions([
    ...inputs.packages,
    `--bench=${inputs.bench}`,
    `--against=${base.value}`,
    `--out=${inputs.folder}`,
    ...inputs.options,
  ]);
  if (!options.ok) return options;
  const ended = await benchToEnd(options.value);
  if (!ended.ok) return ended;
  standardError.write(await benchOutput(ended.value, options.value));
  const problem = failureOf(ended.value, options.value);
  const { comparison } = ended.value;
  if (comparison === null) return fail('not-compared', '{0} was not compared with anything.', [inputs.bench]);
  const pages = await pagesOf(inputs, ended.value);
  if (!pages.ok) return pages;
  const tables = tablesMarkdown(comparison.tables);
  return ok({
    report: await comparisonReport(
      { ...ended.value, comparison, failing: options.value['fail-on'] },
      problem,
      inputs.workspace,
    ),
    tables: tables.length > longestTables ? '' : details(l10n.t('All results'), tables),
    problem,
    notCompared: comparison.base.problems,
  });
}

/** The commit that the user has named, or the newest one that is in common with the branch that the change is for. */
async function baseOf({ against }: ActionInputs, env: NodeJS.ProcessEnv): Promise<Result<string>> {
  const repository = await findRepository(process.cwd(), env);
  if (!repository.ok) return repository;
  if (against === '') return mergeBase(repository.value, upstreamOf(readEvent(env)));
  const known = await knownRef(repository.value, against);
  return known.ok ? ok(known.value.name) : known;
}

/** A page for each profile. Code that has not changed is not measured, and has none. */
async function pagesOf(
  { folder }: ActionInputs,
  { results, comparison, profiles }: FinishedBench,
): Promise<Result<readonly string[]>> {
  if (results.every((each) => each.profiles.length === 0)) return ok([]);
  const pages = await writePages(join(folder, 'page.html'), results, comparison?.base ?? null, profiles);
  return !pages.ok && pages.problem.code === 'nothing-to-show' ? ok([]) : pages;
}

/** On lines that make a benchmark fail. */
function warnOfLines({ rows }: Report): void {
  const failing = rows.filter(({ fails }) => fails === 'yes');
  const lines = changedLines(failing, ({ growth }) => growth.startsWith('+'));
  for (const { file, line, costs } of lines.slice(0, mostWarnings)) {
    annotate({
      level: 'warning',
      file,
      line,
      title: l10n.t('This line costs more'),
      message: costs.join('\n'),
    });
  }
}
