import { CancellationToken, type Connection } from 'vscode-languageserver';
import { type Commit, findCommit } from '../../go/git/commit.ts';
import { fromCommit } from '../../go/run/benchmarkResult.ts';
import { profileBenchmarks } from '../../go/run/profileBenchmarks.ts';
import type { ProfileRequest } from '../../go/run/profileRequest.ts';
import type { TwoBuildsHooks } from '../../go/run/twoBuilds.ts';
import type { SourceRoots } from '../../go/sources/sourcePaths.ts';
import { findSourceRoots, readEditableSources } from '../../go/sources/sourceRoots.ts';
import { mostProfileBytes } from '../../model.ts';
import type { Profile } from '../../pprof/profile.ts';
import { type RunOutcome, type RunRequest, type SettingParams, settingMethod } from '../../protocol.ts';
import { fail, type Problem } from '../../result.ts';
import type { Messages } from '../client/messages.ts';
import type { AllSettings, Settings } from '../client/settings.ts';
import type { Keeper } from '../history/keeper.ts';
import { SourceSnapshot } from '../sessions/sourceSnapshot.ts';
import type { BuildDiagnostics } from './buildDiagnostics.ts';
import { runWithPgo } from './pgo.ts';
import { type PrepareContext, type PreparedRun, prepareRun } from './prepareRun.ts';
import { remedies } from './remedies.ts';
import { type Builds, type BuildsOutcome, runAgainst } from './runAgainst.ts';
import { RunQueue, type Turn } from './runQueue.ts';
import { RunResults, type RunResultsContext } from './runResults.ts';

/** What a run works with. All of it lives longer than the run. */
export interface RunContext extends PrepareContext, RunResultsContext {
  readonly connection: Connection;
  readonly messages: Messages;
  readonly settings: Settings;
  readonly diagnostics: BuildDiagnostics;
  readonly keeper: Keeper;
  readonly isTrusted: () => boolean;
  /** The client can change and show our settings. */
  readonly canChangeSettings: boolean;
}

/** What was read when the run began. */
interface Surroundings {
  readonly takenAt: number;
  /** The texts of the source files, by absolute path. */
  readonly texts: ReadonlyMap<string, string>;
  readonly roots: SourceRoots;
  /** `null` if the code is in no repository. */
  readonly commit: Commit | null;
  /** The run's profiles, by path. */
  readonly decoded: Map<string, Profile> | undefined;
}

const failed: RunOutcome = { status: 'failed', sessionIds: [] };
const cancelled: RunOutcome = { status: 'cancelled', sessionIds: [] };

/** Runs benchmarks, from a click to the costs on the lines. */
export class Runs {
  readonly #context: RunContext;
  readonly #queue: RunQueue;
  readonly #results: RunResults;

  constructor(context: RunContext) {
    this.#context = context;
    this.#queue = new RunQueue(() => context.connection.window.createWorkDoneProgress());
    this.#results = new RunResults(context);
  }

