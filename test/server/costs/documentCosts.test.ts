import assert from 'node:assert/strict';
import { utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { type DocumentCosts, documentCosts } from '../../../src/server/costs/documentCosts.ts';
import { DocumentText } from '../../../src/server/costs/documentText.ts';
import type { Session } from '../../../src/server/sessions/session.ts';
import { SourceSnapshot } from '../../../src/server/sessions/sourceSnapshot.ts';
import { profileOf } from '../../pprof/builder.ts';
import { testFolder } from '../../testFolder.ts';
import { sessionOf } from '../builders.ts';

const source = 'package p\n\nfunc F() {\n\twork()\n}\n';

function sessionOn(file: string, snapshot: SourceSnapshot): Session {
  const profile = profileOf({
    samples: [
      { values: [8], stack: [`work /lib/work.go:1`, `p.F ${file}:4`] },
      { values: [2], stack: [`p.F ${file}:0`] },
    ],
  });
  return sessionOf(profile, { snapshot });
}

function placed(costs: DocumentCosts): string[] {
  assert.equal(costs.kind, 'costs');
  return costs.kind === 'costs'
    ? costs.costs.map(({ line, cost }) => `${line}: ${cost.flat}/${cost.cum}`)
    : [];
}

function withFile(use: (file: string) => void): void {
  const folder = testFolder();
  const file = path.join(folder, 'f.go');
  writeFileSync(file, source);
  use(file);
}

test('costs stand where the profiled lines now are', () => {
  withFile((file) => {
    const session = sessionOn(file, new SourceSnapshot(0, new Map([[file, source]]), () => false));
    assert.deepEqual(placed(documentCosts(session, 0, new DocumentText(file, source))), ['3: 0/8']);
    assert.deepEqual(placed(documentCosts(session, 0, new DocumentText(file, `// new\n${source}`))), [
      '4: 0/8',
    ]);
    assert.deepEqual(
      placed(documentCosts(session, 0, new DocumentText(file, source.replace('work()', 'rest()')))),
      [],
    );
  });
});

test('a file that is older than the profile is the profiled one; a newer file is checked', () => {
  withFile((file) => {
    utimesSync(file, 1000, 1000);
    const older = new SourceSnapshot(2_000_000, new Map(), () => false);
    assert.deepEqual(placed(documentCosts(sessionOn(file, older), 0, new DocumentText(file, source))), [
      '3: 0/8',
    ]);
    const newer = new SourceSnapshot(500_000, new Map(), () => false);
    assert.deepEqual(documentCosts(sessionOn(file, newer), 0, new DocumentText(file, source)), {
      kind: 'stale',
    });
    const proven = new SourceSnapshot(500_000, new Map(), (_, text) => text === source);
    assert.deepEqual(placed(documentCosts(sessionOn(file, proven), 0, new DocumentText(file, source))), [
      '3: 0/8',
    ]);
  });
});

test('a file that is not in the profile has no costs', () => {
  withFile((file) => {
    const session = sessionOn('/elsewhere/g.go', new SourceSnapshot(0, new Map(), () => true));
    assert.deepEqual(documentCosts(session, 0, new DocumentText(file, source)), { kind: 'none' });
  });
});
