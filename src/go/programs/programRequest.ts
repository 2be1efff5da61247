/** What a run of a program is asked to do, and what it reports while it goes on. */
import type { ProfileKind } from '../../base/profileKinds.ts';
import type { Result } from '../../base/result.ts';
import type { ProcessEnd, ProcessRequest, RunningProcess } from '../toolchain/process.ts';
import type { Program, ProgramQuery } from './findProgram.ts';

/** How the profiles come out of the program. */
export type Recording =
  /** By the recorder that the build adds. */
  | { readonly by: 'overlay' }
  /** By the program, which writes each to the file that one of its flags names. */
  | { readonly by: 'flag' }
  /** By the program's server at this address, such as `localhost:6060`. */
  | {
      readonly by: 'server';
      readonly address: string;
      /** The address is our guess: if it does not answer, the recorder records after all. */
      readonly isGuess: boolean;
    };

export interface ProgramRequest extends ProgramQuery {
  readonly program: Program;
  readonly recording: Recording;
  readonly kinds: readonly ProfileKind[];
  /** The program's arguments, and what is added to its environment. */
  readonly args: readonly string[];
  readonly addedEnv: Readonly<Record<string, string>>;
  readonly workingDirectory: string;
  /** It is stopped after so many seconds; by default it ends by itself, and a server records 30. */
  readonly seconds?: number | undefined;
  /** The profiles are written here. Made if it is missing. */
  readonly outputDirectory: string;
  /** Keep the executable there too: it has the instructions of the profiled functions. */
  readonly keepsBinary: boolean;
}

export interface ProgramHooks {
  /** Gets what the go command prints. */
  output(text: string): void;
  /** Begins to build, to run or to record, in words. */
  progress(message: string): void;
  started(running: RunningProgram): void;
  /** Runs the program to its end: `runProcess`, or somebody who gives it a terminal. */
  run(process: ProcessRequest): Promise<Result<ProcessEnd>>;
  /** Aborting ends everything, and nothing is kept. */
  readonly signal: AbortSignal;
}

export interface RunningProgram extends Pick<RunningProcess, 'send' | 'kill' | 'hasOurTerminal'> {
  /** Asks it to end, so that it writes its profiles. It is killed if it does not. */
  stop(): void;
}
