/** Profiles of programs: what is asked for, and the terminal that a program has while it runs. */

/**
 * The program (`package main`) of a file. What it is called with is no part of this, because a link can run commands: the
 * user is asked, and the answers are remembered.
 */
export interface ProgramRequest {
  readonly uri: string;
  /** Ask for arguments, environment and folder first. Otherwise those of the last time are taken. */
  readonly asks?: boolean;
}

export interface ProgramEnd {
  /** `stop`: the program is asked to end, and its profile is shown. `cancel`: it is killed, and nothing is kept. */
  readonly how: 'stop' | 'cancel';
}

/**
 * Server -> client request, to clients with `InitializationOptions.terminals`: a new terminal is to be shown, on the machine
 * of the server, in which this command runs. It is no shell: the command starts the program and shows its output. For other
 * clients that is in the output. The answer, `null`, comes when the terminal is closed.
 */
export const terminalMethod = 'pprofLens/terminal';

export interface TerminalParams {
  readonly title: string;
  /** A whole path, and its arguments. */
  readonly command: string;
  readonly args: readonly string[];
  /** Added to the environment that terminals have. */
  readonly env: Readonly<Record<string, string>>;
}
