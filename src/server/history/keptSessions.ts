import * as l10n from '@vscode/l10n';
import { append } from '../../base/lists.ts';
import { madeOnce } from '../../base/maps.ts';
import type { Problem } from '../../base/result.ts';
import type { Services } from '../services/services.ts';
import { rootsFor } from '../sessions/openProfile.ts';
import { openRunProfiles } from '../sessions/runSessions.ts';
import { comparisonId, type Session, type SessionSource } from '../sessions/session.ts';
import type { History } from './history.ts';
import { type KeptResult, resultOf, runName } from './keptRun.ts';
import type { KeptSnapshots } from './keptSources.ts';
import { checkProfile } from './runFolders.ts';

/** The sessions of a kept run, and a problem for each part that is missing. */
export interface OpenedRun {
  readonly sessions: readonly Session[];
  readonly problems: readonly Problem[];
}

/** Opens kept runs as sessions when they are needed: decoding all of them at the start would cost time and memory. */
export class KeptSessions {
  readonly #opening = new Map<string, Promise<OpenedRun>>();

  constructor(
    private readonly history: History,
    private readonly snapshots: KeptSnapshots,
    private readonly services: Pick<Services, 'sessions' | 'settings' | 'isTrusted' | 'files' | 'scanner'>,
  ) {}

  /** All profiles of a result, each opened once. */
  open(kept: KeptResult): Promise<OpenedRun> {
    const sessions = this.services.sessions.ofRun(kept.id);
    if (sessions.length > 0) return Promise.resolve({ sessions, problems: [] });
    return madeOnce(this.#opening, kept.id, () =>
      this.#read(kept).finally(() => this.#opening.delete(kept.id)),
    );
  }

  /** The kinds of profiles that both runs have, each against the profile of the base. */
  async compare(kept: KeptResult, base: KeptResult): Promise<OpenedRun> {
    const runId = comparisonId(kept.id, base.id);
    const known = this.services.sessions.ofRun(runId);
    if (known.length > 0) return { sessions: known, problems: [] };
    const [opened, openedBase] = [await this.open(kept), await this.open(base)];
    const sources = opened.sessions.flatMap((session): SessionSource[] => {
      const { origin } = session;
      const other = openedBase.sessions.find((each) => kindOf(each) === kindOf(session));
      if (origin.from !== 'benchmark' || other === undefined) return [];
      const { profilePath, operations } = other;
      const title = l10n.t('{0} against {1}', session.title, runName(base));
      return [{ ...session, title, origin: { ...origin, runId }, base: { profilePath, operations } }];
    });
    const problems = [...opened.problems, ...openedBase.problems];
    return { sessions: this.services.sessions.add(sources), problems };
  }

  async #read(kept: KeptResult): Promise<OpenedRun> {
    const { settings, isTrusted, files, scanner, sessions } = this.services;
    const result = resultOf(kept);
    const all = await settings.general();
    const { snapshot, problem } = await this.snapshots.read(kept);
    const problems: Problem[] = problem === null ? [] : [problem];
    const roots = await rootsFor(result.directory, all, isTrusted(), files);
    const profiles = [];
    for (const profile of result.profiles) {
      const there = await checkProfile(result.name, profile.path);
      if (there.ok) profiles.push(profile);
      else problems.push(there.problem);
    }
    const opened = await openRunProfiles(
      { ...result, profiles },
      { snapshot, roots, maxBytes: all.lens.maxProfileBytes, scanner: await scanner() },
    );
    append(problems, opened.problems);
    const titled = opened.sources.map((source) => ({ ...source, title: this.#title(source.title, kept) }));
    return { sessions: sessions.add(titled), problems };
  }

  /** Adds the run's name to the title, unless it is the newest run of its benchmark and has no name. */
  #title(title: string, kept: KeptResult): string {
    const isPlain = kept.benchmark.label === null && this.history.isNewest(kept);
    return isPlain ? title : `${title} · ${runName(kept)}`;
  }
}

function kindOf({ origin }: Session): string {
  return origin.from === 'benchmark' ? origin.kind : '';
}
