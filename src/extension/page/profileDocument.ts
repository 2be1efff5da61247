import { createHash } from 'node:crypto';
import * as vscode from 'vscode';
import { mostProfileBytes } from '../../base/model.ts';
import { number } from '../../base/outsideValues.ts';
import type { OpenRequest } from '../../protocol.ts';
import type { LanguageServer } from '../server/languageServer.ts';
import { isInReach, placeOf } from '../server/places.ts';
import type { PageProblem } from './pageState.ts';

/**
 * A program that writes a file changes it many times in a row. The file is read when it has not changed for
 * this long.
 */
const settlingMs = 300;

/** What is known of the file of a profile editor. */
export type DocumentState =
  /** `bytes` is 0 until the file's size is known. */
  | { readonly is: 'reading'; readonly bytes: number }
  /** `notice` says why the page shows what the file held before; empty while it shows what the file holds. */
  | { readonly is: 'open'; readonly sessionId: string; readonly notice: string }
  | { readonly is: 'problem'; readonly problem: PageProblem };

/** When a file was written, and its size. Empty where its file system does not know the time. */
function stampOf({ mtime, size }: vscode.FileStat): string {
  return mtime === 0 ? '' : `${mtime} ${size}`;
}

/** A profile file in an editor. It becomes a session of the server, a new one each time the file changes. */
export class ProfileDocument implements vscode.CustomDocument {
  readonly #copyFolder: vscode.Uri;
  readonly #onDisk: vscode.Uri;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #watcher: vscode.FileSystemWatcher;
  #state: DocumentState = { is: 'reading', bytes: 0 };
  /** Counts the readings. The result of a reading is dropped if a later one has begun. */
  #turn = 0;
  #settling: NodeJS.Timeout | undefined;
  /** Of the file as it was read last. */
  #stamp = '';

  readonly onDidChange = this.#changed.event;

  /** @param storage the extension's own folder; files that are not on a disk are copied into it */
  constructor(
    readonly uri: vscode.Uri,
    private readonly server: LanguageServer,
    storage: vscode.Uri,
  ) {
    const key = isInReach(uri) ? '' : createHash('sha256').update(uri.toString()).digest('hex').slice(0, 16);
    this.#copyFolder = vscode.Uri.joinPath(storage, 'opened', key);
    this.#onDisk = isInReach(uri) ? uri : vscode.Uri.joinPath(this.#copyFolder, this.name);
    const folder = vscode.Uri.joinPath(uri, '..');
    this.#watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(folder, '*'));
    const isOwn = (changed: vscode.Uri) => changed.path === uri.path;
    const readSoon = (changed: vscode.Uri) => {
      if (!isOwn(changed)) return;
      clearTimeout(this.#settling);
      this.#settling = setTimeout(() => void this.#readChanged(), settlingMs);
    };
    this.#watcher.onDidChange(readSoon);
    this.#watcher.onDidCreate(readSoon);
    this.#watcher.onDidDelete((changed) => {
      if (!isOwn(changed)) return;
      // What is still to be read of it would take the place of what is said now.
      this.#readNoMore();
      this.#fail({ message: vscode.l10n.t('{0} has been deleted.', this.name) });
    });
  }

  get state(): DocumentState {
    return this.#state;
  }

  /** The path under which the server finds the file: the `profilePath` of its sessions. */
  get path(): string {
    return placeOf(this.#onDisk);
  }

  get name(): string {
    return this.uri.path.slice(this.uri.path.lastIndexOf('/') + 1);
  }

  /** Reads the file, for the first time or again. */
  async read(): Promise<void> {
    const turn = ++this.#turn;
    const result = await this.#open().catch((error: unknown) => this.#unreadable(error));
    if (turn !== this.#turn) return;
    if ('message' in result) this.#fail(result);
    else this.#set({ is: 'open', sessionId: result.sessionId, notice: '' });
  }

  /** VS Code may tell of one change more than once. Read again, the file might be gone before the page has it. */
  async #readChanged(): Promise<void> {
    const turn = this.#turn;
    const stamp = await vscode.workspace.fs.stat(this.uri).then(stampOf, () => '');
    if (turn !== this.#turn) return;
    const isShown = this.#state.is === 'open' && this.#state.notice === '';
    if (!isShown || stamp === '' || stamp !== this.#stamp) await this.read();
  }

  async #open(): Promise<{ readonly sessionId: string } | PageProblem> {
    const stat = await vscode.workspace.fs.stat(this.uri);
    const { size } = stat;
    this.#stamp = stampOf(stat);
    const most = Math.min(this.#maxProfileBytes(), mostProfileBytes);
    if (size > most) return this.#tooLarge(size, most);
    if (this.#state.is === 'reading') this.#set({ is: 'reading', bytes: size });
    await this.#copyIfNeeded();
    const request: OpenRequest = { path: this.path, forPage: true };
    const outcome = await this.server.open(request);
    if (outcome.status === 'opened') return outcome;
    return {
      heading: vscode.l10n.t('{0} cannot be shown as a profile', this.name),
      message: outcome.message,
      offers: outcome.hasDetails ? ['openAsText', 'showOutput'] : ['openAsText'],
    };
  }

  /** The server can only read files on a disk. A file from elsewhere is copied to the disk first. */
  async #copyIfNeeded(): Promise<void> {
    if (isInReach(this.uri)) return;
    await vscode.workspace.fs.writeFile(this.#onDisk, await vscode.workspace.fs.readFile(this.uri));
  }

  #maxProfileBytes(): number {
    const setting = vscode.workspace.getConfiguration('pprofLens').get<unknown>('maxProfileBytes');
    // 0 is what the memory allows, which the server knows.
    return number(setting) || mostProfileBytes;
  }

  #tooLarge(size: number, most: number): PageProblem {
    const has = Math.ceil(size / 1e6);
    const allowed = Math.ceil(most / 1e6);
    return {
      heading: vscode.l10n.t('{0} is too large', this.name),
      message:
        most === mostProfileBytes
          ? vscode.l10n.t('It has {0} MB. The editor can show profiles of up to {1} MB.', has, allowed)
          : vscode.l10n.t(
              'It has {0} MB, and profiles of up to {1} MB are opened. To open it, raise the setting pprofLens.maxProfileBytes.',
              has,
              allowed,
            ),
    };
  }

  #unreadable(error: unknown): PageProblem {
    const isGone = error instanceof vscode.FileSystemError && error.code === 'FileNotFound';
    const reason = error instanceof Error ? error.message : String(error);
    return {
      heading: vscode.l10n.t('{0} cannot be read', this.name),
      message: isGone
        ? vscode.l10n.t('It is no longer there.')
        : vscode.l10n.t('The file system says: {0}', reason),
    };
  }

  /** A profile that is shown stays: its costs are still true of the program that was measured. */
  #fail(problem: PageProblem): void {
    if (this.#state.is !== 'open') {
      this.#set({ is: 'problem', problem });
      return;
    }
    const { sessionId } = this.#state;
    const notice = vscode.l10n.t('{0} This page shows what it held before.', problem.message);
    this.#set({ is: 'open', sessionId, notice });
  }

  #set(state: DocumentState): void {
    this.#state = state;
    this.#changed.fire();
  }

  #readNoMore(): void {
    this.#turn++;
    clearTimeout(this.#settling);
  }

  dispose(): void {
    this.#readNoMore();
    this.#watcher.dispose();
    this.#changed.dispose();
    if (isInReach(this.uri)) return;
    // The folder may not exist.
    void vscode.workspace.fs.delete(this.#copyFolder, { recursive: true }).then(undefined, () => undefined);
  }
}
