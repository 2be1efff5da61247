/** What the launcher in a terminal and the process that runs programs tell each other: JSON documents, one a line. */
import {
  dictionary,
  either,
  list,
  nullable,
  number,
  object,
  oneOf,
  type Read,
  type Reader,
  text,
} from '../../base/outsideValues.ts';

const program = object({
  command: text,
  args: list(text),
  directory: text,
  /** Without what describes the terminal, which only the launcher knows. */
  env: dictionary(text),
});

export type LaunchedProgram = Read<typeof program>;

export const readToLauncher = either(
  /** For the terminal. */
  object({ kind: oneOf('say'), text }),
  /** The text is shown if the connection is lost: then the program is killed. */
  object({ kind: oneOf('run'), program, ifLost: text }),
  /** For the program and all in its process group. */
  object({
    kind: oneOf('signal'),
    name: oneOf('SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGSTOP', 'SIGCONT'),
  }),
  object({ kind: oneOf('kill') }),
  /** Nothing more runs. The terminal stays until a key is pressed, or the connection ends. */
  object({ kind: oneOf('end'), text }),
);

export type ToLauncher = Read<typeof readToLauncher>;

export const readFromLauncher = either(
  /** It is there. `group` is its process group. */
  object({ kind: oneOf('ready'), group: number }),
  object({ kind: oneOf('started') }),
  object({ kind: oneOf('failed'), why: text }),
  /** Nothing of the program is left. */
  object({ kind: oneOf('ended'), exitCode: nullable(number), signal: nullable(text) }),
  /** Ctrl+C while no program runs: one that runs gets it from the terminal. */
  object({ kind: oneOf('interrupt') }),
  /** The user has closed the terminal. */
  object({ kind: oneOf('closed') }),
);

export type FromLauncher = Read<typeof readFromLauncher>;

export function lineOf(message: ToLauncher | FromLauncher): string {
  return `${JSON.stringify(message)}\n`;
}

/** Takes text as it comes, and hands on the messages of whole lines. Everything else is left out. */
export function lineReader<T>(read: Reader<T>, receive: (message: T) => void): (text: string) => void {
  let rest = '';
  return (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const message = read(parsed(line));
      if (message !== undefined) receive(message);
    }
  };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
