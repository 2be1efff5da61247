/**
 * Measures the engine's budgets: npm run bench [-- --quick] [-- --runs=N] [-- --click=FOLDER:FILE:BENCHMARK]
 *
 * Builds and packages what is shipped, prints a table and writes it to test/bench/out/bench.json. The page's budgets
 * have a bench of their own, page.ts. With `--click`, only clicks on that benchmark of another module are measured.
 */
import { execFileSync } from 'node:child_process';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { packagedExtension } from '../editor/vsix.ts';
import { clickRows } from './clickRow.ts';
import { extensionRows } from './extensionRows.ts';
import { idleRows } from './idleRows.ts';
import { openRows } from './openRows.ts';
import { bundled } from './processes.ts';
import { questionRows } from './questionRows.ts';
import { startRows } from './startRows.ts';
import { report, tableText } from './table.ts';
import { treeRow } from './treeRow.ts';

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    runs: { type: 'string', default: '5' },
    click: { type: 'string' },
  },
});
const runs = Number(values.runs);
execFileSync(process.execPath, ['esbuild.mjs', '--production']);
if (values.click !== undefined) {
  const [module = '', file = '', benchmark = ''] = values.click.split(':');
  console.log(tableText(await clickRows(runs, { module, file, benchmark })));
  process.exit();
}
const vsix = packagedExtension();
const engine = await bundled(join(import.meta.dirname, 'engine.ts'));
const sizes = values.quick
  ? ({ large: 'quick', half: 'quickHalf', medium: 'quickMedium' } as const)
  : ({ large: 'large', half: 'half', medium: 'medium' } as const);

const rows = [
  ...(await openRows(engine, sizes, runs)),
  await treeRow(engine, sizes.medium, runs),
  ...(await questionRows(engine, sizes.large)),
  ...(await clickRows(runs)),
  ...(await idleRows()),
  ...(await startRows(4 * runs)),
  ...(await extensionRows(vsix, runs)),
];
const machine = `${process.platform} ${process.arch}, ${cpus().length} x ${cpus()[0]?.model}, Node ${process.version}`;
report('bench.json', rows, { machine, quick: values.quick, runs });
