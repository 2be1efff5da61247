/** The commands of the server and of its graphical client: what each takes and gives, and its id. */

import type { GrowthReport } from '../base/model.ts';
import { nullable, number, object, type Read, type Reader, text, validItems } from '../base/outsideValues.ts';
import type { TimesReport } from '../base/times.ts';
import {
  type Assembly,
  assemblyRequest,
  type FrameProblem,
  frameSource,
  type HotLine,
  type LineFunctions,
  type TimedSamples,
} from './lines.ts';
import type { SourceText } from './page.ts';
import { profileProgramArgs, programEnd } from './programs.ts';
import { benchmarkLineArgs, profileServerArgs, profileStoreArgs } from './remotes.ts';
import { type ResultsTable, resultChoice, resultOfRun, type ShowFlameGraphArgs } from './results.ts';
import {
  type BenchmarkAddress,
  type BenchmarkAtLine,
  type BenchmarkMenu,
  benchmarkAddress,
  bisectRequest,
  compareRunsArgs,
  keptRunChange,
  type RefChoice,
  type RunOutcome,
  runEnd,
  runRequest,
  turnsRequest,
} from './runs.ts';
import {
  activeCost,
  fileArgs,
  mapPathArgs,
  type OpenOutcome,
  openRequest,
  type SourcePosition,
  sessionArgs,
  sourcePosition,
} from './sessions.ts';
import { profileTestsArgs } from './tests.ts';

/** Names the type of an answer. */
function type<T>(answer: T): T {
  return answer;
}

const nothing: Reader<null> = () => null;

/**
 * The commands that the server executes (`workspace/executeCommand`). `takes` checks the argument, which any program can send:
 * an optional part of another form counts as missing, and no argument is `null`. `gives` has the type of the answer.
 *
 * Their ids (`serverCommandId`) stand on the wire, where other programs use them too: keep the names as they are. The language
 * client registers each as an editor command, so a lens can name one of them.
 */
