/**
 * Every message between the server, the extension and the flame graph page that is not standard LSP, and the ids of the
 * commands. Types and names only; no logic. It is longer than other files, so that one file shows the whole wire.
 *
 *   page  <-- postMessage -->  extension  <-- LSP -->  server
 *
 * A profile goes to the page as pprof bytes, never as JSON: the server names a file, the extension reads it and posts the
 * bytes, the page decodes them.
 */

import type { GrowthReport, MachineCode, ProfileKind } from './model.ts';

// ---------------------------------------------------------------- shared vocabulary

/** Line and character are 0-based, as in LSP. */
export interface SourcePosition {
  readonly uri: string;
  readonly line: number;
  readonly character: number;
}

/** A profile that the user can look at. The server owns it. Its id is valid as long as the server runs. */
export interface SessionSummary {
  readonly id: string;
  /** The name that the user sees: `BenchmarkPage · CPU`, or a file's name. */
  readonly title: string;
  /** The same for all profiles of one run: `BenchmarkPage`. Of a file, its title. */
  readonly runTitle: string;
  readonly origin:
    | {
        readonly from: 'benchmark';
        readonly runId: string;
        readonly benchmark: string;
        readonly kind: ProfileKind;
      }
    | { readonly from: 'file' };
  /** Path of the pprof file on the server's machine. The file does not change while the session lives. */
  readonly profilePath: string;
  /** The file's sample types, in its order; `label` is the name that the user sees, in their language. */
  readonly sampleTypes: readonly { readonly type: string; readonly unit: string; readonly label: string }[];
  /** The index in `sampleTypes` of the one that is shown first. */
  readonly defaultSampleType: number;
  /** How many operations the profile measured, if that is known exactly: a cost divided by it is the cost per operation. */
  readonly operations: number | null;
  /** The profile that this one is compared with. */
  readonly base?: SessionBase;
  /** Missing for a profile of the newest run and of the code that is there, and where nothing is known. */
  readonly age?: SessionAge;
}

/** Why a profile is not of now. The texts are for the user, in their language. */
export interface SessionAge {
  /** For the status bar: `run of 14:02:11`, `code changed`. */
  readonly short: string;
  /** `Run of 14:02:11 · not the newest.` */
  readonly sentence: string;
  /** The newest run of the benchmark, which `showResult` shows; `null` if this profile is of the newest. */
  readonly newestRunId: string | null;
}

export interface SessionBase {
  readonly profilePath: string;
  readonly operations: number | null;
}

/** The cost that the editor shows: one sample type of one session. */
export interface ActiveCost {
  readonly sessionId: string;
  readonly sampleType: number;
}

/** A cost that the user can choose for lines and page. */
export interface CostChoice {
  readonly cost: ActiveCost;
  /** For the user: `CPU time`. */
  readonly label: string;
}

/** What can be chosen of one run, or of one file. */
export interface CostGroup {
  readonly title: string;
  readonly choices: readonly CostChoice[];
}

// ---------------------------------------------------------------- commands

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
  exportRun: 'pprofLens.server.exportRun',
  compareRuns: 'pprofLens.server.compareRuns',
  show: 'pprofLens.server.show',
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
] as const;

export type LinkCommand = (typeof linkCommands)[number];

/**
 * The samples that operations have caused, of the session's profile and of the one that it is compared with: the lengths of
 * runs of samples, by turns without and with them. `null` where the timed loop is not known.
 */
export interface TimedSamples {
  readonly own: readonly number[] | null;
  readonly base: readonly number[] | null;
}

/** The file that a command is about. */
export interface FileUri {
  readonly uri: string;
}

/** The result of a benchmark and what can be done with it, for a list in which the user chooses. */
export interface BenchmarkMenu {
  readonly title: string;
  readonly groups: readonly MenuGroup[];
}

export interface MenuGroup {
  readonly heading: string;
  readonly items: readonly MenuItem[];
}

export interface MenuItem {
  /** The name of a codicon. */
  readonly icon: string;
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
  /** What is done if it is chosen: a command of the server or of the client. Without one, the item only tells. */
  readonly command?: string;
  readonly arguments?: readonly unknown[];
}

export interface BenchmarkAddress {
  /** The benchmark's file. If `benchmark` is given, any file in the same folder will do. */
  readonly uri: string;
  /** Full name without the procs suffix, `BenchmarkTable/n=1`; `null` for every benchmark of the file. */
  readonly benchmark: string | null;
}

