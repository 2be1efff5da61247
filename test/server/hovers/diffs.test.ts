// How many diffs a comparison makes.
import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import test from 'node:test';
import {
  createConnection,
  StreamMessageReader,
  StreamMessageWriter,
  TextDocuments,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { Messages } from '../../../src/server/client/messages.ts';
import { Settings } from '../../../src/server/client/settings.ts';
import { Comparisons } from '../../../src/server/compare/comparisons.ts';
import { DocumentTexts } from '../../../src/server/costs/documentText.ts';
import { mapLines } from '../../../src/server/costs/lineMap.ts';
import { Annotations } from '../../../src/server/editor/annotations.ts';
import { GrowthTables } from '../../../src/server/hovers/growth.ts';
import { hoverText } from '../../../src/server/hovers/hover.ts';
import { ProductionShares } from '../../../src/server/hovers/productionHover.ts';
import { noNews } from '../../../src/server/lenses/lensState.ts';
import { BenchmarkResults } from '../../../src/server/results/benchmarkResults.ts';
import { SessionStore } from '../../../src/server/sessions/sessions.ts';
import { profileOf } from '../../pprof/builder.ts';
import { background, codeChangesOf, resultOf, sessionSource, snapshotOf } from '../builders.ts';

const uri = 'file:///p/f_test.go';
const path = '/p/f_test.go';
const text = 'package p\n\nfunc F() {\n\twork()\n\trest()\n}\n';

const sampleTypes: Readonly<Record<'cpu' | 'mem', readonly string[]>> = {
  cpu: ['samples/count', 'cpu/nanoseconds'],
  mem: ['alloc_objects/count', 'alloc_space/bytes', 'inuse_objects/count', 'inuse_space/bytes'],
};

const sessions = new SessionStore();
const results = new BenchmarkResults();
const noRuns = { get: () => undefined, open: () => assert.fail('no run is kept') };
const comparisons = new Comparisons(results, sessions, noRuns, noRuns, background);

/** A benchmark of a series, with a CPU and a memory profile that have a cost on line 4 in all sample types. */
function addRun(runId: string, takenAt: number): void {
  const benchmark = 'BenchmarkF/size=10';
  const snapshot = snapshotOf({ [path]: text });
  const kinds: ('cpu' | 'mem')[] = ['cpu', 'mem'];
  const added = sessions.add(
    kinds.map((kind) => {
      const profile = profileOf({
        sampleTypes: sampleTypes[kind],
        samples: [{ values: sampleTypes[kind].map(() => 50), stack: [`p.F ${path}:4`] }],
      });
      const origin = { from: 'benchmark', runId, benchmark, kind } as const;
      return sessionSource(profile, { title: kind, origin, operations: 1000, snapshot });
    }),
  );
  results.put(
    resultOf({ runId, name: benchmark, takenAt, codeHash: `code ${takenAt}` }),
    added.map(({ id }) => id),
  );
}

let diffs = 0;
const counted: typeof mapLines = (before, after) => {
  diffs++;
  return mapLines(before, after);
};

const connection = createConnection(
  new StreamMessageReader(new PassThrough()),
  new StreamMessageWriter(new PassThrough()),
);
const documents = new TextDocuments(TextDocument);
const texts = new DocumentTexts(documents, counted);
const annotations = new Annotations({
  connection,
  documents,
  texts,
  sessions,
  comparisons,
  changes: codeChangesOf(texts, sessions),
  mapping: { isPossible: false, map: async () => false },
  settings: new Settings(connection, { configuration: false, folders: [], listsFolders: false }, () => true),
  messages: new Messages(connection, { hearsNews: true, asksWithButtons: true }),
  background,
  results,
  scanner: async () => ({
    scan: () => ({ packageName: 'p', importLine: 0, benchmarks: [], tests: [] }),
    timedCode: () => assert.fail('not asked for'),
    smells: () => null,
    loops: () => assert.fail('not asked for'),
    statementOn: () => assert.fail('not asked for'),
    program: () => assert.fail('not asked for'),
    serveOffers: () => assert.fail('not asked for'),
    declarations: () => assert.fail('not asked for'),
    callsWith: () => assert.fail('not asked for'),
  }),
  lensSources: () => ({ results, news: noNews, shownRunId: null }),
  measuresIn: () => false,
  clientDraws: true,
});

addRun('before', 1);
addRun('now', 2);
results.put(resultOf({ runId: 'other', name: 'BenchmarkF/size=20', takenAt: 2, codeHash: 'code 2' }), []);
const [first] = sessions.ofRun('now');
sessions.show({ sessionId: first?.id ?? '', sampleType: 1 });

/** Waits for the costs of the file with so many lines at its start. */
async function type(lines: number): Promise<void> {
  const document = TextDocument.create(uri, 'go', lines, '// typed\n'.repeat(lines) + text);
  documents.all = () => [document];
  documents.get = () => document;
  const sent = new Promise<void>((resolve) => {
    connection.sendNotification = async () => resolve();
  });
  annotations.refresh(uri);
  await sent;
}

const releases = { keep: () => assert.fail('not asked for'), of: () => [] };

function hover(line: number): string {
  const document = texts.get(uri);
  assert.ok(document);
  const sources = {
    ...{ sessions, results, comparisons, scanner: null, links: true, threshold: 0.5 },
    changes: codeChangesOf(texts, sessions),
    growth: new GrowthTables(sessions, results),
    shares: new ProductionShares(releases),
    releases,
    lens: { results, news: noNews, shownRunId: null },
    lensOptions: { clientCommands: [], codicons: false },
    skids: { of: () => null },
    mapping: { canMap: () => false },
    reasons: { of: () => [], escapes: () => null },
  };
  return hoverText(sources, { document, line }) ?? '';
}

test('a keystroke in a comparison makes one diff for each run, and a hover after it makes none', async () => {
  await type(0);
  for (const lines of [1, 2]) {
    diffs = 0;
    await type(lines);
    assert.equal(diffs, 2);
    assert.match(hover(3 + lines), /CPU\stime/);
    assert.match(hover(3 + lines), /before/);
    assert.doesNotMatch(hover(2 + lines), /CPU\stime/);
    assert.equal(diffs, 2);
  }
});
