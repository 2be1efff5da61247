/**
 * Measures the engine's budgets: npm run bench [-- --quick] [-- --runs=N]
 *
 * Prints a table and writes it to test/bench/out/bench.json. Build for production before, so that sizes are those
 * of what is shipped. Budgets of the editor and of the page are measured where those run.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { extensionRows } from './extensionRows.ts';
import { openRows } from './openRows.ts';
import { bundled } from './processes.ts';
import { questionRows } from './questionRows.ts';
import { passes, tableText } from './table.ts';
import { treeRow } from './treeRow.ts';

const { values } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, runs: { type: 'string', default: '5' } },
});
const runs = Number(values.runs);
const engine = await bundled(join(import.meta.dirname, 'engine.ts'));
const sizes = values.quick
  ? ({ large: 'quick', half: 'quickHalf', medium: 'quickMedium' } as const)
  : ({ large: 'large', half: 'half', medium: 'medium' } as const);

const rows = [
  ...(await openRows(engine, sizes, runs)),
  await treeRow(engine, sizes.medium, runs),
  ...(await questionRows(engine, sizes.large)),
  ...(await extensionRows(runs)),
];
console.log(tableText(rows));
const out = join(import.meta.dirname, 'out');
mkdirSync(out, { recursive: true });
const document = {
  machine: `${process.platform} ${process.arch}, ${cpus().length} x ${cpus()[0]?.model}, Node ${process.version}`,
  quick: values.quick,
  runs,
  rows: rows.map((row) => ({ ...row, passes: passes(row) })),
};
writeFileSync(join(out, 'bench.json'), `${JSON.stringify(document, null, 2)}\n`);
