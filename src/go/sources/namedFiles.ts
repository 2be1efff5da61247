/**
 * The one place that opens files because somebody else names them: a profile, a compiler, debug information, a link. What
 * they name is looked at as text first, then as a file, then where its links lead; only then is it opened.
 */
import { constants, realpathSync } from 'node:fs';
import path from 'node:path';
import { errorCode, fail, ok, type Problem, type Result } from '../../base/result.ts';
import { installedGo } from './installedGo.ts';
import { isOnShare, pathKind } from './namedPath.ts';
import { lookAt, mostSourceBytes, type RegularFile, readSeen, type SeenFile } from './regularFile.ts';
import { isSourceName } from './sourceLanguages.ts';
import { isBelow } from './sourceRoots.ts';

/** What decides which named files may be opened. All answers may change. */
export interface FileRule {
  /** The folders that the user has opened or named. */
  readonly folders: () => readonly string[];
  /** In a workspace that is not trusted, files outside these folders and outside Go's own are not opened. */
  readonly isTrusted: () => boolean;
  /** Whether the user has this file open. */
  readonly isOpen: (file: string) => boolean;
}

interface Allowed {
  readonly seen: SeenFile;
  /** Where the file is, without links. */
  readonly place: string;
}

/** The rule of a command line: the user has named the profile in a terminal, and works in these folders. */
export function namedFilesAt(folders: readonly string[]): NamedFiles {
  return new NamedFiles({ folders: () => folders, isTrusted: () => true, isOpen: () => false });
}

/** In milliseconds. A question about a profile with thousands of files asks for the same folders, and for files again. */
const keptFor = 1000;

export interface NamedProgram {
  /** Without links. */
  readonly place: string;
  /** Changes when the program is written again. */
  readonly version: string;
  /** Milliseconds since the epoch. */
  readonly modifiedAt: number;
}

/** Answers about files that are named by others, and reads them. */
export class NamedFiles {
  /** Where folders are without links: to follow them takes longer than the rest. Forgotten after `keptFor`. */
  readonly #places = new Map<string, Result<string>>();
  /** Files that were there and allowed in a trusted workspace. Forgotten with them; who reads one looks again. */
  readonly #found = new Set<string>();
  #forgetAt = 0;
  readonly #realFolders = new Map<string, string>();
  #go: readonly string[] | null = null;

  constructor(private readonly rule: FileRule) {}

  /** The folders that the user has opened or named. */
  get folders(): readonly string[] {
    return this.rule.folders();
  }

