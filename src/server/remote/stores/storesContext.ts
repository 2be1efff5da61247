import type { Problem, Result } from '../../../base/result.ts';
import type { SourceRoots } from '../../../go/sources/sourcePaths.ts';
import type { Profile } from '../../../pprof/profile.ts';
import type { Releases } from '../../compare/releases.ts';
import type { Services } from '../../services/services.ts';
import type { SourceSnapshot } from '../../sessions/sourceSnapshot.ts';
import type { KeptText } from '../shared/keptText.ts';
import type { Provenance } from './provenance.ts';

/** What stores have to work with. On a computer it is files, Git and Go; in VS Code for the Web what the client has, and memory. */
export interface StoresContext extends Pick<Services, 'ask' | 'messages' | 'settings' | 'sessions'> {
  readonly list: KeptText;
  /** The Profiles view shows the list, and can forget what is in it. */
  readonly isListed: boolean;
  readonly profiles: KeptProfiles;
  readonly code: RanCode;
  readonly releases: Pick<Releases, 'of'>;
  /** Aborted when the language server ends. */
  readonly ended: AbortSignal;
  changed(): void;
}

/** Fetched profiles, each with what it is of. */
export interface KeptProfiles {
  /**
   * Keeps a profile, and forgets old ones. Answers its path.
   *
   * @param shown the files of this window's sessions, which stay
   */
  keep(profile: Profile, from: Provenance, shown: ReadonlySet<string>): Promise<string>;
  /** Whether a file is one of these, as far as its name says that. */
  isKept(file: string): boolean;
  /** What the profile in this file is of; `null` if it is none from a store. */
  provenanceOf(file: string): Provenance | null;
  /** Remembers when the version in a file first ran. */
  noteBegan(file: string, began: number): Promise<void>;
  read(file: string): Promise<Result<Profile>>;
  /** The same at once, of what was read or kept before. */
  readAgain(file: string): Result<Profile>;
}

/** Finds the code that a profile of production is of. */
export type RanCode = (profile: Profile, from: Provenance, signal: AbortSignal) => Promise<RanSources>;

export interface RanSources {
  readonly roots: SourceRoots;
  readonly snapshot: SourceSnapshot;
  /** The commits that ran, for the user: `1a2b3c4`, `v1.2.0 (1a2b3c4)`. Empty where none is known. */
  readonly commits: readonly string[];
  /** Why lines may lack their costs. */
  readonly problems: readonly Problem[];
  /** The program whose stamp would say the commit. `null` where the commit is known, or no program can say it. */
  readonly unknownProgram: UnknownProgram | null;
}

export interface UnknownProgram {
  /** The GNU build id, in hexadecimal. */
  readonly buildId: string;
  /** Looks whether a file is that program, and says the commit. */
  check(file: string, signal: AbortSignal): Promise<Result<unknown>>;
}
