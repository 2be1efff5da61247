/** Work that nobody waits for, and what becomes of its failures. */
import { inspect } from 'node:util';
import type { Connection } from 'vscode-languageserver';
import { visible } from '../../base/escape.ts';

/** Starts work at once. If it fails, the log has its stack, and everything else lives. */
export type Background = (work: () => unknown) => void;

/** The server's log. */
export interface FaultLog {
  readonly console: Pick<Connection['console'], 'error'>;
}

/** Makes what starts all such work: a promise that is rejected where nobody waits for it would end the server. */
export function backgroundOf(log: FaultLog): Background {
  return (work) => void loggingFaults(log, work);
}

async function loggingFaults(log: FaultLog, work: () => unknown): Promise<void> {
  try {
    await work();
  } catch (fault) {
    logFault(log, fault);
  }
}

/** Writes to the log, with its stack, what should not have happened. */
export function logFault({ console: log }: FaultLog, fault: unknown): void {
  const text = visible(inspect(fault));
  try {
    log.error(text);
  } catch {
    // The editor is gone.
    console.error(text);
  }
}
