/** What is predicted for production, kept until it runs; and what was predicted for a release that runs. */
import type { Prediction } from '../../analysis/prediction/prediction.ts';
import type { BenchmarkResult } from '../../go/results/benchmarkResult.ts';
import {
  type CheckedPrediction,
  checkedPredictions,
  keepPrediction,
  keptPredictions,
  predictionToKeep,
} from '../../go/results/keptPredictions.ts';
import { serviceOf } from '../../go/stores/release.ts';
import { projectRuns } from '../../go/toolchain/cacheFolder.ts';
import type { Services } from '../services/services.ts';
import type { Session } from '../sessions/session.ts';
import type { SessionPair } from './pairOfFiles.ts';

interface KnownRelease {
  readonly base: Session;
  readonly checked: readonly CheckedPrediction[];
}

/** The command line and agents keep theirs in the same place. */
export class Releases {
  /** By the session of the newer version. What is predicted later is not about it. */
  readonly #known = new WeakMap<Session, KnownRelease>();

  constructor(private readonly context: Pick<Services, 'messages' | 'folder'>) {}

  /** @param production what it was made from */
  keep(prediction: Prediction, result: BenchmarkResult, { profile, title: source }: Session): void {
    const toKeep = predictionToKeep(prediction, result, { service: serviceOf(profile), source });
    const kept = keepPrediction(projectRuns(result.directory, process.env), toKeep);
    if (!kept.ok) this.context.messages.logProblem(kept.problem);
  }

  /** What was predicted for the newer of two versions of production, and what came of it. */
  of({ session, base }: Pick<SessionPair, 'session' | 'base'>): readonly CheckedPrediction[] {
    const began = session.production?.began;
    if (began === undefined) return [];
    const known = this.#known.get(session);
    if (known?.base === base) return known.checked;
    const { folder } = this.context;
    const folders = [
      ...session.roots.modules.map(({ directory }) => directory),
      ...(folder === null ? [] : [folder]),
    ];
    const places = new Set(folders.map((each) => projectRuns(each, process.env)));
    const kept = [...places].flatMap((place) => keptPredictions(place));
    const [before, now] = [base.profile, session.profile];
    const checked = checkedPredictions(kept, { before, now, service: serviceOf(now), began });
    this.#known.set(session, { base, checked });
    return checked;
  }
}
