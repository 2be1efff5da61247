/** The terminals of programs that the server runs. Loaded when the first one is opened. */
import * as vscode from 'vscode';
import { longestLabel, plainText } from '../../escape.ts';
import type { TerminalInputParams, TerminalParams } from '../../protocol.ts';

type Send = (input: TerminalInputParams) => void;

const open = new Map<string, ProgramTerminal>();

/** Shows what a program has written. */
export function showInTerminal(params: TerminalParams, send: Send): void {
  if (params.kind === 'open') {
    const program = new ProgramTerminal(params.id, send);
    open.set(params.id, program);
    const name = plainText(params.title, longestLabel);
    const terminal = vscode.window.createTerminal({
      name,
      pty: program,
      iconPath: new vscode.ThemeIcon('flame'),
      // A window that is opened again has no program for it.
      isTransient: true,
    });
    terminal.show(true);
    return;
  }
  if (params.kind === 'text') open.get(params.id)?.write(params.text);
  else {
    open.get(params.id)?.end();
    open.delete(params.id);
  }
}

/** The server is gone, and its programs with it. */
export function endTerminals(): void {
  for (const program of open.values()) program.end();
  open.clear();
}

/**
 * A terminal without a line discipline of the system: what is typed is shown, and sent by the line. Backspace takes a
 * character back, Ctrl+C interrupts the program, Ctrl+D ends its input.
 */
class ProgramTerminal implements vscode.Pseudoterminal {
  readonly #id: string;
  readonly #send: Send;
  readonly #written = new vscode.EventEmitter<string>();
  /** Until VS Code has opened the terminal, what is written is lost. */
  #waiting: string | null = '';
  #line = '';
  #hasEnded = false;
  readonly onDidWrite = this.#written.event;

  constructor(id: string, send: Send) {
    this.#id = id;
    this.#send = send;
  }

  open(): void {
    const waiting = this.#waiting ?? '';
    this.#waiting = null;
    this.#written.fire(waiting);
  }

  close(): void {
    if (!this.#hasEnded) this.#send({ id: this.#id, key: 'close' });
    this.#written.dispose();
  }

  write(text: string): void {
    const shown = text.replace(/\r?\n/g, '\r\n');
    if (this.#waiting === null) this.#written.fire(shown);
    else this.#waiting += shown;
  }

  end(): void {
    this.#hasEnded = true;
  }

  handleInput(data: string): void {
    if (this.#hasEnded) return;
    if (data === '\x03') {
      this.write('^C\n');
      this.#line = '';
      this.#send({ id: this.#id, key: 'interrupt' });
    } else if (data === '\x04') this.#send({ id: this.#id, key: 'end' });
    // Keys such as arrows: there is no line to edit for a program that reads lines.
    else if (!data.startsWith('\x1b')) for (const char of data) this.#type(char);
  }

  #type(char: string): void {
    if (char === '\r' || char === '\n') {
      this.write('\n');
      this.#send({ id: this.#id, text: `${this.#line}\n` });
      this.#line = '';
    } else if (char === '\x7f' || char === '\b') {
      if (this.#line !== '') this.write('\b \b');
      this.#line = [...this.#line].slice(0, -1).join('');
    } else {
      this.#line += char;
      this.write(char);
    }
  }
}