export interface RunRequest extends BenchmarkAddress {
  /** The lines show the first one. This and the next two: if missing, the user's settings are taken. */
  readonly kinds?: readonly ProfileKind[];
  readonly count?: number;
  /** As `go test -benchtime`: `1s`, `100x`. */
  readonly benchtime?: string;
  /** Build tags, separated by commas, besides those of the settings. */
  readonly addTags?: string;
  /** A git ref. Its version of the benchmark is run in turns with the working tree's; the results are compared. */
  readonly against?: string;
  /** Over how many layouts of the code two versions are compared; 0 for the linker's usual one. If missing, the user's setting. */
  readonly layouts?: number;
  /** A profile for profile-guided optimisation. The benchmark built with it is run in turns with one built without it. */
  readonly pgo?: string;
}

/** Two runs of one benchmark, by the run ids of their sessions. */
export interface CompareRunsArgs {
  readonly runId: string;
  readonly baseId: string;
}

/**
 * Without `runId`: the newest runs of the benchmark and its sub-benchmarks, each with the run that it is compared with; those
 * that are unsure, if some are. With `runId` alone: that run and the one before it.
 */
export interface TurnsRequest extends BenchmarkAddress, Partial<CompareRunsArgs> {}

/** A git ref that a benchmark can be compared with. */
export interface RefChoice {
  /** The name for git: `HEAD`, `main`, `v1.2.0`, `1a2b3c4`. */
  readonly name: string;
  readonly kind: 'head' | 'branch' | 'tag' | 'commit';
  /** For the user: the commit and its age. */
  readonly description: string;
  /** For the user: the commit's subject. */
  readonly detail: string;
}

export interface RunOutcome {
  /** `running`: nothing was started, because a run that goes or waits does the same. */
  readonly status: 'done' | 'failed' | 'cancelled' | 'running';
  /** The sessions of the run, in the order of the benchmarks, then of the kinds of profiles. */
  readonly sessionIds: readonly string[];
}

export interface KeptRunChange {
  readonly runId: string;
  /** `null` removes the name. */
  readonly label?: string | null;
  readonly pinned?: boolean;
}

export interface OpenRequest {
  readonly path: string;
  /** The profile to compare with. Both files must be of kept runs. */
  readonly basePath?: string;
  /** The sample type to show. If missing, the profile's default. */
  readonly sampleType?: number;
  /**
   * True if a page shows the file. Then the page shows what is wrong with the file, instead of a notification, and decides
   * when the lines show its costs. If it is not true, the lines show them at once.
   */
  readonly forPage?: boolean;
}

export type OpenOutcome =
  | { readonly status: 'opened'; readonly sessionId: string }
  | {
      readonly status: 'failed';
      readonly message: string;
      /** The output channel says more. */
      readonly hasDetails?: boolean;
    };

export interface ShowFlameGraphArgs {
  readonly sessionId?: string;
  /** A profile of a kept run that is not open yet. */
  readonly profilePath?: string;
  readonly sampleType?: number;
  /** The flame graph searches for this function. */
  readonly functionName?: string;
}

/** The table of all results: of a benchmark with its sub-benchmarks, or of all benchmarks of a file. */
export interface ShowResultsArgs {
  /** The benchmarks' file. */
  readonly uri: string;
  /** Full name without the procs suffix; if missing, all of the file. */
  readonly benchmark?: string;
}

/** The latest result with this id; or the slowest one of a benchmark with its sub-benchmarks, or of a file. */
export type ResultChoice = { readonly runId: string } | ShowResultsArgs;

/** The latest results of all benchmarks of a package, in the order of the source. Texts are for the user. */
export interface ResultsTable {
  /** The import path; the folder if that is not known. */
  readonly package: string;
  /** The units of all rows: time, bytes and allocations, then throughput and the benchmarks' own metrics by name. */
  readonly units: readonly string[];
  readonly rows: readonly ResultRow[];
  /** The result whose profile the session shows, if it is one of the rows. */
  readonly shownRun: string | null;
}

export interface ResultRow {
  readonly runId: string;
  /** The benchmark's full name; with the procs suffix if there are results for several numbers of procs. */
  readonly name: string;
  /** The test file's name without folders; empty if the source no longer has the benchmark. */
  readonly file: string;
  /** When it was measured, in milliseconds since the epoch. */
  readonly takenAt: number;
  /** By unit. Empty if the benchmark failed. */
  readonly values: Readonly<Record<string, ResultValue>>;
  /** How the time has changed since the run that it is compared with, as the lens says it; `null` for a first run. */
  readonly change: ResultChange | null;
  /** What is wrong with the result, most important first. */
  readonly warnings: readonly ResultWarning[];
  readonly hasProfile: boolean;
  /** What the benchmark says of itself: `size=42 · input=big`. Empty if it says nothing. */
  readonly attributes: string;
}

