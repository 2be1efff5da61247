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
 * Server -> client notification, to clients with `InitializationOptions.terminals`: what the terminal of a program shows. For
 * other clients it is in the output.
 */
export const terminalMethod = 'pprofLens/terminal';

export type TerminalParams =
  /** A new terminal. */
  | { readonly kind: 'open'; readonly id: string; readonly title: string }
  /** The program has written this. It can have escape sequences, as in any terminal. */
  | { readonly kind: 'text'; readonly id: string; readonly text: string }
  /** The program has ended. The terminal stays, so that its output can be read. */
  | { readonly kind: 'end'; readonly id: string };

/** Client -> server notification: what the user does in a terminal. */
export const terminalInputMethod = 'pprofLens/terminalInput';

export interface TerminalInputParams {
  readonly id: string;
  /** A line was typed, with its line end. */
  readonly text?: string;
  /** Ctrl+C, Ctrl+D, or the terminal was closed. */
  readonly key?: 'interrupt' | 'end' | 'close';
}
