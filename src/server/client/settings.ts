import { homedir } from 'node:os';
import type { Connection } from 'vscode-languageserver';
import { parseBenchtime } from '../../base/benchtime.ts';
import { lazily } from '../../base/lazily.ts';
import { madeOnce } from '../../base/maps.ts';
import { mostProfileBytes } from '../../base/model.ts';
import {
  flag,
  list,
  number,
  oneOf,
  property,
  type Reader,
  text,
  validEntries,
  validItems,
} from '../../base/outsideValues.ts';
import { countedNames, type ProfileKind, profileKinds } from '../../base/profileKinds.ts';
import { isEventName } from '../../base/takenKind.ts';
import { usualMaxBytes } from '../../go/profiles/mostBytes.ts';
import { isBelow } from '../../go/sources/sourceRoots.ts';
import {
  expandedEnv,
  expandedText,
  type GoExtensionSettings,
  readGoExtensionSettings,
  type SettingVariables,
} from '../../go/toolchain/settings.ts';
import { annotationStyles, type GoCommandParams, goCommandMethod } from '../../protocol.ts';
import { type ClientAbilities, folderPaths } from './initialize.ts';
import { filePath } from './lspTerms.ts';

export type LensSettings = Readonly<ReturnType<typeof readLensSettings>>;

export interface AllSettings {
  readonly lens: LensSettings;
  readonly go: GoExtensionSettings;
}

const usualKinds: readonly ProfileKind[] = ['cpu', 'mem'];

/** Which functions have lenses. `benchmarks`: of tests, only those that were profiled alone. */
const lensPlaces = ['benchmarks', 'all', 'off'] as const;

const atLeast =
  (least: number): Reader<number> =>
  (value) => {
    const read = number(value);
    return read !== undefined && read >= least ? read : undefined;
  };

const eventName: Reader<string> = (value) => {
  const read = text(value);
  return read !== undefined && isEventName(read) ? read : undefined;
};

const benchtime: Reader<string> = (value) => {
  const read = text(value);
  return read !== undefined && parseBenchtime(read).ok ? read : undefined;
};

/**
 * Checks the section `pprofLens` as a client sends it, fills in defaults and expands the variables in it. Malformed settings
 * count as not set. package.json describes each.
 */
export function readLensSettings(section: unknown, variables: SettingVariables) {
  const value = (name: string) => property(section, name);
  const expanded = expandedText(variables);
  const kinds = validItems(oneOf(...profileKinds))(value('kinds')) ?? [];
  const counted = validItems(oneOf(...countedNames))(value('kinds')) ?? [];
  const flags = list(expanded)(value('flags')) ?? [];
  return {
    goPath: expanded(value('goPath')) ?? '',
    env: expandedEnv(variables)(value('env')) ?? {},
    /** `null` for those of the Go extension. */
    flags: flags.length === 0 ? null : flags,
    tags: text(value('tags')) ?? '',
    kinds: kinds.length === 0 ? usualKinds : kinds,
    count: Math.floor(atLeast(1)(value('count')) ?? 6),
    benchtime: benchtime(value('benchtime')) ?? '500ms',
    counters: validItems(eventName)(value('counters')) ?? [],
    instructions: counted.some((each) => each !== 'times'),
    times: counted.includes('times'),
    simulates: counted.includes('simulated'),
    threshold: atLeast(0)(value('threshold')) ?? 0.5,
    annotations: oneOf(...annotationStyles)(value('annotations')) ?? 'allLines',
    pathMappings: validEntries(expanded)(value('pathMappings')) ?? {},
    maxProfileBytes: Math.min(atLeast(1)(value('maxProfileBytes')) ?? usualMaxBytes, mostProfileBytes),
    codeLens: oneOf(...lensPlaces)(value('codeLens')) ?? 'all',
    benchmarkHints: flag(value('benchmarkHints')) ?? true,
    maxRuns: Math.floor(atLeast(1)(property(value('history'), 'maxRuns')) ?? 50),
  };
}

