/** Profiling a program: from a click to the costs on the lines. */
import path from 'node:path';
import * as l10n from '@vscode/l10n';
import type { CancellationToken } from 'vscode-languageserver';
import { visibleLine } from '../../../base/escape.ts';
import { ofWholeRun } from '../../../base/profileKinds.ts';
import { fail, ok, type Problem, type Result } from '../../../base/result.ts';
import { chooseRecording, recordingNote } from '../../../go/programs/chooseRecording.ts';
import { findProgram, type Program, patternsOf } from '../../../go/programs/findProgram.ts';
import { endTexts, type ProgramOutcome, profileProgram } from '../../../go/programs/profileProgram.ts';
import type { Recording, RunningProgram } from '../../../go/programs/programRequest.ts';
import { checkDirectory } from '../../../go/toolchain/directory.ts';
import { mainPackages } from '../../../go/toolchain/listPackages.ts';
import { splitArguments } from '../../../go/toolchain/splitArguments.ts';
import type { ProfileProgramArgs, ProgramEnd, RunOutcome } from '../../../protocol.ts';
import { filePath } from '../../client/lspTerms.ts';
import { localSentence } from '../../client/messages.ts';
import type { AllSettings } from '../../client/settings.ts';
import { textsToKeep } from '../../history/keptSources.ts';
import { writeProblem } from '../../history/wholeFile.ts';
import { findGoSetup, type GoSetup } from '../../sessions/goSetup.ts';
import type { SessionSource } from '../../sessions/session.ts';
import { whyNotRun } from '../queue/insideWorkspace.ts';
import {
  cancelled,
  doneWith,
  failed,
  type OpenedRun,
  openRun,
  type RunServices,
  runInTurn,
} from '../queue/openRun.ts';
import type { Turn } from '../queue/runQueue.ts';
import { keepProgram, keptPrograms, openKeptProgram } from './keptPrograms.ts';
import { askCall, keepCall, lastCall, type ProgramCall } from './programCall.ts';
import { type ProgramResult, programResult } from './programResult.ts';
import { openOutput } from './terminal.ts';

/** What a button of a message has started, the progress bar cancels. */
const untilItEnds: CancellationToken = {
  isCancellationRequested: false,
  onCancellationRequested: () => ({ dispose: () => undefined }),
};

/** Everything that is known of a program before it is built. */
interface PreparedProgram {
  readonly program: Program;
  readonly patterns: readonly string[];
  readonly setup: GoSetup;
  readonly settings: AllSettings;
  readonly call: ProgramCall;
  readonly args: readonly string[];
  readonly recording: Recording;
}

interface Current {
  readonly abort: AbortController;
  running: RunningProgram | null;
}

export class Programs {
  #current: Current | null = null;
  /** By the folder of the program. */
  readonly #results = new Map<string, ProgramResult>();

  constructor(private readonly context: RunServices) {}

  /** What the last run of the program in this folder has cost; `null` if it has not run. */
  result(directory: string): ProgramResult | null {
    return this.#results.get(path.normalize(directory)) ?? null;
  }

  /** Every problem is shown to the user as a message. */
  async profile(request: ProfileProgramArgs, token: CancellationToken): Promise<RunOutcome> {
    const file = filePath(request.uri);
    const refusal = await whyNotRun(
      this.context,
      'Profiling a program runs it, and this workspace is not trusted. Trust it to profile programs.',
      file === null ? [] : [path.dirname(file)],
    );
    if (refusal === null && file !== null) return this.#profileFile(request, file, token);
    const notHere = 'This file is not on the disk of this machine, so its program cannot run here.';
    this.context.messages.problem(refusal ?? fail('not-a-file', notHere).problem, 'warning');
    return failed;
  }

  /** Ends the program that runs. Answers whether one did. */
  end({ how }: ProgramEnd): boolean {
    const current = this.#current;
    if (current === null) return false;
    if (how === 'cancel' || current.running === null) current.abort.abort();
    else current.running.stop();
    return true;
  }

