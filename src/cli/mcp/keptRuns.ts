/** The runs that agents have names for: those of `bench --save`, and those that the server has made. */
import { randomBytes } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode, fail, ok, type Result } from '../../base/result.ts';
import { isRunName, loadRun, type SavedBenchmark } from '../compare/savedRuns.ts';
import type { JsonObject } from './paging.ts';

/** Runs of the server have such names. The user's own are never removed. */
const ownName = /^mcp-\d{8}-\d{6}-[0-9a-f]{4}$/;
/** A run has its profiles and test binaries: some megabytes. */
const mostOwn = 30;
/** What the server has answered about a run, beside its record. */
const answerFile = 'answer.json';

export class KeptRuns {
  constructor(private readonly named: string) {}

  /** Without links, once it is there. */
  get folder(): string {
    try {
      return realpathSync(this.named);
    } catch {
      return this.named;
    }
  }

  /** Makes the folder, and answers it. Problem: `cannot-keep`. */
  async makeFolder(): Promise<Result<string>> {
    try {
      await mkdir(this.named, { recursive: true });
      return ok(this.folder);
    } catch (error) {
      return fail(
        'cannot-keep',
        'Runs cannot be kept in {0} ({1}). Name a folder with --dir=DIR or PPROF_LENS_DIR.',
        [this.named, errorCode(error)],
      );
    }
  }

  /** A name that no run has: `mcp-20261125-101502-3f2a`, by the time in UTC. */
  newName(): string {
    const [, day = '', time = ''] = /^(.*)T(.*)\./.exec(new Date().toISOString()) ?? [];
    return `mcp-${day.replaceAll('-', '')}-${time.replaceAll(':', '')}-${randomBytes(2).toString('hex')}`;
  }

  /** Problems: those of `load`. Git refs have none: `against` may name one, too. */
  async use(against: string): Promise<Result<unknown>> {
    return ownName.test(against) ? this.load(against) : ok(null);
  }

  /** Reads a run, which counts as used now. Problems: `no-such-run`, and those of `loadRun`. */
  async load(name: string): Promise<Result<SavedBenchmark[]>> {
    const now = new Date();
    // What cannot be marked as used can be read.
    if (ownName.test(name)) await utimes(join(this.folder, name), now, now).catch(() => {});
    return this.#read(name);
  }

  async #read(name: string): Promise<Result<SavedBenchmark[]>> {
    const loaded = isRunName(name) ? await loadRun(this.folder, name) : ok(null);
    if (!loaded.ok) return loaded;
    if (loaded.value !== null) return ok(loaded.value);
    return fail('no-such-run', 'There is no kept run {0}. list_runs names those that there are.', [name]);
  }

  /** All that can be read, the newest first. */
  async all(): Promise<{ readonly name: string; readonly results: readonly SavedBenchmark[] }[]> {
    const found: { readonly name: string; readonly results: readonly SavedBenchmark[] }[] = [];
    for (const name of await this.#names()) {
      const loaded = await this.#read(name);
      if (loaded.ok) found.push({ name, results: loaded.value });
    }
    const takenAt = ({ results: [first] }: (typeof found)[number]) => first?.takenAt ?? 0;
    return found.sort((a, b) => takenAt(b) - takenAt(a));
  }

  async #names(): Promise<string[]> {
    return (await readdir(this.folder).catch(() => [])).filter(isRunName);
  }

  /** Keeps an answer, so that its parts can be read later. */
  async keepAnswer(name: string, document: JsonObject): Promise<void> {
    await writeFile(join(this.folder, name, answerFile), JSON.stringify(document));
  }

  /** The answer that was kept. Problem: `no-such-run`. */
  async answer(name: string): Promise<Result<JsonObject>> {
    const path = join(this.folder, name, answerFile);
    try {
      if (isRunName(name)) {
        const document: JsonObject = JSON.parse(await readFile(path, 'utf8'));
        return ok(document);
      }
    } catch {}
    return fail('no-such-run', 'The run {0} of this cursor is no longer kept. Run it again.', [name]);
  }

  /** Removes those of the server's own runs that were used longest ago, if there are too many. */
  async prune(): Promise<void> {
    const own: { readonly path: string; readonly usedAt: number }[] = [];
    for (const name of (await this.#names()).filter((name) => ownName.test(name))) {
      const path = join(this.folder, name);
      const found = await stat(path).catch(() => null);
      if (found !== null) own.push({ path, usedAt: found.mtimeMs });
    }
    own.sort((a, b) => a.usedAt - b.usedAt);
    for (const { path } of own.slice(0, -mostOwn)) await rm(path, { recursive: true, force: true });
  }
}