/**
 * What variables in settings stand for.
 *
 * @param folders paths of the workspace folders
 * @param file the file that the settings are for; the folder that contains it counts, else the first folder
 */
export function goVariables(folders: readonly string[], file: string | null): SettingVariables {
  const around = folders.filter((folder) => file !== null && isBelow(file, folder));
  const [innermost] = around.sort((a, b) => b.length - a.length);
  return { workspaceFolder: innermost ?? folders[0] ?? null, home: homedir(), env: process.env };
}

/** Names a program, or says what one is given: in a workspace that is not trusted none of this counts. */
const nothingToRun = { goPath: '', env: {}, flags: null, tags: '' } satisfies Partial<LensSettings>;

type SettingsClient = Pick<ClientAbilities, 'configuration' | 'folders' | 'listsFolders'> & {
  readonly dynamicConfiguration?: boolean;
  readonly options?: Pick<ClientAbilities['options'], 'goCommand'>;
};

/** The client's settings and folders. They are kept until they change: between a click and the run nobody waits for the client. */
export class Settings {
  #general: () => Promise<AllSettings>;
  readonly #ofFiles = new Map<string, () => Promise<AllSettings>>();
  #folders: () => Promise<readonly string[]>;

  /** Call `forget` when the answer of `isTrusted` changes. */
  constructor(
    private readonly connection: Connection,
    private readonly client: SettingsClient,
    private readonly isTrusted: () => boolean,
  ) {
    this.#general = this.#asked(undefined);
    this.#folders = this.#askedFolders();
  }

  general(): Promise<AllSettings> {
    return this.#general();
  }

  forFile(uri: string): Promise<AllSettings> {
    // Who does not say when they change is asked each time.
    if (this.client.dynamicConfiguration !== true) return this.#ask(uri);
    return madeOnce(this.#ofFiles, uri, () => this.#asked(uri))();
  }

  /**
   * The go command that another extension uses for a file; `undefined` if there is none. Not asked with the settings: it may
   * start that extension.
   */
  async goCommand(uri: string): Promise<string | undefined> {
    if (this.client.options?.goCommand !== true) return undefined;
    const params: GoCommandParams = { uri };
    const answer: unknown = await this.connection.sendRequest(goCommandMethod, params);
    return text(answer) || undefined;
  }

  /** Paths of the workspace's folders. Some may have been added since the start. */
  folders(): Promise<readonly string[]> {
    return this.#folders();
  }

  forget(): void {
    this.#general = this.#asked(undefined);
    this.#ofFiles.clear();
  }

  /** Settings name folders, too. */
  forgetFolders(): void {
    this.#folders = this.#askedFolders();
    this.forget();
  }

  #asked(uri: string | undefined): () => Promise<AllSettings> {
    return lazily(() => this.#ask(uri));
  }

  #askedFolders(): () => Promise<readonly string[]> {
    return lazily(async () =>
      this.client.listsFolders
        ? folderPaths(await this.connection.workspace.getWorkspaceFolders())
        : this.client.folders,
    );
  }

  async #ask(scopeUri: string | undefined): Promise<AllSettings> {
    const { workspace } = this.connection;
    const isTrusted = this.isTrusted();
    // The settings of the Go extension are for running Go, and it does not restrict all of them.
    const sections = isTrusted ? ['pprofLens', 'go'] : ['pprofLens'];
    const [[lens, go], folders] = await Promise.all([
      this.client.configuration
        ? workspace.getConfiguration(sections.map((section) => item(section, scopeUri)))
        : [],
      this.folders(),
    ]);
    const variables = goVariables(folders, scopeUri === undefined ? null : filePath(scopeUri));
    return {
      lens: { ...readLensSettings(lens, variables), ...(isTrusted ? {} : nothingToRun) },
      go: readGoExtensionSettings(go, variables),
    };
  }
}

function item(section: string, scopeUri: string | undefined): { section: string; scopeUri?: string } {
  return scopeUri === undefined ? { section } : { section, scopeUri };
}