export interface ResultValue {
  /** The median, in the unit. */
  readonly value: number;
  /** Without the unit's end: `1.42µs ±2%`, `480 → 96 B`, `3`. */
  readonly text: string;
}

export interface ResultChange {
  /** `−76%`; `~` if the measurements do not support a change. */
  readonly text: string;
  /** How it was compared: `p=0.000 n=10`. */
  readonly detail: string;
  /** The change as a share of the value before, -0.76; 0 if the measurements do not support one. */
  readonly relative: number;
  /** As in `KeptRunSummary`. */
  readonly verdict: 'better' | 'worse' | 'different' | 'same';
}

export interface ResultWarning {
  /** One word: `noisy`, `failed`. */
  readonly word: string;
  /** A sentence. */
  readonly reason: string;
}

export interface FrameSource {
  readonly sessionId: string;
  /** The file's name in the profile. */
  readonly file: string;
  /** 1-based; 0 if it is not known. */
  readonly line: number;
}

export interface AssemblyRequest {
  readonly sessionId: string;
  /** The function's name in the profile. */
  readonly functionName: string;
}

/** The code; or, if it cannot be had, a sentence for the user that says why and what to do. */
export type Assembly = MachineCode | { readonly missing: string };

/** The functions behind the cost that a line shows. */
export interface LineFunctions {
  /** The session whose costs the lines show. */
  readonly sessionId: string;
  /** Functions with code on the line, innermost first, as the profile names them. */
  readonly functionNames: readonly string[];
}

export interface HotLine {
  readonly uri: string;
  /** 0-based, in the file as it is now. */
  readonly line: number;
  readonly functionName: string;
  /** The text that the line shows: `1.24µs/op cum · 0.42µs flat · 38%`. */
  readonly text: string;
}

export interface BenchmarkAtLine {
  readonly name: string;
  readonly line: number;
  readonly endLine: number;
}

// ---------------------------------------------------------------- LSP extras

/** What our extension says about itself in `initialize`. Other clients may send all of it, parts or nothing. */
export interface InitializationOptions {
  readonly clientCommands?: readonly string[];
  /** The client draws `lineAnnotations` itself. If it does not, the server offers inlay hints. */
  readonly decorations?: boolean;
  /** The client can change and show our settings: `settingMethod`. */
  readonly settings?: boolean;
  /** The client answers `goCommandMethod`. */
  readonly goCommand?: boolean;
  /** Titles of lenses may contain icons, as `$(name)`. */
  readonly codicons?: boolean;
  /** The folder for binaries and profiles; never inside a workspace. Default: a temporary folder. */
  readonly storagePath?: string;
  /** False if the workspace is not trusted: then nothing is run, and files can be viewed only. */
  readonly trusted?: boolean;
}

/** Server -> client notification: the costs of one open document. An empty list clears it. */
export const lineAnnotationsMethod = 'pprofLens/lineAnnotations';

export interface LineAnnotationsParams {
  readonly uri: string;
  /** The version of the document that the lines belong to. Ignore the message if the document has a newer version. */
  readonly version: number;
  readonly annotations: readonly LineAnnotation[];
}

export interface LineAnnotation {
  /** 0-based, in this version. */
  readonly line: number;
  /**
   * The most important part, the cost, comes first: `1.24µs/op cum · 0.42µs flat · 38%`. Where there is no room for all of
   * it, it is cut at a space; parts have no-break spaces within.
   */
  readonly text: string;
  /** For the gutter, at most three characters: the percentage of the total, `38`, `100`, `<1`; or in a word what it is. */
  readonly mark: string;
  /** From 0 (coolest) to 9 (hottest): an index in the heat colours. */
  readonly heat: number;
  /** The cost is not of the operations, but of setup or the runtime's background work: shown grey, without heat. */
  readonly muted?: boolean;
  /**
   * Shown fainter: there are so few samples that even the first digit is not sure, or code that is part of the cost has
   * changed since.
   */
  readonly faint?: boolean;
}

/** Server -> client notification, after every change: all sessions, newest first, and what the lines show. */
export const sessionsMethod = 'pprofLens/sessions';

export interface SessionsParams {
  readonly sessions: readonly SessionSummary[];
  readonly active: ActiveCost | null;
  /** A short text for the status bar: `BenchmarkPage · CPU time`. Empty if the lines show no cost. */
  readonly activeTitle: string;
}

/** Server -> client notification, after every change: all kept runs. */
export const historyMethod = 'pprofLens/history';

export interface HistoryParams {
  /** Newest first. */
  readonly runs: readonly KeptRunSummary[];
}

