/** What a hover says of production: how much of it a benchmark stands for, and what the benchmark's change does to it. */
import { functionKey, type OwnShares, ownShares, standsFor } from '../../analysis/lines/standsFor.ts';
import {
  measuredChange,
  type OperationProfile,
  type PredictedChange,
  type Prediction,
  predictChange,
} from '../../analysis/prediction/prediction.ts';
import { shareLabel } from '../../analysis/values/operationCost.ts';
import { withTimedValues } from '../../analysis/values/timedValues.ts';
import { escapeMarkdown, type Markdown } from '../../base/escape.ts';
import { compareMeasurements } from '../../bench/verdicts/change.ts';
import type { BenchmarkResult } from '../../go/results/benchmarkResult.ts';
import { type CheckedPrediction, changePercent, intervalText } from '../../go/results/keptPredictions.ts';
import { operationProfile, timeRatio } from '../../go/results/operationProfile.ts';
import { resultPair } from '../../go/results/resultPair.ts';
import { roughDuration } from '../../go/stores/timeRange.ts';
import type { Comparisons } from '../compare/comparisons.ts';
import type { SessionPair } from '../compare/pairOfFiles.ts';
import type { Releases } from '../compare/releases.ts';
import { costAt } from '../costs/documentCosts.ts';
import type { Session } from '../sessions/session.ts';
import type { SessionStore } from '../sessions/sessions.ts';
import { code, type HoverPosition, line, paragraphs, rows, said } from './hoverMarkdown.ts';

type Pairs = Pick<Comparisons, 'pairOf'>;

/** The user's functions in the profiles of sessions. A session does not change, so each is summed once. */
export class ProductionShares {
  readonly #known = new WeakMap<Session, OwnShares>();
  /** The last one, by what it was made from. */
  #predicted: { readonly of: readonly unknown[]; readonly text: Markdown | null } | null = null;

  constructor(private readonly releases: Pick<Releases, 'keep' | 'of'>) {}

  /**
   * For the hover of a benchmark: the share of the newest profile of production that lies in the functions that the benchmark
   * spends its time in; and how the change of the benchmark will change production, beside how a later version did.
   * `null` where one of the two profiles of CPU time is not open.
   */
  hover(sessions: SessionStore, comparisons: Pairs, result: BenchmarkResult | undefined): Markdown | null {
    const production = sessions.all.find((each) => each.production !== undefined && cpuType(each) !== -1);
    if (production === undefined || result === undefined) return null;
    const checked = this.#checked(production, result, comparisons);
    const benchmark = sessions.ofRun(result.runId).find((each) => cpuType(each) !== -1);
    if (benchmark === undefined) return checked;
    const share = standsFor(this.#sharesOf(production), this.#sharesOf(benchmark));
    const title = code(production.title);
    if (share === 0)
      return said('Stands for nothing of {0}: they have no function of yours in common.', title);
    const stands = said(
      'Stands for {0} of {1}: so much of its CPU time lies in the functions of yours that this benchmark spends its time in, with what they call in libraries.',
      escapeMarkdown(shareLabel(share)),
      title,
    );
    return paragraphs([checked ?? this.#prediction(production, { result, benchmark }, comparisons), stands]);
  }

  /** What was predicted by the benchmark before the release that is shown. */
  #checked(production: Session, result: BenchmarkResult, comparisons: Pairs): Markdown | null {
    const pair = production.base === undefined ? null : comparisons.pairOf(production);
    const found = pair === null ? [] : this.releases.of(pair);
    const own = found.find(({ prediction }) => isOf(prediction, result));
    return own === undefined ? null : checkedText(own);
  }

  #prediction(
    production: Session,
    { result, benchmark }: { readonly result: BenchmarkResult; readonly benchmark: Session },
    comparisons: Pairs,
  ): Markdown | null {
    const pair = comparisons.pairOf(benchmark);
    if (pair === null) return null;
    const before = production.base === undefined ? undefined : comparisons.pairOf(production)?.base;
    const of = [production, benchmark, before, pair.base, pair.result, pair.baseResult];
    if (this.#predicted?.of.every((each, i) => each === of[i]) !== true) {
      const predicted = predictionOf(before ?? production, pair);
      // What is predicted after the release is no prediction of it.
      if (predicted !== null && before === undefined) this.releases.keep(predicted, result, production);
      this.#predicted = { of, text: predicted && predictionText({ production, before }, predicted) };
    }
    return this.#predicted.text;
  }

  #sharesOf(session: Session): OwnShares {
    let shares = this.#known.get(session);
    if (shares === undefined) {
      shares = ownShares(session.profile, cpuType(session));
      this.#known.set(session, shares);
    }
    return shares;
  }
}