  async #profileFile(
    request: ProfileProgramArgs,
    file: string,
    token: CancellationToken,
  ): Promise<RunOutcome> {
    const { queue, diagnostics } = this.context;
    await diagnostics.clear();
    const prepared = await this.#prepare(request, file);
    if (!prepared.ok) return this.#failed(prepared.problem, request, file);
    if (prepared.value === null) return cancelled;
    const { program } = prepared.value;
    const queued = {
      directory: path.normalize(program.packageDirectory),
      // The queue also has benchmarks, by their names.
      names: [`program ${program.name}`],
      how: 'program',
      title: program.name,
      isProgram: true as const,
    };
    return runInTurn(
      queue,
      queued,
      token,
      (turn) => this.#run(prepared.value!, turn),
      (problem) => this.#failed(problem, request, file),
    );
  }

  #failed(problem: Problem, request: ProfileProgramArgs, file: string): RunOutcome {
    if (problem.code === 'cancelled') return cancelled;
    // No argument mends what does not compile.
    const actions = problem.code === 'build-failed' ? [] : this.#changeAction(request, file);
    this.context.messages.problem(problem, 'error', actions);
    return failed;
  }

  #changeAction({ uri }: ProfileProgramArgs, file: string) {
    if (!this.context.ask.possible) return [];
    const run = () => this.#profileFile({ uri, asks: true }, file, untilItEnds);
    return [{ title: l10n.t('Change Arguments…'), run }];
  }

  /** Completes the request with settings, sources and what the user says; `null` if they have given up. */
  async #prepare(request: ProfileProgramArgs, file: string): Promise<Result<PreparedProgram | null>> {
    const { settings, ask, texts, scanner } = this.context;
    const all = await settings.forFile(request.uri);
    const directory = path.dirname(file);
    const setup = await findGoSetup(directory, all, await settings.goCommand(request.uri));
    if (!setup.ok) return setup;
    const { toolchain, env, tags, flags } = setup.value;
    const patterns = patternsOf(file, texts.at(file)?.text ?? '', toolchain, tags);
    const query = { toolchain, directory, patterns, tags, flags, env };
    const program = await findProgram(query, await scanner());
    if (!program.ok) {
      return program.problem.code === 'not-a-program'
        ? this.#another(request, setup.value, program)
        : program;
    }
    const { packageDirectory } = program.value;
    const last = await lastCall(ask, packageDirectory);
    const call = request.asks === true && ask.possible ? await askCall(ask, program.value, last) : last;
    if (call === null) return ok(null);
    if (call !== last) await keepCall(ask, packageDirectory, call);
    const args = splitArguments(call.args);
    if (!args.ok) return args;
    const { by, address } = call;
    const recording = chooseRecording(program.value, {
      by: by || undefined,
      address: address || undefined,
      args: args.value,
    });
    if (!recording.ok) return recording;
    const isThere = await checkDirectory(call.folder || packageDirectory);
    if (!isThere.ok) return isThere;
    return ok({
      ...{ program: program.value, patterns, setup: setup.value, settings: all, call },
      args: args.value,
      recording: recording.value,
    });
  }

  /** For a file of a library: one of the programs in its module, as the user chooses. */
  async #another(
    request: ProfileProgramArgs,
    { toolchain, directory, env, tags }: GoSetup,
    problem: { readonly ok: false; readonly problem: Problem },
  ): Promise<Result<PreparedProgram | null>> {
    const { signal } = new AbortController();
    const found = await mainPackages({ toolchain, directory, env, tags, signal });
    const folders = found.ok ? found.value : [];
    if (folders.length === 0 || !this.context.ask.possible) return problem;
    const chosen = await this.context.ask.choose({
      title: l10n.t('Profile Program'),
      placeholder: l10n.t('Which program?'),
      items: folders.map((folder) => ({ id: folder, label: path.basename(folder), description: folder })),
    });
    return chosen === null ? ok(null) : this.#prepare(request, path.join(chosen, 'main.go'));
  }

  async #run(prepared: PreparedProgram, turn: Turn): Promise<Result<RunOutcome>> {
    const { program, setup, settings } = prepared;
    const run = await openRun(
      { of: 'program', name: program.name, setup, directory: program.packageDirectory, settings },
      this.context,
      (folder) => this.#profile(prepared, turn, folder),
    );
    if (!run.ok) return run;
    const { taken, sources } = run.value;
    const shown = this.#show(prepared, taken, sources);
    if (shown.ok) await this.#keep(prepared.program, run.value);
    return shown;
  }

  /** For the next window. */
  async #keep(
    program: Program,
    { runId, folder, takenAt, taken, texts }: OpenedRun<ProgramOutcome>,
  ): Promise<void> {
    const { sessions, messages } = this.context;
    const { name, packageDirectory } = program;
    const profiles = taken.profiles.map(({ kind, path: file }) => ({ kind, file: path.basename(file) }));
    const record = { name, directory: path.normalize(packageDirectory), takenAt, profiles };
    const named = sessions.ofRun(runId).flatMap(({ lines }) => lines.files);
    try {
      const kept = { ...record, folder, sentence: endTexts(program, taken).join(' ') };
      await keepProgram(kept, textsToKeep(texts, named));
    } catch (error) {
      messages.problem(writeProblem(name, error), 'warning');
    }
  }

  /** Opens what the programs have cost last, in earlier windows. */
  async restore(): Promise<void> {
    const { sessions, changed } = this.context;
    for (const kept of await keptPrograms(this.context.storage.programs)) {
      const sources = await openKeptProgram(kept, this.context);
      // By now it may have run again.
      if (this.#results.has(kept.directory)) continue;
      const result = programResult(sessions.add(sources), kept.sentence);
      if (result !== null) this.#results.set(kept.directory, result);
      changed();
    }
  }

  /** What a run has cost as a whole, by a session of it; `null` if it is of no last run of a program. */
  wholeCost(sessionId: string): string | null {
    for (const { costs } of this.#results.values()) {
      const cost = costs.get(sessionId);
      if (cost !== undefined) return cost;
    }
    return null;
  }

  async #profile(
    { program, patterns, setup, settings, call, args, recording }: PreparedProgram,
    turn: Turn,
    outputDirectory: string,
  ) {
    const { messages } = this.context;
    const current: Current = { abort: new AbortController(), running: null };
    this.#current = current;
    const output = await openOutput(this.context, program.name, () => this.end({ how: 'stop' }));
    const say = (text: string) => output.say(visibleLine(text));
    // A line for each sentence: a terminal that is still being laid out breaks long ones badly.
    for (const each of localSentence(recordingNote(program, recording)).split(/(?<=\.) |(?<=。)/)) say(each);
    let message = l10n.t('building');
    const { progress } = turn;
    const tell = () => {
      progress.say(message, `${program.name}: ${message}`, 0);
      this.context.changed();
    };
    let clock: NodeJS.Timeout | undefined;
    tell();
    const { directory, toolchain, env, tags, flags } = setup;
    try {
      const outcome = await profileProgram(
        {
          ...{ toolchain, directory, patterns, tags, flags, env, program, recording, args, outputDirectory },
          kinds: ofWholeRun(settings.lens.kinds),
          addedEnv: call.env,
          workingDirectory: call.folder || program.packageDirectory,
          keepsBinary: true,
        },
        {
          output: (text) => messages.output(text),
          progress: () => undefined,
          started(running) {
            current.running = running;
            const since = Date.now();
            const count = () => {
              message = l10n.t('runs for {0} s', Math.round((Date.now() - since) / 1000));
              tell();
            };
            count();
            clock = setInterval(count, 1000);
          },
          run: (process) => output.run(process),
          signal: AbortSignal.any([turn.signal, current.abort.signal]),
        },
      );
      // The program may have left its last line open.
      output.say('');
      const texts = outcome.ok ? endTexts(program, outcome.value) : [localSentence(outcome.problem)];
      for (const text of texts) say(text);
      for (const { code, ...problem } of outcome.ok ? outcome.value.problems : []) {
        if (code === 'cut-short') say(localSentence({ code, ...problem }));
      }
      return outcome;
    } finally {
      clearInterval(clock);
      await output.end();
      this.#current = null;
    }
  }

  /** Opens the profiles as sessions, shows the first on the lines, and says what there is to say. */
  #show(
    { program }: PreparedProgram,
    outcome: ProgramOutcome,
    sources: readonly SessionSource[],
  ): Result<RunOutcome> {
    const { sessions, messages } = this.context;
    const [problem, ...others] = outcome.problems;
    if (sources.length === 0) {
      return {
        ok: false,
        problem: problem ?? fail('empty', '{0} has left no profile.', [program.name]).problem,
      };
    }
    const added = sessions.add(sources);
    const result = programResult(added, endTexts(program, outcome).join(' '));
    if (result !== null) {
      this.#results.set(path.normalize(program.packageDirectory), result);
      sessions.show(result.cost);
    }
    if (problem !== undefined && problem.code !== 'no-allocations') messages.problem(problem, 'warning');
    for (const other of others) messages.logProblem(other);
    return doneWith(added.map(({ id }) => id));
  }
}
