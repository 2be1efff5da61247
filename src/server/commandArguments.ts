/**
 * Checks the arguments of the server's commands, which any program can send. An optional part that has the wrong form
 * counts as missing.
 */
import { profileKinds } from '../model.ts';
import {
  flag,
  nullable,
  number,
  object,
  oneOf,
  type Reader,
  text,
  validItems,
  wholeNumber,
} from '../outsideValues.ts';
import type {
  ActiveCost,
  AssemblyRequest,
  BenchmarkAddress,
  CompareRunsArgs,
  FileUri,
  FrameSource,
  KeptRunChange,
  OpenRequest,
  ProgramEnd,
  ProgramRequest,
  ResultChoice,
  RunRequest,
  ServerCommandName,
  ServerCommands,
  ShowResultsArgs,
  SourcePosition,
  TestsRequest,
  TurnsRequest,
} from '../protocol.ts';
import {
  type BenchmarkLine,
  type ServerRequest,
  type StoreRequest,
  serverActions,
  storeActions,
} from '../protocol.ts';
import { readLayouts } from './client/settings.ts';

type ArgumentReaders = { readonly [Name in ServerCommandName]: Reader<ServerCommands[Name]['args']> };

const kinds: Reader<RunRequest['kinds']> = (value) =>
  Array.isArray(value) ? [...new Set(validItems(oneOf(...profileKinds))(value))] : undefined;

const filledText: Reader<string> = (value) => text(value) || undefined;

const runRequest = object<RunRequest>(
  { uri: text, benchmark: (value) => text(value) ?? null },
  {
    kinds,
    count: number,
    counters: flag,
    benchtime: text,
    addTags: filledText,
    against: filledText,
    layouts: readLayouts,
    pgo: filledText,
  },
);

const address = object<BenchmarkAddress>({ uri: text, benchmark: (value) => text(value) ?? null });

const activeCost = nullable(object<ActiveCost>({ sessionId: text, sampleType: number }));

const file = object<FileUri>({ uri: text });

const frame = object<FrameSource>({ sessionId: text, file: text, line: (value) => number(value) ?? 0 });

const resultOfRun = object({ runId: text });

const resultsOfFile = object<ShowResultsArgs, Pick<ShowResultsArgs, 'benchmark'>>(
  { uri: text },
  { benchmark: filledText },
);

const resultChoice: Reader<ResultChoice> = (value) => resultOfRun(value) ?? resultsOfFile(value);

const testsRequest = object<TestsRequest, Pick<TestsRequest, 'test' | 'line'>>(
  { uri: text, scope: oneOf('test', 'file', 'package', 'workspace') },
  { test: filledText, line: wholeNumber },
);

/** For each command, the check of the list of arguments that a client has sent. */
export const commandArguments: ArgumentReaders = {
  run: only(runRequest),
  measureInTurns: only(
    object<TurnsRequest>(
      { uri: text, benchmark: (value) => text(value) ?? null },
      { runId: filledText, baseId: filledText },
    ),
  ),
  openArtifacts: only(resultOfRun),
  explainFailure: only(address),
  // No argument means null.
  cancelRun: only((run) => (run === undefined ? null : nullable(address)(run))),
  openProfile: only(
    object<OpenRequest>(
      { path: text },
      { merged: validItems(text), basePath: text, sampleType: number, forPage: flag, onlyKept: flag },
    ),
  ),
  changeRun: only(object<KeptRunChange>({ runId: text }, { label: nullable(text), pinned: flag })),
  deleteRuns: only(object({ runIds: validItems(text) })),
  deleteOldRuns: only(object({ count: number })),
  exportRun: only(object({ runId: text, folder: text })),
  compareRuns: only(object<CompareRunsArgs>({ runId: text, baseId: text })),
  // No argument means null.
  show: only((cost) => (cost === undefined ? null : activeCost(cost))),
  profileServer: only(object<ServerRequest>({ action: oneOf(...serverActions) }, { id: filledText })),
  benchmarkLine: only(object<BenchmarkLine>({ uri: text, line: number })),
  profileStore: only(object<StoreRequest>({ action: oneOf(...storeActions) })),
  hotLines: () => [],
  refs: only(file),
  mainPackages: only(file),
  savePgo: only(object({ profilePaths: validItems(text), folder: text })),
  benchmarkMenu: only(object<BenchmarkAddress>({ uri: text, benchmark: nullable(text) })),
  benchmarks: only(file),
  timedSamples: only(object({ sessionId: text })),
  growth: only(object({ sessionId: text })),
  results: only(object({ sessionId: text })),
  showResult: only(resultChoice),
  resolveFrame: only(frame),
  frameText: only(frame),
  assembly: only(object<AssemblyRequest>({ sessionId: text, functionName: text })),
  lineFunctions: only(
    object<SourcePosition>({ uri: text, line: number, character: (value) => number(value) ?? 0 }),
  ),
  profileProgram: only(object<ProgramRequest, Pick<ProgramRequest, 'asks'>>({ uri: text }, { asks: flag })),
  endProgram: only(object<ProgramEnd>({ how: oneOf('stop', 'cancel') })),
  profileTests: only(testsRequest),
  cancelTests: only(testsRequest),
  listTests: () => [],
};

/** Takes a list whose first argument has the right form. Further arguments are left out. */
function only<T>(reader: Reader<T>): Reader<[T]> {
  return (args) => {
    const read = Array.isArray(args) ? reader(args[0]) : undefined;
    return read === undefined ? undefined : [read];
  };
}