function cpuType({ sampleTypes }: Session): number {
  return sampleTypes.findIndex(({ type, unit }) => type === 'cpu' && unit === 'nanoseconds');
}

/** `null` where nothing can be said. */
function predictionOf(
  { profile }: Session,
  { session, base, result, baseResult }: SessionPair,
): Prediction | null {
  if (result === null || baseResult === null) return null;
  const { base: older, measurements, circumstances } = resultPair(baseResult, result, 0);
  const { isSameCode, isInTurns, isDisturbed } = circumstances;
  // Times of a busy machine are measured in turns before anything is said of them.
  if (isSameCode || (isDisturbed && !isInTurns)) return null;
  const changes = compareMeasurements(older, measurements, circumstances);
  const time = timeRatio(changes, { base: older, measurements, isInTurns });
  const [now, then] = [ofOperations(session), ofOperations(base)];
  return time === null || now === null || then === null ? null : predictChange(profile, then, now, time);
}

/** @param before of a comparison of two versions of production, the older one */
function predictionText(
  { production, before }: { readonly production: Session; readonly before: Session | undefined },
  predicted: Prediction,
): Markdown {
  const text = said(
    'Predicted for the CPU time of {0}, at the same load: {1} ({2} … {3}).',
    code((before ?? production).title),
    ...percents(predicted),
  );
  const measured =
    before === undefined ? null : measuredChange(before.profile, production.profile, predicted.functions);
  if (measured === null) return text;
  return line([text, said('Measured since: {0} ({1} … {2}).', ...percents(measured))]);
}

function percents({ change, low, high }: PredictedChange): readonly Markdown[] {
  return [change, low, high].map((share) => escapeMarkdown(changePercent(share)));
}

/**
 * For the hover of a line of two versions of production: what was predicted for its function, and what came of it. `null` where
 * nothing was.
 */
export function predictedOnLine(
  { active, activeSession: session }: SessionStore,
  comparisons: Pairs,
  releases: Pick<Releases, 'of'>,
  { document, line: at }: HoverPosition,
): Markdown | null {
  if (active === null || session?.production?.began === undefined) return null;
  const pair = comparisons.pairOf(session);
  const found = pair === null ? [] : releases.of(pair);
  const cost = found.length === 0 ? null : costAt(session, active.sampleType, document, at);
  if (cost === null) return null;
  const { files } = session.lines;
  const functions = session.lines.functionsOn(cost.file, cost.cost.line);
  const keys = new Set(functions.map(({ name }) => functionKey(name, files[cost.file] ?? '')));
  const own = found.filter((each) => each.prediction.functions.some((key) => keys.has(key)));
  return rows(own.map(checkedText));
}

function isOf(prediction: CheckedPrediction['prediction'], result: BenchmarkResult): boolean {
  const { package: importPath, name, procs } = result;
  return prediction.package === importPath && prediction.name === name && prediction.procs === procs;
}

function checkedText({ prediction, age, measured }: CheckedPrediction): Markdown {
  return said(
    'CPU time of {0} at the same load: predicted {1} by {2}, {3} before it first ran; measured {4}.',
    prediction.service === '' ? said('production') : code(prediction.service),
    escapeMarkdown(intervalText(prediction)),
    code(prediction.name),
    escapeMarkdown(roughDuration(age)),
    escapeMarkdown(intervalText(measured)),
  );
}

function ofOperations({ profile, operations, buckets }: Session): OperationProfile | null {
  if (operations === null) return null;
  return operationProfile(
    buckets === null ? profile : withTimedValues(profile, buckets.timedRuns),
    operations,
  );
}
