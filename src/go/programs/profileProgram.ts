/** Profiles a program: builds it, starts it, reads what it has recorded. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as l10n from '@vscode/l10n';
import { fileNameOf } from '../../base/fileName.ts';
import { ok, type Problem, type Result } from '../../base/result.ts';
import type { BuildResult } from '../build/compilerErrors.ts';
import { inFolder, WrittenFiles } from '../build/writtenFiles.ts';
import type { ProcessEnd, RunningProcess } from '../toolchain/process.ts';
import { buildProgram } from './buildProgram.ts';
import type { ProgramHooks, ProgramRequest } from './programRequest.ts';
import { type ProgramProfile, readRecorded } from './recorded.ts';
import { recorderEnvironment, stopFile } from './recorder.ts';
import { checkFree, fetchFromProgram } from './servedProfiles.ts';

export interface ProgramOutcome {
  readonly end: ProcessEnd;
  /** We have asked it to end: how it did then says nothing about it. */
  readonly wasStopped: boolean;
  readonly milliseconds: number;
  /** In the order of the kinds that were asked for. */
  readonly profiles: readonly ProgramProfile[];
  /** Why there are no more. */
  readonly problems: readonly Problem[];
}

/**
 * Profiles a program. Problems: those of `buildProgram` and `runProcess`, `no-folder`; then nothing is left behind. How the
 * program itself ends is no problem.
 */
export async function profileProgram(
  request: ProgramRequest,
  hooks: ProgramHooks,
): Promise<BuildResult<ProgramOutcome>> {
  const written = new WrittenFiles(request.outputDirectory);
  const outcome = await inFolder(request.outputDirectory, async () => {
    await written.makeDirectory();
    return buildAndRun(request, hooks, written);
  });
  if (!outcome.ok) await written.removeAll();
  return outcome;
}

async function buildAndRun(
  request: ProgramRequest,
  hooks: ProgramHooks,
  written: WrittenFiles,
): Promise<BuildResult<ProgramOutcome>> {
  const { program, recording, outputDirectory } = request;
  if (recording.by === 'server') {
    const free = await checkFree(recording.address, hooks.signal);
    if (!free.ok) return free;
  }
  const stem = fileNameOf(program.name);
  const folder = join(outputDirectory, 'record');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  written.add(folder);
  const binary = written.claim(stem, process.platform === 'win32' ? '.exe' : '');
  hooks.progress(l10n.t('{0}: build', program.name));
  const built = await buildProgram({
    ...request,
    withRecorder: recording.by === 'overlay',
    folder,
    binary,
    signal: hooks.signal,
    output: hooks.output,
  });
  if (!built.ok) return built;
  const outcome = await run(request, hooks, { folder, binary, written });
  await written.remove(folder);
  if (!request.keepsBinary) await written.remove(binary);
  return outcome;
}

interface ProgramFiles {
  readonly folder: string;
  readonly binary: string;
  readonly written: WrittenFiles;
}

async function run(
  request: ProgramRequest,
  hooks: ProgramHooks,
  { folder, binary, written }: ProgramFiles,
): Promise<Result<ProgramOutcome>> {
  const { program, recording, kinds, args, seconds, workingDirectory } = request;
  const own = recording.by === 'flag' ? program.flags.filter(({ kind }) => kinds.includes(kind)) : [];
  const env = recording.by === 'overlay' ? recorderEnvironment(kinds, folder) : {};
  const stopper = new Stopper(folder);
  const ended = new AbortController();
  const beginning = Date.now();
  hooks.progress(l10n.t('{0} runs', program.name));
  let fetching: Promise<readonly Problem[]> = Promise.resolve([]);
  const end = await hooks.run({
    command: binary,
    args: [...own.map(({ kind, name }) => `--${name}=${join(folder, `${kind}.pprof`)}`), ...args],
    directory: workingDirectory,
    env: { ...request.env, ...request.addedEnv, ...env },
    signal: hooks.signal,
    started(running) {
      stopper.watch(running);
      hooks.started({ ...running, stop: () => stopper.stop() });
      if (recording.by !== 'server') {
        if (seconds !== undefined) stopper.stopAfter(seconds);
        return;
      }
      const { address } = recording;
      const signal = AbortSignal.any([ended.signal, hooks.signal]);
      fetching = fetchFromProgram({ name: program.name, address, kinds, seconds, folder, signal }).finally(
        () => stopper.stop(),
      );
    },
  });
  const milliseconds = Date.now() - beginning;
  stopper.dispose();
  ended.abort();
  const served = await fetching;
  if (!end.ok) return end;
  const recorded = await readRecorded({ ...request, kinds, folder, milliseconds, served, written });
  return ok({ end: end.value, wasStopped: stopper.wasStopped, milliseconds, ...recorded });
}

/** Milliseconds that a program has after each signal. A server finishes its requests first. */
const patience = 5000;

/** Ends a program so that it can write its profiles: SIGINT as from Ctrl+C, then SIGTERM, then SIGKILL. */
class Stopper {
  readonly #timers: NodeJS.Timeout[] = [];
  #running: RunningProcess | null = null;
  #wasStopped = false;

  /** @param folder of the recorder */
  constructor(private readonly folder: string) {}

  get wasStopped(): boolean {
    return this.#wasStopped;
  }

  watch(running: RunningProcess): void {
    this.#running = running;
  }

  stopAfter(seconds: number): void {
    // The longest that a timer takes.
    this.#timers.push(setTimeout(() => this.stop(), Math.min(seconds * 1000, 2 ** 31 - 1)));
  }

  /** The second time, it does nothing. */
  stop(): void {
    const running = this.#running;
    if (running === null || this.#wasStopped) return;
    this.#wasStopped = true;
    if (process.platform === 'win32') writeFileSync(join(this.folder, stopFile), '');
    running.send('SIGINT');
    this.#timers.push(setTimeout(() => running.send('SIGTERM'), patience));
    this.#timers.push(setTimeout(() => running.kill(), 2 * patience));
  }

  dispose(): void {
    this.#running = null;
    for (const timer of this.#timers) clearTimeout(timer);
  }
}
