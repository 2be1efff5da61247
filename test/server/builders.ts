/** Sessions and results for the tests. A test names only what it is about. */
import type { BenchmarkResult } from '../../src/go/results/benchmarkResult.ts';
import { bareRoots } from '../../src/go/sources/sourceRoots.ts';
import type { Profile } from '../../src/pprof/profile.ts';
import { CodeChanges } from '../../src/server/changes/codeChanges.ts';
import type { Background } from '../../src/server/client/background.ts';
import type { DocumentTexts } from '../../src/server/costs/documentText.ts';
import type { LineHoverContext } from '../../src/server/hovers/lineHover.ts';
import type { Provenance } from '../../src/server/remote/stores/provenance.ts';
import { HeldProfile } from '../../src/server/sessions/heldProfile.ts';
import { Session, type SessionSource } from '../../src/server/sessions/session.ts';
import type { SessionStore } from '../../src/server/sessions/sessions.ts';
import { SourceSnapshot } from '../../src/server/sessions/sourceSnapshot.ts';

/** A failure of such work fails the test. */
export const background: Background = (work) => void work();

/** A session of a profile file, without operations and sources. */
export function sessionOf(profile: Profile, part: Partial<SessionSource> = {}): Session {
  return new Session('s1', sessionSource(profile, part));
}

export function sessionSource(profile: Profile, part: Partial<SessionSource> = {}): SessionSource {
  return {
    title: '',
    origin: { from: 'file' },
    profilePath: '',
    held: new HeldProfile(profile, null),
    defaultSampleType: 0,
    operations: null,
    roots: bareRoots({}, () => false),
    snapshot: snapshotOf({}),
    takenAt: 0,
    ...part,
  };
}

/** The profiled texts by absolute path. Those of other files are lost. */
export function snapshotOf(texts: Readonly<Record<string, string>>): SourceSnapshot {
  return new SourceSnapshot(0, new Map(Object.entries(texts)), () => false);
}

/** Ten measurements of a benchmark of the package `p` in `/p`, all alike. */
export function resultOf(part: Partial<BenchmarkResult> = {}): BenchmarkResult {
  return {
    runId: 'r',
    takenAt: 0,
    codeHash: null,
    package: 'p',
    directory: '/p',
    name: 'BenchmarkF',
    procs: 1,
    config: {},
    measurements: Array.from({ length: 10 }, () => ({ iterations: 1000, metrics: { 'ns/op': 1000 } })),
    profiles: [],
    problems: [],
    ...part,
  };
}

/** What has changed in the open documents since the sessions' runs. Nobody watches the disk. */
export function codeChangesOf(texts: DocumentTexts, sessions: SessionStore): CodeChanges {
  return new CodeChanges({
    texts,
    sessions,
    keptSources: () => null,
    latestRuns: () => new Set(),
    changed: () => undefined,
    background,
  });
}

/** A result of BenchmarkA in /m, measured once, without profiles. */
export function benchmarkResult(part: Partial<BenchmarkResult> = {}): BenchmarkResult {
  const measurements = [{ iterations: 10, metrics: { 'ns/op': 100 } }];
  const where = { package: 'example.com/m', directory: '/m', name: 'BenchmarkA', procs: 2 };
  return resultOf({ takenAt: 1, ...where, measurements, ...part });
}

/** What a profile from a store is of. */
export function provenanceOf(part: Partial<Provenance> = {}): Provenance {
  return {
    title: 'shop · CPU · last hour',
    service: 'shop',
    storeId: 'store/1',
    selector: '{job="shop"}',
    type: 'process_cpu',
    start: 1,
    end: 2,
    versionLabel: null,
    versions: [],
    ...part,
  };
}

/** Nothing is known of the line but its costs. */
export const plainHover: LineHoverContext = {
  links: false,
  benchmarks: true,
  changesOf: () => null,
  resultOf: () => undefined,
  variationOf: () => 0.03,
  growth: null,
  predicted: null,
  skids: { of: () => null },
  reasons: { of: () => [] },
};
