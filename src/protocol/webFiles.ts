/** What the server of VS Code for the Web asks the client for: it has no disk, and no storage. Files are named by `webPlace`. */

export const webFilesMethod = 'pprofLens/webFiles';

export type WebFilesParams =
  | { readonly read: string }
  /** Names in a folder. */
  | { readonly list: string }
  /** Answers this for the file from now on. It is in memory, and the client forgets old ones. */
  | { readonly keep: string; readonly bytes: Uint8Array }
  /** The text that is kept under a name, for all windows. */
  | { readonly recall: string }
  | { readonly remember: string; readonly text: string };

/** `problem`: what the file system says. */
export type WebFilesAnswer =
  | { readonly bytes: Uint8Array; readonly modifiedAt: number }
  | { readonly files: readonly string[]; readonly folders: readonly string[] }
  | { readonly text: string }
  | { readonly problem: string }
  | null;