export const serverCommands = {
  /**
   * Profiles a benchmark. Reports work-done progress, which can be cancelled. One run goes at a time, the others wait. Of
   * two equal requests only the first one runs.
   */
  run: { takes: runRequest, gives: type<RunOutcome> },
  /**
   * Cancels the run of a benchmark that goes or waits; `null` stops the one that goes. What it has measured is kept, of a run in
   * turns only if it is stopped. Answers whether there was one.
   */
  cancelRun: { takes: nullable(runEnd), gives: type<boolean> },
  /**
   * Measures the test binaries of two kept runs again, in turns, so that a difference between them is known to be of the
   * code. Waits for its turn and reports progress as `run` does.
   */
  measureInTurns: { takes: turnsRequest, gives: type<RunOutcome> },
  /**
   * Finds the commit that a change of a benchmark came with, and says in a message and in the output what it is. Waits for its turn
   * and reports progress as `run` does.
   */
  bisect: { takes: bisectRequest, gives: type<RunOutcome> },
  /** Opens the files that a benchmark has left in a run (`b.ArtifactDir`). Answers whether it was done; if not, a message says why. */
  openArtifacts: { takes: resultOfRun, gives: type<boolean> },
  /** Shows again why the last run of a benchmark has failed, with what can be done. Answers false if it has not failed. */
  explainFailure: { takes: benchmarkAddress, gives: type<boolean> },
  /** Opens a profile file as a session. A profile of a kept run comes with everything that is kept of the run. */
  openProfile: { takes: openRequest, gives: type<OpenOutcome> },
  /** Names a kept run, or pins it as the baseline of its benchmark. Answers whether it was done. */
  changeRun: { takes: keptRunChange, gives: type<boolean> },
  /** Deletes kept runs and their profiles. Answers whether it was done. */
  deleteRuns: { takes: object({ runIds: validItems(text) }), gives: type<boolean> },
  /** Deletes the old runs, of which there must be still so many as `HistoryParams` said. Answers whether it was done. */
  deleteOldRuns: { takes: object({ count: number }), gives: type<boolean> },
  /** Copies results and profiles into a new folder below `folder`. Answers its path; `null` if it failed, which a message says. */
  exportRun: { takes: object({ runId: text, folder: text }), gives: type<string | null> },
  /**
   * Compares a kept run with another: prints the results as a table to the output, and opens each profile that both
   * have as a session with a base. Answers the first of these.
   */
  compareRuns: { takes: compareRunsArgs, gives: type<OpenOutcome> },
  /**
   * Sets what the lines show; `null` clears them. Answers false, and changes nothing, if there is no such session or
   * sample type.
   */
  show: { takes: nullable(activeCost), gives: type<boolean> },
  /**
   * Fetches a profile from a running server or a store, or does something else with one. Asks the user what it does not know,
   * and reports progress, which can be cancelled. Answers the session that the lines show now; `null` if there is none.
   */
  profileServer: { takes: profileServerArgs, gives: type<string | null> },
  /**
   * Fetches a profile of production from a store. Asks the user what it does not know, and reports progress, which can be
   * cancelled. Answers the session that the lines show now; `null` if there is none.
   */
  profileStore: { takes: profileStoreArgs, gives: type<string | null> },
  /**
   * Lets the user choose one of the benchmarks that reach the functions of a line with a cost, and runs it as `run` does.
   * Answers `null` if the user gave up, or a message says why there is none.
   */
  benchmarkLine: { takes: benchmarkLineArgs, gives: type<RunOutcome | null> },
  /** Answers the hot lines, hottest first. */
  hotLines: { takes: nothing, gives: type<readonly HotLine[]> },
  /** Answers the lines of the hot path, as `hotPathLines` finds them. */
  hotPath: { takes: nothing, gives: type<readonly HotLine[]> },
  /** Answers the results of the package that a session's benchmark is in; `null` if it is of no benchmark. */
  results: { takes: sessionArgs, gives: type<ResultsTable | null> },
  /** Lets the lines show a profile of one result: the one that is named, or of a benchmark or file the slowest. */
  showResult: { takes: resultChoice, gives: type<OpenOutcome> },
  /** Answers the git refs that a benchmark of the file can be compared with; `null` if there are none, which a message explains. */
  refs: { takes: fileArgs, gives: type<readonly RefChoice[] | null> },
  /** Answers what counting instructions of a file's benchmarks needs, or why they are not counted here; empty if nothing may be run. */
  countingNeeds: { takes: fileArgs, gives: type<string> },
  /** Answers the folders of the programs (`package main`) in the module of a file. */
  mainPackages: { takes: fileArgs, gives: type<readonly string[]> },
  /** Merges CPU profiles into `default.pgo` in the folder. Answers its path; `null` if it failed, which a message says. */
  savePgo: { takes: object({ profilePaths: validItems(text), folder: text }), gives: type<string | null> },
  /** Answers the result of a benchmark and what can be done with it; `null` if the file is not open. */
  benchmarkMenu: { takes: benchmarkAddress, gives: type<BenchmarkMenu | null> },
  /** Answers the benchmarks of a file, in source order. */
  benchmarks: { takes: fileArgs, gives: type<readonly BenchmarkAtLine[]> },
  /** Answers which samples of a session's profile are of the benchmark's operations. */
  timedSamples: { takes: sessionArgs, gives: type<TimedSamples> },
  /** Answers how costs grow with a size, if the session's benchmark is one of a series that differ by the size only. */
  growth: { takes: sessionArgs, gives: type<GrowthReport | null> },
  /** Answers how long single operations of a session's benchmark took, or the requests that were sent to its server. */
  times: { takes: sessionArgs, gives: type<TimesReport | null> },
  /** Answers where a frame's source is on this machine, or says in a sentence why it is not shown. */
  resolveFrame: { takes: frameSource, gives: type<SourcePosition | FrameProblem> },
  /** Lets the user choose the file that a file of a profile is, and keeps it in `pathMappings`. Answers whether it was done. */
  mapPath: { takes: mapPathArgs, gives: type<boolean> },
  /** Answers the text of the file of a frame, as it was when the profile was taken. The frame's line does not matter. */
  frameText: { takes: frameSource, gives: type<SourceText> },
  /** Answers the instructions of a function, as the profiled binary has them. */
  assembly: { takes: assemblyRequest, gives: type<Assembly> },
  /** Answers the functions behind the cost of a line; `null` if the line has no cost. */
  lineFunctions: { takes: sourcePosition, gives: type<LineFunctions | null> },
  /** Writes a benchmark for the function that is declared on a line into a new test file. Answers whether it was done; if not, a message says why. */
  writeBenchmark: { takes: sourcePosition, gives: type<boolean> },
  /** Profiles a program until it ends. Waits for its turn and reports progress as `run` does. */
  profileProgram: { takes: profileProgramArgs, gives: type<RunOutcome> },
  /** Ends the program that is profiled now. Answers whether there was one. */
  endProgram: { takes: programEnd, gives: type<boolean> },
  /** Profiles tests. Waits for its turn and reports progress as `run` does. */
  profileTests: { takes: profileTestsArgs, gives: type<RunOutcome> },
  /** Cancels the run of a test that goes or waits. Answers whether there was one. */
  cancelTests: { takes: profileTestsArgs, gives: type<boolean> },
  /** Lists the tests of the last run, those that cost most first, and shows the one that the user chooses. Answers whether there are any. */
  listTests: { takes: nothing, gives: type<boolean> },
} as const;

