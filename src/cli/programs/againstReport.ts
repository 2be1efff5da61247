/** The report of two versions that were compared in turns: text and JSON. */
import * as l10n from '@vscode/l10n';
import { aligned } from '../../base/aligned.ts';
import type { Problem } from '../../base/result.ts';
import type { OperationTimes } from '../../bench/statistics/operationTimes.ts';
import type { MetricChange } from '../../bench/verdicts/change.ts';
import { changeSize, sharePercent } from '../../bench/verdicts/changeWords.ts';
import { type GateOptions, type GateOutcome, judge, type UnitVerdict } from '../../bench/verdicts/gate.ts';
import { howCompared } from '../../bench/verdicts/layouts.ts';
import { findableChange, neededToFind, worthFinding } from '../../bench/verdicts/power.ts';
import type { ComparedVersions } from '../../go/inTurns/compareVersions.ts';
import type { Side } from '../../go/inTurns/turns.ts';
import type { BuiltVersion, TwoVersions } from '../../go/inTurns/twoVersions.ts';
import { memoryText } from '../../go/results/memoryText.ts';
import { timesTable } from '../../go/results/timesText.ts';
import { type NamedVerdict, verdictWord, whyText } from '../../go/results/verdictWhy.ts';
import { type FailOn, gateFailure, numbersOf, regressionsOf, verdictJson } from '../bench/gate.ts';
import { messageOf, translated } from '../terminal/output.ts';
import { type LineCosts, lineCosts, lineTable } from './lineCosts.ts';
import { measureLabel, measureText } from './measureTexts.ts';

export interface AgainstReport {
  readonly now: Pick<BuiltVersion, 'title' | 'program'>;
  readonly base: Pick<BuiltVersion, 'title' | 'program'>;
  readonly compared: ComparedVersions;
  readonly gate: GateOptions;
  readonly outcome: GateOutcome;
  readonly verdicts: readonly NamedVerdict[];
}

export function reportOf(
  { now, base }: TwoVersions,
  compared: ComparedVersions,
  gate: GateOptions,
): AgainstReport {
  const outcome = judge([compared.pair], gate);
  const verdicts = (outcome.verdicts[0] ?? []).map((verdict) => ({ ...verdict, name: now.program.name }));
  return { now, base, compared, gate, outcome, verdicts: verdicts.sort((a, b) => place(a) - place(b)) };
}

/** By what users ask first. */
const order = [
  'requests/s',
  'ns/run',
  'latency-p50-ns',
  'latency-p90-ns',
  'latency-p99-ns',
  'latency-max-ns',
  'cpu-ns',
  'allocs',
  'B',
  'peak-B',
  'failed',
];

function place({ change: { unit } }: UnitVerdict): number {
  const at = order.findIndex((each) => each === unit || each === unit.replace(/\/(?:req|run)$/, ''));
  return at === -1 ? order.length : at;
}

export function againstFailure(
  { verdicts, outcome, base }: AgainstReport,
  asked: readonly FailOn[],
): Problem | null {
  return gateFailure(verdicts, outcome, base.title, asked);
}

export async function againstText(report: AgainstReport): Promise<string> {
  const { base, compared, verdicts } = report;
  const { operations, pair, profiles } = compared;
  const head = l10n.t(
    compared.busyness === null
      ? 'working tree, run in turns with {0}: {1} times each'
      : 'working tree, under load in turns with {0}: {1} times each, {2} requests a turn',
    base.title,
    Math.min(pair.base.length, pair.measurements.length),
    operations,
  );
  const rows = verdicts.map((each) => [
    measureLabel(each.change.unit),
    measureText(each.change.unit, each.change.base),
    '→',
    measureText(each.change.unit, each.change.now),
    each.verdict === 'changed' ? changeSize(each.change, '-') : verdictWord(each.verdict),
    testText(each),
  ]);
  const times = compared.latencies === null ? null : latencyTable(compared.latencies, base.title);
  const memory = memoryText(memoryOf(compared, 'now'), memoryOf(compared, 'base'), 'request');
  const lines =
    profiles === null ? '' : lineTable(await linesOf(profiles, 'base'), await linesOf(profiles, 'now'));
  return [
    `${head}\n`,
    `${aligned(rows, 'lrlrll').join('\n')}\n`,
    ...(times === null ? [] : [times]),
    ...(memory === '' ? [] : [`${l10n.t('memory: {0}', memory)}\n`]),
    ...notes(report).map((text) => `! ${text}\n`),
    ...(lines === '' ? [] : [lines]),
  ].join('\n');
}

/** Of a server, its collections are those of so many requests. Shown, and no verdict. */
function memoryOf({ memory, busyness, operations }: ComparedVersions, side: Side) {
  const seen = memory[side];
  return seen === null || busyness === null ? seen : { operations, ...seen };
}

/** How long requests took, of all turns: what a percentile does not show, such as two ways through a server. */
function latencyTable({ base, now }: Readonly<Record<Side, OperationTimes>>, title: string): string {
  const versions = [
    { name: title, times: base },
    { name: l10n.t('working tree'), times: now },
  ];
  const { heads, rows } = timesTable(versions, 'request');
  return `${aligned([heads, ...rows], `l${'r'.repeat(heads.length - 2)}l`).join('\n')}\n`;
}

/** `(p<0.001 n=10)`, `(p<0.001 n=20, thread switches evened out)`; nothing where no test was needed. */
function testText({ change, reason }: NamedVerdict): string {
  if (reason.what === 'equal' || reason.what === 'same-code') return '';
  const switches = change.hasEvenSwitches === true ? `, ${l10n.t('thread switches evened out')}` : '';
  return `(${howCompared(change)}${switches})`;
}

