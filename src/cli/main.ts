#!/usr/bin/env node
/** The command line as a process: its arguments, its exit status, and what becomes of errors. */
import * as l10n from '@vscode/l10n';
import { commandLine, stillRunning } from './commandLine.ts';
import { complain, exitStatus } from './terminal/output.ts';
import { standardOutput } from './terminal/streams.ts';

standardOutput.endWith(
  () => process.exit(exitStatus.done),
  (error) => {
    complain(l10n.t('Standard output cannot be written: {0}', error.message));
    process.exit(exitStatus.failed);
  },
);
// Node would write the message as it is.
process.on('uncaughtException', (error) => {
  reportBug(error);
  process.exit(exitStatus.failed);
});

commandLine(process.argv.slice(2)).then(
  (code) => {
    if (code !== stillRunning) process.exitCode = code;
  },
  (error: unknown) => {
    reportBug(error);
    process.exitCode = exitStatus.failed;
  },
);

function reportBug(error: unknown): void {
  const what = String(error instanceof Error ? error.stack : error);
  complain(l10n.t('An error of pprof-lens itself; please report it: {0}', what));
}
