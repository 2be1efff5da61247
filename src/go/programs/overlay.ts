/** The overlay of a build (`go help build`): the recorder, as if it were a file of the program's folder. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { object, property, text, validEntries } from '../../base/outsideValues.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { lastValue, quotedFields } from '../toolchain/flags.ts';
import { recorderSource } from './recorder.ts';

export interface OverlayRequest {
  /** The folder of package main. */
  readonly packageDirectory: string;
  /** Where the go command runs. */
  readonly directory: string;
  /** The user's flags, which can have an overlay of their own. */
  readonly flags: readonly string[];
  readonly goflags: string;
  /** For our files. */
  readonly folder: string;
}

export interface Overlay {
  /** Path of the JSON file, for `-overlay`. */
  readonly file: string;
  /** Path of the recorder as the go command sees it. Nothing is there. */
  readonly added: string;
}

/**
 * Writes an overlay that adds the recorder to a package, and has what the user's own overlay has. Nothing of the user's is
 * replaced, so each byte of the sources stays as it is. Problem: `bad-overlay`, for the user's. Throws where the file system
 * refuses.
 */
export function writeOverlay(request: OverlayRequest): Result<Overlay> {
  const { packageDirectory, directory, folder } = request;
  const users = usersOverlay(request);
  if (!users.ok) return users;
  const taken = new Set(Object.keys(users.value).map((path) => resolve(directory, path)));
  const added = freePath(packageDirectory, taken);
  const recorder = join(folder, 'recorder.go');
  writeFileSync(recorder, recorderSource);
  const file = join(folder, 'overlay.json');
  writeFileSync(file, JSON.stringify({ Replace: { ...users.value, [added]: recorder } }));
  return ok({ file, added });
}

/** Go compiles the files of a package by their names, so a digit puts it first. */
function freePath(packageDirectory: string, taken: ReadonlySet<string>): string {
  for (let i = 0; ; i++) {
    const path = join(packageDirectory, `${i}pprof_lens.go`);
    if (!taken.has(path) && !existsSync(path)) return path;
  }
}

const overlayJson = object({}, { Replace: validEntries(text) });

function usersOverlay({
  directory,
  flags,
  goflags,
}: OverlayRequest): Result<Readonly<Record<string, string>>> {
  const named = lastValue('overlay', flags) ?? lastValue('overlay', quotedFields(goflags)) ?? '';
  if (named === '') return ok({});
  const path = resolve(directory, named);
  try {
    const read = overlayJson(JSON.parse(readFileSync(path, 'utf8')));
    return ok(read?.Replace ?? {});
  } catch (error) {
    return fail('bad-overlay', 'The overlay {0} of your build flags cannot be read: {1}', [
      path,
      String(property(error, 'message') ?? error),
    ]);
  }
}
