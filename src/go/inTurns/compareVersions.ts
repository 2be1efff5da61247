/** Compares two versions of a server under the same requests, or of a program that ends by itself. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import * as l10n from '@vscode/l10n';
import { mean } from '../../base/lists.ts';
import type { ProcessMemory } from '../../base/processMemory.ts';
import { fail, ok, type Problem, type Result } from '../../base/result.ts';
import { mergedTimes, type OperationTimes } from '../../bench/statistics/operationTimes.ts';
import { inTurns } from '../../bench/verdicts/change.ts';
import { type FreshRound, type GateOptions, type GatePair, isSuspicious } from '../../bench/verdicts/gate.ts';
import { disturbances } from '../../bench/verdicts/noise.ts';
import type { WrittenFiles } from '../build/writtenFiles.ts';
import type { LoadPace } from '../load/loadPlan.ts';
import { MachineObserver } from '../machine/machineWatch.ts';
import { type LoadTurn, type LoadTurnRequest, turnOf as loadOf, withLoadedServer } from './loadTurn.ts';
import { type MeasuredOnce, mainUnit, measureFacts, middleMemory } from './measures.ts';
import { type ProfiledPass, profiledPass } from './profiledPass.ts';
import { runOnce } from './programRun.ts';
import type { WrittenLoad } from './serverRun.ts';
import { firstTurn, measureServers, ranApart } from './serverTurns.ts';
import { inOrder, measureTurns, type Side, type Turns } from './turns.ts';
import type { TwoVersions } from './twoVersions.ts';

const usualTurns = 10;
/** Of a server, whose turns are short. */
const serverTurns = 20;
/** A profile is of the requests of so many turns: it has a sample each 10 ms. */
const profiledTurns = 5;
const sides = ['base', 'now'] as const;

export interface ComparedRun {
  readonly args: readonly string[];
  readonly directory: string;
  readonly env: NodeJS.ProcessEnv;
  /** Turns; missing: as many as show a few percent. */
  readonly count?: number | undefined;
  /** Whatever looks different is measured again. */
  readonly gate: GateOptions & { readonly confirms: 'all' };
  /** So often is measured again what looks worse. */
  readonly confirm: number;
  readonly written: WrittenFiles;
  readonly signal: AbortSignal;
  progress(message: string): void;
}

export interface ComparedServer extends ComparedRun {
  readonly load: WrittenLoad;
  readonly pace: Pick<LoadPace, 'rate' | 'connections'>;
  /** How long a turn measures, about. */
  readonly seconds: number;
}

/** How busy the two sides of a load were, as shares of one core, on a machine that lets them have `cores`. */
export interface Busyness {
  readonly client: number;
  readonly server: number | null;
  readonly cores: number;
}

export interface ComparedVersions {
  readonly pair: GatePair;
  /** What the machine sees of it in a turn; `null` where it does not say. */
  readonly memory: Readonly<Record<Side, ProcessMemory | null>>;
  /** `null` if the user has cancelled before them. */
  readonly profiles: Readonly<Record<Side, ProfiledPass>> | null;
  /** Requests of each turn; 1 for a program. */
  readonly operations: number;
  /** `null` for a program. */
  readonly busyness: Busyness | null;
  /** How long the requests of all turns took; `null` for a program. */
  readonly latencies: Readonly<Record<Side, OperationTimes>> | null;
  readonly problems: readonly Problem[];
}

