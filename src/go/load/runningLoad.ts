/** Requests that are sent while a server is profiled. */
import type { LoadOutcome } from '../../loadText.ts';

/** Two times by the clock of `performance.now`, in milliseconds. */
export interface Window {
  readonly from: number;
  readonly to: number;
}

/** Requests that are being sent. */
export interface RunningLoad {
  /** Ends it, and answers what came of it in this time. */
  end(window: Window): Promise<LoadOutcome>;
}
