/** Programs that send requests, where one is installed: how each is called, and what it prints. */
import { number, property, text } from '../../outsideValues.ts';
import { type LoadPlan, loadLimits } from './loadPlan.ts';

export const loadPrograms = ['wrk', 'hey', 'vegeta', 'oha'] as const;

export type LoadProgram = (typeof loadPrograms)[number];

/** What a program says when it has ended. */
export interface ProgramReport {
  /** All requests that were answered. */
  readonly requests: number;
  /** How long it sent, in seconds, by its own clock. */
  readonly seconds: number;
  readonly failures: Readonly<Record<string, number>>;
  readonly p50: number | null;
  readonly p99: number | null;
}

export interface ProgramCall {
  readonly args: readonly string[];
  /** A file that the program reads, with its text. */
  readonly input?: { readonly name: string; readonly text: string };
  /** A second call, whose output is the report. */
  readonly report?: readonly string[];
}

/** Why a program cannot send what is planned; `null` if it can. */
export function cannotSend(
  program: LoadProgram,
  { rate, request, ca, mostRequests }: LoadPlan,
): string | null {
  if (request.socketPath !== null) return 'a Unix socket';
  if (ca !== undefined) return 'a certificate authority of its own';
  // Those that take a number take no time besides.
  if (mostRequests < loadLimits.requests) return 'a number of requests';
  if (request.url.protocol === 'https:' && !request.isInsecure && (program === 'wrk' || program === 'hey'))
    return 'https (it checks no certificates)';
  if (program === 'wrk' && (request.method !== 'GET' || request.body !== ''))
    return `${request.method} with a body`;
  if (program === 'wrk' && rate !== null) return 'a rate';
  return null;
}

/**
 * The arguments of a program. It is started without a shell, so each is one word whatever it contains. None follows redirects:
 * they may lead to another server, and two answers would count as one request.
 */
export function callOf(program: LoadProgram, plan: LoadPlan, folder: string): ProgramCall {
  const { connections, seconds, rate, request } = plan;
  const { method, url, headers, body } = request;
  const given = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const each = (flag: string) => given.flatMap((header) => [flag, header]);
  const [c, z] = [String(connections), `${Math.ceil(seconds)}s`];
  switch (program) {
    case 'wrk':
      return {
        args: ['-t', connections < 4 ? '1' : '2', '-c', c, '-d', z, '--latency', ...each('-H'), url.href],
      };
    case 'hey': {
      // Its rate is that of each connection.
      const pace = rate === null ? [] : ['-q', String(rate / connections)];
      const sent = body === '' ? [] : ['-d', body];
      const answers = ['-disable-redirects'];
      return {
        args: ['-z', z, '-c', c, ...answers, ...pace, '-m', method, ...each('-H'), ...sent, url.href],
      };
    }
    case 'vegeta': {
      const pace =
        rate === null ? ['-rate', '0', '-max-workers', c] : ['-rate', String(rate), '-max-connections', c];
      const head = [`${method} ${url.href}`, ...given, ...(body === '' ? [] : [`@${folder}/body`])];
      const trust = request.isInsecure ? ['-insecure'] : [];
      return {
        args: [
          'attack',
          '-duration',
          z,
          '-redirects',
          '-1',
          ...pace,
          ...trust,
          '-targets',
          `${folder}/targets`,
          '-output',
          `${folder}/results`,
        ],
        input: { name: 'targets', text: `${head.join('\n')}\n` },
        report: ['report', '-type', 'json', `${folder}/results`],
      };
    }
    case 'oha': {
      const pace = rate === null ? [] : ['-q', String(rate)];
      const sent = body === '' ? [] : ['-d', body];
      const trust = request.isInsecure ? ['--insecure'] : [];
      const output = ['--no-tui', '--output-format', 'json', '--redirect', '0'];
      return {
        args: [
          ...output,
          '-z',
          z,
          '-c',
          c,
          ...pace,
          ...trust,
          '-m',
          method,
          ...each('-H'),
          ...sent,
          url.href,
        ],
      };
    }
  }
}

/** Reads what a program has printed; `null` if it is not its report. */
export function readReport(program: LoadProgram, output: string): ProgramReport | null {
  // More is not a report.
  const printed = output.slice(0, 200_000);
  switch (program) {
    case 'wrk':
      return readWrk(printed);
    case 'hey':
      return readHey(printed);
    case 'vegeta':
      return readVegeta(printed);
    case 'oha':
      return readOha(printed);
  }
}

function numberAfter(printed: string, pattern: RegExp): number | null {
  const found = pattern.exec(printed)?.[1];
  return found === undefined ? null : Number(found);
}

const unitsInMs: Readonly<Record<string, number>> = { us: 0.001, ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** `1.25ms` in milliseconds. */
function milliseconds(printed: string, pattern: RegExp): number | null {
  const [, value, unit = ''] = pattern.exec(printed) ?? [];
  const factor = unitsInMs[unit];
  return value === undefined || factor === undefined ? null : Number(value) * factor;
}

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

function parsed(printed: string): unknown {
  try {
    return JSON.parse(printed);
  } catch {
    return null;
  }
}

/** Statuses from 400 on, and errors, of a program that prints them as an object. */
function failuresIn(
  statuses: unknown,
  errors: number,
): { failures: Record<string, number>; answered: number } {
  const failures: Record<string, number> = {};
  let answered = 0;
  for (const [status, count] of Object.entries(typeof statuses === 'object' ? (statuses ?? {}) : {})) {
    // Vegeta counts what was not answered as status 0.
    if (typeof count !== 'number' || !/^[1-9]\d\d$/.test(status)) continue;
    answered += count;
    if (Number(status) >= 400) failures[status] = count;
  }
  if (errors > 0) failures.error = errors;
  return { failures, answered };
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
    return found === undefined ? null : found / 1e6;
  };
  return {
    requests: answered,
    seconds: nanoseconds / 1e9,
    failures,
    p50: latency('50th'),
    p99: latency('99th'),
  };
}

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
