import type { KeptResult } from './keptRun.ts';

/** What a run is called where its benchmark is known: the user's name for it, else when it was taken. */
export function runName({ benchmark: { label, takenAt } }: KeptResult): string {
  return label ?? timeText(takenAt);
}

/** Local time as `2026-11-21 10:42`. The server does not know how the user writes dates. */
export function timeText(milliseconds: number): string {
  const date = new Date(milliseconds);
  const two = (value: number) => String(value).padStart(2, '0');
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}
