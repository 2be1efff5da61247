import { operationChanges, type PageFacts } from '../../analysis/benchmark/timedLoop.ts';
import { ok, type Result } from '../../base/result.ts';
import { evidenceOf, noResults } from '../../go/results/evidence.ts';
import { type ReportContext, reportContext } from './reportContext.ts';

/** What of a comparison the samples bear: of what is left of both profiles by the filters. */
export function changesIn({ compared, options }: ReportContext): Result<PageFacts['changes']> {
  if (compared === undefined) return ok(undefined);
  const now = reportContext(compared.now, options, '');
  if (!now.ok) return now;
  const base = reportContext(compared.base, options, '');
  if (!base.ok) return base;
  const sideOf = ({ profile }: ReportContext) => ({ profile, operations: null });
  return ok(operationChanges(sideOf(now.value), sideOf(base.value), evidenceOf(noResults)));
}

/** What pictures of a comparison show of it. */
export interface PicturedChanges {
  /** How many functions differ, in words. */
  readonly summary: string;
  /** Whether the samples do not bear a difference of the function. */
  readonly isUncertain: (functionName: string) => boolean;
  /** Whether the function has certainly changed in this direction. */
  readonly isBorne: (functionName: string, isLess: boolean) => boolean;
}

/** Of the sample type that the report is about; `null` without a comparison, and where there is no test for it. */
export function picturedChanges(context: ReportContext): Result<PicturedChanges | null> {
  const changes = changesIn(context);
  if (!changes.ok) return changes;
  const { compared, whole, sampleType } = context;
  const { type } = whole.sampleTypes[sampleType]!;
  const index = compared?.now.sampleTypes.findIndex((each) => each.type === type) ?? -1;
  const known = changes.value?.[index] ?? null;
  if (known === null) return ok(null);
  const names = new Set(known.names);
  const shrunk = new Set(known.shrunk);
  return ok({
    summary: `${names.size} of ${known.of} functions differ in their share`,
    isUncertain: (functionName) => !names.has(functionName),
    isBorne: (functionName, isLess) => names.has(functionName) && shrunk.has(functionName) === isLess,
  });
}
