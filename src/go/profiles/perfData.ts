import { linesGivenUp } from '../../analysis/names/incomplete.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { byteLines } from '../../foreign/byteTexts.ts';
import type { Profile } from '../../pprof/profile.ts';
import { findProgram } from '../toolchain/programs.ts';
import { boundedOutput, type ForeignOptions, printedText, withRecording } from './conversion.ts';
import { areOnlyKnownToGo, withGoLines } from './goLines.ts';

/**
 * To find the source line of an address, some versions of perf start a program for each. After so many seconds the recording
 * is read without lines, and says so.
 */
const secondsForLines = 60;

/**
 * 5.16, as a number, is the first perf that starts `addr2line` without a shell. Older ones, if they were built without libbfd,
 * have a shell read the name of the program, which is whatever the recording says.
 */
const firstWithoutShell = 5016;

/** perf asks `addr2line` for what was inlined, too. */
const withoutPrograms = '--no-inline';

/**
 * A line of `perf script` with nothing but an address and a program: a name in which no shell and no option means anything.
 * perf makes names in brackets itself.
 */
const plainFrame =
  /^\s*[0-9a-f]+ \((?:[\w/][\w.,+@%=:/~-]*(?:\[[\w.:-]+\]| \(deleted\))?|\[[\w.,:-]+\](?:\.[\w.]+)?)\)$/;

/**
 * Reads a `perf.data` by `perf script`, which knows the symbols of this machine. Problems: `no-perf`, `untrusted`,
 * those of `boundedOutput`, and those of `readText`.
 *
 * @param readText reads the output of `perf script`
 */
export async function readPerfData(
  bytes: Uint8Array,
  options: ForeignOptions,
  readText: (printed: Uint8Array) => Result<Profile>,
): Promise<Result<Profile>> {
  if (options.mayRun !== true) {
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
    const run = (args: readonly string[], seconds?: number) =>
      boundedOutput(
        { command: perf, args, directory: folder, env, ...(seconds === undefined ? {} : { seconds }) },
        options.maxBytes,
        'perf cannot read this recording. `perf script` says why where it was made; its output can be opened, too.',
      );
    // Files of other users too, and without a configuration that asks for other columns.
    const print = (args: readonly string[], seconds?: number) =>
      run(['--no-pager', 'script', '--force', '--input', file, ...args], seconds);
    const buildIds = async (program = file) => {
      const told = await run(['buildid-list', '--force', '--input', program], secondsForLines);
      return new Map(told.ok ? idsIn(printedText(told.value)) : []);
    };
    const withGo = async (printed: Uint8Array) =>
      readText(await withGoLines(printed, options, folder, buildIds));
    const programs = await askedForLines(run, print);
    const isAsked = programs !== null && !(await areOnlyKnownToGo(programs, options, folder));
    if (isAsked) {
      const lines = await print(['--fields', '+pid,+srcline', '--full-source-path'], secondsForLines);
      if (lines.ok) return withGo(lines.value);
      if (lines.problem.code === 'too-large') return lines;
    }
    const printed = await print(['--fields', '+pid', withoutPrograms]);
    if (!printed.ok) return printed;
    const read = await withGo(printed.value);
    return read.ok && isAsked ? ok({ ...read.value, comments: [linesGivenUp] }) : read;
  });
}

type Run = (args: readonly string[], seconds?: number) => Promise<Result<Uint8Array>>;

/**
 * The programs of this recording, if perf starts `addr2line` for them without a shell, and all have plain names. What is no file
 * is left out.
 */
async function askedForLines(run: Run, print: Run): Promise<ReadonlySet<string> | null> {
  const told = await run(['--version'], secondsForLines);
  const [, major, minor] = /^perf version (\d+)\.(\d+)/.exec(told.ok ? printedText(told.value) : '') ?? [];
  if (!(Number(major) * 1000 + Number(minor) >= firstWithoutShell)) return null;
  const frames = await print(['--fields', 'ip,dso', withoutPrograms]);
  return frames.ok ? plainPrograms(frames.value) : null;
}

/** The programs of frames, if each line that is not empty is a plain frame: a name can have line ends in it. */
export function plainPrograms(printed: Uint8Array): ReadonlySet<string> | null {
  const programs = new Set<string>();
  for (const { start, end } of byteLines(printed)) {
    if (start === end) continue;
    const line = printedText(printed.subarray(start, end));
    if (!plainFrame.test(line)) return null;
    const program = line.slice(line.indexOf('(') + 1, -1);
    if (program.startsWith('/')) programs.add(program);
  }
  return programs;
}

/** What `perf buildid-list` prints: an id, and the program in which it is; of a program alone the id. */
function idsIn(printed: string): [program: string, id: string][] {
  return printed.split('\n').flatMap((line): [string, string][] => {
    const [, id = '', program = ''] = /^([0-9a-f]{8,64})(?: (.*))?$/.exec(line.trimEnd()) ?? [];
    return id === '' ? [] : [[program, id]];
  });
}
