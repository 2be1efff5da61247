/** What the launcher in a terminal and the process that runs programs tell each other: JSON documents, one a line. */
import { dictionary, list, nullable, number, object, oneOf, type Reader, text } from '../../outsideValues.ts';

export type ToLauncher =
  /** For the terminal. */
  | { readonly kind: 'say'; readonly text: string }
  /** The text is shown if the connection is lost: then the program is killed. */
  | { readonly kind: 'run'; readonly program: LaunchedProgram; readonly ifLost: string }
  /** For the program and all in its process group. */
  | { readonly kind: 'signal'; readonly name: 'SIGINT' | 'SIGTERM' | 'SIGHUP' }
  | { readonly kind: 'kill' }
  /** Nothing more comes. The terminal stays until a key is pressed. */
  | { readonly kind: 'end'; readonly text: string };

export interface LaunchedProgram {
  readonly command: string;
  readonly args: readonly string[];
  readonly directory: string;
  /** Without what describes the terminal, which only the launcher knows. */
  readonly env: Readonly<Record<string, string>>;
}

export type FromLauncher =
  /** It is there. `group` is its process group. */
  | { readonly kind: 'ready'; readonly group: number }
  | { readonly kind: 'started' }
  | { readonly kind: 'failed'; readonly why: string }
  /** Nothing of the program is left. */
  | { readonly kind: 'ended'; readonly exitCode: number | null; readonly signal: string | null }
  /** Ctrl+C while no program runs: one that runs gets it from the terminal. */
  | { readonly kind: 'interrupt' }
  /** The user has closed the terminal. */
  | { readonly kind: 'closed' };

const program = object<LaunchedProgram>({
  command: text,
  args: list(text),
  directory: text,
  env: dictionary(text),
});

type To<Kind> = Extract<ToLauncher, { kind: Kind }>;
type From<Kind> = Extract<FromLauncher, { kind: Kind }>;

const forLauncher: { readonly [Kind in ToLauncher['kind']]: Reader<To<Kind>> } = {
  say: object<To<'say'>>({ kind: oneOf('say'), text }),
  run: object<To<'run'>>({ kind: oneOf('run'), program, ifLost: text }),
  signal: object<To<'signal'>>({ kind: oneOf('signal'), name: oneOf('SIGINT', 'SIGTERM', 'SIGHUP') }),
  kill: object<To<'kill'>>({ kind: oneOf('kill') }),
  end: object<To<'end'>>({ kind: oneOf('end'), text }),
};
const fromLauncher: { readonly [Kind in FromLauncher['kind']]: Reader<From<Kind>> } = {
  ready: object<From<'ready'>>({ kind: oneOf('ready'), group: number }),
  started: object<From<'started'>>({ kind: oneOf('started') }),
  failed: object<From<'failed'>>({ kind: oneOf('failed'), why: text }),
  ended: object<From<'ended'>>({ kind: oneOf('ended'), exitCode: nullable(number), signal: nullable(text) }),
  interrupt: object<From<'interrupt'>>({ kind: oneOf('interrupt') }),
  closed: object<From<'closed'>>({ kind: oneOf('closed') }),
};

function anyOf<T>(readers: Readonly<Record<string, Reader<T>>>): Reader<T> {
  const all = Object.values(readers);
  return (value) => {
    for (const reader of all) {
      const read = reader(value);
      if (read !== undefined) return read;
    }
    return undefined;
  };
}

export const readToLauncher: Reader<ToLauncher> = anyOf<ToLauncher>(forLauncher);
export const readFromLauncher: Reader<FromLauncher> = anyOf<FromLauncher>(fromLauncher);

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
