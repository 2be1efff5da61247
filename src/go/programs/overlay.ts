/** The overlay of a build (`go help build`): files of ours, as if they were in the program's folder. */
import { existsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ok, type Result } from '../../base/result.ts';
import { usersOverlay } from '../build/usersOverlay.ts';

export interface OverlayRequest {
  readonly packageDirectory: string;
  readonly directory: string;
  /** The user's flags, which can have an overlay of their own. */
  readonly flags: readonly string[];
  readonly goflags: string;
  /** For our files. */
  readonly folder: string;
  /** The texts of the Go files that are added, in the order in which Go is to compile them. */
  readonly sources: readonly string[];
}

export interface Overlay {
  /** Path of the JSON file, for `-overlay`. */
  readonly file: string;
  /** Paths of our Go files as the go command sees them. Nothing is there. */
  readonly added: readonly string[];
}

/**
 * Writes an overlay that adds our files to a package, and has what the user's own overlay has. Nothing of the user's is
 * replaced, so each byte of the sources stays as it is. Problem: `bad-overlay`, for the user's. Throws where the file system
 * refuses.
 */
export function writeOverlay(request: OverlayRequest): Result<Overlay> {
  const { packageDirectory, directory, flags, goflags, folder, sources } = request;
  const users = usersOverlay(directory, flags, goflags);
  if (!users.ok) return users;
  const taken = new Set(Object.keys(users.value).map((path) => resolve(directory, path)));
  const replaced: Record<string, string> = { ...users.value };
  const added = sources.map((source, at) => {
    const path = freePath(packageDirectory, taken);
    taken.add(path);
    const ours = join(folder, `added${at}.go`);
    writeFileSync(ours, source);
    replaced[path] = ours;
    return path;
  });
  const file = join(folder, 'overlay.json');
  writeFileSync(file, JSON.stringify({ Replace: replaced }));
  return ok({ file, added });
}

/** Go compiles the files of a package by their names, so a digit puts it first. */
function freePath(packageDirectory: string, taken: ReadonlySet<string>): string {
  for (let i = 0; ; i++) {
    const path = join(packageDirectory, `${i}pprof_lens.go`);
    if (!taken.has(path) && !existsSync(path)) return path;
  }
}
