/** *Write a benchmark*: offered at the head of a function, writes a new test file beside its file. */
import path from 'node:path';
import * as l10n from '@vscode/l10n';
import type { CodeAction } from 'vscode-languageserver';
import { fail, type Problem } from '../../base/result.ts';
import { benchmarkFor, writtenSentences } from '../../go/write/benchmarkFor.ts';
import { readPackage } from '../../go/write/readPackage.ts';
import { type SourcePosition, serverCall } from '../../protocol.ts';
import { fileUri } from '../client/lspTerms.ts';
import { localSentence } from '../client/messages.ts';
import type { DocumentText } from '../costs/documentText.ts';
import type { Services } from '../services/services.ts';

/** `CodeActionKind.Empty`, whose module is large. */
const noKind = '';
const head = /^func\s+(?:\([^()]*\)\s*)?(\w+)/u;

/** Cheaper than parsing: it is asked for wherever the cursor goes. */
export function writeActions({ path: file, uri, text }: DocumentText, line: number): CodeAction[] {
  if (!file.endsWith('.go')) return [];
  const [, name = ''] = head.exec(text.split('\n', line + 1)[line] ?? '') ?? [];
  if (name === '' || name === 'main' || name === 'init') return [];
  const title = l10n.t('Write a benchmark for {0}', name);
  return [
    { title, kind: noKind, command: { ...serverCall('writeBenchmark', { uri, line, character: 0 }), title } },
  ];
}

/** The file is the editor's, not saved, so that it can be undone. Answers whether it is there; if not, a message says why. */
export async function writeBenchmark(
  { connection, texts, scanner, messages }: Pick<Services, 'connection' | 'texts' | 'scanner' | 'messages'>,
  { uri, line }: SourcePosition,
): Promise<boolean> {
  const document = texts.get(uri);
  if (document === null) return false;
  const goScanner = await scanner();
  const { functions } = goScanner.declarations(document.text);
  const declared = functions.find(({ firstLine }) => firstLine === line);
  if (declared === undefined) return false;
  const directory = path.dirname(document.path);
  const { files, ...read } = await readPackage(directory);
  const written = benchmarkFor({
    ...read,
    // Others may be open, too, and not saved.
    files: files.map((each) => ({
      ...each,
      text: texts.at(path.join(directory, each.name))?.text ?? each.text,
    })),
    scanner: goScanner,
    function: declared.receiver === '' ? declared.name : `${declared.receiver}.${declared.name}`,
  });
  if (!written.ok) return refused(messages, written.problem);
  const made = fileUri(path.join(directory, written.value.fileName));
  const start = { line: 0, character: 0 };
  const label = l10n.t('Write a benchmark for {0}', declared.name);
  const edits = [{ range: { start, end: start }, newText: written.value.text }];
  const create = { kind: 'create', uri: made, options: { overwrite: false, ignoreIfExists: false } } as const;
  const edit = { documentChanges: [create, { textDocument: { uri: made, version: null }, edits }] };
  // Some editors refuse the request itself.
  const answer = await connection.workspace.applyEdit({ label, edit }).catch(() => null);
  if (answer?.applied !== true)
    return refused(messages, fail('no-edit', 'This editor makes no new file for others.').problem);
  // An editor that cannot has made the file all the same.
  await connection.window.showDocument({ uri: made, takeFocus: true }).catch(() => undefined);
  messages.output(`\n${writtenSentences(written.value).map(localSentence).join('\n')}\n`);
  return true;
}

function refused(messages: Services['messages'], problem: Problem): false {
  messages.problem(problem, 'warning');
  return false;
}
