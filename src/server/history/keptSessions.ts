import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { GoScanner } from '../../go/scan.ts';
import { fail, ok, type Problem, type Result } from '../../result.ts';
import { rootsFor } from '../openProfile.ts';
import { openRunProfiles } from '../runSessions.ts';
import type { Session, SessionStore } from '../sessions.ts';
import type { Settings } from '../settings.ts';
import { SourceSnapshot } from '../sourceSnapshot.ts';
import { benchmarkRunOf, type HistoryEntry } from './entries.ts';
import { readSources } from './keptSources.ts';

/** What was opened of a kept run, and what is missing of it. */
export interface OpenedRun {
  readonly sessions: readonly Session[];
  readonly problems: readonly Problem[];
}

/** Opens kept runs as sessions when somebody asks for them: decoding all at start would cost time and memory. */
export class KeptSessions {
  readonly #sessions: SessionStore;
  readonly #settings: Settings;
  readonly #isTrusted: () => boolean;
  readonly #scanner: () => Promise<GoScanner>;
  readonly #opening = new Map<string, Promise<OpenedRun>>();

  constructor(
    sessions: SessionStore,
    settings: Settings,
    isTrusted: () => boolean,
    scanner: () => Promise<GoScanner>,
  ) {
    this.#sessions = sessions;
    this.#settings = settings;
    this.#isTrusted = isTrusted;
    this.#scanner = scanner;
  }

  /** All profiles of an entry, each opened once. */
  open(entry: HistoryEntry): Promise<OpenedRun> {
    const sessions = this.#sessions.ofRun(entry.id);
    if (sessions.length > 0) return Promise.resolve({ sessions, problems: [] });
    let opening = this.#opening.get(entry.id);
    if (opening === undefined) {
      opening = this.#read(entry).finally(() => this.#opening.delete(entry.id));
      this.#opening.set(entry.id, opening);
    }
    return opening;
  }

  async #read(entry: HistoryEntry): Promise<OpenedRun> {
    const { record, folder } = entry;
    const run = benchmarkRunOf(entry);
    const settings = await this.#settings.general();
    const sources = await readSources(folder);
    const problems: Problem[] = sources.ok ? [] : [sources.problem];
    const snapshot = new SourceSnapshot(record.takenAt, sources.ok ? sources.value : new Map(), () => false);
    const roots = await rootsFor(run.directory, settings, this.#isTrusted());
    const profiles = [];
    for (const profile of run.profiles) {
      const there = await checkThere(run.name, profile.path);
      if (there.ok) profiles.push(profile);
      else problems.push(there.problem);
    }
    const opened = await openRunProfiles(
      { ...run, profiles },
      { snapshot, roots, maxBytes: settings.lens.maxProfileBytes, scanner: await this.#scanner() },
    );
    problems.push(...opened.problems);
    return { sessions: this.#sessions.add(opened.sources), problems };
  }
}

async function checkThere(benchmark: string, file: string): Promise<Result<null>> {
  const isThere = await stat(file).then(
    () => true,
    () => false,
  );
  if (isThere) return ok(null);
  return fail(
    'profile-gone',
    'The profile {0} of {1} is no longer on the disk. Its results are still kept; profile again to see its lines.',
    [path.basename(file), benchmark],
  );
}
