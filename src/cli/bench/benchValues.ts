/** What the options of `pprof-lens bench` take. */

import { parseBenchtime } from '../../base/benchtime.ts';
import { ok, type Result } from '../../base/result.ts';
import { isEventName } from '../../base/takenKind.ts';
import type { CodeLine } from '../../go/whatIf/delayedBuild.ts';
import { isRunName } from '../compare/savedRuns.ts';
import { commaList, wrong } from '../terminal/options.ts';

/** The two ends of a search for a commit. */
export interface CommitEnds {
  readonly good: string;
  readonly bad: string;
}

/** As git writes a range. Without a second commit, it is HEAD. */
export function readRange(text: string): Result<CommitEnds> {
  const [, good = '', bad = ''] = /^(.*?[^.])\.\.([^.].*)?$/s.exec(text) ?? [];
  return good === ''
    ? wrong('--bisect={0} is not a range of commits such as v1.2.0..HEAD.', text === '' ? '""' : text)
    : ok({ good, bad: bad === '' ? 'HEAD' : bad });
}

/** Versions that are measured in turns. */
export function readStages(text: string): Result<readonly string[]> {
  const stages = commaList(text);
  return stages.length > 1 && stages.length <= mostStages && stages.every((each) => each !== '')
    ? ok(stages)
    : wrong('--stages={0} is not a list of 2 to {1} git refs such as v1,v2,main,.', text, mostStages);
}

/** More columns than that fit on no page. */
const mostStages = 20;

/** See `--benchtime`. */
export function readBenchtime(text: string): Result<string> {
  const time = parseBenchtime(text);
  return time.ok ? ok(text) : time;
}

/** A duration as Go writes it, in milliseconds. */
export function readLimit(text: string): Result<number> {
  const time = parseBenchtime(text);
  return time.ok && 'nanoseconds' in time.value
    ? ok(time.value.nanoseconds / 1e6)
    : wrong('{0} is not a duration such as 90s or 10m.', text === '' ? '""' : text);
}

/** See `--what-if`. */
export function readPlace(text: string): Result<CodeLine> {
  const [, file = '', line = ''] = /^(.+):([1-9]\d{0,8})$/.exec(text) ?? [];
  return file === ''
    ? wrong('--what-if={0} is not a line such as parse.go:120.', text)
    : ok({ file, line: Number(line) });
}

/** See `--save`. */
export function readRunName(text: string): Result<string> {
  return isRunName(text)
    ? ok(text)
    : wrong('--save={0} is not a name. Use letters, digits and ._- only.', text);
}

/** See `--events`. */
export function readEvents(text: string): Result<readonly string[]> {
  const events = commaList(text);
  if (text !== '' && events.every(isEventName)) return ok(events);
  const sentence = '--events={0} is not a list of events such as cycles,page-faults. `perf list` names them.';
  return wrong(sentence, text);
}
