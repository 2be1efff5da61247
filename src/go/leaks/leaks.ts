/** What the checker in a test binary has found: goroutines that tests and benchmarks have left behind, those alike together. */
import { packageOf } from '../../analysis/names/functionName.ts';
import { listAt } from '../../base/maps.ts';
import { ok, type Result } from '../../base/result.ts';
import { type GoTable, goTableOf } from '../counters/goTable.ts';
import { lookAt, readRegularFileLater } from '../sources/regularFile.ts';
import { locateFile, type SourceRoots } from '../sources/sourcePaths.ts';
import { type CallerText, type GoroutineFrame, type GoroutineText, readGoroutine } from './goroutineText.ts';
import { leakHeader } from './leakChecker.ts';

export interface LeakedGoroutine extends Omit<GoroutineText, 'callers'> {
  /** See `GoroutineText`. Those without a place are of a binary that we cannot read, or inlined. */
  readonly callers: readonly GoroutineFrame[];
  /** The full name of the test or benchmark; empty if none has started it, or if it cannot be told which. */
  readonly test: string;
  /** Of a benchmark: so many operations had run until then, those of setup included; else 0. */
  readonly operations: number;
  /** Nothing can wake it up again, says `goroutineleak` of runtime/pprof. */
  readonly isUnreachable: boolean;
  /** It stood before the tests began, and is listed because it is unreachable. */
  readonly isEarlier: boolean;
}

export interface LeakedGoroutines {
  readonly goroutines: readonly LeakedGoroutine[];
  /** There were more than are listed. */
  readonly isCut: boolean;
}

/** In bytes: the checker writes little more than half of it. */
const mostBytes = 128 * 1024 * 1024;

/**
 * Reads what a test binary has written; it writes nothing where nothing leaks. Problems: those of `readRegularFileLater`.
 *
 * @param binary which has written it
 */
export async function readLeaks(file: string, binary: string): Promise<Result<LeakedGoroutines>> {
  const seen = lookAt(file, mostBytes);
  if (!seen.ok && seen.problem.code === 'file-absent') return ok({ goroutines: [], isCut: false });
  const read = await readRegularFileLater(file, mostBytes);
  if (!read.ok) return read;
  return ok(parseLeaks(read.value.text, await goTableOf(binary)));
}

export function parseLeaks(text: string, table: GoTable | null): LeakedGoroutines {
  const found = new Map<string, LeakedGoroutine>();
  let isCut = false;
  for (const part of text.split(/\n\n+/)) {
    const [head = '', ...lines] = part.split('\n');
    const [, what, operations, test = ''] = leakHead.exec(head) ?? [];
    isCut ||= what === 'cut';
    const goroutine = readGoroutine(lines.join('\n'));
    if (what === undefined || goroutine === null) continue;
    const isUnreachable = what === 'unreachable';
    const facts = { test, operations: Number(operations), isUnreachable };
    const isEarlier = isUnreachable && !found.has(goroutine.id);
    const callers = callerFrames(goroutine.callers, table);
    found.set(goroutine.id, { ...goroutine, callers, ...facts, isEarlier });
  }
  return { goroutines: [...found.values()], isCut };
}

/** How many of the callers below a call may be the function that it is inlined into. */
const mostInlined = 5;

/** The callers with the lines of their calls, where these are certain. */
function callerFrames(callers: readonly CallerText[], table: GoTable | null): GoroutineFrame[] {
  return callers.map(({ function: name, offset }, i) => {
    for (const outer of callers.slice(i, i + mostInlined)) {
      const found = table?.functionNamed(outer.function) ?? null;
      if (table === null || found === null || offset <= 0) continue;
      const frame = table.frames(found, found.start + offset - 1)[0];
      if (frame?.name === name) return { function: name, file: frame.file, line: frame.line };
    }
    return { function: name, file: '', line: 0 };
  });
}

const leakHead = new RegExp(`^${leakHeader} (leak|unreachable|cut) (\\d+) (.*)$`);

/** Goroutines of one test that stand at the same place and were started at the same. */
export interface Leak extends Pick<LeakedGoroutine, 'test' | 'state' | 'isUnreachable' | 'isEarlier'> {
  readonly count: number;
  /** Where they stand: the innermost line of the user's own modules, else the one that started them. */
  readonly at: GoroutineFrame;
  /** The `go` statement, or the user's call that led to one in code of others; `null` if nobody says. */
  readonly started: GoroutineFrame | null;
  /** The `go` statement in code of others that `started` led to. */
  readonly through: GoroutineFrame | null;
  readonly operations: number;
  /** The innermost first. */
  readonly stack: readonly GoroutineFrame[];
}

/** The most frequent first. Files are named as they are on this machine. */
export function leaksOf({ goroutines }: LeakedGoroutines, roots: SourceRoots): Leak[] {
  const alike = new Map<string, LeakedGoroutine[]>();
  for (const each of goroutines) {
    const { test, state, stack, creator, callers, isUnreachable, isEarlier } = each;
    const caller = callers.find((frame) => isOwn(frame, roots)) ?? null;
    const key = JSON.stringify([test, state, isUnreachable, isEarlier, caller, creator, stack]);
    listAt(alike, key).push(each);
  }
  const leaks = [...alike.values()].map((group) => leakOf(group, roots));
  return leaks.sort((a, b) => b.count - a.count);
}

function leakOf(group: readonly LeakedGoroutine[], roots: SourceRoots): Leak {
  const { test, state, stack, creator, callers, isUnreachable, isEarlier } = group[0]!;
  const caller =
    creator === null || isOwn(creator, roots) ? undefined : callers.find((each) => isOwn(each, roots));
  const started = caller ?? creator;
  const at = [...stack, ...(started === null ? [] : [started])].find(
    (each) => isOwn(each, roots) && each.line > 0,
  );
  const here = (frame: GoroutineFrame) => {
    const file = frame.file === '' ? null : locateFile(frame.file, roots);
    return file === null ? frame : { ...frame, file };
  };
  return {
    count: group.length,
    test,
    state,
    at: here(at ?? creator ?? stack[0] ?? { function: '', file: '', line: 0 }),
    started: started && here(started),
    through: caller === undefined ? null : creator && here(creator),
    isUnreachable,
    isEarlier,
    operations: group.reduce((most, { operations }) => Math.max(most, operations), 0),
    stack: stack.map(here),
  };
}

/** Whether a function is of the user's own modules. */
function isOwn({ function: name }: GoroutineFrame, { modules }: SourceRoots): boolean {
  // An external test has a package of its own.
  const path = packageOf(name).replace(/_test$/, '');
  return modules.some((module) => path === module.path || path.startsWith(`${module.path}/`));
}
