import * as vscode from 'vscode';
import type { PageQuestionKind } from '../../protocol.ts';
import type { LanguageServer } from '../server/languageServer.ts';
import type { Outputs } from '../server/outputs.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { FrameSources } from './frameSources.ts';
import type { PageAnswers } from './fromPage.ts';
import type { PageFiles } from './pageFiles.ts';

/** What every page needs of the extension. */
export interface PageServices {
  readonly files: PageFiles;
  readonly server: LanguageServer;
  readonly sources: FrameSources;
  readonly sessions: Sessions;
  readonly outputs: Outputs;
}

/** Answers the questions of pages, with the server and the extension's files. */
export function createPageAnswers({ files, server, sources }: PageServices): PageAnswers {
  return {
    growth: async (_, sessionId) => (sessionId === null ? null : server.execute('growth', { sessionId })),
    times: async (_, sessionId) => (sessionId === null ? null : server.execute('times', { sessionId })),
    results: async (_, sessionId) => (sessionId === null ? null : server.execute('results', { sessionId })),
    graphviz: () => files.graphviz(),
    source: async ({ file }, sessionId) =>
      sessionId === null ? { missing: 'absent' } : sources.text(sessionId, file),
    // The server knows no session without a name, and says so.
    assembly: ({ functionName }, sessionId) =>
      server.execute('assembly', { sessionId: sessionId ?? '', functionName }),
  };
}

/** Tells the user that a question has no answer. The reason is in the log. */
export function failureText(kind: PageQuestionKind): string {
  const texts: Record<PageQuestionKind, string> = {
    growth: vscode.l10n.t(
      'pprof Lens could not find out how the costs of this benchmark grow. Its log says why.',
    ),
    times: vscode.l10n.t('pprof Lens could not find out how long single operations took. Its log says why.'),
    results: vscode.l10n.t('pprof Lens could not put the results together. Its log says why.'),
    graphviz: vscode.l10n.t('pprof Lens could not load Graphviz, which draws call graphs. Its log says why.'),
    source: vscode.l10n.t('pprof Lens could not read the source of this function. Its log says why.'),
    assembly: vscode.l10n.t('pprof Lens could not disassemble this function. Its log says why.'),
  };
  return texts[kind];
}
