/** The arguments of `pprof-lens serve`. */
import { ok, type Result } from '../../base/result.ts';
import type { WrittenLoad } from '../../go/inTurns/serverRun.ts';
import type { Against } from '../../go/inTurns/twoVersions.ts';
import { checkedPace, type LoadPace } from '../../go/load/loadPlan.ts';
import { checkGate } from '../bench/gate.ts';
import { loadOptions } from '../profiles/loadOptions.ts';
import { headersOf, readingOptions, textOf } from '../profiles/storeSource.ts';
import {
  flag,
  number,
  type OptionValues,
  optionsText,
  readOptions,
  text,
  texts,
  usually,
  wrong,
} from '../terminal/options.ts';
import { againstOf, againstOptions, placeOptions } from './againstOptions.ts';
import { readEnv } from './runOptions.ts';

const serveOptions = {
  ...againstOptions,
  load: usually(
    '/',
    text(
      'REQUEST',
      'what is sent: a path, or POST /cart {"id": 1}; with a whole address,',
      'http://localhost:8080/work, where its port cannot be found out',
    ),
  ),
  'load-header': loadOptions['load-header'],
  rate: number(
    'N',
    'requests a second; a latency then begins when a request should have been sent',
    '(default: each connection sends again when it has its answer)',
  ),
  connections: loadOptions.connections,
  seconds: usually(1, number('N', 'how long a turn measures each version, after its warm-up')),
  ca: readingOptions.ca,
  ...placeOptions,
  env: texts('NAME=VALUE', 'adds to its environment; can be repeated'),
  out: text('DIR', 'keeps the profiles there (default: in a temporary folder)'),
  json: usually(false, flag('one JSON document')),
};

export interface ServeOptions extends OptionValues<Omit<typeof serveOptions, 'load' | 'env' | 'against'>> {
  readonly against: Against;
  readonly patterns: readonly string[];
  /** The server's arguments. */
  readonly args: readonly string[];
  readonly load: WrittenLoad;
  readonly pace: Pick<LoadPace, 'rate' | 'connections'>;
  readonly env: Readonly<Record<string, string>>;
}

/** Not translated: option names and this text belong together. */
export const serveUsage = `usage: pprof-lens serve --against=GITREF|--pgo=FILE [options] [PACKAGE] [-- ARGUMENTS...]

Compares a server (package main) of the working tree with that of a commit, or with itself without the
profile that Go optimises it by. In each turn both are started with ARGUMENTS, without a profiler, and get
the same requests: some to one, some to the other. Measured are requests a second, latency, CPU and
allocations per request, peak memory and failures; each has a verdict as of benchmarks. Give them a free
port, such as -- -addr=localhost:0: two that need the same one can only run one after the other, which
shows less. Then both are profiled once: what a request costs on each line. Ctrl+C judges what is there.

${optionsText(serveOptions)}
The exit status is 1 if something became worse, as of bench --against. The JSON document has its shapes:
benchmarks and base, each with runs[].metrics (requests/s, latency-p50-ns, -p90-, -p99-, -max-, cpu-ns/req,
allocs/req, B/req, peak-B, failed/req), memory, profiles, lines and otherLines; comparison.verdicts[] with
unit, verdict, ratio, p, n, why, findable, switches (even, where those of threads are evened out), and the
medians base and now with their 95% intervals.
`;

/** Reads and checks the arguments. */
export function readServeOptions(argv: readonly string[]): Result<ServeOptions> {
  const end = argv.indexOf('--');
  const given = readOptions(end === -1 ? argv : argv.slice(0, end), serveOptions);
  if (!given.ok) return given;
  const { options, rest } = given.value;
  const { seconds, count, rate = null, connections, ca } = options;
  const against = againstOf(options);
  if (!against.ok) return against;
  if (against.value === null) return wrong('--against=GITREF says what to compare with, such as main.');
  if (!(seconds > 0 && seconds <= 600)) return wrong('--seconds={0} is not from 0 to 600.', seconds);
  if (count !== undefined && (count < 1 || count > 1000))
    return wrong('--count={0} is not from 1 to 1000.', count);
  if (rest.length > 1 && !rest.every((each) => each.endsWith('.go'))) {
    return wrong('Name one server. Arguments for it follow after --.');
  }
  const gate = checkGate(options);
  if (!gate.ok) return gate;
  const pace = checkedPace({ rate, ...(connections === undefined ? {} : { connections }) });
  if (!pace.ok) return pace;
  const headers = headersOf(options['load-header'] ?? []);
  if (!headers.ok) return headers;
  const certificates = ca === undefined ? ok(undefined) : textOf(ca);
  if (!certificates.ok) return certificates;
  const env = readEnv(options.env ?? []);
  if (!env.ok) return env;
  return ok({
    ...options,
    against: against.value,
    patterns: rest.length === 0 ? ['.'] : rest,
    args: end === -1 ? [] : argv.slice(end + 1),
    load: { text: options.load, headers: headers.value, ca: certificates.value },
    pace: pace.value,
    env: env.value,
  });
}