type ServerCommands = typeof serverCommands;

export type ServerCommandName = keyof ServerCommands;

export const serverCommandNames = Object.keys(serverCommands).filter((name) => isServerCommand(name));

function isServerCommand(name: string): name is ServerCommandName {
  return name in serverCommands;
}

export type CommandArgument<Name extends ServerCommandName> = Read<ServerCommands[Name]['takes']>;

export type CommandAnswer<Name extends ServerCommandName> = ReturnType<ServerCommands[Name]['gives']>;

/** The arguments of a call: none is needed where `null` may be given. */
export type CommandArguments<Name extends ServerCommandName> =
  null extends CommandArgument<Name> ? [argument?: CommandArgument<Name>] : [argument: CommandArgument<Name>];

export function serverCommandId<Name extends ServerCommandName>(name: Name) {
  return `pprofLens.server.${name}` as const;
}

/** The part of a lens, menu or link that says what it does: a command by its id, and its arguments. */
export interface CommandCall<Id extends string = string> {
  readonly command: Id;
  readonly arguments: unknown[];
}

export function serverCall<Name extends ServerCommandName>(
  name: Name,
  ...args: CommandArguments<Name>
): CommandCall<`pprofLens.server.${Name}`> {
  return { command: serverCommandId(name), arguments: args };
}

/**
 * Commands that only a graphical client has, with their argument. The server puts one into lenses and hovers if the client lists
 * its id in `InitializationOptions.clientCommands`.
 */
export interface ClientCommands {
  showFlameGraph: ShowFlameGraphArgs;
  /** Shows the table of all results: of a benchmark with its sub-benchmarks, or of all benchmarks of a file. */
  showResults: BenchmarkAddress;
  /** Shows the result of a benchmark and what can be done with it. */
  benchmarkMenu: BenchmarkAddress;
}

export type ClientCommandName = keyof ClientCommands;

export function clientCommandId<Name extends ClientCommandName>(name: Name) {
  return `pprofLens.${name}` as const;
}

export function clientCall<Name extends ClientCommandName>(
  name: Name,
  argument: ClientCommands[Name],
): CommandCall<`pprofLens.${Name}`> {
  return { command: clientCommandId(name), arguments: [argument] };
}

export const clientCommands = [
  clientCommandId('showFlameGraph'),
  clientCommandId('showResults'),
  clientCommandId('benchmarkMenu'),
];

/** The commands that links in hovers run. A client should let links run no others. */
export const linkCommands = [
  ...clientCommands,
  serverCommandId('run'),
  serverCommandId('measureInTurns'),
  serverCommandId('show'),
  serverCommandId('openArtifacts'),
  serverCommandId('benchmarkLine'),
  serverCommandId('mapPath'),
];

export type LinkCommand = (typeof linkCommands)[number];
