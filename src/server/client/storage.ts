import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** The folder that binaries and profiles are written to. It is never inside a workspace. */
export class Storage {
  readonly path: string;
  readonly #temporary: boolean;

  /** @param given the client's folder; `null` for a temporary folder that is removed when the server ends */
  constructor(given: string | null) {
    this.#temporary = given === null;
    this.path = given ?? mkdtempSync(path.join(tmpdir(), 'pprof-lens-'));
  }

  /** The folder of all runs. */
  get runs(): string {
    return path.join(this.path, 'runs');
  }

  /** The folder of one run. */
  runFolder(id: string): string {
    return path.join(this.runs, id);
  }

  dispose(): void {
    if (this.#temporary) rmSync(this.path, { recursive: true, force: true });
  }
}
