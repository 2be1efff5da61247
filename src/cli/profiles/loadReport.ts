/** What came of a profile under load: the requests, how busy the server was, and what lines cost per request. */
import * as l10n from '@vscode/l10n';
import { isCostOfOperations, operationCost, samplePeriodOf } from '../../analysis/values/operationCost.ts';
import { cpuShareOfWallTime, totalsOf } from '../../analysis/values/profileFacts.ts';
import { benchmarkSampleType } from '../../analysis/values/sampleType.ts';
import { aligned } from '../../base/aligned.ts';
import type { LoadOutcome } from '../../go/load/loadOutcome.ts';
import { busyText, loadText } from '../../go/load/loadText.ts';
import type { UnderLoad } from '../../go/load/underLoad.ts';
import { memoryText } from '../../go/results/memoryText.ts';
import type { Profile } from '../../pprof/profile.ts';
import type { Json } from '../terminal/jsonText.ts';
import { requestLines, requestParts } from './requestLines.ts';

/** So many lines are printed; as JSON all of them. */
const mostLines = 15;

type Sent = Pick<UnderLoad<Profile>, 'load' | 'memory'>;

/** The lines that cost most, for a terminal. */
export async function loadTable(profile: Profile, { load, memory }: Sent): Promise<string> {
  const sampleType = benchmarkSampleType(profile);
  const { type = '', unit = '' } = profile.sampleTypes[sampleType] ?? {};
  const busy = busyText(cpuShareOfWallTime(profile));
  const seen = memoryText(memory, null, 'request');
  const ofMemory = seen === '' ? '' : `${l10n.t('memory: {0}', seen)}\n`;
  const head = `${busy === '' ? '' : `${busy}, `}${loadText(load)}\n${ofMemory}`;
  if (load === null || load.completed === 0 || !isCostOfOperations(type)) return head;
  const { handling, others } = await requestParts(profile);
  const totals = totalsOf(profile);
  const samplePeriod = samplePeriodOf(profile.sampleTypes, sampleType, (each) => totals[each] ?? 0);
  const ofRequests = { type, unit, operations: load.completed, samplePeriod, per: 'request' } as const;
  const cells = requestLines(handling, sampleType)
    .slice(0, mostLines)
    .map((each) => [
      operationCost(each.flat, ofRequests),
      operationCost(each.cum, ofRequests),
      `${each.file}:${each.line} ${each.function}`,
    ]);
  const rows = [[`flat ${type}`, `cum ${type}`, 'line'], ...cells];
  const elsewhere = others === null ? 0 : Number(totalsOf(others)[sampleType] ?? 0);
  const rest =
    elsewhere === 0
      ? ''
      : `${l10n.t(
          '{0} more in what is not called by your code: connections, the collector, the scheduler.',
          operationCost(elsewhere, ofRequests),
        )}\n`;
  return `${head}${aligned(rows, 'rrl').join('\n')}\n${rest}`;
}

/** The same as JSON. @param path where the profile was saved */
export async function loadJson(profile: Profile, { load, memory }: Sent, path: string): Promise<Json> {
  const sampleType = benchmarkSampleType(profile);
  const { type = '', unit = '' } = profile.sampleTypes[sampleType] ?? {};
  const completed = load?.completed ?? 0;
  const each = (value: number) => (completed === 0 ? null : value / completed);
  const { handling, others } = await requestParts(profile);
  const linesOf = (part: Profile | null) =>
    part === null || !isCostOfOperations(type)
      ? []
      : requestLines(part, sampleType).map(({ flat, cum, ...line }) => ({
          ...line,
          metrics: { [`${type}-${unit}/request`]: { flat: each(flat), cum: each(cum) } },
        }));
  return {
    path,
    samples: profile.samples.count,
    durationNanos: Number(profile.durationNanos),
    busy: cpuShareOfWallTime(profile),
    load: load === null ? null : requestsJson(load),
    ...(memory === null ? {} : { memory }),
    perUnit: completed === 0 ? null : { unit: 'request', count: completed },
    sampleType: { type, unit },
    lines: linesOf(handling),
    otherLines: linesOf(others),
  };
}

function requestsJson({ latencies: _, ...load }: LoadOutcome): Json {
  return { ...load, requestsPerSecond: load.seconds > 0 ? load.completed / load.seconds : 0 };
}
