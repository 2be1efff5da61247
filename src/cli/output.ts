import { once } from 'node:events';
import * as l10n from '@vscode/l10n';
import type { Problem } from '../result.ts';

/** Exit statuses; other programs rely on them. */
export const exitStatus = { done: 0, failed: 1, wrongArguments: 2 } as const;

/** Writes to standard output, at the pace of whoever reads it. */
export async function writeOut(output: string | Uint8Array): Promise<void> {
  if (!process.stdout.write(output)) await once(process.stdout, 'drain');
}

/** One line on standard error for the user. */
export function complain(message: string): void {
  process.stderr.write(`pprof-lens: ${message}\n`);
}

/** Says what failed and answers the exit status for it. */
export function failWith({ template, args }: Problem): number {
  complain(l10n.t(template, ...args).replaceAll('\n', ' '));
  return exitStatus.failed;
}
