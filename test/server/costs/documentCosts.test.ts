import assert from 'node:assert/strict';
import { utimesSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { documentCosts } from '../../../src/server/costs/documentCosts.ts';
import { DocumentText } from '../../../src/server/costs/documentText.ts';
import { SourceSnapshot } from '../../../src/server/sessions/sourceSnapshot.ts';
import { profileOf } from '../../pprof/builder.ts';
import { testFolder } from '../../testFolder.ts';
import { sessionOf } from '../builders.ts';

const source = 'package p\n\nfunc F() {\n\twork()\n}\n';
const file = path.join(testFolder({ 'f.go': source }), 'f.go');

/** Where the costs of a profile stand in a text of the file: `line: flat/cum`; or why there are none. */
function placed(snapshot: SourceSnapshot, text = source, profiled = file): string {
  const profile = profileOf({
    samples: [
      { values: [8], stack: [`work /lib/work.go:1`, `p.F ${profiled}:4`] },
      { values: [2], stack: [`p.F ${profiled}:0`] },
    ],
  });
  const found = documentCosts(sessionOf(profile, { snapshot }), 0, new DocumentText(file, text));
  if (found.kind !== 'costs') return found.kind;
  return found.costs.map(({ line, cost }) => `${line}: ${cost.flat}/${cost.cum}`).join();
}

test('costs stand where the profiled lines now are', () => {
  const snapshot = new SourceSnapshot(0, new Map([[file, source]]), () => false);
  assert.equal(placed(snapshot), '3: 0/8');
  assert.equal(placed(snapshot, `// new\n${source}`), '4: 0/8');
  assert.equal(placed(snapshot, source.replace('work()', 'rest()')), '');
});

test('a file that is older than the profile is the profiled one; a newer file is checked', () => {
  utimesSync(file, 1000, 1000);
  assert.equal(placed(new SourceSnapshot(2_000_000, new Map(), () => false)), '3: 0/8');
  assert.equal(placed(new SourceSnapshot(500_000, new Map(), () => false)), 'stale');
  assert.equal(placed(new SourceSnapshot(500_000, new Map(), (_, text) => text === source)), '3: 0/8');
});

test('a file that is not in the profile has no costs', () => {
  const snapshot = new SourceSnapshot(0, new Map(), () => true);
  assert.equal(placed(snapshot, source, '/elsewhere/g.go'), 'none');
});
