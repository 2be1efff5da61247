import { number, property } from '../../outsideValues.ts';
import type { LoadProgramKind, ProgramReport } from './loadProgram.ts';
import { failuresIn, parsed } from './printedNumbers.ts';

/** https://github.com/tsenart/vegeta: it reads the request from a file, and writes its results for a second call. */
export const vegeta: LoadProgramKind = {
  cannotSend: () => null,

  call({ connections, seconds, rate, request: { method, url, headers, body, isInsecure } }, folder) {
    const pace =
      rate === null
        ? ['-rate', '0', '-max-workers', String(connections)]
        : ['-rate', rateText(rate), '-max-connections', String(connections)];
    const trust = isInsecure ? ['-insecure'] : [];
    const files = ['-targets', `${folder}/targets`, '-output', `${folder}/results`];
    const given = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    const target = [`${method} ${url.href}`, ...given, ...(body === '' ? [] : [`@${folder}/body`])];
    return {
      args: [
        'attack',
        '-duration',
        `${Math.ceil(seconds)}s`,
        '-redirects',
        '-1',
        ...pace,
        ...trust,
        ...files,
      ],
      input: { name: 'targets', text: `${target.join('\n')}\n` },
      report: ['report', '-type', 'json', `${folder}/results`],
    };
  },

  read: readVegeta,
};

/** It takes whole numbers only, and of any time. */
function rateText(rate: number): string {
  return Number.isInteger(rate) ? String(rate) : `${Math.max(1, Math.round(rate * 1000))}/1000s`;
}

function readVegeta(printed: string): ProgramReport | null {
  const report = parsed(printed);
  const requests = number(property(report, 'requests'));
  const nanoseconds = number(property(report, 'duration'));
  if (requests === undefined || nanoseconds === undefined) return null;
  const statuses = property(report, 'status_codes');
  const { failures, answered } = failuresIn(statuses, number(property(statuses, '0')) ?? 0);
  const latency = (name: string) => {
    const found = number(property(property(report, 'latencies'), name));
    // It also says how soon requests failed.
    return found === undefined || answered === 0 ? null : found / 1e6;
  };
  return {
    requests: answered,
    seconds: nanoseconds / 1e9,
    failures,
    p50: latency('50th'),
    p99: latency('99th'),
  };
}
