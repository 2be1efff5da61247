import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { incompleteProblem } from '../../../src/analysis/names/incomplete.ts';
import { sentence } from '../../../src/base/result.ts';
import { runCliWith } from '../../cli/runCli.ts';
import { runHere } from '../../cli/runHere.ts';
import { profileOf } from '../../pprof/builder.ts';

const addresses = join(import.meta.dirname, '../../foreign/profiles/cpp-legacy.prof');
const named = join(import.meta.dirname, '../../foreign/profiles/cpp.pb.gz');

test('a profile of addresses alone says so; one name is enough to say nothing', () => {
  const nameless = incompleteProblem(profileOf({ samples: [{ values: [1], stack: ['0x1234'] }] }));
  assert.ok(nameless !== null);
  assert.match(sentence(nameless), /only addresses\..* pprof -proto BINARY FILE/);
  const half = profileOf({ samples: [{ values: [1], stack: ['0x1234', 'main'] }] });
  assert.equal(incompleteProblem(half), null);
  assert.equal(incompleteProblem(profileOf({ samples: [] })), null);
});

test('on the command line it stands beside the report, on standard error', async () => {
  const without = await runHere('top', addresses);
  assert.equal(without.status, 0, without.stderr);
  assert.match(without.stderr, /No function has a name/);
  assert.doesNotMatch(without.stdout, /No function has a name/);
  assert.doesNotMatch((await runHere('top', named)).stderr, /No function has a name/);
});

test('so does the prompt', async () => {
  const prompted = await runCliWith('top1\n', addresses);
  assert.match(prompted.stderr, /No function has a name/);
  assert.match(prompted.stdout, /Showing top 1 nodes/);
});