/** A kept run of one benchmark. Its texts are for the user, in their language. */
export interface KeptRunSummary {
  readonly runId: string;
  readonly benchmark: string;
  /** The folder of its package. */
  readonly directory: string;
  /** When it was taken, in milliseconds since the epoch. */
  readonly takenAt: number;
  /** The place of the benchmark among all: sub-benchmarks stand in the order in which they ran last. */
  readonly place: number;
  /** The name that the user gave to it. */
  readonly label: string | null;
  /** It is the baseline of its benchmark. */
  readonly pinned: boolean;
  /** `5.4µs/op ±2%`. */
  readonly result: string;
  /** The change since the run before it: `−76% (p=0.000 n=10)`, `~`. Empty for the first run. */
  readonly change: string;
  /** Whether the change is good or bad for the user; `null` for the first run. */
  readonly verdict: 'better' | 'worse' | 'different' | 'same' | null;
  /** The other units: `480 B/op · 3 allocs/op`. */
  readonly others: string;
  readonly profiles: readonly { readonly kind: ProfileKind; readonly label: string; readonly path: string }[];
  /** Everything else that is known of the run. */
  readonly details: readonly { readonly name: string; readonly value: string }[];
}

/** Server -> client notification without parameters: results were added or removed. A table of results is to be asked for again. */
export const resultsMethod = 'pprofLens/results';

/** Server -> client notification: a piece of text for the output channel. */
export const outputMethod = 'pprofLens/output';

export interface OutputParams {
  readonly text: string;
}

/** Server -> client notification: change one of our settings, or show it. Only to clients with `InitializationOptions.settings`. */
export const settingMethod = 'pprofLens/setting';

export interface SettingParams {
  /** Without our prefix: `tags`. */
  readonly name: string;
  /** The file that it is for: settings can differ by folder. */
  readonly uri: string;
  /** The new value, for the folder of the file. If missing, the user is shown the setting. */
  readonly value?: string;
}

/**
 * Server -> client request: the go command that another extension uses for a file. It wins over PATH; our own setting wins
 * over it. Only to clients with `InitializationOptions.goCommand`. It is no argument of a command, because a link can run
 * commands with any arguments, and must not choose a program.
 */
export const goCommandMethod = 'pprofLens/goCommand';

export interface GoCommandParams {
  readonly uri: string;
}

/** `null` if there is none. */
export type GoCommandAnswer = string | null;

/** Server -> client notification: bring the output channel to the front. */
export const showOutputMethod = 'pprofLens/showOutput';

/** Client -> server notification: the workspace has been trusted. */
export const trustGrantedMethod = 'pprofLens/trustGranted';

// ---------------------------------------------------------------- extension <-> page

/**
 * What the page asks its host while it shows a profile. Every question has an id and gets one reply with this id:
 * the answer, or a failure.
 */
export interface PageQuestions {
  /** The series that the profile's benchmark belongs to; `null` where it belongs to none. */
  growth: { question: null; answer: GrowthReport | null };
  /** The results of the package that the profile's benchmark is in; `null` where it is of no benchmark. */
  results: { question: null; answer: ResultsTable | null };
  /** The text of dist/graphviz.js, which draws call graphs; `null` where the page was saved without it. */
  graphviz: { question: null; answer: string | null };
  /** The text of a source file. `file` is its name in the profile. */
  source: { question: { readonly file: string }; answer: SourceText };
  /** The machine instructions of a function. `functionName` is its name in the profile. */
  assembly: { question: { readonly functionName: string }; answer: Assembly };
}

export type PageQuestionKind = keyof PageQuestions;

/** Page -> extension: one question. */
export type AskFromPage<K extends PageQuestionKind = PageQuestionKind> = {
  readonly [Kind in K]: {
    readonly type: 'ask';
    /** Differs from the id of every other question, also of those asked before the page was reloaded. */
    readonly id: number;
    readonly kind: Kind;
    readonly question: PageQuestions[Kind]['question'];
  };
}[K];

/** Extension -> page: the reply to the question with this id. */
export type PageReply =
  | {
      readonly type: 'answer';
      readonly id: number;
      readonly answer: PageQuestions[PageQuestionKind]['answer'];
    }
  /** There is no answer. The message is a sentence for the user. */
  | { readonly type: 'failure'; readonly id: number; readonly message: string };

