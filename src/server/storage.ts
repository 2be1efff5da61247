import { mkdtempSync, rmSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Runs whose profiles outlive the server, so that a reloaded window finds what it showed. */
const mostRuns = 30;

/** The folder that binaries and profiles are written to; never inside a workspace. */
export class Storage {
  readonly path: string;
  readonly #temporary: boolean;

  /** @param given the client's folder; without one a temporary folder goes with the server */
  constructor(given: string | null) {
    this.#temporary = given === null;
    this.path = given ?? mkdtempSync(path.join(tmpdir(), 'pprof-lens-'));
  }

  /** Where the files of one run go. */
  runFolder(id: string): string {
    return path.join(this.path, 'runs', id);
  }

  /** Removes the oldest runs beyond the newest few. A folder that is in use elsewhere stays. */
  async prune(): Promise<void> {
    const runs = path.join(this.path, 'runs');
    const names = await readdir(runs).catch(() => []);
    const dated = await Promise.all(
      names.map(async (name) => {
        const folder = path.join(runs, name);
        const found = await stat(folder).catch(() => null);
        return { folder, time: found?.mtimeMs ?? 0 };
      }),
    );
    const old = dated.sort((a, b) => b.time - a.time).slice(mostRuns);
    await Promise.allSettled(old.map(({ folder }) => rm(folder, { recursive: true, force: true })));
  }

  dispose(): void {
    if (this.#temporary) rmSync(this.path, { recursive: true, force: true });
  }
}
