/** Profiles of programs: what is asked for, and the terminal that a program has while it runs. */

import { flag, object, oneOf, type Read, text } from '../base/outsideValues.ts';

/**
 * The program (`package main`) of a file. What it is called with is no part of this, because a link can run commands: the
 * user is asked, and the answers are remembered.
 */
export const profileProgramArgs = object(
  { uri: text },
  {
    /** Ask for arguments, environment and folder first. Otherwise those of the last time are taken. */
    asks: flag,
  },
);

export type ProfileProgramArgs = Read<typeof profileProgramArgs>;

/** `stop`: the program is asked to end, and its profile is shown. `cancel`: it is killed, and nothing is kept. */
export const programEnd = object({ how: oneOf('stop', 'cancel') });

export type ProgramEnd = Read<typeof programEnd>;

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
