/** What the editor says about itself, and what the server asks it for. */

import { dictionary, filledText, flag, object, type Read, text, validItems } from '../base/outsideValues.ts';

/** What our extension says about itself in `initialize`. Other clients may send all of it, parts or nothing. */
export const initializationOptions = object(
  {},
  {
    clientCommands: validItems(text),
    /** The client draws `lineAnnotations` itself. If it does not, the server offers inlay hints. */
    decorations: flag,
    /** The client can change and show our settings: `settingMethod`. */
    settings: flag,
    /** The client answers `goCommandMethod`. */
    goCommand: flag,
    /** The client answers `askMethod`. */
    asks: flag,
    /** The client answers `findFilesMethod` and `addMappingMethod`. */
    finds: flag,
    /** The client hears our notifications: sessions, results, history, remotes, output. */
    news: flag,
    /** The client shows terminals: `terminalMethod`. */
    terminals: flag,
    /** Titles of lenses may contain icons, as `$(name)`. */
    codicons: flag,
    /** The folder for binaries and profiles; never inside a workspace. Default: what the arguments name, or a temporary folder. */
    storagePath: filledText,
    /** False if the workspace is not trusted: then nothing is run, and files can be viewed only. */
    trusted: flag,
    /** Texts in the user's language, by our English ones: `vscode.l10n.bundle`. */
    translations: dictionary(text),
  },
);

export type InitializationOptions = Read<typeof initializationOptions>;

/** Server -> client notification: a piece of text for the output channel. */
export const outputMethod = 'pprofLens/output';

export interface OutputParams {
  readonly text: string;
}

/** Server -> client notification: change one of our settings, or show it. Only to clients with `InitializationOptions.settings`. */
export const settingMethod = 'pprofLens/setting';

export interface SettingParams {
  /** Without our prefix: `tags`. */
  readonly name: string;
  /** The file that it is for: settings can differ by folder. */
  readonly uri: string;
  /** The new value, for the folder of the file. If missing, the user is shown the setting. */
  readonly value?: string;
}

/**
 * Server -> client request: the go command that another extension uses for a file. It wins over PATH; our own setting wins
 * over it. Only to clients with `InitializationOptions.goCommand`. It is no argument of a command, because a link can run
 * commands with any arguments, and must not choose a program.
 */
export const goCommandMethod = 'pprofLens/goCommand';

export interface GoCommandParams {
  readonly uri: string;
}

/** `null` if there is none. */
export type GoCommandAnswer = string | null;

/**
 * Server -> client request: the files of the workspace with these names, as far as its settings do not exclude them; below `folder`,
 * which the user has chosen, where there is one. Only to clients with `InitializationOptions.finds`. Answer: their paths.
 */
export const findFilesMethod = 'pprofLens/findFiles';

export interface FindFilesParams {
  /** Without folders. They are text of a profile. */
  readonly names: readonly string[];
  readonly folder?: string;
}

/**
 * Server -> client request: add an entry to `pathMappings`, of the workspace where there is one. Only to clients with
 * `InitializationOptions.finds`. Answers whether it is there; if not, the client has said why.
 */
export const addMappingMethod = 'pprofLens/addMapping';

export interface AddMappingParams {
  readonly from: string;
  readonly to: string;
}

/** Server -> client notification: bring the output channel to the front. */
export const showOutputMethod = 'pprofLens/showOutput';

/** Client -> server notification: the workspace has been trusted. */
export const trustGrantedMethod = 'pprofLens/trustGranted';
