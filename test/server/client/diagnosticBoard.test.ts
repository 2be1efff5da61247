import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Connection, PublishDiagnosticsParams } from 'vscode-languageserver';
import { DiagnosticBoard, type TextDiagnostic } from '../../../src/server/client/diagnosticBoard.ts';

test('a message of a compiler has an end, and its control characters are seen', async () => {
  const sent: PublishDiagnosticsParams[] = [];
  const connection = { sendDiagnostics: async (params: PublishDiagnosticsParams) => void sent.push(params) };
  const board = new DiagnosticBoard(connection as unknown as Connection);
  const start = { line: 0, character: 0 };
  const diagnosticOf = (message: string): TextDiagnostic => ({ range: { start, end: start }, message });
  const messages = ['undefined: x\n\thave f(int)', '\x1b[31mred\u202e', 'x'.repeat(100_000)];
  await board.publish('build', 'file:///a.go', messages.map(diagnosticOf));
  const [lines, escaped = '', long = ''] = sent[0]?.diagnostics.map(({ message }) => String(message)) ?? [];
  assert.equal(lines, messages[0], 'a usual message stays');
  assert.doesNotMatch(escaped, /[\p{Cc}\u202e]/u);
  assert.match(escaped, /red/);
  assert.ok(long.length <= 4000);
});
