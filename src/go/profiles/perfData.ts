import { fail, type Result } from '../../base/result.ts';
import type { Profile } from '../../pprof/profile.ts';
import { findProgram } from '../toolchain/programs.ts';
import { boundedOutput } from './boundedOutput.ts';
import { withGoLines } from './goLines.ts';
import { type ForeignOptions, withRecording } from './recordingFile.ts';

/**
 * In milliseconds. To find the source line of an address, some versions of perf start a program for each. After this
 * time the recording is read without lines.
 */
const longestForLines = 60_000;

/**
 * Reads a `perf.data` by `perf script`, which knows the symbols of this machine. Problems: `no-perf`, `untrusted`,
 * `conversion-failed`, `too-large`, and those of `readText`.
 *
 * @param readText reads the output of `perf script`
 */
export async function readPerfData(
  bytes: Uint8Array,
  options: ForeignOptions,
  readText: (printed: Uint8Array) => Result<Profile>,
): Promise<Result<Profile>> {
  if (!options.mayRun) {
    return fail(
      'untrusted',
      'This is a recording of Linux perf, and perf is not run in a workspace that is not trusted. Open the text that `perf script` prints.',
    );
  }
  const perf = findProgram('perf', options.env);
  if (perf === null) {
    return fail(
      'no-perf',
      'This is a recording of Linux perf, and there is no perf here. Where it was made, run `perf script > perf.txt`, and open that file.',
    );
  }
  return withRecording(bytes, options.path, async ({ file, folder }) => {
    // No debug information from the network.
    const env = { ...options.env, DEBUGINFOD_URLS: '', PERF_CONFIG: '/dev/null', LC_ALL: 'C' };
    const print = (args: readonly string[], signal?: AbortSignal) =>
      boundedOutput(
        {
          command: perf,
          // Files of other users too, and without a configuration that asks for other columns.
          args: ['--no-pager', 'script', '--force', '--input', file, ...args],
          directory: folder,
          env,
          signal,
        },
        options.maxBytes,
        'perf cannot read this recording. `perf script` says why where it was made; its output can be opened, too.',
      );
    const buildIds = async (program = file) => {
      const args = ['buildid-list', '--force', '--input', program];
      const told = await boundedOutput({ command: perf, args, directory: folder, env }, options.maxBytes, '');
      return new Map(told.ok ? idsIn(Buffer.from(told.value).toString()) : []);
    };
    const withLines = await print(
      ['--fields', '+pid,+srcline', '--full-source-path'],
      AbortSignal.timeout(longestForLines),
    );
    if (!withLines.ok && withLines.problem.code === 'too-large') return withLines;
    if (withLines.ok) return readText(await withGoLines(withLines.value, options, folder, buildIds));
    const printed = await print([]);
    return printed.ok ? readText(printed.value) : printed;
  });
}

/** What `perf buildid-list` prints: an id, and the program in which it is; of a program alone the id. */
function idsIn(printed: string): [program: string, id: string][] {
  return printed.split('\n').flatMap((line): [string, string][] => {
    const [, id = '', program = ''] = /^([0-9a-f]{8,64})(?: (.*))?$/.exec(line.trimEnd()) ?? [];
    return id === '' ? [] : [[program, id]];
  });
}
