import * as vscode from 'vscode';

export interface Outputs {
  /** For users: what `go` and the benchmarks print, and problems in full. */
  readonly runs: vscode.OutputChannel;
  /** For developers of the extension: its own errors, with stacks, and the language client's log. */
  readonly log: vscode.LogOutputChannel;
}

export function createOutputs(): Outputs {
  return {
    runs: vscode.window.createOutputChannel('pprof Lens'),
    log: vscode.window.createOutputChannel('pprof Lens Log', { log: true }),
  };
}

export function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
