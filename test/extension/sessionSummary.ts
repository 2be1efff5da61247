import type { SessionSummary } from '../../src/protocol.ts';

/** A session of a file, unless `part` says something else. */
export function sessionSummary(
  id: string,
  types: readonly string[] = [],
  part: Partial<SessionSummary> = {},
): SessionSummary {
  return {
    id,
    title: id,
    runTitle: id,
    origin: { from: 'file' },
    profilePath: `/${id}.pprof`,
    sampleTypes: types.map((type) => ({ type, unit: 'count', label: type })),
    defaultSampleType: 1,
    operations: null,
    ...part,
  };
}
