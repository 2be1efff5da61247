import type { Connection } from 'vscode-languageserver';
import { type GoExtensionSettings, readGoExtensionSettings } from '../../go/toolchain/settings.ts';
import { type ProfileKind, profileKinds } from '../../model.ts';

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

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readString(value: unknown, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise;
}

function readNumber(value: unknown, least: number, otherwise: number): number {
  return typeof value === 'number' && Number.isFinite(value) && value >= least ? value : otherwise;
}

function readStrings(value: unknown): string[] | null {
  return Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : null;
}

/** Checks the section as a client hands it over. Anything malformed counts as not set. */
export function readLensSettings(section: unknown): LensSettings {
  const raw = isRecord(section) ? section : {};
  const kinds = (readStrings(raw.kinds) ?? []).flatMap(
    (kind) => profileKinds.find((known) => known === kind) ?? [],
  );
  const flags = readStrings(raw.flags);
  const mappings = isRecord(raw.pathMappings) ? Object.entries(raw.pathMappings) : [];
  const { annotations } = raw;
  const history = isRecord(raw.history) ? raw.history : {};
  return {
    goPath: readString(raw.goPath, ''),
    flags: flags === null || flags.length === 0 ? null : flags,
    tags: readString(raw.tags, ''),
    kinds: kinds.length === 0 ? ['cpu', 'mem'] : kinds,
    count: Math.floor(readNumber(raw.count, 1, 6)),
    benchtime: /^\d+x$|^(?:\d+(?:\.\d+)?(?:h|m|s|ms|us|µs|ns))+$/.test(readString(raw.benchtime, ''))
      ? readString(raw.benchtime, '')
      : '500ms',
    threshold: readNumber(raw.threshold, 0, 0.5),
    annotations: annotations === 'inlayHints' || annotations === 'off' ? annotations : 'decorations',
    pathMappings: Object.fromEntries(
      mappings.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    ),
    maxProfileBytes: readNumber(raw.maxProfileBytes, 1, 2 * 1024 ** 3),
    codeLens: raw.codeLens !== false,
    benchmarkHints: raw.benchmarkHints !== false,
    history: {
      runs: Math.floor(readNumber(history.maxRuns, 1, 50)),
      bytes: readNumber(history.maxMegabytes, 1, 500) * 1e6,
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
