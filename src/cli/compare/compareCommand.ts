/** `pprof-lens compare`: benchmark results side by side, with benchstat's numbers. */
import { readFile } from 'node:fs/promises';
import { text as textOf } from 'node:stream/consumers';
import * as l10n from '@vscode/l10n';
import { errorCode, fail, ok, type Result } from '../../base/result.ts';
import type { InputFile } from '../../bench/benchfmt/inputFiles.ts';
import { resultText } from '../../bench/benchfmt/resultText.ts';
import type { CompareInput, Comparison } from '../../bench/benchstat/compareFiles.ts';
import { tablesCsv } from '../../bench/benchstat/tablesCsv.ts';
import { tablesMarkdown } from '../../bench/benchstat/tablesMarkdown.ts';
import { tablesText } from '../../bench/benchstat/tablesText.ts';
import { shownSource } from '../../go/profiles/fetchAddress.ts';
import { command, complain, exitStatus, failWith } from '../terminal/output.ts';
import { cleanLine, standardError, standardOutput } from '../terminal/streams.ts';
import { tablesJson } from './compareJson.ts';
import { type CompareArguments, compareUsage, readCompareArguments } from './compareOptions.ts';
import { isRunName, loadRun, type SavedBenchmark, savedRunsFolder } from './savedRuns.ts';

/** The exit status is 0 also if some lines cannot be read. */
export const compareCommand = command(compareUsage, readCompareArguments, async (given) => {
  const inputs = await readInputs(given.inputs);
  if (!inputs.ok) return failWith(inputs.problem);
  const written = given.isStages ? await stages(inputs.value, given) : compared(inputs.value, given);
  if (!written.ok) return failWith(written.problem);
  await standardOutput.write(written.value);
  return exitStatus.done;
});

function compared(inputs: readonly ReadInput[], given: CompareArguments): Result<string> {
  const texts = inputs.map((input): CompareInput => {
    return 'text' in input ? input : { ...input, text: resultText(input.results) };
  });
  const comparison = given.compare(texts);
  for (const { path, line, message } of comparison.faults) warn(`${path}:${line}: ${message}`);
  if (comparison.problem !== null) return { ok: false, problem: comparison.problem };
  if (comparison.tables.length === 0) complainOfNothing();
  return ok(render(comparison, given));
}

async function stages(inputs: readonly ReadInput[], { format }: CompareArguments): Promise<Result<string>> {
  const { renderStages, stagesOf } = await import('./compareStages.ts');
  const table = stagesOf(inputs);
  if (table.rows.length === 0) complainOfNothing();
  return ok(renderStages(table, format));
}

function complainOfNothing(): void {
  complain(l10n.t('There are no benchmark results to compare.'));
}

/** Without our name in front, so that the line begins with the file and its line, as compilers and benchstat have it. */
function warn(message: string): void {
  standardError.write(cleanLine(message));
}

function render({ tables }: Comparison, { format, column, inputs }: CompareArguments): string {
  if (format === 'json') {
    const labels = new Set(inputs.map(({ label }) => label));
    return `${JSON.stringify(tablesJson(tables, column === '.file' ? [...labels] : null))}\n`;
  }
  if (format === 'md') return tablesMarkdown(tables);
  if (format === 'csv') {
    const { csv, warnings } = tablesCsv(tables);
    for (const warning of warnings) warn(warning);
    return csv;
  }
  return tablesText(tables);
}

/** A file's text, or the results of a saved run. */
type ReadInput = InputFile & ({ readonly text: string } | { readonly results: readonly SavedBenchmark[] });

async function readInputs(files: readonly InputFile[]): Promise<Result<ReadInput[]>> {
  const inputs: ReadInput[] = [];
  for (const file of files) {
    const read = await readInput(file);
    if (!read.ok) return read;
    inputs.push(read.value);
  }
  return ok(inputs);
}

/** What is no file can be the name of a saved run. */
async function readInput(file: InputFile): Promise<Result<ReadInput>> {
  const { path } = file;
  try {
    const text = path === '-' ? await textOf(process.stdin) : await readFile(path, 'utf8');
    return text.startsWith(gzipped) ? isProfile(path) : ok({ ...file, text });
  } catch (error) {
    const code = errorCode(error) || String(error);
    if (code !== 'ENOENT')
      return fail('cannot-read', 'The file {0} cannot be read ({1}).', [shownSource(path), code]);
  }
  if (!isRunName(path)) return noFile('There is no file {0}. Check the path.', path);
  const saved = await loadRun(savedRunsFolder(process.cwd(), undefined, process.env), path);
  if (!saved.ok) return saved;
  return saved.value === null
    ? noFile('There is no file {0}, and no saved run of that name. Check the path.', path)
    : ok({ ...file, results: saved.value });
}

/** How gzipped files begin, as all profiles of Go do, when they are read as UTF-8. */
const gzipped = '\u001f\ufffd';

function isProfile(path: string): Result<never> {
  return fail(
    'is-profile',
    'The file {0} looks like a profile, and this compares benchmark results. To compare two profiles: pprof-lens top --diff-base=OLD NEW',
    [shownSource(path)],
  );
}

function noFile(template: string, path: string): Result<never> {
  return fail('cannot-read', template, [shownSource(path)]);
}
