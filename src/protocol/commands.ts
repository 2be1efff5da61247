/** The commands of the server and of its graphical client, with their ids. */

import type { GrowthReport } from '../model.ts';
import type {
  Assembly,
  AssemblyRequest,
  FrameSource,
  HotLine,
  LineFunctions,
  TimedSamples,
} from './lines.ts';
import type { SourceText } from './page.ts';
import type { ProgramEnd, ProgramRequest } from './programs.ts';
import type { ResultChoice, ResultsTable } from './results.ts';
import type {
  BenchmarkAddress,
  BenchmarkAtLine,
  BenchmarkMenu,
  CompareRunsArgs,
  KeptRunChange,
  RefChoice,
  RunOutcome,
  RunRequest,
  TurnsRequest,
} from './runs.ts';
import type { ServerRequest } from './servers.ts';
import type { ActiveCost, FileUri, OpenOutcome, OpenRequest, SourcePosition } from './sessions.ts';
import type { BenchmarkLine, StoreRequest } from './stores.ts';
import type { TestsRequest } from './tests.ts';

/**
 * The commands that the server executes (`workspace/executeCommand`), by the names that the code uses: what each takes
 * and what it answers. The extension calls them by these types; the server's handlers are checked against them.
 */
export interface ServerCommands {
  /**
   * Profiles a benchmark. Reports work-done progress, which can be cancelled. One run goes at a time, the others wait. Of
   * two equal requests only the first one runs.
   */
  run: { args: [request: RunRequest]; result: RunOutcome };
  /**
   * Cancels the run of a benchmark that goes or waits; `null` cancels the one that goes. What it has measured is kept.
   * Answers whether there was one.
   */
  cancelRun: { args: [benchmark: BenchmarkAddress | null]; result: boolean };
  /**
   * Measures the test binaries of two kept runs again, in turns, so that a difference between them is known to be of the
   * code. Waits for its turn and reports progress as `run` does.
   */
  measureInTurns: { args: [request: TurnsRequest]; result: RunOutcome };
  /** Opens the files that a benchmark has left in a run (`b.ArtifactDir`). Answers whether it was done; if not, a message says why. */
  openArtifacts: { args: [result: { readonly runId: string }]; result: boolean };
  /** Shows again why the last run of a benchmark has failed, with what can be done. Answers false if it has not failed. */
  explainFailure: { args: [benchmark: BenchmarkAddress]; result: boolean };
  /** Opens a profile file as a session. A profile of a kept run comes with everything that is kept of the run. */
  openProfile: { args: [request: OpenRequest]; result: OpenOutcome };
  /** Names a kept run, or pins it as the baseline of its benchmark. Answers whether it was done. */
  changeRun: { args: [change: KeptRunChange]; result: boolean };
  /** Deletes kept runs and their profiles. Answers whether it was done. */
  deleteRuns: { args: [{ readonly runIds: readonly string[] }]; result: boolean };
  /** Deletes the old runs, of which there must be still so many as `HistoryParams` said. Answers whether it was done. */
  deleteOldRuns: { args: [{ readonly count: number }]; result: boolean };
  /** Copies results and profiles into a new folder below `folder`. Answers its path; `null` if it failed, which a message says. */
  exportRun: { args: [{ readonly runId: string; readonly folder: string }]; result: string | null };
  /**
   * Compares a kept run with another: prints the results as a table to the output, and opens each profile that both
   * have as a session with a base. Answers the first of these.
   */
  compareRuns: { args: [runs: CompareRunsArgs]; result: OpenOutcome };
  /**
   * Sets what the lines show; `null` clears them. Answers false, and changes nothing, if there is no such session or
   * sample type.
   */
  show: { args: [cost: ActiveCost | null]; result: boolean };
  /**
   * Fetches a profile from a running server or a store, or does something else with one. Asks the user what it does not know,
   * and reports progress, which can be cancelled. Answers the session that the lines show now; `null` if there is none.
   */
  profileServer: { args: [request: ServerRequest]; result: string | null };
  /**
   * Fetches a profile of production from a store. Asks the user what it does not know, and reports progress, which can be
   * cancelled. Answers the session that the lines show now; `null` if there is none.
   */
  profileStore: { args: [request: StoreRequest]; result: string | null };
  /**
   * Lets the user choose one of the benchmarks that reach the functions of a line with a cost, and runs it as `run` does.
   * Answers `null` if the user gave up, or a message says why there is none.
   */
  benchmarkLine: { args: [position: BenchmarkLine]; result: RunOutcome | null };
  /** Answers the hot lines, hottest first. */
  hotLines: { args: []; result: readonly HotLine[] };
  /** Answers the results of the package that a session's benchmark is in; `null` if it is of no benchmark. */
  results: { args: [{ readonly sessionId: string }]; result: ResultsTable | null };
  /** Lets the lines show a profile of one result: the one that is named, or of a benchmark or file the slowest. */
  showResult: { args: [choice: ResultChoice]; result: OpenOutcome };
  /** Answers the git refs that a benchmark of the file can be compared with; `null` if there are none, which a message explains. */
  refs: { args: [file: FileUri]; result: readonly RefChoice[] | null };
  /** Answers the folders of the programs (`package main`) in the module of a file. */
  mainPackages: { args: [file: FileUri]; result: readonly string[] };
  /** Merges CPU profiles into `default.pgo` in the folder. Answers its path; `null` if it failed, which a message says. */
  savePgo: {
    args: [{ readonly profilePaths: readonly string[]; readonly folder: string }];
    result: string | null;
  };
  /** Answers the result of a benchmark and what can be done with it; `null` if the file is not open. */
  benchmarkMenu: { args: [target: BenchmarkAddress]; result: BenchmarkMenu | null };
  /** Answers the benchmarks of a file, in source order. */
  benchmarks: { args: [file: FileUri]; result: readonly BenchmarkAtLine[] };
  /** Answers which samples of a session's profile are of the benchmark's operations. */
  timedSamples: { args: [{ readonly sessionId: string }]; result: TimedSamples };
  /** Answers how costs grow with a size, if the session's benchmark is one of a series that differ by the size only. */
  growth: { args: [{ readonly sessionId: string }]; result: GrowthReport | null };
  /** Answers where a frame's source is on this machine, or says in a sentence why it is not shown. */
  resolveFrame: { args: [frame: FrameSource]; result: SourcePosition | { readonly problem: string } };
  /** Answers the text of the file of a frame, as it was when the profile was taken. The frame's line does not matter. */
  frameText: { args: [frame: FrameSource]; result: SourceText };
  /** Answers the instructions of a function, as the profiled binary has them. */
  assembly: { args: [request: AssemblyRequest]; result: Assembly };
  /** Answers the functions behind the cost of a line; `null` if the line has no cost. */
  lineFunctions: { args: [position: SourcePosition]; result: LineFunctions | null };
  /** Profiles a program until it ends. Waits for its turn and reports progress as `run` does. */
  profileProgram: { args: [request: ProgramRequest]; result: RunOutcome };
  /** Ends the program that is profiled now. Answers whether there was one. */
  endProgram: { args: [end: ProgramEnd]; result: boolean };
  /** Profiles tests. Waits for its turn and reports progress as `run` does. */
  profileTests: { args: [request: TestsRequest]; result: RunOutcome };
  /** Cancels the run of a test that goes or waits. Answers whether there was one. */
  cancelTests: { args: [request: TestsRequest]; result: boolean };
  /** Lists the tests of the last run, those that cost most first, and shows the one that the user chooses. Answers whether there are any. */
  listTests: { args: []; result: boolean };
}

