/** What was seen of a running server while it was watched; small enough for JSON. */

export const watchedFigures = ['cpu', 'allocated', 'goroutines', 'heap'] as const;

export type WatchedFigure = (typeof watchedFigures)[number];

/** Cores; bytes a second; how many there are; bytes. `null` where it is not known. */
export type Figures = Readonly<Record<WatchedFigure, number | null>>;

/** A profile of the server, and what was known of it then. */
export interface WatchedMoment {
  /** By which its profile is asked for. */
  readonly id: string;
  /** When the profile was there, in milliseconds since the epoch. */
  readonly at: number;
  /** Nothing is known of the time before: the server was not watched, or did not answer. */
  readonly isAfterGap: boolean;
  readonly figures: Figures;
}

/** The texts are for the user, in their language. */
export interface WatchReport {
  /** `CPU`: of what the profiles are. */
  readonly profile: string;
  readonly state: 'watching' | 'away' | 'ended';
  /** What the server is asked for, and how much is kept. */
  readonly costs: string;
  /** Why the watch has ended, or waits; empty if there is nothing to say. */
  readonly note: string;
  /** Why a figure is not known, if no moment has it; empty if it may come. */
  readonly missing: Readonly<Record<WatchedFigure, string>>;
  /** The oldest first. */
  readonly moments: readonly WatchedMoment[];
}
