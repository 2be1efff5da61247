import type { Connection } from 'vscode-languageserver';
import { parseBenchtime } from '../../benchtime.ts';
import { type GoExtensionSettings, readGoExtensionSettings } from '../../go/toolchain/settings.ts';
import { type ProfileKind, profileKinds } from '../../model.ts';
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
} from '../../outsideValues.ts';

/** The section `pprofLens`, checked and completed with defaults. Documented in package.json. */
export interface LensSettings {
  readonly goPath: string;
  /** `null`: take the Go extension's. */
  readonly flags: readonly string[] | null;
  readonly tags: string;
  readonly kinds: readonly ProfileKind[];
  readonly count: number;
  readonly benchtime: string;
  /** Percent of the total below which a line shows nothing. */
  readonly threshold: number;
  readonly annotations: 'decorations' | 'inlayHints' | 'off';
  readonly pathMappings: Readonly<Record<string, string>>;
  readonly maxProfileBytes: number;
  readonly codeLens: boolean;
  /** Hints about benchmarks that do not measure what they seem to. */
  readonly benchmarkHints: boolean;
  /** What is kept of earlier runs; bytes on the disk. */
  readonly history: { readonly runs: number; readonly bytes: number };
}

export interface AllSettings {
  readonly lens: LensSettings;
  readonly go: GoExtensionSettings;
}

const atLeast =
  (least: number): Reader<number> =>
  (value) => {
    const read = number(value);
    return read !== undefined && read >= least ? read : undefined;
  };

const benchtime: Reader<string> = (value) => {
  const read = text(value);
  return read !== undefined && parseBenchtime(read).ok ? read : undefined;
};

/** Checks the section as a client sends it. Malformed settings count as not set. */
export function readLensSettings(section: unknown): LensSettings {
  const value = (name: string) => property(section, name);
  const kinds = validItems(oneOf(...profileKinds))(value('kinds')) ?? [];
  const flags = list(text)(value('flags')) ?? [];
  const history = value('history');
  return {
    goPath: text(value('goPath')) ?? '',
    flags: flags.length === 0 ? null : flags,
    tags: text(value('tags')) ?? '',
    kinds: kinds.length === 0 ? ['cpu', 'mem'] : kinds,
    count: Math.floor(atLeast(1)(value('count')) ?? 6),
    benchtime: benchtime(value('benchtime')) ?? '500ms',
    threshold: atLeast(0)(value('threshold')) ?? 0.5,
    annotations: oneOf('decorations', 'inlayHints', 'off')(value('annotations')) ?? 'decorations',
    pathMappings: validEntries(text)(value('pathMappings')) ?? {},
    maxProfileBytes: atLeast(1)(value('maxProfileBytes')) ?? 2 * 1024 ** 3,
    codeLens: flag(value('codeLens')) ?? true,
    benchmarkHints: flag(value('benchmarkHints')) ?? true,
    history: {
      runs: Math.floor(atLeast(1)(property(history, 'maxRuns')) ?? 50),
      bytes: (atLeast(1)(property(history, 'maxMegabytes')) ?? 500) * 1e6,
    },
  };
}

/** The client's settings, asked for when first needed and again after they change. */
export class Settings {
  readonly #connection: Connection;
  readonly #canAsk: boolean;
  #general: Promise<AllSettings> | null = null;

  /** @param canAsk the client answers `workspace/configuration` */
  constructor(connection: Connection, canAsk: boolean) {
    this.#connection = connection;
    this.#canAsk = canAsk;
  }

  /** Settings that hold for no particular file. */
  general(): Promise<AllSettings> {
    this.#general ??= this.#ask(undefined);
    return this.#general;
  }

  /** Settings as they hold for one file. */
  forFile(uri: string): Promise<AllSettings> {
    return this.#ask(uri);
  }

  forget(): void {
    this.#general = null;
  }

  async #ask(scopeUri: string | undefined): Promise<AllSettings> {
    const [lens, go] = this.#canAsk
      ? await this.#connection.workspace.getConfiguration([item('pprofLens', scopeUri), item('go', scopeUri)])
      : [undefined, undefined];
    return { lens: readLensSettings(lens), go: readGoExtensionSettings(go) };
  }
}

function item(section: string, scopeUri: string | undefined): { section: string; scopeUri?: string } {
  return scopeUri === undefined ? { section } : { section, scopeUri };
}
