/** Reads what `perf stat -x,` writes: a line for each event, `value,unit,event,time counted,percent of the time,...`. */

export interface CountedEvent {
  /** Without what stands behind the name: `instructions` for `instructions:u`. */
  readonly event: string;
  /**
   * If the processor counts more events than it can at once, they take turns, and this is an estimate. `null` if the event is
   * not supported or was never counted.
   */
  readonly count: number | null;
  /** The share of the time in which it was counted. */
  readonly share: number;
}

/** `cpu_core/instructions/u` of a processor with two kinds of cores, `instructions:u` of all others. */
const eventName = /^(?:(?:cpu_core|cpu_atom|cpu)\/)?([A-Za-z][\w.-]*)(?::[a-zA-Z]+)?(?:\/[a-zA-Z]*)?$/;

/**
 * The events, each once, in the order of the text. Of a processor with two kinds of cores, the counts of both are added.
 * Lines of another form are left out.
 */
export function readPerfStat(text: string): CountedEvent[] {
  const found = new Map<string, CountedEvent>();
  for (const line of text.split('\n')) {
    const [value = '', , printed = '', , percent = ''] = line.trimEnd().split(',');
    const event = eventName.exec(printed)?.[1];
    const isMissing = value === '<not supported>' || value === '<not counted>';
    if (event === undefined || !(isMissing || /^\d+(?:\.\d+)?$/.test(value))) continue;
    const one = { event, count: isMissing ? null : Number(value), share: Number(percent) / 100 };
    const other = found.get(event);
    found.set(event, other === undefined ? one : together(other, one));
  }
  return [...found.values()];
}

function together(a: CountedEvent, b: CountedEvent): CountedEvent {
  // A benchmark that ran on one kind of core only was not counted on the other.
  if (a.count === null) return b;
  if (b.count === null) return a;
  // Each kind of core counts while the benchmark is on it.
  return { event: a.event, count: a.count + b.count, share: Math.min(1, a.share + b.share) };
}
