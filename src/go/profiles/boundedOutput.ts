import { basename } from 'node:path';
import { fail, ok, type Result } from '../../base/result.ts';
import { tooLarge } from '../../pprof/inflate.ts';
import { BoundedText } from '../toolchain/boundedText.ts';
import { type ProcessRequest, runProcess } from '../toolchain/process.ts';

const keptErrors = 16 * 1024;

/** The largest recordings take some minutes. */
const longestSeconds = 600;

export interface ConversionRequest extends Pick<ProcessRequest, 'command' | 'args' | 'directory' | 'env'> {
  /** How long it may take. */
  readonly seconds?: number;
}

/**
 * Runs a program that converts a recording, and keeps what it prints. Problems: those of `runProcess`; `too-large` if it
 * prints more than `maxBytes`; `conversion-slow` if it takes too long; `conversion-failed` if it fails: `sentence` says so, and
 * its errors are the details.
 *
 * @param standardInput what it reads; nothing if it is not given
 */
export async function boundedOutput(
  { seconds = longestSeconds, ...request }: ConversionRequest,
  maxBytes: number,
  sentence: string,
  standardInput?: string,
): Promise<Result<Uint8Array>> {
  const stop = new AbortController();
  const chunks: Uint8Array[] = [];
  const errors = new BoundedText(keptErrors);
  let size = 0;
  const late = AbortSignal.timeout(seconds * 1000);
  const end = await runProcess({
    ...request,
    signal: AbortSignal.any([stop.signal, late]),
    input: standardInput === undefined ? 'none' : 'pipe',
    started: (process) => {
      if (standardInput === undefined) return;
      process.write(standardInput);
      process.write(null);
    },
    onStdoutBytes: (bytes) => {
      size += bytes.length;
      if (size > maxBytes) stop.abort();
      else chunks.push(bytes);
    },
    onStderr: (text) => errors.push(text),
  });
  if (size > maxBytes) return { ok: false, problem: tooLarge(maxBytes) };
  if (!end.ok) return late.aborted ? slow(request.command, seconds) : end;
  if (end.value.exitCode !== 0) return fail('conversion-failed', sentence, [], errors.toString());
  return ok(Buffer.concat(chunks));
}

function slow(command: string, seconds: number): Result<never> {
  const template = '{0} did not read this recording within {1} seconds. Record for a shorter time.';
  return fail('conversion-slow', template, [basename(command), seconds]);
}