async function linesOf(profiles: NonNullable<ComparedVersions['profiles']>, side: Side): Promise<LineCosts> {
  const { profiles: taken, operations } = profiles[side];
  return lineCosts(taken, operations);
}

/** What the reader should know besides the numbers, one sentence each. */
function notes(report: AgainstReport): string[] {
  const { compared, verdicts, base, outcome } = report;
  const { problems, profiles, busyness } = compared;
  const ofProfiles = profiles === null ? [] : [...profiles.base.problems, ...profiles.now.problems];
  const { isSameCode } = compared.pair.circumstances;
  const few = verdicts.filter(({ verdict }) => verdict === 'too few runs').slice(0, 1);
  return [
    ...regressionsOf(verdicts, base.title).map(translated),
    ...verdicts
      .filter(needsWords)
      .map((each) => `${measureLabel(each.change.unit)}: ${whyText(each, outcome)}`),
    ...few.map((each) => whyText(each, outcome)),
    ...(isSameCode ? [l10n.t('Both ran the same machine code: what differs is the machine.')] : []),
    ...(busyness === null ? [] : busynessNotes(busyness)),
    ...(isSameCode ? [] : limits(verdicts.map(({ change }) => change))),
    ...[...problems, ...ofProfiles].map(translated),
  ];
}

/** What a word does not say: why it is not certain, or no change although it looks like one. */
function needsWords({ verdict, reason }: NamedVerdict): boolean {
  return verdict === 'unsure' || reason.what === 'family';
}

/** From so much of a machine's cores on, client and server wait for each other's. */
const crowded = 0.85;

function busynessNotes({ client, server, cores }: NonNullable<ComparedVersions['busyness']>): string[] {
  const percent = (share: number) => `${Math.round(100 * share)}%`;
  const told = l10n.t('Our client took {0} of a core.', percent(client));
  if (server === null) return [told];
  const both = l10n.t('The server took {0} of a core, our client {1}.', percent(server), percent(client));
  if (client + server < crowded * cores) return [both];
  const want = l10n.t(
    'Together they want all {0} cores of this machine, so the client slows the server down: requests a second and latencies are those of both, CPU and allocations per request those of the server. --rate=N or fewer --connections leaves it room.',
    cores,
  );
  return [`${both} ${want}`];
}

/** The units of which the smallest change that would be found is said. */
const worthKnowing = ['requests/s', 'cpu-ns/req', 'ns/run', 'cpu-ns/run'];
const mostAsked = 100;

function limits(changes: readonly MetricChange[]): string[] {
  const known = changes.filter(({ unit, verdict }) => worthKnowing.includes(unit) && verdict !== 'changed');
  const found = known.flatMap((change) => {
    const smallest = findableChange(change);
    return smallest === null || smallest <= worthFinding ? [] : [{ change, smallest }];
  });
  const [first] = found;
  if (first === undefined) return [];
  const list = found.map(
    ({ change: { unit }, smallest }) => `${measureLabel(unit)} ${sharePercent(smallest)}`,
  );
  const needed = neededToFind(first.change, worthFinding);
  const more =
    needed === null || needed > mostAsked
      ? ''
      : ` ${l10n.t('{0} would find {1}.', `--count=${needed}`, sharePercent(worthFinding))}`;
  return [`${l10n.t('Changes below these would not be found here: {0}.', list.join(', '))}${more}`];
}

/** One document, in the shapes of `bench --against --json`. */
export async function againstJson(report: AgainstReport): Promise<object> {
  const { base, now, compared, verdicts, outcome, gate } = report;
  const { pair, busyness, operations } = compared;
  const placed = (each: NamedVerdict) => ({
    package: now.program.importPath,
    name: now.program.name,
    procs: 1,
    unit: each.change.unit,
  });
  return {
    benchmarks: [await resultJson(report, 'now')],
    base: [await resultJson(report, 'base')],
    comparison: {
      against: base.title,
      inTurns: true,
      turns: Math.min(pair.base.length, pair.measurements.length),
      ...(busyness === null ? {} : { requestsPerTurn: operations, cores: busyness }),
      verdicts: verdicts.map((each) => ({
        ...placed(each),
        ...verdictJson(each, outcome),
        base: intervalOf(each.change.base),
        now: intervalOf(each.change.now),
      })),
      comparisons: outcome.comparisons,
      threshold: gate.threshold,
      regressions: verdicts
        .filter(({ isFailure }) => isFailure)
        .map((each) => ({
          ...placed(each),
          ratio: numbersOf(each.change).ratio,
          p: numbersOf(each.change).p,
        })),
      remarks: notes(report),
    },
  };
}

async function resultJson({ compared, now, base }: AgainstReport, side: Side): Promise<object> {
  const { program } = side === 'now' ? now : base;
  const { pair, profiles } = compared;
  const pass = profiles?.[side] ?? null;
  const memory = memoryOf(compared, side);
  return {
    package: program.importPath,
    name: program.name,
    procs: 1,
    runs: (side === 'now' ? pair.measurements : pair.base).map(({ iterations, metrics, switches }) => ({
      iterations,
      metrics,
      ...(switches === undefined ? {} : { switches }),
    })),
    ...(memory === null ? {} : { memory }),
    profiles: (pass?.profiles ?? []).map(({ kind, path }) => ({
      kind,
      path,
      operations: pass?.operations ?? 0,
    })),
    ...(profiles === null ? { lines: [], otherLines: [] } : await linesOf(profiles, side)),
    problems: (pass?.problems ?? []).map(messageOf),
  };
}

/** The median with its 95 % interval; `null` for an end that so few measurements leave open. */
function intervalOf({ center, low, high }: MetricChange['base']) {
  const end = (value: number) => (Number.isFinite(value) ? value : null);
  return { center, low: end(low), high: end(high) };
}
