/** What a hover says of production: how much of it a benchmark stands for. */
import { type OwnShares, ownShares, standsFor } from '../../analysis/lines/standsFor.ts';
import { shareLabel } from '../../analysis/values/operationCost.ts';
import { escapeMarkdown, type Markdown } from '../../base/escape.ts';
import type { Session } from '../sessions/session.ts';
import type { SessionStore } from '../sessions/sessions.ts';
import { code, said } from './hoverMarkdown.ts';

/** The user's functions in the profiles of sessions. A session does not change, so each is summed once. */
export class ProductionShares {
  readonly #known = new WeakMap<Session, OwnShares>();

  /**
   * For the hover of a benchmark: the share of the newest profile of production that lies in the functions that the benchmark
   * spends its time in. `null` where one of the two profiles of CPU time is not open.
   */
  hover(sessions: SessionStore, runId: string | undefined): Markdown | null {
    const production = sessions.all.find((each) => each.production !== undefined && cpuType(each) !== -1);
    const benchmark =
      runId === undefined ? undefined : sessions.ofRun(runId).find((each) => cpuType(each) !== -1);
    if (production === undefined || benchmark === undefined) return null;
    const share = standsFor(this.#sharesOf(production), this.#sharesOf(benchmark));
    const title = code(production.title);
    if (share === 0)
      return said('Stands for nothing of {0}: they have no function of yours in common.', title);
    return said(
      'Stands for {0} of {1}: so much of its CPU time lies in the functions of yours that this benchmark spends its time in, with what they call in libraries.',
      escapeMarkdown(shareLabel(share)),
      title,
    );
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
