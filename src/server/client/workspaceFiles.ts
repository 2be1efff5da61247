import type { Connection } from 'vscode-languageserver';
import { flag, text, validItems } from '../../base/outsideValues.ts';
import {
  type AddMappingParams,
  addMappingMethod,
  type FindFilesParams,
  findFilesMethod,
} from '../../protocol.ts';

/** In milliseconds. A profile opens without what is found later; a file system of the web may not be searched at all. */
const longest = 5000;
/** A profile can name any number of files. */
const mostNames = 500;
const longestName = 255;

/** The files of the workspace, as the editor finds them. */
export class WorkspaceFiles {
  constructor(
    private readonly connection: Connection,
    /** The client answers. */
    readonly possible: boolean,
  ) {}

  /**
   * Paths of those with these names, which have no folders; below a folder that the user has chosen, if there is one. None if the
   * editor takes too long.
   */
  async named(names: readonly string[], folder?: string): Promise<readonly string[]> {
    const short = [...new Set(names)].filter((name) => name !== '' && name.length <= longestName);
    if (!this.possible || short.length === 0) return [];
    const params: FindFilesParams = {
      names: short.slice(0, mostNames),
      ...(folder === undefined ? {} : { folder }),
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(resolve, longest, null);
    });
    try {
      const asked = this.connection.sendRequest<unknown>(findFilesMethod, params);
      return validItems(text)(await Promise.race([asked, late])) ?? [];
    } finally {
      clearTimeout(timer);
    }
  }

  /** Adds an entry to `pathMappings`. Answers whether it is there. */
  async map(pair: AddMappingParams): Promise<boolean> {
    return this.possible && flag(await this.connection.sendRequest(addMappingMethod, pair)) === true;
  }
}
