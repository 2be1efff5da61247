import { headerArguments, type LoadProgramKind, type ProgramReport } from './loadProgram.ts';
import { milliseconds, numberAfter, unitsInMs } from './printedNumbers.ts';

/** https://github.com/wg/wrk: only GET, as fast as the server answers. */
export const wrk: LoadProgramKind = {
  cannotSend({ request: { url, isInsecure, method, body }, rate }) {
    if (url.protocol === 'https:' && !isInsecure) return 'https (it checks no certificates)';
    if (method !== 'GET' || body !== '') return `${method} with a body`;
    return rate === null ? null : 'a rate';
  },

  call({ connections, seconds, request: { headers, url } }) {
    const threads = connections < 4 ? '1' : '2';
    const time = `${Math.ceil(seconds)}s`;
    const args = ['-t', threads, '-c', String(connections), '-d', time, '--latency'];
    return { args: [...args, ...headerArguments(headers), url.href] };
  },

  read: readWrk,
};

function readWrk(printed: string): ProgramReport | null {
  const [, requests, length, unit = ''] =
    /(\d{1,15}) requests in (\d{1,9}(?:\.\d{1,9})?)(us|ms|s|m|h),/.exec(printed) ?? [];
  const inMs = unitsInMs[unit];
  if (requests === undefined || inMs === undefined) return null;
  const failures: Record<string, number> = {};
  const refused = numberAfter(printed, /Non-2xx or 3xx responses: (\d{1,15})/);
  if (refused !== null) failures['not 2xx or 3xx'] = refused;
  const [, errors = ''] = /Socket errors: ([^\n]{1,200})/.exec(printed) ?? [];
  for (const [, what, count] of errors.matchAll(/(connect|read|write|timeout) (\d{1,15})/g)) {
    if (what !== undefined && Number(count) > 0) failures[what] = Number(count);
  }
  return {
    requests: Number(requests),
    seconds: (Number(length) * inMs) / 1000,
    failures,
    p50: milliseconds(printed, /^\s{1,9}50%\s{1,20}([\d.]{1,20})(us|ms|s|m)/m),
    p99: milliseconds(printed, /^\s{1,9}99%\s{1,20}([\d.]{1,20})(us|ms|s|m)/m),
  };
}
