/** How a program is profiled, if the user has not said so. */
import { fail, ok, type Problem, type Result } from '../../base/result.ts';
import type { Program } from './findProgram.ts';
import type { Recording } from './programRequest.ts';

export interface RecordingWish {
  readonly by: Recording['by'] | undefined;
  readonly address: string | undefined;
  /** Of the program: they may say where it is to listen. */
  readonly args: readonly string[];
  /** We shall ask the program to end: most then leave without writing the profile of their flag. */
  readonly seconds?: number | undefined;
}

/**
 * The program's own flag for CPU profiles, if it has one and ends by itself; else its own server, if it names the address that it listens on;
 * else the recorder. Problems: `no-flag`, `no-address`.
 */
export function chooseRecording(
  program: Program,
  { by, address, args, seconds }: RecordingWish,
): Result<Recording> {
  const { name, flags, addresses, servesProfiles } = program;
  const hasFlag = flags.some(({ kind }) => kind === 'cpu');
  const [known] = [...addressesIn(args), ...addresses];
  const at = address ?? known;
  const chosen =
    by ??
    (hasFlag && seconds === undefined
      ? 'flag'
      : servesProfiles && known !== undefined
        ? 'server'
        : 'overlay');
  switch (chosen) {
    case 'overlay':
      return ok({ by: 'overlay' });
    case 'flag':
      if (flags.length > 0) return ok({ by: 'flag' });
      return fail('no-flag', '{0} has no flag for profiles that its sources show.', [name]);
    case 'server':
      if (at !== undefined) return ok({ by: 'server', address: at, isGuess: by === undefined });
      return fail('no-address', 'The sources of {0} do not say where it listens. Give the address.', [name]);
  }
}

/** `:8080`, `-addr=127.0.0.1:8080`: what follows a flag, or stands behind its sign. */
function addressesIn(args: readonly string[]): string[] {
  return args.flatMap((arg) => {
    const [, host, port] = /^(?:-[^=]*=)?([\w.-]+|\[[\da-f:.]+\])?:(\d{1,5})$/i.exec(arg) ?? [];
    if (port === undefined || Number(port) === 0) return [];
    // Who listens everywhere is asked on this machine.
    return `${host === undefined || host === '0.0.0.0' || host === '[::]' ? 'localhost' : host}:${port}`;
  });
}

/** What is done to profile the program, in a sentence for the user. */
export function recordingNote({ name, flags }: Program, recording: Recording): Problem {
  switch (recording.by) {
    case 'overlay':
      return {
        code: 'by-overlay',
        template:
          '{0} is built with one more file, which records its profiles. It is in this build only (go build -overlay): nothing in your folder changes.',
        args: [name],
      };
    case 'flag':
      return {
        code: 'by-flag',
        template: '{0} writes its profiles itself: {1}.',
        args: [name, flags.map((flag) => `--${flag.name}`).join(', ')],
      };
    case 'server':
      return {
        code: 'by-server',
        template: '{0} serves its profiles itself, at {1}.',
        args: [name, recording.address],
      };
  }
}
