/**
 * What a benchmark was built, run and counted with, besides its own code. A difference may be the cause of what its results
 * differ by, or of what is not compared.
 */
import { dictionary, object, type Read, text } from '../../base/outsideValues.ts';
import { countingOf, type ProfiledResult } from './countedResult.ts';

export const readSurroundings = object(
  {
    /** As `go version` has it: `go1.24.1`. */
    go: text,
    /** What the build was set to: `GOAMD64`, `GOEXPERIMENT`, `-race`, `GODEBUG gctrace`; those that are not empty. */
    settings: dictionary(text),
    /** As `uname -r` has it. */
    kernel: text,
  },
  {
    /** The versions of the modules that are linked in, by path: `v1.2.0`, `v1.2.0 => ./fork`. Missing if nobody has asked. */
    modules: dictionary(text),
    /** Who sets the frequency of the cores, on Linux: `powersave`. Missing where the system does not say. */
    governor: text,
  },
);

export type Surroundings = Read<typeof readSurroundings>;

export interface SurroundingsChange {
  /** `Go`, `processor`, `kernel`, `governor`, `instructions counted by`; the name of a setting; the path of a module. */
  readonly what: string;
  /** Empty where it was not there or not set. */
  readonly before: string;
  readonly now: string;
}

/** The parts of a result that say it. */
interface Surrounded extends ProfiledResult {
  readonly surroundings?: Surroundings;
  readonly config?: Readonly<Record<string, string>>;
}

/** What differs, as far as it is known of both. */
export function surroundingsChanges(older: Surrounded, newer: Surrounded): SurroundingsChange[] {
  const [before, now] = [older.surroundings, newer.surroundings];
  const isOther = areOtherProcessors(older, newer);
  const processors = isOther ? [change('processor', processorOf(older), processorOf(newer))] : [];
  const countings = [countingOf(older), countingOf(newer)] as const;
  const counting = countings.includes('') ? [] : [change('instructions counted by', ...countings)];
  const all =
    before === undefined || now === undefined
      ? [...processors, ...counting]
      : [
          change('Go', withoutGo(before.go), withoutGo(now.go)),
          ...(before.modules === undefined || now.modules === undefined
            ? []
            : changesIn(before.modules, now.modules)),
          ...changesIn(before.settings, now.settings),
          ...processors,
          change('kernel', before.kernel, now.kernel),
          ...(before.governor === undefined || now.governor === undefined
            ? []
            : [change('governor', before.governor, now.governor)]),
          ...counting,
        ];
  return all.filter((each) => each.before !== each.now);
}

function processorOf({ config = {} }: Surrounded): string {
  return config.cpu ?? '';
}

/** Whether both are known to have run on other processors, so that their times say nothing of the code. */
export function areOtherProcessors(older: Surrounded, newer: Surrounded): boolean {
  const [before, now] = [processorOf(older), processorOf(newer)];
  return before !== '' && now !== '' && before !== now;
}

function change(what: string, before: string, now: string): SurroundingsChange {
  return { what, before, now };
}

function withoutGo(version: string): string {
  return version.replace(/^go(?=\d)/, '');
}

function changesIn(
  before: Readonly<Record<string, string>>,
  now: Readonly<Record<string, string>>,
): SurroundingsChange[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])].sort();
  return names.map((name) => change(name, before[name] ?? '', now[name] ?? ''));
}

/** What differs of any of these pairs, each difference once. */
export function surroundingsOfPairs(
  pairs: readonly { readonly older: Surrounded; readonly result: Surrounded }[],
): SurroundingsChange[] {
  const found = new Map<string, SurroundingsChange>();
  for (const { older, result } of pairs) {
    for (const each of surroundingsChanges(older, result)) found.set(JSON.stringify(each), each);
  }
  return [...found.values()];
}

/** So many are named in a sentence. */
const mostNamed = 8;

/** `github.com/x/y v1.2.0 -> v1.3.0, Go 1.25.1 -> 1.26.0, -race (none) -> true`. */
export function surroundingsText(changes: readonly SurroundingsChange[]): string {
  const value = (text: string) => (text === '' ? '(none)' : text);
  const texts = changes
    .slice(0, mostNamed)
    .map(({ what, before, now }) => `${what} ${value(before)} -> ${value(now)}`);
  const others = changes.length - texts.length;
  return others > 0 ? `${texts.join(', ')}, … (+${others})` : texts.join(', ');
}
