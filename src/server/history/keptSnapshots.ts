import { orForget } from '../../base/lazily.ts';
import type { Problem } from '../../base/result.ts';
import type { NamedFiles } from '../../go/sources/namedFiles.ts';
import type { Background } from '../client/background.ts';
import { SourceSnapshot } from '../sessions/sourceSnapshot.ts';
import type { History } from './history.ts';
import type { KeptResult } from './keptRun.ts';
import { readSources } from './keptSources.ts';

/** The sources of a kept run. */
export interface KeptSnapshot {
  /** Without texts, if they are lost. */
  readonly snapshot: SourceSnapshot;
  readonly problem: Problem | null;
}

/** The sources of kept runs, each read once, when somebody asks for them. */
export class KeptSnapshots {
  readonly #reading = new Map<string, Promise<KeptSnapshot>>();
  readonly #known = new Map<string, SourceSnapshot>();

  /** @param changed sources that somebody has asked for in vain are there now */
  constructor(
    private readonly history: History,
    private readonly files: NamedFiles,
    private readonly changed: () => void,
    private readonly background: Background,
  ) {}

  /** The sources of the run with this id; `null` for no kept run, and for sources that are still to be read. */
  find(runId: string): SourceSnapshot | null {
    const kept = this.history.get(runId);
    if (kept === undefined) return null;
    const known = this.#known.get(kept.folder);
    if (known === undefined && !this.#reading.has(kept.folder))
      this.background(() => this.read(kept).then(() => this.changed()));
    return known ?? null;
  }

  read({ folder, record }: Pick<KeptResult, 'folder' | 'record'>): Promise<KeptSnapshot> {
    let reading = this.#reading.get(folder);
    if (reading === undefined) {
      reading = readSources(folder).then((sources) => {
        const snapshot = new SourceSnapshot(
          record.takenAt,
          sources.ok ? sources.value : new Map(),
          () => false,
          this.files.read,
        );
        this.#known.set(folder, snapshot);
        return { snapshot, problem: sources.ok ? null : sources.problem };
      });
      this.#reading.set(
        folder,
        orForget(reading, () => this.#reading.delete(folder)),
      );
    }
    return reading;
  }
}