/** Problems: those of `measureServers` and `measureTurns`. */
export async function compareServers(
  versions: TwoVersions,
  request: ComparedServer,
): Promise<Result<ComparedVersions>> {
  const { load, pace, seconds, written, signal, count = serverTurns } = request;
  const turnOf = (binary: string, side: Side): LoadTurnRequest => ({
    ...request,
    name: nameOf(versions, side),
    binary,
    folder: ownFolder(written, side),
    load,
    pace,
    seconds,
  });
  const bothOf = ({ base, now }: Binaries) => ({ base: turnOf(base, 'base'), now: turnOf(now, 'now') });
  request.progress(l10n.t('Choosing how many requests each turn sends'));
  const first = await firstTurn(bothOf({ base: versions.base.binary, now: versions.now.binary }));
  if (!first.ok) return first;
  const plan = first.value;
  const operations = plan.requests * plan.bursts;
  const turns: Record<Side, LoadTurn[]> = { base: [], now: [] };
  const observer = new MachineObserver(request.env);
  const compared = await inRounds(
    versions,
    { ...request, count },
    async (binaries, turn) => {
      const measured = await measureServers(bothOf(binaries), plan, turn);
      if (measured.ok) for (const side of sides) turns[side].push(measured.value[side]);
      return measured;
    },
    observer,
  );
  if (!compared.ok) return compared;
  const profiles = await profileBoth(versions, request, (binary, side, env) => {
    const turn = turnOf(binary, side);
    const profiled = { ...turn, env: { ...turn.env, ...env }, folder: recordFolder(written, side) };
    return withLoadedServer(profiled, async (server) => {
      const ran = loadOf(turn.name, [], [await server.send(profiledTurns * operations)]);
      return ran.ok ? ok(server.allRequests()) : ran;
    });
  });
  if (!profiles.ok && !signal.aborted) return profiles;
  const latenciesOf = (side: Side) => mergedTimes(turns[side].map((turn) => turn.load.latencies));
  const both = [...turns.base, ...turns.now];
  return ok({
    ...compared.value,
    profiles: profiles.ok ? profiles.value : null,
    operations,
    problems: plan.isTogether ? compared.value.problems : [ranApart(), ...compared.value.problems],
    latencies: { base: latenciesOf('base'), now: latenciesOf('now') },
    busyness: {
      cores: observer.usableCores,
      client: mean(both.map((turn) => turn.load.clientCpu)),
      server: both.some(({ serverCpu }) => serverCpu === null)
        ? null
        : mean(both.map(({ serverCpu }) => serverCpu ?? 0)),
    },
  });
}

/** Problems: those of `runOnce` and `measureTurns`, `other-exit-status`. */
export async function comparePrograms(
  versions: TwoVersions,
  request: ComparedRun,
): Promise<Result<ComparedVersions>> {
  const { written, signal } = request;
  const statuses = new Map<Side, number>();
  const runOf = (binary: string, side: Side) => ({
    ...request,
    name: nameOf(versions, side),
    binary,
    folder: ownFolder(written, side),
  });
  const measure = async (binary: string, side: Side): Promise<Result<MeasuredOnce>> => {
    const ran = await runOnce(runOf(binary, side));
    if (!ran.ok) return ran;
    const { exitCode } = ran.value;
    const before = statuses.get(side) ?? exitCode;
    statuses.set(side, before);
    if (before === exitCode) return ran;
    const template = '{0} ended with exit status {1}, and before with {2}: its runs cannot be compared.';
    return fail('other-exit-status', template, [nameOf(versions, side), exitCode, before]);
  };
  request.progress(l10n.t('Running it once, uncounted'));
  const first = await measure(versions.base.binary, 'base');
  if (!first.ok) return first;
  const compared = await inRounds(
    versions,
    request,
    async (binaries, turn) => {
      const [one, other] = inOrder(turn);
      const began = await measure(binaries[one], one);
      if (!began.ok) return began;
      const followed = await measure(binaries[other], other);
      if (!followed.ok) return followed;
      const [before, after] = one === 'base' ? [began, followed] : [followed, began];
      return ok({ base: before.value, now: after.value });
    },
    new MachineObserver(request.env),
  );
  if (!compared.ok) return compared;
  const profiles = await profileBoth(versions, request, async (binary, side, env) => {
    const run = runOf(binary, side);
    const ran = await runOnce({ ...run, env: { ...run.env, ...env } });
    return ran.ok ? ok(1) : ran;
  });
  if (!profiles.ok && !signal.aborted) return profiles;
  const [before, now] = [statuses.get('base'), statuses.get('now')];
  const differ = fail('other-exit-status', 'It ended with exit status {0}, and at {1} with {2}.', [
    now ?? '',
    versions.base.title,
    before ?? '',
  ]).problem;
  return ok({
    ...compared.value,
    problems: [...compared.value.problems, ...(before === now ? [] : [differ])],
    profiles: profiles.ok ? profiles.value : null,
    operations: 1,
    busyness: null,
    latencies: null,
  });
}

