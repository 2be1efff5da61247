import type { Connection } from 'vscode-languageserver';
import { type TerminalParams, terminalMethod } from '../../protocol.ts';
import type { Messages } from '../client/messages.ts';

/** Milliseconds between two pieces of output. */
const pace = 50;
/** In characters. Who prints more in one piece is faster than anybody reads. */
const mostAtOnce = 256 * 1024;

/** The terminal of one program in the editor; for other editors, the output channel. */
export class ProgramTerminal {
  readonly #connection: Connection;
  readonly #messages: Messages;
  readonly #id: string;
  readonly #isReal: boolean;
  #waiting = '';
  #left = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(connection: Connection, messages: Messages, id: string, isReal: boolean) {
    this.#connection = connection;
    this.#messages = messages;
    this.#id = id;
    this.#isReal = isReal;
  }

  open(title: string): void {
    if (this.#isReal) this.#send({ kind: 'open', id: this.#id, title });
  }

  /** Text is shown in pieces, so that a program that prints much does not stop the editor. */
  write(text: string): void {
    const room = mostAtOnce - this.#waiting.length;
    this.#waiting += text.slice(0, Math.max(0, room));
    this.#left += Math.max(0, text.length - Math.max(0, room));
    this.#timer ??= setTimeout(() => this.#flush(), pace);
  }

  end(): void {
    this.#flush();
    if (this.#isReal) this.#send({ kind: 'end', id: this.#id });
  }

  #flush(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const gap = this.#left === 0 ? '' : `\n[...${this.#left}...]\n`;
    const text = this.#waiting + gap;
    this.#waiting = '';
    this.#left = 0;
    if (text === '') return;
    if (this.#isReal) this.#send({ kind: 'text', id: this.#id, text });
    else this.#messages.output(text);
  }

  #send(params: TerminalParams): void {
    void this.#connection.sendNotification(terminalMethod, params);
  }
}