/** Extension -> page. */
export type ToPage =
  /** Show this profile. `bytes` as in the file, gzipped or not. */
  | {
      readonly type: 'profile';
      readonly title: string;
      /** `run` is the same for the profiles of one run: what the user has chosen for one holds for the others. */
      readonly session?: { readonly id: string; readonly run: string };
      readonly bytes: ArrayBuffer;
      readonly sampleType: number;
      readonly operations: number | null;
      /** Which samples are of operations (see `TimedSamples`); missing where that is not known. */
      readonly timed?: readonly number[] | null;
      /** Show the difference from this profile, per operation where both numbers of operations are known. */
      readonly base?: BaseProfile;
    }
  /** A profile will come: the server reads the file, or the extension sends it. It takes a while for a large one. */
  | { readonly type: 'opening'; readonly title: string; readonly bytes: number; readonly step: OpeningStep }
  /** There is no profile to show. The message says why; the offers become buttons. */
  | {
      readonly type: 'problem';
      readonly message: string;
      readonly heading?: string;
      readonly offers?: readonly PageOffer[];
    }
  /** A sentence about the profile, shown above it until the next `profile` or `notice`; empty for none. */
  | { readonly type: 'notice'; readonly text: string }
  /** There are other results than before. */
  | { readonly type: 'resultsChanged' }
  /** The costs that the user can choose, those of the shown run first. */
  | { readonly type: 'choices'; readonly groups: readonly CostGroup[] }
  /** Why the profile that the page has is not of now, shown above it until the next `profile` or `age`. */
  | { readonly type: 'age'; readonly age: SessionAge | null }
  /** Search for a function. */
  | { readonly type: 'search'; readonly text: string }
  /** Show the callers and callees of a function. */
  | { readonly type: 'neighbours'; readonly functionName: string }
  /** Show the table of results. */
  | { readonly type: 'results'; readonly scope: ResultsScope | null }
  /** The editor's cursor is on a line of these functions: mark their frames. An empty list removes the marks. */
  | { readonly type: 'mark'; readonly functionNames: readonly string[] }
  | PageReply;

/** Page -> extension. */
export type FromPage =
  /** The page listens now and shows nothing yet: send the profile. */
  | { readonly type: 'ready' }
  /** Open this frame's source. `line` is 1-based, 0 is unknown. */
  | { readonly type: 'open'; readonly file: string; readonly line: number }
  /** The user has selected this frame: show its source beside the page if an editor is there. The focus stays in the page. */
  | { readonly type: 'reveal'; readonly file: string; readonly line: number }
  /** Show a profile of the result with this id. */
  | { readonly type: 'showResult'; readonly runId: string }
  /** The user has chosen another sample type in the page, which shows it already. */
  | { readonly type: 'sampleType'; readonly sampleType: number }
  /** The user has chosen a cost of another profile: show it, here and beside the lines. */
  | { readonly type: 'show'; readonly cost: ActiveCost }
  | AskFromPage
  /** The user has pressed the button of one of a problem's offers. */
  | { readonly type: 'offer'; readonly chosen: PageOffer }
  /** Write these bytes to a file that the user chooses. */
  | { readonly type: 'save'; readonly name: string; readonly bytes: Uint8Array }
  /** Write the page with this profile, as one HTML file, to a file that the user chooses. */
  | { readonly type: 'savePage'; readonly name: string; readonly page: PageToSave }
  /** The first picture is drawn (also a performance mark, `pprof-lens:painted`). */
  | { readonly type: 'painted' }
  /** The page has another size, for some milliseconds already. */
  | { readonly type: 'resized' };

/**
 * The text of a source file as it was when the profile was taken, so that its line numbers are those of the profile. Or
 * why there is none. `absent`: the file is not on this machine. `changed`: it has changed since, and the old text was not
 * kept. `not saved`: the page was saved without sources. `refused` is a sentence: the file is here, but a profile may not
 * have it read.
 */
export type SourceText =
  | { readonly text: string }
  | { readonly missing: 'absent' | 'changed' | 'not saved' }
  | { readonly refused: string };

/** Which of a package's results are listed: those of a benchmark and what is below it, of a file, or all. */
export type ResultsScope =
  | { readonly of: 'benchmark'; readonly name: string }
  | { readonly of: 'file'; readonly name: string }
  | { readonly of: 'package' };

export type OpeningStep = 'reading' | 'sending';

/** What the user can do with a file that is no profile. */
export type PageOffer = 'openAsText' | 'showOutput';

/** The profile that another is compared with. */
export interface BaseProfile {
  readonly bytes: ArrayBuffer;
  readonly operations: number | null;
  readonly timed?: readonly number[] | null;
}

/** A page to be saved: the parts of src/standalonePage.ts that only the page has. */
export interface PageToSave {
  readonly title: string;
  readonly profileBytes: Uint8Array;
  readonly firstPicture: Uint8Array;
  readonly sampleType: number;
  readonly operations: number | null;
}
