/** `pprof-lens run`: builds a program, runs it where it belongs, and reports on its profiles. */
import { rmdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import * as l10n from '@vscode/l10n';
import { ok, type Result } from '../../base/result.ts';
import { comparePrograms } from '../../go/inTurns/compareVersions.ts';
import { chooseRecording, recordingNote } from '../../go/programs/chooseRecording.ts';
import { findProgram, type Program } from '../../go/programs/findProgram.ts';
import { endTexts, type ProgramOutcome, profileProgram } from '../../go/programs/profileProgram.ts';
import type { Recording, RunningProgram } from '../../go/programs/programRequest.ts';
import { createScanner, type GoScanner } from '../../go/scan/scan.ts';
import { checkDirectory } from '../../go/toolchain/directory.ts';
import {
  folderKinds,
  handOver,
  makeOwnFolder,
  sweepTemporary,
  temporaryRoot,
} from '../../go/toolchain/ownFolders.ts';
import { runProcess } from '../../go/toolchain/process.ts';
import { shippedGrammar } from '../../go/toolchain/shippedFiles.ts';
import { findGo, type GoToolchain } from '../../go/toolchain/toolchain.ts';
import type { ReportOptions } from '../profiles/reportOptions.ts';
import { profileJson } from '../reports/profileJson.ts';
import { printReport } from '../reports/reportCommand.ts';
import { reportContext } from '../reports/reportContext.ts';
import { top } from '../reports/top.ts';
import { type Json, jsonParts } from '../terminal/jsonText.ts';
import {
  command,
  complain,
  deliver,
  exitStatus,
  failWith,
  failWithDetails,
  messageOf,
  translated,
} from '../terminal/output.ts';
import { standardError } from '../terminal/streams.ts';
import { compareAgainst } from './againstCommand.ts';
import { type RunOptions, readRunOptions, runUsage } from './runOptions.ts';

export const runCommand = command(runUsage, readRunOptions, async (options) => {
  const { against } = options;
  if (against !== null) {
    return compareAgainst({ ...options, against }, { counts: 'program', compare: comparePrograms });
  }
  const interrupts = new Interrupts();
  try {
    const ran = await run(options, interrupts);
    return ran.ok ? await report(ran.value, options) : failWithDetails(ran.problem);
  } finally {
    interrupts.dispose();
  }
});

interface Ran {
  readonly program: Program;
  readonly recording: Recording;
  readonly outcome: ProgramOutcome;
}

async function run(options: RunOptions, interrupts: Interrupts): Promise<Result<Ran>> {
  const { signal } = interrupts;
  const directory = process.cwd();
  const workingDirectory = resolve(options.dir ?? '.');
  const isThere = await checkDirectory(workingDirectory);
  if (!isThere.ok) return isThere;
  const toolchain = await findGo({ env: process.env, directory, signal });
  if (!toolchain.ok) return toolchain;
  const query = queryOf(options, toolchain.value, directory);
  const program = await findProgram({ ...query, signal }, await scanner());
  if (!program.ok) return program;
  const recording = chooseRecording(program.value, options);
  if (!recording.ok) return recording;
  standardError.write(`pprof-lens: ${translated(recordingNote(program.value, recording.value))}`);
  await sweepTemporary();
  // Else standard output would be no JSON.
  const outputToStderr = options.json && options.output === undefined;
  const isOurs = options.out === undefined;
  const outputDirectory = isOurs ? makeOwnFolder(folderKinds.run, temporaryRoot()) : resolve(options.out);
  const outcome = await profileProgram(
    {
      ...query,
      program: program.value,
      recording: recording.value,
      kinds: options.kinds,
      args: options.args,
      addedEnv: options.env,
      workingDirectory,
      seconds: options.seconds,
      outputDirectory,
      keepsBinary: !isOurs,
    },
    {
      // The go command's messages come with its problem.
      output: () => undefined,
      progress: () => undefined,
      started: (running: RunningProgram) => interrupts.pass(running),
      run: (process) => runProcess({ ...process, input: 'ours', outputToStderr }),
      signal,
    },
  );
  // The user looks at the profiles, and removes them.
  if (isOurs) handOver(outputDirectory);
  // `rmdir` removes the temporary folder only if it is empty.
  if (isOurs) await rmdir(outputDirectory).catch(() => undefined);
  return outcome.ok
    ? ok({ program: program.value, recording: recording.value, outcome: outcome.value })
    : outcome;
}

function queryOf({ patterns, tags }: RunOptions, toolchain: GoToolchain, directory: string) {
  return { toolchain, directory, patterns, tags, flags: [], env: process.env };
}

function scanner(): Promise<GoScanner> {
  return createScanner(shippedGrammar());
}

/** Says how the program ended, and writes the report. Returns the exit status. */
async function report({ program, outcome }: Ran, options: RunOptions): Promise<number> {
  const { end, wasStopped, profiles, problems } = outcome;
  const isSilent = end.exitCode === 0 || wasStopped;
  for (const text of endTexts(program, outcome)) complain(text);
  for (const { kind, path } of profiles) complain(l10n.t('{0} profile: {1}', kind, path));
  for (const problem of problems) complain(translated(problem));
  const written = await writeReport({ program, outcome }, options);
  if (written !== exitStatus.done) return written;
  const isEnded = isSilent || end.signal === 'SIGINT' || end.signal === 'SIGTERM';
  return isEnded && profiles.length > 0 ? exitStatus.done : exitStatus.failed;
}

/**
 * Writes the top of the first profile, or all of the profiles as JSON. Returns the exit status. Without a profile, only JSON has
 * something to say.
 */
async function writeReport(reported: Pick<Ran, 'program' | 'outcome'>, options: RunOptions): Promise<number> {
  if (options.json) {
    const document = documentOf(reported, options);
    return document.ok
      ? deliver(`${[...jsonParts(document.value)].join('')}\n`, options.output)
      : failWith(document.problem);
  }
  const [first] = reported.outcome.profiles;
  if (first === undefined) return exitStatus.done;
  return printReport(top, { profile: first.profile }, { options: reportOptionsOf(options), argument: '' });
}

function reportOptionsOf({ cum, nodecount, output }: RunOptions): ReportOptions {
  return { cum, nodecount, ...(output === undefined ? {} : { output }) };
}

function documentOf(
  { program, outcome }: Pick<Ran, 'program' | 'outcome'>,
  options: RunOptions,
): Result<Json> {
  const profiles: Json[] = [];
  for (const each of outcome.profiles) {
    const context = reportContext(each.profile, reportOptionsOf(options), '');
    if (!context.ok) return context;
    const rows = top.json(context.value);
    if (!rows.ok) return rows;
    profiles.push({ kind: each.kind, path: each.path, profile: profileJson(context.value), ...rows.value });
  }
  const { end, milliseconds, memory, wasStopped, problems } = outcome;
  return ok({
    program: program.importPath,
    exitStatus: end.exitCode,
    signal: end.signal,
    stopped: wasStopped,
    milliseconds,
    ...(memory === null ? {} : { memory }),
    profiles,
    problems: problems.map((problem) => ({ ...messageOf(problem) })),
  });
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
type Interrupt = (typeof signals)[number];

/** After so many, a program that does not end is killed. */
const most = 3;

/**
 * Ctrl+C, and what a CI system sends. Before the program runs, it cancels our work. Then it is for the program, and we wait
 * for its end.
 */
class Interrupts {
  readonly #cancel = new AbortController();
  readonly #listeners = signals.map((signal) => [signal, () => this.#came(signal)] as const);
  #running: RunningProgram | null = null;
  #count = 0;

  constructor() {
    for (const [signal, listener] of this.#listeners) process.on(signal, listener);
  }

  /** Aborted by an interrupt before the program runs. */
  get signal(): AbortSignal {
    return this.#cancel.signal;
  }

  /** From now on, interrupts are for this program. */
  pass(running: RunningProgram): void {
    this.#running = running;
  }

  #came(signal: Interrupt): void {
    const running = this.#running;
    if (running === null) {
      this.#cancel.abort();
      return;
    }
    this.#count++;
    if (this.#count >= most) running.kill();
    // What comes from the terminal has reached the program without us.
    else if (!(running.hasOurTerminal && signal === 'SIGINT')) running.send(signal);
    if (this.#count === most - 1)
      complain(l10n.t('Once more kills the program, and its last samples are lost.'));
  }

  dispose(): void {
    for (const [signal, listener] of this.#listeners) process.removeListener(signal, listener);
  }
}
