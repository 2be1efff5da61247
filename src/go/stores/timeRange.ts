/** Ranges of time, as users write them. */
import { time } from '../../base/outsideValues.ts';
import { fail, ok, type Result } from '../../base/result.ts';

/** Milliseconds since the epoch. */
export interface TimeRange {
  readonly start: number;
  readonly end: number;
}

/** How a user may say a range. */
export interface WrittenRange {
  /** How long ago it begins: `1h`. It ends now, or at `end`. */
  readonly since?: string | undefined;
  readonly start?: string | undefined;
  readonly end?: string | undefined;
}

const unitMillis: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

/** `90m`, `1h30m`, `2d`, in milliseconds; `null` for other texts. */
export function durationOf(text: string): number | null {
  if (!/^(?:\d{1,9}(?:\.\d{1,9})?[smhdw])+$/.test(text)) return null;
  let sum = 0;
  for (const [, count, unit] of text.matchAll(/([\d.]+)([smhdw])/g)) {
    sum += Number(count) * (unitMillis[unit ?? ''] ?? Number.NaN);
  }
  return Number.isFinite(sum) && sum > 0 ? sum : null;
}

/** A duration in the largest units that say it whole: `1h30m`. */
export function durationText(millis: number): string {
  let left = Math.max(1000, Math.round(millis / 1000) * 1000);
  let text = '';
  for (const unit of ['d', 'h', 'm', 's']) {
    const count = Math.floor(left / unitMillis[unit]!);
    if (count > 0) text += `${count}${unit}`;
    left -= count * unitMillis[unit]!;
  }
  return text;
}

/** A duration in its largest unit: `3d`. */
export function roughDuration(millis: number): string {
  const unit = ['d', 'h', 'm'].map((each) => unitMillis[each]!).find((each) => millis >= each) ?? 60_000;
  return durationText(Math.max(1, Math.round(millis / unit)) * unit);
}

/**
 * A point in time: `now`, `now-1h`, a date or date and time as ISO 8601 has them (without a zone: local time), or seconds
 * or milliseconds since the epoch. `null` for other texts, and for times that no profile can hold.
 */
export function timeOf(text: string, now: number): number | null {
  return time(timeIn(text, now)) ?? null;
}

function timeIn(text: string, now: number): number | null {
  const written = text.trim();
  const [isRelative, ago] = /^now(?:-(.+))?$/.exec(written) ?? [];
  if (isRelative !== undefined) {
    const millis = ago === undefined ? 0 : durationOf(ago);
    return millis === null ? null : now - millis;
  }
  if (/^\d{9,11}$/.test(written)) return Number(written) * 1000;
  if (/^\d{12,14}$/.test(written)) return Number(written);
  if (!/^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?$/.test(written))
    return null;
  const iso = written.replace(' ', 'T');
  const parsed = Date.parse(iso.includes('T') ? iso : `${iso}T00:00`);
  return Number.isNaN(parsed) ? null : parsed;
}

/** Without any words, the last hour. Problem: `wrong-range`. */
export function timeRange(written: WrittenRange, now: number): Result<TimeRange> {
  const { since, start, end } = written;
  const last = end === undefined ? now : timeOf(end, now);
  if (last === null) return wrongTime(end ?? '');
  if (since !== undefined && start !== undefined) {
    return fail('wrong-range', 'Give either since or start, not both.');
  }
  if (start !== undefined) {
    const first = timeOf(start, now);
    if (first === null) return wrongTime(start);
    return first < last
      ? ok({ start: first, end: last })
      : fail('wrong-range', 'The range ends before it begins: {0} to {1}.', [start, end ?? 'now']);
  }
  const millis = durationOf(since ?? '1h');
  if (millis !== null) return ok({ start: Math.max(0, last - millis), end: last });
  return fail('wrong-range', '{0} is not a length of time. Write one such as 30m, 1h or 2d.', [since ?? '']);
}

function wrongTime(text: string): Result<never> {
  return fail(
    'wrong-range',
    '{0} is not a time. Write one such as 2026-08-01T12:00Z, now-1h, or seconds since 1970.',
    [text],
  );
}
