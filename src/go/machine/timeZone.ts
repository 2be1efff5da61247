import { readFileSync } from 'node:fs';

/** Where systems keep their time zones; Go looks there, too (`time.LoadLocation`). */
const folders = ['/usr/share/zoneinfo', '/usr/share/lib/zoneinfo', '/etc/zoneinfo'];
const largestFile = 1 << 20;

/**
 * What the local time zone is called at a time, as Go prints it: `CET`, `IST`, `-03`. JavaScript knows such names of some zones
 * only, and needs tens of milliseconds to find them.
 */
export function zoneName(time: Date): string {
  const names = zoneNames(process.env.TZ);
  // West of Greenwich is positive, here and there.
  const found = names?.find(({ minutesWest }) => minutesWest === time.getTimezoneOffset());
  if (found !== undefined) return found.name;
  const parts = new Intl.DateTimeFormat('en-US', { timeZoneName: 'short' }).formatToParts(time);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

interface ZoneName {
  readonly name: string;
  readonly minutesWest: number;
}

/** The names of a zone, of winter and of summer. `null` if its file says none. */
function zoneNames(zone: string | undefined): readonly ZoneName[] | null {
  if (zone === '' || zone === 'UTC') return [{ name: 'UTC', minutesWest: 0 }];
  const name = zone?.replace(/^:/, '');
  if (name !== undefined && !/^\w[\w+-]*(?:\/\w[\w+-]*)*$/.test(name)) return null;
  const files = name === undefined ? ['/etc/localtime'] : folders.map((folder) => `${folder}/${name}`);
  for (const file of files) {
    const rule = lastLine(file);
    if (rule !== null) return namesOf(rule);
  }
  return null;
}

/** A file of a zone ends with the rule of all years to come (RFC 9636, 3.3), such as `CET-1CEST,M3.5.0,M10.5.0/3`. */
function lastLine(file: string): string | null {
  try {
    const bytes = readFileSync(file);
    if (bytes.length > largestFile || bytes.toString('latin1', 0, 4) !== 'TZif') return null;
    return bytes.toString('latin1').trimEnd().split('\n').at(-1) ?? null;
  } catch {
    return null;
  }
}

const zoneRule = /^([A-Za-z]{3,}|<[\w+-]+>)([+-]?[\d:]+)(?:([A-Za-z]{3,}|<[\w+-]+>)([+-]?[\d:]+)?)?/;

function namesOf(rule: string): ZoneName[] | null {
  const [, winter, offset, summer, summerOffset] = zoneRule.exec(rule) ?? [];
  if (winter === undefined || offset === undefined) return null;
  const minutesWest = minutesOf(offset);
  const names = [{ name: plain(winter), minutesWest }];
  if (summer !== undefined) {
    const ofSummer = summerOffset === undefined ? minutesWest - 60 : minutesOf(summerOffset);
    names.push({ name: plain(summer), minutesWest: ofSummer });
  }
  return names;
}

function plain(name: string): string {
  return name.replace(/[<>]/g, '');
}

/** `-5:30` in minutes. */
function minutesOf(offset: string): number {
  const [hours = '0', minutes = '0'] = offset.replace(/^[+-]/, '').split(':');
  return (offset.startsWith('-') ? -1 : 1) * (60 * Number(hours) + Number(minutes));
}
