import { number, property, text } from '../../outsideValues.ts';
import { headerArguments, type LoadProgramKind, type ProgramReport } from './loadProgram.ts';
import { failuresIn, parsed } from './printedNumbers.ts';

/** https://github.com/hatoo/oha */
export const oha: LoadProgramKind = {
  cannotSend: () => null,

  call({ connections, seconds, rate, request: { method, headers, body, url, isInsecure } }) {
    const output = ['--no-tui', '--output-format', 'json', '--redirect', '0'];
    const pace = rate === null ? [] : ['-q', String(rate)];
    const trust = isInsecure ? ['--insecure'] : [];
    const args = [...output, '-z', `${Math.ceil(seconds)}s`, '-c', String(connections), ...pace, ...trust];
    const sent = body === '' ? [] : ['-d', body];
    return { args: [...args, '-m', method, ...headerArguments(headers), ...sent, url.href] };
  },

  read: readOha,
};

function readOha(printed: string): ProgramReport | null {
  const report = parsed(printed);
  const seconds = number(property(property(report, 'summary'), 'total'));
  if (seconds === undefined) return null;
  const errors = Object.entries(Object(property(report, 'errorDistribution')))
    // It gives up what is under way at its end.
    .filter(([what]) => !text(what)?.startsWith('aborted due to deadline'))
    .reduce((sum, [, count]) => sum + (number(count) ?? 0), 0);
  const { failures, answered } = failuresIn(property(report, 'statusCodeDistribution'), errors);
  const latency = (name: string) => {
    const found = number(property(property(report, 'latencyPercentiles'), name));
    return found === undefined ? null : found * 1000;
  };
  return { requests: answered, seconds, failures, p50: latency('p50'), p99: latency('p99') };
}
