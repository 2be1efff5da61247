import type { FromPage } from '../protocol.ts';

/** Checks a message of the page. `null` where it is none of `FromPage`. */
export function readFromPage(message: unknown): FromPage | null {
  if (typeof message !== 'object' || message === null) return null;
  const raw: Record<string, unknown> = { ...message };
  switch (raw.type) {
    case 'ready':
      return { type: 'ready' };
    case 'painted':
      return { type: 'painted' };
    case 'open':
      return typeof raw.file === 'string' && isIndex(raw.line)
        ? { type: 'open', file: raw.file, line: raw.line }
        : null;
    case 'sampleType':
      return isIndex(raw.sampleType) ? { type: 'sampleType', sampleType: raw.sampleType } : null;
    default:
      return null;
  }
}

function isIndex(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}
