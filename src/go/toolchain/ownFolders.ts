/**
 * Folders that are removed when their use ends, in the system's temporary folder and elsewhere: the only place that makes
 * any. Only we can open them. A mark inside says which process uses them, so that a later process can remove what a killed
 * one has left.
 *
 * Other users write to the system's temporary folder too. What they put there decides nothing: we remove only folders that
 * belong to us, that nobody else can open and that have our mark, and we never go through a link.
 */
import { mkdtempSync, readFileSync, readlinkSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { lstat, readdir, readFile, realpath, rm, stat } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { nullable, number, object, type Reader, text } from '../../base/outsideValues.ts';
import { isAlive } from './process.ts';

const markFile = 'owner.json';
/** In bytes. A checkout with many submodules has a long mark. */
const longestMark = 1024 * 1024;
/**
 * Milliseconds. Where we cannot know whether a process still lives, a folder this old counts as left behind: its number
 * may have been given to another process.
 */
const longestUse = 30 * 24 * 3600 * 1000;

/** What the beginnings of the names of temporary folders say about their use. */
export const folderKinds = {
  /** A language server's runs, if its client has given it no folder. */
  server: 'pprof-lens-server-',
  /** The results of `pprof-lens bench` without `--out`. */
  bench: 'pprof-lens-bench-',
  /** The profiles of `pprof-lens test` without `--out`. */
  test: 'pprof-lens-test-',
  /** The profiles of `pprof-lens run` without `--out`. */
  run: 'pprof-lens-run-',
  /** What the compiler says of its decisions. */
  why: 'pprof-lens-why-',
  /** A profile in an old format. */
  convert: 'pprof-lens-convert-',
  /** What sends a browser on to a page that we serve. */
  page: 'pprof-lens-page-',
  /** The checkout of a commit. */
  checkout: 'pprof-lens-ref-',
} as const;

/** The system's temporary folder. */
export function temporaryRoot(): string {
  return resolve(tmpdir());
}

/** A process, so exactly that another one with the same number is not taken for it. */
interface Owner {
  readonly pid: number;
  /** When it started, in ticks since the system did; `null` where the system does not say. */
  readonly started: string | null;
  /** The machine or container that it has its number in. */
  readonly space: string;
}

const owner = object<Pick<Owner, 'pid'>, Pick<Owner, 'started' | 'space'>>(
  { pid: number },
  { started: nullable(text), space: text },
);

/**
 * Makes a new folder, and returns its path without symbolic links. Throws where the file system refuses.
 *
 * @param prefix of its name, which is not predictable
 * @param details what else the mark says: see `sweepOwnFolders`
 */
export function makeOwnFolder(prefix: string, parent: string, details: object = {}): string {
  // The folder's mode is 0700.
  const folder = realpathSync(mkdtempSync(join(parent, prefix)));
  try {
    writeMark(folder, details);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  return folder;
}

/** Replaces what the mark of our own folder says besides its owner. */
export function writeMark(folder: string, details: object): void {
  const own: Owner = { pid: process.pid, started: startOf(process.pid), space: ownSpace() };
  writeFileSync(join(folder, markFile), JSON.stringify({ ...details, ...own }), { mode: 0o600 });
}

/** Takes the mark out of our own folder: it is the user's from now on, and nobody sweeps it. */
export function handOver(folder: string): void {
  rmSync(join(folder, markFile), { force: true });
}

/** Removes our own folder with everything in it, if it still is ours. Never fails. */
export async function removeOwnFolder(folder: string): Promise<void> {
  if ((await readMark(folder)) === null) return;
  await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
}

/**
 * Removes folders that killed processes have left. Never fails: what cannot be removed now is tried again the next time.
 *
 * @param details reads what else a mark says; folders whose mark does not say it stay
 * @param remove removes a folder that nobody uses; by default `removeOwnFolder`
 */
export async function sweepOwnFolders<T>(
  { parent, prefixes }: { readonly parent: string; readonly prefixes: readonly string[] },
  details: Reader<T>,
  remove: (folder: string, details: T) => Promise<void> = removeOwnFolder,
): Promise<void> {
  const realParent = await realpath(parent).catch(() => null);
  if (realParent === null || !(await isSafe(realParent))) return;
  for (const name of await readdir(realParent).catch(() => [])) {
    if (!prefixes.some((prefix) => name.startsWith(prefix))) continue;
    const folder = join(realParent, name);
    const mark = await readMark(folder);
    const said = mark === null || isInUse(mark) ? undefined : details(mark.content);
    if (said !== undefined) await remove(folder, said);
  }
}

/** Removes the temporary folders that killed processes have left, except checkouts. Runs nothing. Never fails. */
export async function sweepTemporary(parent = temporaryRoot()): Promise<void> {
  const { checkout: _, ...others } = folderKinds;
  const prefixes = Object.values(others);
  await sweepOwnFolders({ parent, prefixes }, object({}));
}

/** Whether a folder is ours and the process that used it is gone. */
export async function isLeftBehind(folder: string): Promise<boolean> {
  const mark = await readMark(folder);
  return mark !== null && !isInUse(mark);
}

/** Whether nobody else can put another folder in the place of one of ours while we remove it. */
async function isSafe(parent: string): Promise<boolean> {
  const { mode } = await stat(parent).catch(() => ({ mode: 0 }));
  const othersMayWrite = (mode & 0o022) !== 0;
  const onlyOwnersRemove = (mode & 0o1000) !== 0;
  return process.platform === 'win32' || !othersMayWrite || onlyOwnersRemove;
}

interface Mark extends Owner {
  readonly content: unknown;
  /** Milliseconds since it was written. */
  readonly age: number;
}

/** `null` if the folder is not ours: then it is not ours to remove. */
async function readMark(folder: string): Promise<Mark | null> {
  try {
    const file = join(folder, markFile);
    const [itself, mark] = [await lstat(folder), await lstat(file)];
    if (!itself.isDirectory() || !mark.isFile() || mark.size > longestMark) return null;
    if (!belongsToUs(itself) || !belongsToUs(mark)) return null;
    const content: unknown = JSON.parse(await readFile(file, 'utf8'));
    const read = owner(content);
    if (read === undefined) return null;
    const { pid, started = null, space = ownSpace() } = read;
    return { pid, started, space, content, age: Date.now() - mark.mtimeMs };
  } catch {
    return null;
  }
}

/** On Windows the temporary folder is the user's own. */
function belongsToUs({ uid, mode }: { readonly uid: number; readonly mode: number }): boolean {
  return process.getuid === undefined || (uid === process.getuid() && (mode & 0o077) === 0);
}

function isInUse({ pid, started, space, age }: Mark): boolean {
  // Of a process in another container, which shares the folder with us, we know nothing.
  if (space !== ownSpace()) return age < longestUse;
  if (!isAlive(pid)) return false;
  return started === null ? age < longestUse : startOf(pid) === started;
}

/** When a process started; `null` if the system does not say. */
function startOf(pid: number): string | null {
  try {
    // The name of the program is in parentheses, and may contain some. The 22nd field is the 20th after it.
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').replace(/^.*\) /s, '');
    return fields.split(' ')[19] ?? null;
  } catch {
    return null;
  }
}

function ownSpace(): string {
  try {
    return `${hostname()} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return hostname();
  }
}
