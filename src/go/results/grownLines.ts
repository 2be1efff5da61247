/** Which of the user's lines a change of a benchmark comes from, by its profiles before and now. */
import { chargeOwnLines, type OwnLine } from '../../analysis/lines/ownLines.ts';
import { withoutSharedBlocks } from '../../analysis/lines/sharedBlocks.ts';
import { listAt } from '../../base/maps.ts';
import { metricsOfKind } from '../../base/takenKind.ts';
import type { Profile } from '../../pprof/profile.ts';
import type { StoredProfile } from './benchmarkResult.ts';
import type { RunProfiles, TimedProfiles } from './timedProfiles.ts';

/** Its charge is per operation. */
export interface ChargedLine extends OwnLine {
  /** The text of the line without its indentation; empty if the source is not there. */
  readonly text: string;
}

/** A line as it is now, or, if it is gone, as it was. */
export interface GrownLine extends ChargedLine {
  /** What it costs more now than before, with the library code that it calls; in the metric's unit. */
  readonly growth: number;
}

export interface Growth {
  /** `cpu-ns/op`, `B/op`, `allocs/op`, `instructions/op`. */
  readonly metric: string;
  /** Those that have grown most, or shrunk most, where the whole has shrunk. */
  readonly lines: readonly GrownLine[];
}

export interface ProfiledPair {
  readonly name: string;
  readonly profiles: readonly StoredProfile[];
  readonly older: readonly StoredProfile[];
}

const mostLines = 3;
/** What changed less than this share of the largest change is not worth a line. */
const leastShare = 0.05;

/**
 * The lines that the difference of a unit comes from. `null` if nothing shows the unit on lines.
 *
 * @param isLess whether the whole costs less now
 */
export async function grownLines(
  { name, profiles: now, older }: ProfiledPair,
  unit: string,
  isLess: boolean,
  profiles: RunProfiles,
  isOwnFile: (file: string) => boolean,
): Promise<Growth | null> {
  const metric = unit === 'ns/op' ? 'cpu-ns/op' : unit;
  const newer = await passOf(now, name, metric, profiles.now);
  const base = await passOf(older, name, metric, profiles.base);
  if (newer === null || base === null) return null;
  const [baseProfile, newProfile] = withoutSharedBlocks(base, newer);
  const before = chargesOf({ ...base, profile: baseProfile }, profiles.base, isOwnFile);
  const after = chargesOf({ ...newer, profile: newProfile }, profiles.now, isOwnFile);
  const sign = isLess ? -1 : 1;
  const lines = differences(
    [...before, ...freeLines(after, before, profiles.base)],
    [...after, ...freeLines(before, after, profiles.now)],
  )
    .filter(({ growth }) => sign * growth > 0)
    .sort((a, b) => sign * (b.growth - a.growth));
  const most = Math.abs(lines[0]?.growth ?? 0);
  const shown = lines.slice(0, mostLines).filter(({ growth }) => Math.abs(growth) >= leastShare * most);
  return shown.length === 0 ? null : { metric, lines: shown };
}

/**
 * Of the lines that cost something in one version, those that the other one has and that cost nothing there: they were not edited.
 * A text that a file has several times may be another line.
 *
 * @param other what costs something in the other version
 */
export function freeLines(
  charged: readonly ChargedLine[],
  other: readonly ChargedLine[],
  sources: Pick<TimedProfiles, 'onlyLineWith'>,
): ChargedLine[] {
  const keyOf = ({ file, functionName, line }: ChargedLine) => `${file}\n${functionName}\n${line}`;
  const known = new Set(other.map(keyOf));
  return charged.flatMap((each) => {
    const line = each.text === '' ? null : sources.onlyLineWith(each.file, each.text);
    const free = line === null ? null : { ...each, line, charge: 0 };
    if (free === null || known.has(keyOf(free))) return [];
    known.add(keyOf(free));
    return free;
  });
}

/**
 * A line is known again by its function and its text, as edits above it move it. Of the others of a function, which were
 * edited, the first before and the first now are one line, and so on.
 */
export function differences(before: readonly ChargedLine[], after: readonly ChargedLine[]): GrownLine[] {
  const textKey = ({ functionName, text, line }: ChargedLine) =>
    `${functionName}\n${text === '' ? line : text}`;
  const [same, edited, added] = paired(before, after, textKey);
  const [moved, gone, fresh] = paired(edited, added, ({ functionName }) => functionName);
  return [
    ...[...same, ...moved].map(([old, now]) => ({ ...now, growth: now.charge - old.charge })),
    ...gone.map((old) => ({ ...old, growth: -old.charge })),
    ...fresh.map((now) => ({ ...now, growth: now.charge })),
  ];
}

/** Pairs lines with equal keys in the order of their numbers; then those that are left of each. */
function paired(
  before: readonly ChargedLine[],
  after: readonly ChargedLine[],
  keyOf: (line: ChargedLine) => string,
): [pairs: [ChargedLine, ChargedLine][], before: ChargedLine[], after: ChargedLine[]] {
  const inOrder = (lines: readonly ChargedLine[]) => [...lines].sort((a, b) => a.line - b.line);
  const waiting = new Map<string, ChargedLine[]>();
  for (const each of inOrder(before)) listAt(waiting, keyOf(each)).push(each);
  const pairs: [ChargedLine, ChargedLine][] = [];
  const left: ChargedLine[] = [];
  for (const each of inOrder(after)) {
    const old = waiting.get(keyOf(each))?.shift();
    if (old === undefined) left.push(each);
    else pairs.push([old, each]);
  }
  return [pairs, [...waiting.values()].flat(), left];
}

/** What operations cost of a metric, in one version. */
interface Pass {
  readonly profile: Profile;
  readonly sampleType: number;
  readonly operations: number;
}

/** `null` if there is no profile of the metric. */
async function passOf(
  stored: readonly StoredProfile[],
  benchmark: string,
  metric: string,
  profiles: TimedProfiles,
): Promise<Pass | null> {
  for (const each of stored) {
    const { operations } = each;
    const found = metricsOfKind(each.kind).find(({ perOperation }) => perOperation === metric);
    if (found === undefined || operations === null) continue;
    const opened = await profiles.open(each, benchmark);
    if (opened === null) return null;
    const profile = opened.causes?.operations.profile ?? opened.profile;
    const sampleType = profile.sampleTypes.findIndex(({ type }) => type === found.sampleType);
    return { profile, sampleType, operations };
  }
  return null;
}

/** What each line is charged with per operation. */
function chargesOf(
  { profile, sampleType, operations }: Pass,
  profiles: TimedProfiles,
  isOwnFile: (file: string) => boolean,
): ChargedLine[] {
  return chargeOwnLines(profile, sampleType, isOwnFile).map((line) => ({
    ...line,
    charge: line.charge / operations,
    text: profiles.lineText(line.file, line.line),
  }));
}