  /** Every problem is shown to the user as a message. Rejects only because of a bug. */
  async run(request: RunRequest, token: CancellationToken): Promise<RunOutcome> {
    const { messages, isTrusted } = this.#context;
    if (!isTrusted()) {
      const untrusted = fail(
        'untrusted',
        'Running a benchmark runs code, and this workspace is not trusted. Trust it to profile benchmarks.',
      );
      messages.problem(untrusted.problem, 'warning');
      return failed;
    }
    return (await this.#queue.add((turn) => this.#runNow(request, turn), token)) ?? cancelled;
  }

  /** Stops what runs and waits until no process is left. */
  dispose(): Promise<void> {
    return this.#queue.dispose();
  }

  async #runNow(request: RunRequest, turn: Turn): Promise<RunOutcome> {
    const { messages, diagnostics, settings } = this.#context;
    await diagnostics.clear();
    const all = await settings.forFile(request.uri);
    const prepared = await prepareRun(request, all, this.#context);
    if (!prepared.ok) {
      this.#tell(prepared.problem, request);
      return failed;
    }
    const { profileRequest, sourceQuery } = prepared.value;
    const titles = profileRequest.benchmarks.map((each) => ('name' in each ? each.name : each.pattern));
    messages.output(`\n${titles.join(', ')}\n`);
    // The run itself has read its profiles with the usual limit. A lower limit of the user's is checked by reading again.
    const decoded = all.lens.maxProfileBytes < mostProfileBytes ? undefined : new Map<string, Profile>();
    const takenAt = Date.now();
    // The sources are read while the build starts, so that their lines are those that Go compiles.
    const [texts, roots, commit, outcome] = await Promise.all([
      readEditableSources(sourceQuery),
      findSourceRoots(sourceQuery, all.lens.pathMappings),
      findCommit(sourceQuery.directory, sourceQuery.env),
      this.#profile(request, profileRequest, turn, decoded),
    ]);
    if (!outcome.ok) {
      if (outcome.problem.code === 'cancelled') return cancelled;
      await diagnostics.show(outcome.compilerErrors ?? []);
      this.#tell(outcome.problem, request);
      return failed;
    }
    return this.#finish(request, all, prepared.value, outcome.value, {
      takenAt,
      texts,
      roots,
      commit,
      decoded,
    });
  }

  /** Runs the benchmarks, in turns with those of the version that the request wants to compare with. */
  async #profile(
    request: RunRequest,
    profileRequest: ProfileRequest,
    { signal, report }: Turn,
    decoded: Map<string, Profile> | undefined,
  ): Promise<BuildsOutcome> {
    const hooks: TwoBuildsHooks = {
      output: (text) => this.#context.messages.output(text),
      progress: (message, done, of) => report(message, of === 0 ? 0 : done / of),
      baseTimed: (result) => this.#results.put(result),
      benchmarkTimed: (result) => this.#results.put(result),
      profileTaken: (path, profile) => void decoded?.set(path, profile),
      signal,
    };
    const baseOutputDirectory = baseOf(profileRequest.outputDirectory);
    if (request.against !== undefined) {
      return runAgainst(request.against, profileRequest, baseOutputDirectory, hooks);
    }
    if (request.pgo !== undefined) {
      const pgoRequest = { ...profileRequest, baseOutputDirectory, pgoFile: request.pgo };
      return runWithPgo(pgoRequest, hooks);
    }
    const outcome = await profileBenchmarks(profileRequest, hooks);
    return outcome.ok ? { ok: true, value: { results: outcome.value, base: null } } : outcome;
  }

  /** Opens the profiles, keeps the run and shows the first profile. */
  async #finish(
    request: RunRequest,
    settings: AllSettings,
    { id, profileRequest }: PreparedRun,
    { results: uncommitted, base }: Builds,
    { takenAt, texts, roots, commit, decoded }: Surroundings,
  ): Promise<RunOutcome> {
    const { sessions, keeper, scanner } = this.#context;
    const results = uncommitted.map((result) => fromCommit(result, commit));
    const snapshot = new SourceSnapshot(takenAt, texts, () => false);
    const { maxProfileBytes, benchtime } = settings.lens;
    const origin = {
      snapshot,
      roots,
      maxBytes: maxProfileBytes,
      scanner: await scanner(),
      ...(decoded === undefined ? {} : { decoded }),
    };
    if (base !== null) {
      await this.#results.openBase(base, takenAt, origin);
      const circumstances = {
        id: baseOf(id),
        // A millisecond older: when both are read from the disk again, it must be the run before.
        takenAt: takenAt - 1,
        request: { ...profileRequest, outputDirectory: baseOf(profileRequest.outputDirectory) },
        commit: base.commit,
      };
      await keeper.keep(circumstances, base.results, base.sources);
    }
    const { sessionIds, tooShort } = await this.#results.open(results, origin);
    this.#results.offerLongerRun(tooShort, request.benchtime ?? benchtime, (longer) => {
      void this.run({ ...request, benchtime: longer }, CancellationToken.None);
    });
    const first = sessions.get(sessionIds[0] ?? '');
    if (first !== undefined) sessions.show({ sessionId: first.id, sampleType: first.defaultSampleType });
    await keeper.keep({ id, takenAt, request: profileRequest, commit }, results, texts);
    return { status: 'done', sessionIds };
  }

  /** Shows why a run has failed, with what can be done about it. */
  #tell(problem: Problem, request: RunRequest): void {
    const { connection, messages, canChangeSettings } = this.#context;
    const change = (params: SettingParams) => void connection.sendNotification(settingMethod, params);
    const actions = remedies(problem, request, {
      setting: canChangeSettings ? change : null,
      openPage: (uri) => void connection.window.showDocument({ uri, external: true }),
      runAgain: (again) => void this.run(again, CancellationToken.None),
    });
    messages.problem(problem, 'error', actions);
  }
}

/** The name of a folder or run, for the version that is compared with. */
function baseOf(name: string): string {
  return `${name}-base`;
}
