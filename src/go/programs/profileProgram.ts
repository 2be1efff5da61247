/** Profiles a program: builds it, starts it, reads what it has recorded. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as l10n from '@vscode/l10n';
import { fileNameOf } from '../../base/fileName.ts';
import { parsedJson } from '../../base/outsideValues.ts';
import { type ProcessMemory, readProcessMemory } from '../../base/processMemory.ts';
import { fail, ok, type Problem, type Result } from '../../base/result.ts';
import type { BuildResult } from '../build/compilerErrors.ts';
import { type WrittenFiles, type WrittenProfile, withWrittenFiles } from '../build/writtenFiles.ts';
import { readText } from '../machine/machineFiles.ts';
import { memoryText } from '../results/memoryText.ts';
import type { ProcessEnd } from '../toolchain/process.ts';
import { buildProgram } from './buildProgram.ts';
import type { Program } from './findProgram.ts';
import type { ProgramHooks, ProgramRequest } from './programRequest.ts';
import { readRecorded, timeText } from './recorded.ts';
import { beginFile, recorderEnvironment, useFile } from './recorder.ts';
import { checkFree, fetchFromProgram } from './servedProfiles.ts';
import { Stopper } from './stopper.ts';

export interface ProgramOutcome {
  readonly end: ProcessEnd;
  /** We have asked it to end: how it did then says nothing about it. */
  readonly wasStopped: boolean;
  readonly milliseconds: number;
  /** What the machine has seen of its memory until its end, or while its server was asked; `null` if it does not say. */
  readonly memory: ProcessMemory | null;
  /** In the order of the kinds that were asked for. */
  readonly profiles: readonly WrittenProfile[];
  /** Why there are no more. */
  readonly problems: readonly Problem[];
}

/**
 * Profiles a program. Problems: those of `buildProgram` and `runProcess`, `no-folder`; then nothing is left behind. How the
 * program itself ends is no problem.
 */
export function profileProgram(
  request: ProgramRequest,
  hooks: ProgramHooks,
): Promise<BuildResult<ProgramOutcome>> {
  return withWrittenFiles(request.outputDirectory, (written) => buildAndRun(request, hooks, written));
}

async function buildAndRun(
  request: ProgramRequest,
  hooks: ProgramHooks,
  written: WrittenFiles,
): Promise<BuildResult<ProgramOutcome>> {
  const { program, outputDirectory } = request;
  const { recording } = request;
  if (recording.by === 'server') {
    const free = await checkFree(recording.address, hooks.signal);
    if (!free.ok && (!recording.isGuess || free.problem.code === 'cancelled')) return free;
    // Another program is there, so that ours cannot be.
    if (!free.ok) return buildAndRun({ ...request, recording: { by: 'overlay' } }, hooks, written);
  }
  const stem = fileNameOf(program.name);
  const folder = join(outputDirectory, 'record');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  written.add(folder);
  const binary = written.claim(stem, process.platform === 'win32' ? '.exe' : '');
  hooks.progress(l10n.t('{0}: build', program.name));
  const build = (withRecorder: boolean) =>
    buildProgram({ ...request, withRecorder, folder, binary, signal: hooks.signal, output: hooks.output });
  const isGuess = recording.by === 'server' && recording.isGuess;
  let built = await build(recording.by === 'overlay' || isGuess);
  // An old Go, or a program in the module cache: then its server is the only way.
  const mayFallBack = isGuess && built.ok;
  if (isGuess && !built.ok && ['go-too-old', 'in-module-cache'].includes(built.problem.code))
    built = await build(false);
  if (!built.ok) return built;
  const outcome = await run(request, hooks, { folder, binary, written, mayFallBack });
  await written.remove(folder);
  if (!request.keepsBinary) await written.remove(binary);
  return outcome;
}

interface ProgramFiles {
  readonly folder: string;
  readonly binary: string;
  readonly written: WrittenFiles;
  /** The recorder is in it, and waits. */
  readonly mayFallBack: boolean;
}

/** Milliseconds that a program has to listen where we guess: later its profile would lack too much. */
const patienceWithGuess = 10_000;

