import type { Connection } from 'vscode-languageserver';
import { fail, ok, type Result } from '../../base/result.ts';
import { type WebFilesAnswer, type WebFilesParams, webFilesMethod } from '../../protocol.ts';

export interface ClientFile {
  readonly bytes: Uint8Array;
  /** In milliseconds since the epoch; 0 where the file system does not say. */
  readonly modifiedAt: number;
}

export interface Listing {
  readonly files: ReadonlySet<string>;
  readonly folders: ReadonlySet<string>;
}

const nothing: Listing = { files: new Set(), folders: new Set() };

/** The files of the workspace and of the user, which only the client can read. */
export class ClientFiles {
  constructor(private readonly connection: Connection) {}

  /** Problem: `cannot-read`. */
  async read(file: string): Promise<Result<ClientFile>> {
    const answer = await this.#ask({ read: file });
    if (answer !== null && 'bytes' in answer) return ok(answer);
    const why = answer !== null && 'problem' in answer ? answer.problem : '';
    return fail('cannot-read', 'The file {0} cannot be read ({1}).', [file, why]);
  }

  /** Empty where there is no such folder. */
  async list(folder: string): Promise<Listing> {
    const answer = await this.#ask({ list: folder });
    if (answer === null || !('files' in answer)) return nothing;
    return { files: new Set(answer.files), folders: new Set(answer.folders) };
  }

  /** The client answers these bytes for the file from now on. */
  async keep(file: string, bytes: Uint8Array): Promise<void> {
    await this.#ask({ keep: file, bytes });
  }

  /** The text that the client keeps under this name; `null` if there is none. */
  async recall(name: string): Promise<string | null> {
    const answer = await this.#ask({ recall: name });
    return answer !== null && 'text' in answer ? answer.text : null;
  }

  async remember(name: string, text: string): Promise<void> {
    await this.#ask({ remember: name, text });
  }

  #ask(params: WebFilesParams): Promise<WebFilesAnswer> {
    return this.connection.sendRequest<WebFilesAnswer>(webFilesMethod, params);
  }
}
