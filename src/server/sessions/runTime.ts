/** The local time as `2026-11-21 10:42:11`. The server does not know how the user writes dates. */
function localTime(milliseconds: number): string {
  const ahead = -60_000 * new Date(milliseconds).getTimezoneOffset();
  return new Date(milliseconds + ahead).toISOString().slice(0, 19).replace('T', ' ');
}

/** `2026-11-21 10:42`. */
export function timeText(milliseconds: number): string {
  return localTime(milliseconds).slice(0, 16);
}

/** When a run was, as short as it can be said now: `14:02:11` for one of today, `2026-11-21 10:42` for others. */
export function shortTimeText(milliseconds: number, now = Date.now()): string {
  const [day, clock = ''] = localTime(milliseconds).split(' ');
  return localTime(now).split(' ')[0] === day ? clock : timeText(milliseconds);
}
