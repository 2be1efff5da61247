/** `pprof-lens compare`: benchmark results side by side, with benchstat's numbers. */
import { readFile } from 'node:fs/promises';
import { text as textOf } from 'node:stream/consumers';
import * as l10n from '@vscode/l10n';
import { fail, ok, type Result } from '../../base/result.ts';
import type { InputFile } from '../../bench/benchfmt/inputFiles.ts';
import type { CompareInput, Comparison } from '../../bench/benchstat/compareFiles.ts';
import { tablesCsv } from '../../bench/benchstat/tablesCsv.ts';
import { tablesMarkdown } from '../../bench/benchstat/tablesMarkdown.ts';
import { tablesText } from '../../bench/benchstat/tablesText.ts';
import { shownSource } from '../../go/profiles/fetchAddress.ts';
import { command, complain, exitStatus, failWith } from '../terminal/output.ts';
import { cleanLine, standardError, standardOutput } from '../terminal/streams.ts';
import { tablesJson } from './compareJson.ts';
import { type CompareArguments, compareUsage, readCompareArguments } from './compareOptions.ts';

/** The exit status is 0 also if some lines cannot be read. */
export const compareCommand = command(compareUsage, readCompareArguments, async (given) => {
  const inputs = await readInputs(given.inputs);
  if (!inputs.ok) return failWith(inputs.problem);
  const comparison = given.compare(inputs.value);
  for (const { path, line, message } of comparison.faults) warn(`${path}:${line}: ${message}`);
  if (comparison.problem !== null) return failWith(comparison.problem);
  if (comparison.tables.length === 0) complain(l10n.t('There are no benchmark results to compare.'));
  await standardOutput.write(render(comparison, given));
  return exitStatus.done;
});

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
  if (format === 'text') return tablesText(tables);
  const { csv, warnings } = tablesCsv(tables);
  for (const warning of warnings) warn(warning);
  return csv;
}

async function readInputs(files: readonly InputFile[]): Promise<Result<CompareInput[]>> {
  const inputs: CompareInput[] = [];
  for (const file of files) {
    const text = await readInput(file.path);
    if (!text.ok) return text;
    inputs.push({ ...file, text: text.value });
  }
  return ok(inputs);
}

async function readInput(path: string): Promise<Result<string>> {
  try {
    return ok(path === '-' ? await textOf(process.stdin) : await readFile(path, 'utf8'));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    if (code === 'ENOENT')
      return fail('cannot-read', 'There is no file {0}. Check the path.', [shownSource(path)]);
    return fail('cannot-read', 'The file {0} cannot be read ({1}).', [shownSource(path), code]);
  }
}