async function run(
  request: ProgramRequest,
  hooks: ProgramHooks,
  { folder, binary, written, mayFallBack }: ProgramFiles,
): Promise<Result<ProgramOutcome>> {
  const { program, recording, kinds, args, seconds, workingDirectory } = request;
  const own = recording.by === 'flag' ? program.flags.filter(({ kind }) => kinds.includes(kind)) : [];
  const isRecorded = recording.by === 'overlay' || mayFallBack;
  const env = isRecorded ? recorderEnvironment(kinds, folder, { waits: mayFallBack }) : {};
  const stopper = new Stopper(folder);
  const ended = new AbortController();
  const enough = new AbortController();
  let isServing = false;
  const beginning = Date.now();
  hooks.progress(l10n.t('{0} runs', program.name));
  let hasFallenBack = false;
  let fetching: Promise<readonly Problem[]> = Promise.resolve([]);
  const end = await hooks.run({
    command: binary,
    args: [...own.map(({ kind, name }) => `--${name}=${join(folder, `${kind}.pprof`)}`), ...args],
    directory: workingDirectory,
    env: { ...request.env, ...request.addedEnv, ...env },
    signal: hooks.signal,
    started(running, pid) {
      stopper.watch(running);
      // What its server is recording comes first: the request ends by itself in some seconds.
      hooks.started({ ...running, stop: () => (isServing ? enough.abort() : stopper.stop()) });
      if (recording.by !== 'server') {
        if (seconds !== undefined) stopper.stopAfter(seconds);
        return;
      }
      const { address } = recording;
      const signal = AbortSignal.any([ended.signal, hooks.signal]);
      const asked = {
        name: program.name,
        address,
        kinds,
        seconds,
        pid,
        folder,
        signal,
        enough: enough.signal,
      };
      isServing = true;
      fetching = fetchFromProgram({ ...asked, ...(mayFallBack ? { patience: patienceWithGuess } : {}) }).then(
        (problems) => {
          isServing = false;
          hasFallenBack =
            mayFallBack &&
            !signal.aborted &&
            !enough.signal.aborted &&
            problems.some(({ code }) => code === 'not-listening');
          if (!hasFallenBack) stopper.stop();
          else {
            writeFileSync(join(folder, beginFile), '');
            if (seconds !== undefined) stopper.stopAfter(seconds);
          }
          return problems;
        },
      );
    },
  });
  const milliseconds = Date.now() - beginning;
  stopper.dispose();
  ended.abort();
  const served = await fetching;
  if (!end.ok) return end;
  const query = { ...request, kinds, folder, milliseconds, written };
  const recorded = hasFallenBack
    ? await readRecorded({ ...query, recording: { by: 'overlay' }, served: [] })
    : await readRecorded({ ...query, served });
  const note = hasFallenBack ? [fellBack(request)] : [];
  return ok({
    end: end.value,
    wasStopped: stopper.wasStopped,
    milliseconds,
    memory: readProcessMemory(parsedJson(readText(join(folder, useFile)))) ?? null,
    profiles: recorded.profiles,
    problems: [...note, ...recorded.problems],
  });
}

/** How it ended, in a sentence; then, if it is known, what the machine has seen of its memory. */
export function endTexts({ name }: Program, { end, milliseconds, memory }: ProgramOutcome): string[] {
  const ran = timeText(milliseconds);
  const seen = memoryText(memory);
  return [
    end.exitCode === null
      ? l10n.t('{0} ran {1} and was ended by {2}.', name, ran, end.signal ?? '')
      : l10n.t('{0} ran {1} and ended with exit status {2}.', name, ran, end.exitCode),
    ...(seen === '' ? [] : [l10n.t('Memory: {0}', seen)]),
  ];
}

function fellBack({ program, recording }: ProgramRequest): Problem {
  return fail(
    'fell-back',
    '{0} did not answer at {1}, so it was recorded by overlay from then on. --address names where it listens.',
    [program.name, recording.by === 'server' ? recording.address : ''],
  ).problem;
}
