/** Programs that convert recordings: what they may print, how long they may take, and the files that they read. */
import { writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { fail, ok, type Result } from '../../base/result.ts';
import { tooLarge } from '../../pprof/inflate.ts';
import { BoundedText } from '../toolchain/boundedText.ts';
import {
  folderKinds,
  makeOwnFolder,
  removeOwnFolder,
  sweepTemporary,
  temporaryRoot,
} from '../toolchain/ownFolders.ts';
import { captureProcess, type ProcessRequest, runProcess } from '../toolchain/process.ts';
import { isWholePath } from '../toolchain/programs.ts';
import { aloneEnvironment, findGo } from '../toolchain/toolchain.ts';

const keptErrors = 16 * 1024;

/** The largest recordings take some minutes. */
const longestSeconds = 600;

export interface ConversionRequest
  extends Pick<ProcessRequest, 'command' | 'args' | 'directory' | 'env' | 'signal'> {
  /** How long it may take. */
  readonly seconds?: number;
}

/**
 * Runs a program that converts a recording. Problems: those of `runProcess`; `too-large` if it prints more than `maxBytes`;
 * `conversion-slow` if it takes too long; `conversion-failed` if it fails: `sentence` says so, and its errors are the details.
 *
 * @param take gets what it prints, piece by piece
 * @param standardInput what it reads; nothing if it is not given
 */
async function takenOutput(
  { seconds = longestSeconds, signal, ...request }: ConversionRequest,
  maxBytes: number,
  sentence: string,
  take: (bytes: Uint8Array) => void,
  standardInput?: string,
): Promise<Result<null>> {
  const stop = new AbortController();
  const errors = new BoundedText(keptErrors);
  let size = 0;
  const late = AbortSignal.timeout(seconds * 1000);
  const end = await runProcess({
    ...request,
    signal: AbortSignal.any([stop.signal, late, ...(signal === undefined ? [] : [signal])]),
    input: standardInput === undefined ? 'none' : 'pipe',
    started: (process) => {
      if (standardInput === undefined) return;
      process.write(standardInput);
      process.write(null);
    },
    onStdoutBytes: (bytes) => {
      size += bytes.length;
      if (size > maxBytes) stop.abort();
      else take(bytes);
    },
    onStderr: (text) => errors.push(text),
  });
  if (size > maxBytes) return { ok: false, problem: tooLarge(maxBytes) };
  if (!end.ok) return late.aborted ? slow(request.command, seconds) : end;
  if (end.value.exitCode !== 0) return fail('conversion-failed', sentence, [], errors.toString());
  return ok(null);
}

/** Keeps all that a program prints; otherwise as `takenOutput`. */
export async function boundedOutput(
  request: ConversionRequest,
  maxBytes: number,
  sentence: string,
  standardInput?: string,
): Promise<Result<Uint8Array>> {
  const chunks: Uint8Array[] = [];
  const end = await takenOutput(request, maxBytes, sentence, (bytes) => chunks.push(bytes), standardInput);
  return end.ok ? ok(Buffer.concat(chunks)) : end;
}

/** Runs a tool of Go as `boundedOutput` runs a program. */
export type GoTool = (
  args: readonly string[],
  maxBytes: number,
  sentence: string,
  standardInput?: string,
) => Promise<Result<Uint8Array>>;

/** @param folder an empty one, in which no go.mod chooses another toolchain. Problem: `no-go` */
export async function goToolIn(folder: string, options: GoToolOptions): Promise<Result<GoTool>> {
  const go = await goIn(folder, options);
  return go.ok ? ok((args, ...more) => boundedOutput({ ...go.value, args }, ...more)) : go;
}

/**
 * Runs one tool of Go, several times, as `goToolIn` does. `go tool` looks each time whether the tool must be built anew, which takes
 * a fifth of a second: here once. The arguments are those of the tool. Problems: `no-go`, those of `runProcess`
 */
export async function oneToolIn(
  folder: string,
  tool: string,
  options: GoToolOptions,
): Promise<Result<GoTool>> {
  const go = await goIn(folder, options);
  if (!go.ok) return go;
  const told = await captureProcess({ ...go.value, args: ['tool', '-n', tool] });
  if (!told.ok) return told;
  const path = told.value.stdout.trim();
  // Where it is not told, the tool's own start says why.
  const isTold = told.value.exitCode === 0 && isWholePath(path);
  const [command, before] = isTold ? [path, []] : [go.value.command, ['tool', tool]];
  return ok((args, ...more) => boundedOutput({ ...go.value, command, args: [...before, ...args] }, ...more));
}

type GoToolOptions = Pick<ForeignOptions, 'env' | 'goroot' | 'signal'>;

async function goIn(folder: string, { env: own, goroot, signal }: GoToolOptions) {
  const env = aloneEnvironment(own);
  const setting = goroot === undefined ? undefined : join(goroot, 'bin', 'go');
  const go = await findGo({ env, directory: folder, setting, signal });
  return go.ok ? ok({ command: go.value.command, directory: folder, env, signal }) : go;
}

/** Hands what a tool of Go prints on as text, in whole characters. Otherwise as `goToolIn` and `takenOutput`. */
export async function printedBy(
  folder: string,
  options: GoToolOptions & Pick<ForeignOptions, 'maxBytes'>,
  args: readonly string[],
  sentence: string,
  take: (text: string) => void,
): Promise<Result<null>> {
  const go = await goIn(folder, options);
  if (!go.ok) return go;
  const decoder = new TextDecoder();
  const onBytes = (bytes: Uint8Array) => take(decoder.decode(bytes, { stream: true }));
  return takenOutput({ ...go.value, args }, options.maxBytes, sentence, onBytes);
}

export function printedText(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
}

function slow(command: string, seconds: number): Result<never> {
  const template = '{0} did not read this recording within {1} seconds. Record for a shorter time.';
  return fail('conversion-slow', template, [basename(command), seconds]);
}

/**
 * Which programs may be started for a recording that only they read: all, none, or only `go tool trace`. What a server sends
 * would otherwise choose one of them.
 */
export type MayRun = boolean | 'trace';

export interface ForeignOptions {
  /** Of what is read, and of what a program makes of it, in bytes. */
  readonly maxBytes: number;
  /** Recordings that need a program which may not be run are refused. */
  readonly mayRun: MayRun;
  /** The file that the bytes are all of, as they are. A program can then read it itself. */
  readonly path?: string | undefined;
  readonly env: NodeJS.ProcessEnv;
  /** That of the Go whose tools read it, if it is known which has written it. */
  readonly goroot?: string;
  readonly signal?: AbortSignal;
}

/** A recording where a program can read it, and a folder of our own that is removed afterwards. */
export interface RecordingFile {
  readonly file: string;
  readonly folder: string;
}

/**
 * Hands a recording to a program, as a file.
 *
 * @param path where it is already; otherwise it is written into the folder
 */
export async function withRecording<T>(
  bytes: Uint8Array,
  path: string | undefined,
  use: (recording: RecordingFile) => Promise<T>,
): Promise<T> {
  await sweepTemporary();
  const folder = makeOwnFolder(folderKinds.convert, temporaryRoot());
  try {
    if (path !== undefined) return await use({ file: resolve(path), folder });
    const file = join(folder, 'recording');
    await writeFile(file, bytes);
    return await use({ file, folder });
  } finally {
    await removeOwnFolder(folder);
  }
}
