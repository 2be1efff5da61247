/** Our command line answers the questions of google/pprof's own suite as that expects, character by character. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { test } from 'node:test';
import { listSymbols } from '../../../src/analysis/assembly/symbolListing.ts';
import { listingText } from '../../../src/cli/reports/disasm.ts';
import { addressRows } from '../../../src/cli/reports/instructionListings.ts';
import { weblist } from '../../../src/cli/reports/weblist.ts';
import { temporaryFolder } from '../../cli/runCli.ts';
import { skipWithoutJudge } from '../../judges.ts';
import { succeeded } from '../../why.ts';
import { contextOf, reportOutput } from '../reportOutput.ts';
import { type SuiteCase, suiteCases } from './suite.ts';

const folder = temporaryFolder();
mkdirSync(folder.path('suite'));
const cases = await suiteCases(folder.path('suite')).catch((error: unknown) => {
  const reason = `google/pprof's suite cannot be read: ${error instanceof Error ? error.message : String(error)}`;
  return skipWithoutJudge(reason);
});

if (typeof cases === 'string') test('the suite of google/pprof', { skip: cases }, () => {});
else {
  test('the suite has its 50 questions', () => assert.equal(cases.length, 50));
  for (const each of cases) {
    test(`${each.flags} of ${each.source}`, async () => {
      if (each.report === 'weblist') await compareListing(each);
      else assert.equal(await answer(each), each.golden);
    });
  }
}

async function answer(asked: SuiteCase): Promise<string> {
  const { report, pattern, args, profile, flags } = asked;
  if (report === 'disasm') return listing(asked);
  if (report !== 'topproto') return text(await reportOutput(report, pattern, args, [profile]));
  // The suite prints what topproto has written as a table, without the options of the table first.
  const written = await reportOutput('topproto', '', [...baseOptions(args, flags), '-addresses'], [profile]);
  assert.ok(written instanceof Uint8Array);
  const path = folder.path('top.pb.gz');
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, written);
  return text(await reportOutput('text', '', args, [path]));
}

/** The options without those of this question. */
function baseOptions(args: readonly string[], flags: string): string[] {
  const own = new Set(flags.split(',').map((flag) => flag.split('=')[0]));
  return args.filter((arg) => !own.has(arg.slice(1).split('=')[0]!));
}

function text(output: string | Uint8Array): string {
  assert.ok(typeof output === 'string');
  return output;
}

/** The suite has no binary, so its stand-in for a disassembler is asked. */
async function listing({ pattern, args, profile, code }: SuiteCase): Promise<string> {
  const context = await contextOf(pattern, args, [profile]);
  const rows = addressRows(context).map((row) => ({ ...row, address: Number(row.info.address) }));
  rows.sort((a, b) => a.address - b.address);
  return [...listingText(listSymbols(code, rows), context)].join('');
}

/** Our weblist is our page, so what is compared are the costs of the functions and their lines. */
async function compareListing({ pattern, args, profile, golden }: SuiteCase): Promise<void> {
  const document = succeeded(
    weblist.json(await contextOf(pattern, [...args, '-noinlines', '-unit=ms'], [profile])),
  );
  const functions = document.functions as readonly ListedFunction[];
  const ours = functions.map(({ name, flat, cum, lines }) => [
    name,
    [flat, cum],
    lines.map((row) => [row.line, row.flat, row.cum]),
  ]);
  const theirs = golden
    .split('<h2>')
    .slice(1)
    .map((part) => [
      /^([^<]*)/.exec(part)?.[1],
      /Total: +(\S+) +(\S+)/.exec(part)?.slice(1).map(milliseconds),
      [...part.matchAll(/<span class=line> +(\d+)<\/span> <span class=livesrc> +(\S+) +(\S+)/g)]
        .map(([, line, flat, cum]) => [Number(line), milliseconds(flat!), milliseconds(cum!)])
        // A line can have instructions without a cost.
        .filter(([, flat, cum]) => flat !== 0 || cum !== 0),
    ]);
  assert.deepEqual(ours, theirs);
}

interface ListedFunction {
  readonly name: string;
  readonly flat: number;
  readonly cum: number;
  readonly lines: readonly { readonly line: number; readonly flat: number; readonly cum: number }[];
}

function milliseconds(text: string): number {
  const [, number = '0', unit = ''] = /^([\d.]+)(ms|s)$/.exec(text) ?? [];
  return Math.round(Number(number) * (unit === 'ms' ? 1 : 1000));
}
