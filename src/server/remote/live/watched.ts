/** What is kept of a watched server: figures and profiles of the last moments, also after the watch has ended. */
import path from 'node:path';
import * as l10n from '@vscode/l10n';
import { cpuShareOfWallTime } from '../../../analysis/values/profileFacts.ts';
import { type Result, sentence } from '../../../base/result.ts';
import type { Figures, WatchedMoment, WatchReport } from '../../../base/watched.ts';
import type { MemoryFigures, ServerFigures } from '../../../go/servers/serverFigures.ts';
import type { Profile } from '../../../pprof/profile.ts';
import { profileLabel } from './chooseProfile.ts';
import type { LastFetch } from './keptServers.ts';

/** So many moments stay, or those whose profiles take so many bytes on the disk. */
const mostMoments = 60;
const mostBytes = 2 ** 28;
/** Of less time, a rate says nothing. In milliseconds. */
const leastTime = 500;

interface KeptFile {
  readonly file: string;
  readonly bytes: number;
  /** How many seconds the profile covers; `null` for what was there at that moment. */
  readonly seconds: number | null;
}

export type KeptMoment = WatchedMoment & KeptFile;

type State = Pick<WatchReport, 'state' | 'note'>;

export class Watched {
  #moments: readonly KeptMoment[] = [];
  #state: State = { state: 'watching', note: '' };
  #every = 0;
  /** Why the server's memory is not known; empty if it is. */
  #noMemory = '';
  #page: ServerFigures['page'] = null;
  /** The next moment does not follow the one before. */
  #isGap = true;

  constructor(readonly name: string) {}

  get moments(): readonly KeptMoment[] {
    return this.#moments;
  }

  get(id: string): KeptMoment | undefined {
    return this.#moments.find((moment) => moment.id === id);
  }

  /** It is watched from now on, perhaps again. */
  begin({ seconds }: LastFetch): void {
    this.#every = seconds ?? 0;
    this.#isGap = true;
    this.#state = { state: 'watching', note: '' };
  }

  /** The server does not answer. */
  away(note: string): void {
    this.#isGap = true;
    this.#state = { state: 'away', note };
  }

  /** @param note why, if not because the user has stopped it */
  end(note = ''): void {
    this.#state = { state: 'ended', note };
  }

  /** Adds a profile, with what was asked before and after it. Answers the files of the oldest moments, which had to go. */
  add(
    { profile, ...file }: KeptFile & { readonly profile: Profile },
    before: ServerFigures | null,
    after: ServerFigures,
  ): readonly string[] {
    this.#page = after.page;
    this.#noMemory = after.memory.ok ? '' : sentence(after.memory.problem);
    const moment = {
      ...file,
      id: path.basename(file.file),
      at: after.at,
      isAfterGap: this.#isGap,
      figures: figuresOf(profile, before, after),
    };
    this.#isGap = false;
    this.#state = { state: 'watching', note: '' };
    const [kept, gone] = newest([...this.#moments, moment]);
    this.#moments = kept;
    return gone.map((each) => each.file);
  }

  get report(): WatchReport {
    return {
      ...this.#state,
      profile: profileLabel(this.name),
      costs: this.#costs,
      missing: this.#missing,
      moments: this.#moments.map(({ id, at, isAfterGap, figures }) => ({ id, at, isAfterGap, figures })),
    };
  }

  get #costs(): string {
    const [every, profile] = [this.#every, profileLabel(this.name)];
    const asked =
      this.#page === null
        ? l10n.t(
            'Every {0} s, the server is asked for the profile {1} and for its list of profiles.',
            every,
            profile,
          )
        : l10n.t(
            'Every {0} s, the server is asked for the profile {1}, for its list of profiles and for {2}.',
            every,
            profile,
            this.#page,
          );
    const kept = l10n.t(
      'The last {0} moments stay, about {1} min, as long as the window is open.',
      mostMoments,
      Math.round((mostMoments * this.#every) / 60),
    );
    return this.#state.state === 'ended' ? kept : `${asked} ${kept}`;
  }

  get #missing(): WatchReport['missing'] {
    const isCpu = this.name === 'profile';
    return {
      cpu: isCpu
        ? l10n.t('the profile does not say how long it was recorded')
        : l10n.t('known while CPU profiles are watched'),
      goroutines: l10n.t('the server does not count them in its list of profiles'),
      allocated: this.#noMemory,
      heap: this.#noMemory,
    };
  }
}

/** The moments that stay, and those that go. At least two stay, so that they can be compared. */
function newest(moments: readonly KeptMoment[]): readonly [readonly KeptMoment[], readonly KeptMoment[]] {
  let first = Math.max(0, moments.length - mostMoments);
  let bytes = moments.slice(first).reduce((sum, moment) => sum + moment.bytes, 0);
  while (bytes > mostBytes && first < moments.length - 2) bytes -= moments[first++]?.bytes ?? 0;
  return [moments.slice(first), moments.slice(0, first)];
}

function figuresOf(profile: Profile, before: ServerFigures | null, after: ServerFigures): Figures {
  const memory = known(after.memory);
  return {
    cpu: cpuShareOfWallTime(profile),
    allocated: allocationRate(before, after),
    goroutines: after.goroutines,
    heap: memory?.heap ?? null,
  };
}

function known(memory: Result<MemoryFigures>): MemoryFigures | null {
  return memory.ok ? memory.value : null;
}

/** Bytes a second. `null` where it is not known, also where the program was started again meanwhile. */
function allocationRate(before: ServerFigures | null, after: ServerFigures): number | null {
  const [first, last] = [before === null ? null : known(before.memory), known(after.memory)];
  const time = before === null ? 0 : after.at - before.at;
  if (first === null || last === null || time < leastTime || last.allocated < first.allocated) return null;
  return ((last.allocated - first.allocated) / time) * 1000;
}
