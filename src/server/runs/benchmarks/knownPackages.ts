/**
 * What Go has said of packages when it was asked last. A run starts with that, and asks again while something else is to be
 * waited for: so what it shows is always what Go says now, and nobody waits for Go to say the same again.
 */
import { isDeepStrictEqual } from 'node:util';
import { ok, type Result } from '../../../base/result.ts';
import { readEditableSources } from '../../../go/sources/sourceRoots.ts';
import {
  type FindGoOptions,
  findGo,
  type GoToolchain,
  offlineEnvironment,
} from '../../../go/toolchain/toolchain.ts';
import type { Settings } from '../../client/settings.ts';
import { findGoSetup } from '../../sessions/goSetup.ts';

/** Finds Go for one run. */
export interface RunGo {
  /** As `Settings.goCommand`; if it was asked before, as it was then. */
  readonly goCommand: () => Promise<string | undefined>;
  /** As `findGo`; if Go was found before with the same options, as it was then. */
  readonly find: (options: FindGoOptions) => Promise<Result<GoToolchain>>;
  /** Whether all is still as it was answered. If it is not, the next run waits for the answer. */
  readonly isStill: () => Promise<boolean>;
}

type AskedSettings = Pick<Settings, 'forFile' | 'goCommand'>;

export class KnownPackages {
  readonly #toolchains = new Map<string, GoToolchain>();
  /** By the package's folder: the go command that another extension uses there, if it uses one. */
  readonly #commands = new Map<string, string | undefined>();
  /** By the package's folder: the files that its test binary was built from. */
  readonly #files = new Map<string, readonly string[]>();
  /** Folders of packages that have been looked at. */
  readonly #seen = new Set<string>();
  #looking: Promise<void> = Promise.resolve();

  forRun(directory: string, uri: string, settings: AskedSettings): RunGo {
    const checks: (() => Promise<boolean>)[] = [];
    const goCommand = async () => {
      if (!this.#commands.has(directory)) return this.#askCommand(directory, uri, settings);
      const known = this.#commands.get(directory);
      checks.push(async () => (await this.#askCommand(directory, uri, settings)) === known);
      return known;
    };
    const find = async (options: FindGoOptions) => {
      const known = this.#toolchains.get(keyOf(options));
      if (known === undefined) return this.#ask(options);
      checks.push(async () => {
        const now = await this.#ask(options);
        const isSame = now.ok && isDeepStrictEqual(now.value, known);
        if (!isSame) this.#toolchains.delete(keyOf(options));
        return isSame;
      });
      return ok(known);
    };
    const isStill = async () => (await Promise.all(checks.map((check) => check()))).every(Boolean);
    return { goCommand, find, isStill };
  }

  /** The files that the package's test binary was built from last; `null` if nobody has looked. */
  filesOf(directory: string): readonly string[] | null {
    return this.#files.get(directory) ?? null;
  }

  learnFiles(directory: string, files: Iterable<string>): void {
    this.#files.set(directory, [...files]);
  }

  /** Asks Go about a package whose benchmarks are likely to be run, once, and about one after the other. Downloads nothing. */
  look(directory: string, uri: string, settings: AskedSettings): Promise<void> {
    if (this.#seen.has(directory)) return Promise.resolve();
    this.#seen.add(directory);
    const looking = this.#looking.then(() => this.#lookAt(directory, uri, settings));
    this.#looking = looking.catch(() => undefined);
    return looking;
  }

  async #lookAt(directory: string, uri: string, settings: AskedSettings): Promise<void> {
    if (this.#files.has(directory)) return;
    const setup = await findGoSetup(
      directory,
      await settings.forFile(uri),
      await this.#askCommand(directory, uri, settings),
      (options) => this.#ask(options, offlineEnvironment(options.env)),
    );
    if (!setup.ok) return;
    const { texts } = await readEditableSources(setup.value);
    this.learnFiles(directory, texts.keys());
  }

  async #askCommand(directory: string, uri: string, settings: AskedSettings): Promise<string | undefined> {
    const command = await settings.goCommand(uri);
    this.#commands.set(directory, command);
    return command;
  }

  async #ask(options: FindGoOptions, env = options.env): Promise<Result<GoToolchain>> {
    const found = await findGo({ ...options, env });
    if (found.ok) this.#toolchains.set(keyOf(options), found.value);
    return found;
  }
}

function keyOf({ signal: _, ...options }: FindGoOptions): string {
  return JSON.stringify(options);
}
