// How many diffs a comparison makes. The parts of the server run in this process and are asked over JSON-RPC.
import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import test, { after, before } from 'node:test';
import {
  createConnection,
  createProtocolConnection,
  DidChangeTextDocumentNotification,
  DidOpenTextDocumentNotification,
  type ProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
  TextDocuments,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { type LineAnnotationsParams, lineAnnotationsMethod } from '../../../src/protocol.ts';
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
const noRuns = { find: () => undefined, open: async () => undefined };
const comparisons = new Comparisons(results, sessions, noRuns, background);

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

let editor: ProtocolConnection;
let texts: DocumentTexts;
/** Called with the version of the document whose costs the server has sent. */
let annotated: (version: number) => void = () => undefined;

before(async () => {
  const [up, down] = [new PassThrough(), new PassThrough()];
  const connection = createConnection(new StreamMessageReader(up), new StreamMessageWriter(down));
  const documents = new TextDocuments(TextDocument);
  texts = new DocumentTexts(documents, counted);
  const annotations = new Annotations({
    connection,
    documents,
    texts,
    sessions,
    comparisons,
    changes: codeChangesOf(texts, sessions),
    settings: new Settings(
      connection,
      { configuration: false, folders: [], listsFolders: false },
      () => true,
    ),
    messages: new Messages(connection),
    background,
    results,
    scanner: async () => ({
      scan: () => ({ packageName: 'p', importLine: 0, benchmarks: [], tests: [] }),
      timedCode: () => assert.fail('not asked for'),
      smells: () => null,
      program: () => assert.fail('not asked for'),
    }),
    lensSources: () => ({ results, news: noNews, shownRunId: null }),
    clientDraws: true,
  });
  documents.onDidChangeContent(({ document }) => annotations.refresh(document.uri));
  documents.listen(connection);
  connection.listen();
  editor = createProtocolConnection(new StreamMessageReader(down), new StreamMessageWriter(up));
  editor.onNotification(lineAnnotationsMethod, ({ version }: LineAnnotationsParams) => annotated(version));
  editor.listen();

  addRun('before', 1);
  addRun('now', 2);
  results.put(resultOf({ runId: 'other', name: 'BenchmarkF/size=20', takenAt: 2, codeHash: 'code 2' }), []);
  const [shown] = sessions.ofRun('now');
  sessions.show({ sessionId: shown?.id ?? '', sampleType: 1 });
  const textDocument = { uri, languageId: 'go', version: 1, text };
  const first = costsOf(1);
  await editor.sendNotification(DidOpenTextDocumentNotification.type, { textDocument });
  await first;
});
after(() => editor.dispose());

function costsOf(version: number): Promise<void> {
  return new Promise((resolve) => {
    annotated = (sent) => {
      if (sent === version) resolve();
    };
  });
}

/** Inserts a line at the start of the file, and waits for the costs of the new text. */
async function type(version: number): Promise<void> {
  const costs = costsOf(version);
  const start = { line: 0, character: 0 };
  await editor.sendNotification(DidChangeTextDocumentNotification.type, {
    textDocument: { uri, version },
    contentChanges: [{ range: { start, end: start }, text: '// typed\n' }],
  });
  await costs;
}

function hover(line: number): string {
  const document = texts.get(uri);
  assert.ok(document);
  const growth = new GrowthTables(sessions, results);
  const changes = codeChangesOf(texts, sessions);
  const lens = { results, news: noNews, shownRunId: null };
  const lensOptions = { clientCommands: [], codicons: false };
  const skids = { of: () => null };
  const options = { scanner: null, links: true, threshold: 0.5, lens, lensOptions, skids };
  const shares = new ProductionShares();
  const sources = { sessions, results, comparisons, changes, growth, shares, ...options };
  return hoverText(sources, { document, line }) ?? '';
}

test('a keystroke in a comparison makes one diff for each run, and a hover after it makes none', async () => {
  diffs = 0;
  await type(2);
  assert.equal(diffs, 2);
  assert.match(hover(4), /CPU\stime/);
  assert.match(hover(4), /before/);
  assert.equal(diffs, 2);
});

test('the next version of the document has its own diffs', async () => {
  diffs = 0;
  await type(3);
  assert.equal(diffs, 2);
  assert.match(hover(5), /CPU\stime/);
  assert.doesNotMatch(hover(4), /CPU\stime/);
});
