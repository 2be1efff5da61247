/** Where the output of a program goes: to a terminal of the editor, or to its output channel. */
import * as l10n from '@vscode/l10n';
import type { Result } from '../../../base/result.ts';
import { type ProcessEnd, type ProcessRequest, runProcess } from '../../../go/toolchain/process.ts';
import { shippedFile } from '../../../go/toolchain/shippedFiles.ts';
import { TerminalProcess } from '../../../go/toolchain/terminalProcess.ts';
import { type TerminalParams, terminalMethod } from '../../../protocol.ts';
import { localSentence, type Messages } from '../../client/messages.ts';
import type { RunServices } from '../queue/openRun.ts';

interface ProgramOutput {
  /** Shows a line of ours. */
  say(line: string): void;
  /** As `runProcess`. */
  run(request: ProcessRequest): Promise<Result<ProcessEnd>>;
  end(): Promise<void>;
}

/** @param unwanted the user has closed the terminal, or pressed Ctrl+C before the program runs */
export async function openOutput(
  { connection, background, messages, options }: RunServices,
  title: string,
  unwanted: () => void,
): Promise<ProgramOutput> {
  if (!options.terminals) return new ChannelOutput(messages);
  const opened = await TerminalProcess.open(
    shippedFile('launcher.js'),
    {
      ifLost: `\n${l10n.t('pprof Lens has ended, and the program with it. Press any key to close this terminal.')}\n`,
      atEnd: `${l10n.t('Press any key to close this terminal.')}\n`,
    },
    (command) => {
      const params: TerminalParams = { title, ...command };
      const closed = connection.sendRequest(terminalMethod, params);
      background(() => closed);
      return closed;
    },
    unwanted,
  );
  if (!opened.ok) {
    messages.output(`${localSentence(opened.problem)}\n`);
    return new ChannelOutput(messages);
  }
  const terminal = opened.value;
  return {
    say: (line) => terminal.say(`${line}\n`),
    run: (process) => terminal.run(process),
    end: () => terminal.end(),
  };
}

/** Milliseconds between two pieces of output. */
const pace = 50;
/** In characters. Who prints more in one piece is faster than anybody reads. */
const mostAtOnce = 256 * 1024;

/** For editors without terminals. The program's input has nothing in it. */
class ChannelOutput implements ProgramOutput {
  #waiting = '';
  #left = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(private readonly messages: Messages) {}

  say(line: string): void {
    this.#write(`${line}\n`);
  }

  run(request: ProcessRequest): Promise<Result<ProcessEnd>> {
    const write = (text: string) => this.#write(text);
    return runProcess({ ...request, input: 'none', onStdout: write, onStderr: write });
  }

  async end(): Promise<void> {
    this.#flush();
  }

  /** Text is shown in pieces, so that a program that prints much does not stop the editor. */
  #write(text: string): void {
    const room = mostAtOnce - this.#waiting.length;
    this.#waiting += text.slice(0, Math.max(0, room));
    this.#left += Math.max(0, text.length - Math.max(0, room));
    this.#timer ??= setTimeout(() => this.#flush(), pace);
  }

  #flush(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const gap = this.#left === 0 ? '' : `\n[...${this.#left}...]\n`;
    const text = this.#waiting + gap;
    this.#waiting = '';
    this.#left = 0;
    if (text !== '') this.messages.output(text);
  }
}
