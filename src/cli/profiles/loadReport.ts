/** What came of a profile under load: the requests, how busy the server was, and what lines cost per request. */
import { ProfileCosts } from '../../analysis/costs/profileCosts.ts';
import { indexLines } from '../../analysis/lines/lines.ts';
import { isCostOfOperations, operationCost, samplePeriodOf } from '../../analysis/values/operationCost.ts';
import { cpuShareOfWallTime, totalsOf } from '../../analysis/values/profileFacts.ts';
import { defaultSampleType } from '../../analysis/values/sampleType.ts';
import { isZero } from '../../analysis/values/value.ts';
import { largest } from '../../base/lists.ts';
import { busyText, type LoadOutcome, loadText } from '../../go/load/loadText.ts';
import type { Profile } from '../../pprof/profile.ts';
import type { Json } from '../terminal/jsonText.ts';

/** So many lines are printed; as JSON all of them. */
const mostLines = 15;

interface LineReport {
  readonly file: string;
  readonly line: number;
  readonly function: string;
  readonly flat: number;
  readonly cum: number;
}

/** The sample type that the lines show: what was allocated, not what was live at the end. */
function typeOf(profile: Profile): number {
  const allocated = profile.sampleTypes.findIndex(({ type }) => type === 'alloc_space');
  return allocated === -1 ? defaultSampleType(profile) : allocated;
}

function linesOf(profile: Profile, sampleType: number): LineReport[] {
  const lines = indexLines(new ProfileCosts(profile));
  const reports = lines.files.flatMap((file, index) =>
    lines
      .lines(index, sampleType)
      .filter(({ cum }) => !isZero(cum))
      .map(({ line, flat, cum }) => {
        const [innermost] = lines.functionsOn(index, line);
        return { file, line, function: innermost?.name ?? '', flat: Number(flat), cum: Number(cum) };
      }),
  );
  return reports.sort((a, b) => b.flat - a.flat || b.cum - a.cum);
}

/** The lines that cost most, for a terminal. */
export function loadTable(profile: Profile, load: LoadOutcome | null): string {
  const sampleType = typeOf(profile);
  const { type = '', unit = '' } = profile.sampleTypes[sampleType] ?? {};
  const busy = busyText(cpuShareOfWallTime(profile));
  const head = `${busy === '' ? '' : `${busy}, `}${loadText(load)}\n`;
  if (load === null || load.completed === 0 || !isCostOfOperations(type)) return head;
  const all = linesOf(profile, sampleType);
  const totals = totalsOf(profile);
  const samplePeriod = samplePeriodOf(profile.sampleTypes, sampleType, (each) => totals[each] ?? 0);
  const ofRequests = { type, unit, operations: load.completed, samplePeriod, per: 'request' } as const;
  const cells = all
    .slice(0, mostLines)
    .map((each) => [
      operationCost(each.flat, ofRequests),
      operationCost(each.cum, ofRequests),
      `${each.file}:${each.line} ${each.function}`,
    ]);
  const rows = [[`flat ${type}`, `cum ${type}`, 'line'], ...cells];
  const widths = [0, 1].map((column) => largest(rows.map((row) => (row[column] ?? '').length)));
  const text = rows.map(
    ([flat = '', cum = '', line = '']) =>
      `${flat.padStart(widths[0] ?? 0)}  ${cum.padStart(widths[1] ?? 0)}  ${line}`,
  );
  return `${head}${text.join('\n')}\n`;
}

/** The same as JSON. @param path where the profile was saved */
export function loadJson(profile: Profile, load: LoadOutcome | null, path: string): Json {
  const sampleType = typeOf(profile);
  const { type = '', unit = '' } = profile.sampleTypes[sampleType] ?? {};
  const completed = load?.completed ?? 0;
  const each = (value: number) => (completed === 0 ? null : value / completed);
  const isCost = isCostOfOperations(type);
  return {
    path,
    samples: profile.samples.count,
    durationNanos: Number(profile.durationNanos),
    busy: cpuShareOfWallTime(profile),
    load:
      load === null ? null : { ...load, requestsPerSecond: load.seconds > 0 ? completed / load.seconds : 0 },
    perUnit: completed === 0 ? null : { unit: 'request', count: completed },
    sampleType: { type, unit },
    lines: isCost
      ? linesOf(profile, sampleType).map(({ flat, cum, ...line }) => ({
          ...line,
          metrics: { [`${type}-${unit}/request`]: { flat: each(flat), cum: each(cum) } },
        }))
      : [],
  };
}
