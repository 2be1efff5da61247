/** Which lines may show samples of another line, because a CPU sample falls behind the instruction that waits. */
import { sampleCounts } from '../../analysis/assembly/skid.ts';
import { shareInterval } from '../../analysis/values/sampleIntervals.ts';
import { orForget } from '../../base/lazily.ts';
import type { Background } from '../client/background.ts';
import type { Session } from '../sessions/session.ts';
import type { Assemblies } from './assemblies.ts';
import type { Found, LineSkid } from './findSkids.ts';
import { addSkids, hottestFunctions } from './findSkids.ts';

export interface LineSkidContext {
  readonly assemblies: Pick<Assemblies, 'codeOf'>;
  /** The workspace is trusted, and no benchmark runs. */
  readonly mayRun: () => boolean;
  readonly background: Background;
}

/**
 * Knows for the lines of a session what their instructions show. It is found out in the background, once for each session,
 * and never while a benchmark runs: until then, and without the binary, nothing is known.
 */
export class LineSkids {
  readonly #found = new WeakMap<Session, Found>();

  constructor(private readonly context: LineSkidContext) {}

  /**
   * Those samples of a line that stand behind one other line, and how many samples the line has itself. `null` where they
   * are not most of them, and while that is not known: asking begins to find it out.
   *
   * @param file index in the session's lines
   */
  of(session: Session, file: number, line: number): (LineSkid & { readonly all: number }) | null {
    this.prepare(session);
    const { lines, profile } = session;
    const known = this.#found.get(session)?.get(lines.sourceLine(file, line)) ?? [];
    const [most] = [...known].sort((a, b) => b.samples - a.samples);
    const costs = lines.lines(file, sampleCounts(profile.sampleTypes));
    const all = Number(costs.find((cost) => cost.line === line)?.flat ?? 0);
    return most === undefined || shareInterval(most.samples, all).low < 0.5 ? null : { ...most, all };
  }

  /** Begins to find out about a session of a CPU profile, once. */
  prepare(session: Session): void {
    const counts = sampleCounts(session.sampleTypes);
    const hasCode = counts !== -1 && session.base === undefined;
    if (!hasCode || this.#found.has(session) || !this.context.mayRun()) return;
    const found: Found = new Map();
    this.#found.set(session, found);
    const forget = () => this.#found.delete(session);
    this.context.background(() => orForget(this.#find(session, counts, found), forget));
  }

  async #find(session: Session, counts: number, found: Found): Promise<void> {
    const { assemblies, mayRun } = this.context;
    for (const functionName of hottestFunctions(session, counts)) {
      if (!mayRun()) {
        // What was disassembled is kept: later it is found out at once.
        this.#found.delete(session);
        return;
      }
      const code = await assemblies.codeOf(session, { functionName });
      // Why there is none is said where the user asks for it, in the page.
      if (code.ok) addSkids(session, counts, code.value, found);
    }
  }
}
