/** Who hears of a change may fail: the next change is told all the same. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { TextDocuments } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { CodeChanges } from '../../../src/server/changes/codeChanges.ts';
import { backgroundOf } from '../../../src/server/client/background.ts';
import { DocumentTexts } from '../../../src/server/costs/documentText.ts';
import { SessionStore } from '../../../src/server/sessions/sessions.ts';
import { testFolder } from '../../testFolder.ts';
import { snapshotOf } from '../builders.ts';

test('a change after one that failed is still looked at', async () => {
  const folder = testFolder();
  const file = path.join(folder, 'p_test.go');
  const source = (size: number) => `package p\n\nfunc BenchmarkF(b *testing.B) {\n\twork(${size})\n}\n`;
  const logged: string[] = [];
  const waiting: (() => void)[] = [];
  const snapshot = snapshotOf({ [file]: source(1) });
  const changes = new CodeChanges({
    texts: new DocumentTexts(new TextDocuments(TextDocument)),
    sessions: new SessionStore(),
    keptSources: () => snapshot,
    latestRuns: () => new Set(['r']),
    changed: () => {
      waiting.shift()?.();
      if (logged.length === 0) throw new Error('nobody hears');
    },
    background: backgroundOf({ console: { error: (text) => logged.push(text) } }),
  });
  const told = () => new Promise<void>((resolve) => waiting.push(resolve));
  try {
    writeFileSync(file, source(2));
    const first = told();
    changes.ofResult({ runId: 'r', name: 'BenchmarkF' });
    await first;
    const second = told();
    writeFileSync(file, source(1));
    changes.filesChanged([file]);
    await second;
    assert.equal(changes.ofResult({ runId: 'r', name: 'BenchmarkF' }), false, 'it is as it was');
    assert.match(logged.join(), /^Error: nobody hears\n\s+at /);
  } finally {
    changes.dispose();
  }
});
