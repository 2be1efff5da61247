/** Opens the files that a benchmark has left (`b.ArtifactDir`). */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import * as l10n from '@vscode/l10n';
import type { Connection } from 'vscode-languageserver';
import { URI } from 'vscode-uri';
import { fail } from '../../base/result.ts';
import type { Messages } from '../client/messages.ts';
import type { BenchmarkResults } from '../results/benchmarkResults.ts';
import type { History } from './history.ts';
import { resultOf } from './keptRun.ts';

export interface ArtifactsContext {
  readonly connection: Connection;
  readonly messages: Messages;
  readonly results: BenchmarkResults;
  /** Resolves once the results of earlier runs are there. */
  readonly history: () => Promise<History>;
}

/** A single file as text; several as a folder of the system's, as the editor shows no folder. Answers whether it was done. */
export async function openArtifacts(context: ArtifactsContext, runId: string): Promise<boolean> {
  const { connection, messages, results } = context;
  const kept = (await context.history()).get(runId);
  const result = results.find(runId)?.result ?? (kept === undefined ? undefined : resultOf(kept));
  const folder = result?.artifacts;
  const entries = folder === undefined ? [] : await readdir(folder, { withFileTypes: true }).catch(() => []);
  const [only] = entries;
  if (folder === undefined || only === undefined) {
    const template = 'The artifacts of this run are no longer on the disk. Profile again to have new ones.';
    messages.problem(fail('no-artifacts', template).problem, 'warning');
    return false;
  }
  const isOneFile = entries.length === 1 && only.isFile();
  const shown = isOneFile ? path.join(folder, only.name) : folder;
  const uri = URI.file(shown).toString();
  const { success } = await connection.window
    .showDocument(isOneFile ? { uri, takeFocus: true } : { uri, external: true })
    .catch(() => ({ success: false }));
  if (!success) messages.tell(l10n.t('The artifacts are in {0}', shown), 'info');
  return success;
}
