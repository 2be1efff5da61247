/** The local time as `2026-11-21 10:42`. The server does not know how the user writes dates. */
export function timeText(milliseconds: number): string {
  return `${dayText(milliseconds)} ${clockText(milliseconds, 5)}`;
}

/** When a run was, as short as it can be said now: `14:02:11` for one of today, `2026-11-21 10:42` for others. */
export function shortTimeText(milliseconds: number, now = Date.now()): string {
  return dayText(milliseconds) === dayText(now) ? clockText(milliseconds, 8) : timeText(milliseconds);
}

function dayText(milliseconds: number): string {
  const date = new Date(milliseconds);
  return [date.getFullYear(), twoDigits(date.getMonth() + 1), twoDigits(date.getDate())].join('-');
}

/** `14:02:11`, or its first characters. */
function clockText(milliseconds: number, length: number): string {
  const date = new Date(milliseconds);
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map(twoDigits).join(':').slice(0, length);
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