  /** Whether there is such a file, and it may be read as source. */
  readonly exists = (file: string): boolean => {
    this.#forget();
    const isTrusted = this.rule.isTrusted();
    if (isTrusted && this.#found.has(file)) return true;
    const isAllowed = this.#allow(file, isSourceName, mostSourceBytes).ok;
    if (isTrusted && isAllowed) this.#found.add(file);
    return isAllowed;
  };

  /**
   * The text of a file. Problems: `file-device`, `file-share`, `file-no-source`, `file-untrusted`, and those of
   * `readRegularFile`.
   */
  readonly read = (file: string): Result<RegularFile> => {
    const allowed = this.#allow(file, isSourceName, mostSourceBytes);
    if (!allowed.ok) return allowed;
    const { seen, place } = allowed.value;
    // The place has no links, so one at its end is new.
    return readSeen(place, seen, mostSourceBytes, constants.O_NOFOLLOW ?? 0);
  };

  /** Where a file is, without links; `null` where it is not read. */
  readonly placeOf = (file: string): string | null => {
    const allowed = this.#allow(file, isSourceName, mostSourceBytes);
    return allowed.ok ? allowed.value.place : null;
  };

  /** Why a file is not read; `null` where it is, or is not there. */
  refusal(file: string): Problem | null {
    const allowed = this.#allow(file, isSourceName, mostSourceBytes);
    return allowed.ok || allowed.problem.code === 'file-absent' ? null : allowed.problem;
  }

  /**
   * Where a program is that a profile names, and when it was written. Problems: as of `read`, without `file-no-source`.
   *
   * @param most bytes
   */
  program(file: string, most: number): Result<NamedProgram> {
    const allowed = this.#allow(file, () => true, most);
    if (!allowed.ok) return allowed;
    const { seen, place } = allowed.value;
    const modifiedAt = Number(seen.mtimeNs / 1_000_000n);
    return ok({ place, version: `${seen.mtimeNs} ${seen.size}`, modifiedAt });
  }

  #allow(file: string, isWanted: (file: string) => boolean, most: number): Result<Allowed> {
    const folders = this.rule.folders();
    const named = this.#checkName(file, file, isWanted, folders);
    if (!named.ok) return named;
    const seen = lookAt(file, most);
    if (!seen.ok) return seen;
    const place = this.#placeOf(file, seen.value);
    if (!place.ok) return place;
    const real = this.#checkName(file, place.value, isWanted, folders);
    if (!real.ok) return real;
    if (this.#isWithin(file, place.value, folders)) return ok({ seen: seen.value, place: place.value });
    return fail(
      'file-untrusted',
      '{0} is outside this workspace, which is not trusted. Open the file or trust the workspace to see it.',
      [file],
    );
  }

  #placeOf(file: string, { isLink }: SeenFile): Result<string> {
    if (isLink) return placeOf(file);
    this.#forget();
    const folder = path.dirname(file);
    let place = this.#places.get(folder);
    if (place === undefined) {
      place = placeOf(folder);
      this.#places.set(folder, place);
    }
    return place.ok ? ok(path.join(place.value, path.basename(file))) : place;
  }

  #forget(): void {
    const now = performance.now();
    if (now < this.#forgetAt) return;
    this.#forgetAt = now + keptFor;
    this.#places.clear();
    this.#found.clear();
  }

  /** @param place the file, or where its links lead */
  #checkName(
    file: string,
    place: string,
    isWanted: (file: string) => boolean,
    folders: readonly string[],
  ): Result<null> {
    const kind = pathKind(place);
    if (kind.is === 'device') {
      return fail('file-device', '{0} is a device or belongs to the system, so it is not opened.', [file]);
    }
    if (kind.is === 'share' && !this.#usesShare(kind.share, folders)) {
      return fail(
        'file-share',
        '{0} is on another machine, where you have no folder open. A profile cannot have it opened.',
        [file],
      );
    }
    if (isWanted(place)) return ok(null);
    return fail('file-no-source', '{0} is no source file. A profile cannot have other files opened.', [file]);
  }

  /** Windows has letters for shares: then only the real place of a folder says that it is on one. */
  #usesShare(share: string, folders: readonly string[]): boolean {
    const isOn = (folder: string) => isOnShare(folder, share) || isOnShare(this.#realFolder(folder), share);
    return folders.some(isOn) || this.#goFolders.some(isOn);
  }

  get #goFolders(): readonly string[] {
    this.#go ??= installedGo(process.env);
    return this.#go;
  }

  #isWithin(file: string, place: string, folders: readonly string[]): boolean {
    if (this.rule.isTrusted() || this.rule.isOpen(file)) return true;
    if (folders.some((folder) => isBelow(place, this.#realFolder(folder)))) return true;
    return this.#goFolders.some((folder) => isBelow(place, this.#realFolder(folder)));
  }

  #realFolder(folder: string): string {
    let real = this.#realFolders.get(folder);
    if (real === undefined) {
      const found = placeOf(folder);
      real = found.ok ? found.value : folder;
      this.#realFolders.set(folder, real);
    }
    return real;
  }
}

function placeOf(file: string): Result<string> {
  try {
    return ok(path.normalize(realpathSync.native(file)));
  } catch (error) {
    return fail('file-unreadable', '{0} cannot be read ({1}).', [file, errorCode(error)], String(error));
  }
}
