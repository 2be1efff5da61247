import * as vscode from 'vscode';
import { sayInfo, sayWarning } from '../server/say.ts';
import type { Server } from '../server/server.ts';
import type { Sessions } from './sessions.ts';

/** Shows the newest run of the benchmark whose costs the lines show. */
export async function showNewest(server: Server, { activeSession }: Sessions): Promise<void> {
  const runId = activeSession?.age?.newestRunId ?? null;
  if (runId === null) {
    void sayInfo(vscode.l10n.t('The lines show no older run of a benchmark.'));
    return;
  }
  const outcome = await server.execute('showResult', { runId });
  if (outcome.status === 'failed' && outcome.message !== '') {
    void sayWarning(outcome.message);
  }
}