/**
 * Their ids on the wire, which other programs use too: keep them as they are. The language client registers each as an
 * editor command, so a lens can name one of them.
 */
export const serverCommands = {
  run: 'pprofLens.server.run',
  cancelRun: 'pprofLens.server.cancelRun',
  measureInTurns: 'pprofLens.server.measureInTurns',
  openArtifacts: 'pprofLens.server.openArtifacts',
  explainFailure: 'pprofLens.server.explainFailure',
  openProfile: 'pprofLens.server.openProfile',
  changeRun: 'pprofLens.server.changeRun',
  deleteRuns: 'pprofLens.server.deleteRuns',
  deleteOldRuns: 'pprofLens.server.deleteOldRuns',
  exportRun: 'pprofLens.server.exportRun',
  compareRuns: 'pprofLens.server.compareRuns',
  show: 'pprofLens.server.show',
  profileServer: 'pprofLens.server.profileServer',
  profileStore: 'pprofLens.server.profileStore',
  benchmarkLine: 'pprofLens.server.benchmarkLine',
  hotLines: 'pprofLens.server.hotLines',
  refs: 'pprofLens.server.refs',
  mainPackages: 'pprofLens.server.mainPackages',
  savePgo: 'pprofLens.server.savePgo',
  benchmarkMenu: 'pprofLens.server.benchmarkMenu',
  benchmarks: 'pprofLens.server.benchmarks',
  timedSamples: 'pprofLens.server.timedSamples',
  growth: 'pprofLens.server.growth',
  results: 'pprofLens.server.results',
  showResult: 'pprofLens.server.showResult',
  resolveFrame: 'pprofLens.server.resolveFrame',
  frameText: 'pprofLens.server.frameText',
  assembly: 'pprofLens.server.assembly',
  lineFunctions: 'pprofLens.server.lineFunctions',
  profileProgram: 'pprofLens.server.profileProgram',
  endProgram: 'pprofLens.server.endProgram',
  profileTests: 'pprofLens.server.profileTests',
  cancelTests: 'pprofLens.server.cancelTests',
  listTests: 'pprofLens.server.listTests',
} as const satisfies Readonly<Record<ServerCommandName, string>>;

export type ServerCommandName = keyof ServerCommands;

/**
 * Commands that only a graphical client has. The server puts one into lenses and hovers if the client lists it in
 * `InitializationOptions.clientCommands`.
 */
export const clientCommands = {
  /** Args: `[ShowFlameGraphArgs]`. */
  showFlameGraph: 'pprofLens.showFlameGraph',
  /** Args: `[ShowResultsArgs]`. */
  showResults: 'pprofLens.showResults',
  /** Args: `[BenchmarkAddress]`. Shows its result and what can be done with it. */
  benchmarkMenu: 'pprofLens.benchmarkMenu',
} as const;

/** The commands that links in hovers run. A client should let links run no others. */
export const linkCommands = [
  ...Object.values(clientCommands),
  serverCommands.run,
  serverCommands.measureInTurns,
  serverCommands.show,
  serverCommands.openArtifacts,
  serverCommands.benchmarkLine,
] as const;

export type LinkCommand = (typeof linkCommands)[number];
