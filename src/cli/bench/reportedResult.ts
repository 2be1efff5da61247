import type { BenchmarkResult } from '../../go/results/benchmarkResult.ts';
import type { TimedProfile } from './timedProfiles.ts';

/** The parts of a result that are used in a report. */
export interface ReportedResult
  extends Pick<
    BenchmarkResult,
    | 'package'
    | 'name'
    | 'procs'
    | 'measurements'
    | 'counters'
    | 'notes'
    | 'problems'
    | 'attributes'
    | 'artifacts'
  > {
  readonly profiles: readonly TimedProfile[];
}

/** A problem or a note, with its sentence in the user's language. */
export interface Message {
  readonly code: string;
  readonly message: string;
}
