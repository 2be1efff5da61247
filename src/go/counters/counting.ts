/** What is found out once of the events that a run counts, for all of its benchmarks. */
import { madeOnce } from '../../base/maps.ts';
import type { Result } from '../../base/result.ts';
import { type Counters, findCounters, isHardware, type PerfTrial } from '../machine/counters.ts';
import { findSlots } from '../machine/slots.ts';
import { type GoTable, goTableOf } from './goTable.ts';
import { type EventRecorder, findRecorder } from './recordEvent.ts';

export class Counting {
  #counters: Result<Counters> | undefined;
  #slots: readonly string[] | null | undefined;
  readonly #recorders = new Map<string, Result<EventRecorder>>();
  readonly #tables = new Map<string, Promise<GoTable | null>>();
  readonly #said = new Set<string>();

  /**
   * @param events see `findCounters`
   */
  constructor(
    readonly events: readonly string[],
    private readonly circumstances: Omit<PerfTrial, 'file'>,
  ) {}

  /** Nothing is counted here, which the first benchmark that was to be counted says. */
  get isImpossible(): boolean {
    return this.#counters !== undefined && !this.#counters.ok && this.#counters.problem.code !== 'cancelled';
  }

  /** How the processor's counters are read. Problems: those of `findCounters`. */
  async counters(file: string): Promise<Result<Counters>> {
    this.#counters ??= await findCounters(this.events, { ...this.circumstances, file });
    return this.#counters;
  }

  /** How the slots of the processor are counted; `null` if they are not. */
  async slots({ perf, events }: Counters, file: string): Promise<readonly string[] | null> {
    // Who hides the counters hides these as well.
    if (!events.some(isHardware)) return null;
    if (this.#slots === undefined) this.#slots = await findSlots(perf, { ...this.circumstances, file });
    return this.#slots;
  }

  /** How an event is recorded. Problems: those of `findRecorder`. */
  async recorder(event: string, perf: string, file: string): Promise<Result<EventRecorder>> {
    const known = this.#recorders.get(event);
    if (known !== undefined) return known;
    const found = await findRecorder(event, perf, { ...this.circumstances, file });
    if (found.ok || found.problem.code !== 'cancelled') this.#recorders.set(event, found);
    return found;
  }

  /** Go's tables in a test binary; `null` if it has none. */
  table(binary: string): Promise<GoTable | null> {
    return madeOnce(this.#tables, binary, () => goTableOf(binary));
  }

  /** Whether a problem of the machine was not said yet: it is said of the first benchmark only. */
  isNews(code: string): boolean {
    if (this.#said.has(code)) return false;
    this.#said.add(code);
    return true;
  }
}
