import * as vscode from 'vscode';

/** The two output channels: one for users, one for developers of the extension. */
export class Outputs implements vscode.Disposable {
  /** What `go` and the benchmarks print, and problems in full. */
  readonly runs = vscode.window.createOutputChannel('pprof Lens');
  /** The extension's own errors, with stacks, and the language client's log. */
  readonly log = vscode.window.createOutputChannel('pprof Lens Log', { log: true });

  dispose(): void {
    this.runs.dispose();
    this.log.dispose();
  }
}
