/** What a hover says of production: how much of it a benchmark stands for, and what the benchmark's change does to it. */
import { type OwnShares, ownShares, standsFor } from '../../analysis/lines/standsFor.ts';
import {
  measuredChange,
  type OperationProfile,
  predictChange,
} from '../../analysis/prediction/prediction.ts';
import { shareLabel } from '../../analysis/values/operationCost.ts';
import { withTimedValues } from '../../analysis/values/timedValues.ts';
import { escapeMarkdown, type Markdown } from '../../base/escape.ts';
import { compareMeasurements } from '../../bench/verdicts/change.ts';
import { sharePercent } from '../../bench/verdicts/changeWords.ts';
import { operationProfile, timeRatio } from '../../go/results/operationProfile.ts';
import { resultPair } from '../../go/results/resultPair.ts';
import type { Comparisons } from '../compare/comparisons.ts';
import type { SessionPair } from '../compare/pairOfFiles.ts';
import type { Session } from '../sessions/session.ts';
import type { SessionStore } from '../sessions/sessions.ts';
import { code, line, paragraphs, said } from './hoverMarkdown.ts';

type Pairs = Pick<Comparisons, 'pairOf'>;

/** The user's functions in the profiles of sessions. A session does not change, so each is summed once. */
export class ProductionShares {
  readonly #known = new WeakMap<Session, OwnShares>();
  /** The last one, by what it was made from. */
  #predicted: { readonly of: readonly unknown[]; readonly text: Markdown | null } | null = null;

  /**
   * For the hover of a benchmark: the share of the newest profile of production that lies in the functions that the benchmark
   * spends its time in; and how the change of the benchmark will change production, beside how a later version did.
   * `null` where one of the two profiles of CPU time is not open.
   */
  hover(sessions: SessionStore, comparisons: Pairs, runId: string | undefined): Markdown | null {
    const production = sessions.all.find((each) => each.production !== undefined && cpuType(each) !== -1);
    const benchmark =
      runId === undefined ? undefined : sessions.ofRun(runId).find((each) => cpuType(each) !== -1);
    if (production === undefined || benchmark === undefined) return null;
    const share = standsFor(this.#sharesOf(production), this.#sharesOf(benchmark));
    const title = code(production.title);
    if (share === 0)
      return said('Stands for nothing of {0}: they have no function of yours in common.', title);
    const stands = said(
      'Stands for {0} of {1}: so much of its CPU time lies in the functions of yours that this benchmark spends its time in, with what they call in libraries.',
      escapeMarkdown(shareLabel(share)),
      title,
    );
    return paragraphs([this.#prediction(production, benchmark, comparisons), stands]);
  }

  #prediction(production: Session, benchmark: Session, comparisons: Pairs): Markdown | null {
    const pair = comparisons.pairOf(benchmark);
    if (pair === null) return null;
    const before = production.base === undefined ? undefined : comparisons.pairOf(production)?.base;
    const of = [production, benchmark, before, pair.base, pair.result, pair.baseResult];
    if (this.#predicted?.of.every((each, i) => each === of[i]) !== true)
      this.#predicted = { of, text: predictionText({ production, before }, pair) };
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

/** @param before of a comparison of two versions of production, the older one */
function predictionText(
  { production, before }: { readonly production: Session; readonly before: Session | undefined },
  { session, base, result, baseResult }: SessionPair,
): Markdown | null {
  if (result === null || baseResult === null) return null;
  const { base: older, measurements, circumstances } = resultPair(baseResult, result, 0);
  const { isSameCode, isInTurns, isDisturbed } = circumstances;
  // Times of a busy machine are measured in turns before anything is said of them.
  if (isSameCode || (isDisturbed && !isInTurns)) return null;
  const changes = compareMeasurements(older, measurements, circumstances);
  const time = timeRatio(changes, { base: older, measurements, isInTurns });
  const [now, then] = [ofOperations(session), ofOperations(base)];
  if (time === null || now === null || then === null) return null;
  const predicted = predictChange((before ?? production).profile, then, now, time);
  if (predicted === null) return null;
  const text = said(
    'Predicted for the CPU time of {0}, at the same load: {1} ({2} … {3}).',
    code((before ?? production).title),
    percent(predicted.change),
    percent(predicted.low),
    percent(predicted.high),
  );
  const measured =
    before === undefined ? null : measuredChange(before.profile, production.profile, predicted.functions);
  if (measured === null) return text;
  const since = said(
    'Measured since: {0} ({1} … {2}).',
    percent(measured.change),
    percent(measured.low),
    percent(measured.high),
  );
  return line([text, since]);
}

function ofOperations({ profile, operations, buckets }: Session): OperationProfile | null {
  if (operations === null) return null;
  return operationProfile(
    buckets === null ? profile : withTimedValues(profile, buckets.timedRuns),
    operations,
  );
}

function percent(share: number): Markdown {
  return escapeMarkdown(`${share < 0 ? '−' : '+'}${sharePercent(Math.abs(share))}`);
}
