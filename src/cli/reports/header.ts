import { formatCost } from '../../analysis/costFormat.ts';
import { baseName } from '../../analysis/filePaths.ts';
import { percentage, scale, scaledLabel } from '../../analysis/units.ts';
import { toValue } from '../../analysis/value.ts';
import type { ReportContext } from '../reportContext.ts';

/** The lines that pprof puts above its text reports: file, build, comments, type, time, duration. */
export function profileLabels({ profile, measured, format }: ReportContext): string[] {
  const { mappings, strings } = profile;
  const labels: string[] = [];
  if (mappings.count > 0) {
    const file = strings.get(mappings.filename[0]!);
    const buildId = strings.get(mappings.buildId[0]!);
    if (file !== '') labels.push(`File: ${baseName(file)}`);
    if (buildId !== '') labels.push(`Build ID: ${buildId}`);
  }
  labels.push(...profile.comments.filter((comment) => !comment.startsWith('#')));
  if (measured.type !== '') labels.push(`Type: ${measured.type}`);
  if (profile.docUrl !== '') labels.push(`Doc: ${profile.docUrl}`);
  if (profile.timeNanos !== 0n) labels.push(`Time: ${localTime(profile.timeNanos)}`);
  if (profile.durationNanos !== 0n) {
    const duration = scaledLabel(toValue(profile.durationNanos), 'nanoseconds', 'auto');
    const inNanoseconds = scale(measured.total, measured.unit, 'nanoseconds');
    const isTime = inNanoseconds.unit === 'ns' && inNanoseconds.value !== 0;
    const share = isTime
      ? `(${padded(percentage(Math.trunc(inNanoseconds.value), toValue(profile.durationNanos)))})`
      : '';
    labels.push(`Duration: ${duration}, Total samples = ${formatCost(measured.total, format)} ${share}`);
  }
  return labels;
}

/** A percentage at the width that pprof's tables give it. */
export function padded(percent: string): string {
  return percent.padStart(6);
}

/** `2026-01-31 23:59:59 CET`: local time, as pprof prints it. */
function localTime(nanos: bigint): string {
  const time = new Date(Number(nanos / 1_000_000n));
  const two = (part: number) => String(part).padStart(2, '0');
  const zone = new Intl.DateTimeFormat('en-US', { timeZoneName: 'short' })
    .formatToParts(time)
    .find(({ type }) => type === 'timeZoneName');
  const date = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  const clock = `${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}`;
  return `${date} ${clock} ${zone?.value ?? ''}`.trimEnd();
}