function nameOf({ base, now }: TwoVersions, side: Side): string {
  return side === 'now' ? now.program.name : `${base.program.name} · ${base.title}`;
}

function ownFolder(written: WrittenFiles, side: Side): string {
  const folder = join(written.directory, `run-${side}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  written.add(folder);
  return folder;
}

type Binaries = Readonly<Record<Side, string>>;
type MeasuredBoth = Result<Readonly<Record<Side, MeasuredOnce>>>;

/** Measures in turns, and again in fresh ones while something looks different and the user wants it confirmed. */
async function inRounds(
  versions: TwoVersions,
  { count = usualTurns, gate, confirm, signal, progress }: ComparedRun,
  measure: (binaries: Binaries, turn: number) => Promise<MeasuredBoth>,
  observer: MachineObserver,
): Promise<Result<Pick<ComparedVersions, 'pair' | 'memory' | 'problems'>>> {
  const seen: Record<Side, ProcessMemory[]> = { base: [], now: [] };
  const round = (message: string) =>
    measureTurns({
      versions,
      count,
      signal,
      async measure(binaries, turn) {
        progress(l10n.t(message, turn + 1, count));
        const both = await measure(binaries, turn);
        if (!both.ok) return both;
        const { base, now } = both.value;
        if (base.memory !== null) seen.base.push(base.memory);
        if (now.memory !== null) seen.now.push(now.memory);
        return ok({ base: base.measurement, now: now.measurement });
      },
    });
  const first = await observer.during(() => round('Turn {0} of {1}'));
  if (!first.ok) return first;
  const rounds: FreshRound[] = [];
  const pair = () => pairOf(versions, first.value, rounds);
  while (rounds.length < confirm && !signal.aborted && isSuspicious(pair(), gate)) {
    const fresh = await round('Again, as it looks different, turn {0} of {1}');
    if (!fresh.ok && !signal.aborted) return fresh;
    // A round that was cut short says too little to confirm anything, and what is not confirmed stays unsure.
    if (fresh.ok) rounds.push(fresh.value);
  }
  const disturbed = disturbances(await observer.finish());
  const memory = { base: middleMemory(seen.base), now: middleMemory(seen.now) };
  return ok({
    pair: pair(),
    memory,
    problems: [...versions.problems, ...first.value.problems, ...disturbed],
  });
}

function pairOf({ base, now }: TwoVersions, turns: Turns, rounds: readonly FreshRound[]): GatePair {
  const isSameCode = base.codeHash !== null && base.codeHash === now.codeHash;
  return {
    base: turns.base,
    measurements: turns.measurements,
    circumstances: { ...inTurns, isSameCode, looks: 1 },
    facts: measureFacts,
    mainUnit,
    rounds: [...rounds],
  };
}

function recordFolder(written: WrittenFiles, side: Side): string {
  return join(written.directory, `record-${side}`);
}

async function profileBoth(
  versions: TwoVersions,
  { written, signal, progress }: ComparedRun,
  run: (binary: string, side: Side, env: Record<string, string>) => Promise<Result<number>>,
): Promise<Result<Record<Side, ProfiledPass>>> {
  const passes = new Map<Side, ProfiledPass>();
  for (const side of ['base', 'now'] as const) {
    if (signal.aborted) return fail('cancelled', 'Cancelled.');
    const version = versions[side];
    progress(l10n.t('Profiling: {0}', version.title));
    const pass = await profiledPass(version, side, written, (binary, env) => run(binary, side, env));
    if (!pass.ok) return pass;
    passes.set(side, pass.value);
  }
  return ok({ base: passes.get('base')!, now: passes.get('now')! });
}
