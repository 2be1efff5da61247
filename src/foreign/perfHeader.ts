/** What the first line of a sample in the output of `perf script` says. */
export interface PerfHeader {
  /** The name of the process or thread. */
  readonly command: string;
  /** -1 where it is not said. */
  readonly pid: number;
  readonly tid: number;
  /** In seconds, as text; empty where it is not said. */
  readonly time: string;
  /** As text; empty where it is not said. */
  readonly period: string;
  /** Without modifiers: `cycles` for `cycles:ppp`. */
  readonly event: string;
  /** What follows the event: without call chains, the only frame. */
  readonly rest: string;
}

/** A command has at most 16 bytes, and there are few fields. What an event of the kernel says can be longer. */
const longestHead = 600;

/**
 * Reads such a line, with any of the fields that perf can print; `null` if it is none.
 *
 *   shop 4711/4712 [003] 47769.994735:    5025125 cpu-clock:u:
 *   comm  pid/tid   cpu        time         period    event
 */
export function perfHeader(line: string): PerfHeader | null {
  const words = wordsOf(line.slice(0, longestHead));
  const time = words.findIndex(({ text }, at) => at > 0 && /^\d+\.\d+:$/.test(text));
  const event = words.findIndex(({ text }, at) => at > Math.max(0, time) && isEvent(text));
  const eventWord = words[event];
  if (eventWord === undefined) return null;
  const before = words.slice(0, event);
  const ids = idsAt(before, time);
  const last = before.at(-1)?.text ?? '';
  const period = event - 1 > Math.max(time, ids) && /^\d+$/.test(last) ? last : '';
  const endOfCommand = ids === -1 ? (time === -1 ? event - (period === '' ? 0 : 1) : time) : ids;
  const nextWord = words[endOfCommand];
  if (nextWord === undefined || (ids === -1 && time === -1)) return null;
  const [pid = -1, tid = pid] = (before[ids]?.text ?? '').split('/').flatMap((id) => numberOf(id) ?? []);
  return {
    command: line.slice(0, nextWord.at).trim(),
    pid,
    tid,
    time: before[time]?.text.slice(0, -1) ?? '',
    period,
    event: plainEvent(eventWord.text),
    rest: line.slice(eventWord.at + eventWord.text.length),
  };
}

interface Word {
  readonly text: string;
  readonly at: number;
}

function wordsOf(line: string): Word[] {
  const words: Word[] = [];
  // Twice as fast as `matchAll`, and every sample has such a line.
  const word = /\S+/g;
  for (let match = word.exec(line); match !== null; match = word.exec(line)) {
    words.push({ text: match[0], at: match.index });
  }
  return words;
}

function isEvent(word: string): boolean {
  return word.length > 1 && word.endsWith(':') && !/^\d+\.\d+:$/.test(word);
}

/**
 * The index of the word `pid/tid`; -1 if there is none. It stands before the processor and the time: the name of a command
 * can have numbers too.
 */
function idsAt(words: readonly Word[], time: number): number {
  const isIds = (at: number) => /^-?\d+(?:\/-?\d+)?$/.test(words[at]?.text ?? '');
  const isCpu = (at: number) => /^\[\d+\]$/.test(words[at]?.text ?? '');
  const next =
    time > 0 && isCpu(time - 1) ? time - 1 : time === -1 ? words.findIndex((_, at) => isCpu(at)) : time;
  if (next !== -1) return next > 1 && isIds(next - 1) ? next - 1 : -1;
  return words.findIndex((_, at) => at > 0 && isIds(at));
}

function numberOf(text: string): number | null {
  const number = Number(text);
  return Number.isInteger(number) && number >= 0 && number < 2 ** 32 ? number : null;
}

/** `cycles:ppp:` is `cycles`, `cpu_core/cycles/u:` is `cpu_core/cycles/`, and `sched:sched_switch:` keeps its group. */
function plainEvent(word: string): string {
  return word
    .slice(0, -1)
    .replace(/:[ukhGHpPSDWeb]*$/, '')
    .replace(/\/[ukhGHpPSDWeb]+$/, '/');
}
