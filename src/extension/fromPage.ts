import type { FromPage, PageToSave } from '../protocol.ts';

/** Checks a message of the page. `null` where it is none of `FromPage`. */
export function readFromPage(message: unknown): FromPage | null {
  if (typeof message !== 'object' || message === null) return null;
  const raw: Record<string, unknown> = { ...message };
  switch (raw.type) {
    case 'ready':
      return { type: 'ready' };
    case 'painted':
      return { type: 'painted' };
    case 'graphviz':
      return { type: 'graphviz' };
    case 'growth':
      return { type: 'growth' };
    case 'open':
    case 'reveal':
      return typeof raw.file === 'string' && isIndex(raw.line)
        ? { type: raw.type, file: raw.file, line: raw.line }
        : null;
    case 'source':
      return typeof raw.file === 'string' ? { type: 'source', file: raw.file } : null;
    case 'assembly':
      return isIndex(raw.id) && typeof raw.functionName === 'string'
        ? { type: 'assembly', id: raw.id, functionName: raw.functionName }
        : null;
    case 'save':
      return typeof raw.name === 'string' && raw.bytes instanceof Uint8Array
        ? { type: 'save', name: raw.name, bytes: raw.bytes }
        : null;
    case 'savePage':
      return typeof raw.name === 'string' && isPageToSave(raw.page)
        ? { type: 'savePage', name: raw.name, page: raw.page }
        : null;
    case 'offer':
      return raw.chosen === 'openAsText' || raw.chosen === 'showOutput'
        ? { type: 'offer', chosen: raw.chosen }
        : null;
    case 'sampleType':
      return isIndex(raw.sampleType) ? { type: 'sampleType', sampleType: raw.sampleType } : null;
    default:
      return null;
  }
}

function isPageToSave(value: unknown): value is PageToSave {
  if (typeof value !== 'object' || value === null) return false;
  const page: Partial<Record<keyof PageToSave, unknown>> = value;
  const { title, profileBytes, firstPicture, sampleType, operations } = page;
  return (
    typeof title === 'string' &&
    profileBytes instanceof Uint8Array &&
    firstPicture instanceof Uint8Array &&
    isIndex(sampleType) &&
    (operations === null || typeof operations === 'number')
  );
}

function isIndex(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}
