import { headerArguments, type LoadProgramKind, type ProgramReport } from './loadProgram.ts';
import { numberAfter } from './printedNumbers.ts';

/** https://github.com/rakyll/hey */
export const hey: LoadProgramKind = {
  cannotSend({ request: { url, isInsecure } }) {
    return url.protocol === 'https:' && !isInsecure ? 'https (it checks no certificates)' : null;
  },

  call({ connections, seconds, rate, request: { method, headers, body, url } }) {
    const time = `${Math.ceil(seconds)}s`;
    // Its rate is that of each connection.
    const pace = rate === null ? [] : ['-q', String(rate / connections)];
    const args = ['-z', time, '-c', String(connections), '-disable-redirects', ...pace, '-m', method];
    return { args: [...args, ...headerArguments(headers), ...(body === '' ? [] : ['-d', body]), url.href] };
  },

  read: readHey,
};

function readHey(printed: string): ProgramReport | null {
  const seconds = numberAfter(printed, /Total:\s{1,20}([\d.]{1,20}) secs/);
  if (seconds === null) return null;
  const failures: Record<string, number> = {};
  let requests = 0;
  for (const [, status = '', count] of printed.matchAll(/^\s{1,9}\[(\d{3})\]\s{1,9}(\d{1,15}) responses/gm)) {
    requests += Number(count);
    if (Number(status) >= 400) failures[status] = Number(count);
  }
  const [, errors = ''] = /Error distribution:\n([\s\S]{0,20000})/.exec(printed) ?? [];
  for (const [, count] of errors.matchAll(/^\s{1,9}\[(\d{1,15})\]/gm))
    failures.error = (failures.error ?? 0) + Number(count);
  const inSeconds = (percent: number) => {
    const found = numberAfter(printed, new RegExp(`^\\s{1,9}${percent}%{1,2} in ([\\d.]{1,20}) secs`, 'm'));
    return found === null ? null : found * 1000;
  };
  return { requests, seconds, failures, p50: inSeconds(50), p99: inSeconds(99) };
}
