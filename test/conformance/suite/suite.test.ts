/** Our command line answers the questions of google/pprof's own suite as that expects, character by character. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../../cli/runCli.ts';
import { skipWithoutJudge } from '../../judges.ts';
import { reportOutput } from '../reportOutput.ts';
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
    if (each.report === 'weblist' || each.report === 'disasm') continue;
    test(`${each.flags} of ${each.source}`, async () => {
      assert.equal(await answer(each), each.golden);
    });
  }
}

async function answer({ report, pattern, args, profile, flags }: SuiteCase): Promise<string> {
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
