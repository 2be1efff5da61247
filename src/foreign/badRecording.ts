import { fail, type Result } from '../base/result.ts';

/** Carries a problem out of the loops of a reader. It never leaves this folder: `caught` turns it into a `Result`. */
export class BadRecording extends Error {
  readonly refusal: Result<never>;

  /** With the problem that `fail` makes of the same arguments. */
  constructor(code: string, template: string, args?: readonly (string | number)[]) {
    super('a recording that cannot be read');
    this.refusal = fail(code, template, args);
  }
}

/** What `read` answers, or the problem that it has thrown. */
export function caught<T>(read: () => Result<T>): Result<T> {
  try {
    return read();
  } catch (error) {
    if (error instanceof BadRecording) return error.refusal;
    throw error;
  }
}

/** The problem of a recording that contradicts itself. */
export function damaged(): BadRecording {
  return new BadRecording(
    'damaged-recording',
    'The recording is damaged: its parts do not belong together. Record it again, and let the program end by itself.',
  );
}

/**
 * Trees and events repeat stacks that are not in the file so often, and a recording must not take much more memory than its
 * own bytes. V8's stacks have at most 255 frames, and a node takes about as many bytes.
 */
const alwaysAllowed = 2 ** 22;

/**
 * Throws if a profile has more frames than one that is made of so many bytes may have.
 *
 * @param bytes how many the recording has
 */
export function checkFrames(frames: number, bytes: number): void {
  if (frames <= alwaysAllowed + bytes) return;
  const template =
    'The stacks of the recording are so deep that they do not fit into memory. Record for a shorter time.';
  throw new BadRecording('too-many-frames', template);
}

/**
 * Each distinct frame takes some hundred bytes of memory, and a recording must not take much more than its own bytes. Real
 * ones have some ten thousand, and repeat each in many stacks.
 */
const distinctAllowed = 2 ** 16;
const bytesForEachMore = 32;
const mostDistinct = 2 ** 21;

/** Throws if a recording of so many bytes has more different frames than it may have. */
export function checkDistinctFrames(frames: number, bytes: number): void {
  const most = Math.min(mostDistinct, distinctAllowed + Math.floor(bytes / bytesForEachMore));
  if (frames <= most) return;
  const template =
    'The recording has more than {0} different frames: too many to be shown. Record for a shorter time.';
  throw new BadRecording('too-many-frames', template, [most]);
}

/** Every sample has room for each type of values, and that must not take much more memory than the file has bytes. */
const valuesAlwaysAllowed = 2 ** 20;
const bytesForEachMoreValue = 2;

/** Throws if a recording of so many bytes has too many samples for its types of values. */
export function checkValues(types: number, samples: number, bytes: number): void {
  if (types <= 1 || types * samples <= valuesAlwaysAllowed + bytes / bytesForEachMoreValue) return;
  const template =
    'The recording counts {0} things: too many samples for one profile. Save or record one of them alone.';
  throw new BadRecording('too-many-frames', template, [types]);
}

/** Each takes some hundred bytes of memory. */
const mostProfiles = 10_000;

/** Throws if a file has more profiles than can be shown as one. */
export function checkProfiles(profiles: number): void {
  if (profiles <= mostProfiles) return;
  const template = 'The file has more than {0} profiles: too many to be shown. Record for a shorter time.';
  throw new BadRecording('too-many-frames', template, [mostProfiles]);
}
