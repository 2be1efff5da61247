/** The terminals of an editor without a window: `script` of util-linux gives each a real one. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type TerminalParams, terminalMethod } from '../../../../src/protocol.ts';
import { within } from '../../../eventually.ts';
import type { Client } from '../../client.ts';

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

export class Terminals {
  readonly opened: TerminalParams[] = [];
  #last: ChildProcessWithoutNullStreams | null = null;
  #text = '';
  /** What happens instead, where it is not null. As the terminal does, it answers when that is closed. */
  instead: ((params: TerminalParams) => Promise<null>) | null = null;

  constructor(client: Client) {
    client.connection.onRequest(terminalMethod, (params: TerminalParams) =>
      (this.instead ?? ((shown) => this.#open(shown)))(params),
    );
  }

  /** What the last one shows, with the line ends of files. */
  get text(): string {
    return this.#text.replaceAll('\r\n', '\n');
  }

  async #open(params: TerminalParams): Promise<null> {
    this.close();
    this.opened.push(params);
    const line = ['exec', params.command, ...params.args].map((word, at) => (at === 0 ? word : quoted(word)));
    const env = { ...process.env, TERM: 'xterm-256color', ...params.env };
    const terminal = spawn('script', ['-qec', line.join(' '), '/dev/null'], { env, detached: true });
    this.#text = '';
    terminal.stdout.setEncoding('utf8').on('data', (text: string) => {
      this.#text += text;
    });
    terminal.stdin.on('error', () => undefined);
    this.#last = terminal;
    await once(terminal, 'exit');
    return null;
  }

  type(keys: string): void {
    this.#last?.stdin.write(keys);
  }

  /** The exit status of the last one. */
  async ended(): Promise<number | null> {
    const last = this.#last;
    if (last === null || last.exitCode !== null) return last?.exitCode ?? null;
    const ended = new Promise<number | null>((resolve) => last.once('exit', resolve));
    return within(() => `the end of the terminal: ${this.text}`, ended);
  }

  /** As the button of the editor: the programs in it get SIGHUP. */
  close(): void {
    this.#last?.kill('SIGKILL');
    this.#last = null;
    this.#text = '';
  }
}
