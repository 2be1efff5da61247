/** One run, from the moment when its turn has come. */

import { lazily } from '../../../base/lazily.ts';
import { ok, type Result } from '../../../base/result.ts';
import { selectionText } from '../../../go/build/benchmarkRequest.ts';
import type { BuildResult } from '../../../go/build/compilerErrors.ts';
import { namingModules } from '../../../go/build/identity.ts';
import type { RunEvent } from '../../../go/build/runEvents.ts';
import { type Commit, findCommit } from '../../../go/git/commit.ts';
import { usualMaxBytes } from '../../../go/profiles/mostBytes.ts';
import { type BenchmarkResult, fromCommit } from '../../../go/results/benchmarkResult.ts';
import { type EarlyTexts, type EditableSources, readTexts } from '../../../go/sources/sourceRoots.ts';
import type { Profile } from '../../../pprof/profile.ts';
import type { ActiveCost, RunOutcome, RunRequest } from '../../../protocol.ts';
import { filePath } from '../../client/lspTerms.ts';
import type { AllSettings } from '../../client/settings.ts';
import type { RunOrigin } from '../../sessions/runSessions.ts';
import { readSources } from '../queue/openRun.ts';
import { RunEstimate } from '../queue/runEstimate.ts';
import type { Turn } from '../queue/runQueue.ts';
import { type FollowUp, offerFollowUps } from './followUps.ts';
import { plannedRun } from './plannedRun.ts';
import { type BenchmarkServices, type PreparedRun, prepareRun } from './prepareRun.ts';
import { type Builds, runBuilds } from './runBuilds.ts';
import { RunResults } from './runResults.ts';
import { type ShownCost, shownAfterRun, shownCost, shownDuringRun } from './shownAfterRun.ts';

/** Runs the same again, with some parts of the request changed. */
type RunAgain = (part: Partial<RunRequest>) => void;

/** Problems: those of `prepareRun` and `runBuilds`. The others are shown to the user as messages. */
export async function runOnce(
  request: RunRequest,
  turn: Turn,
  context: BenchmarkServices,
  runAgain: RunAgain,
): Promise<Result<RunOutcome>> {
  const { diagnostics, settings } = context;
  await diagnostics.clear();
  const all = await settings.forFile(request.uri);
  const prepared = await prepareRun(request, all, context);
  if (!prepared.ok) return prepared;
  const run = new OneRun(request, turn, context, runAgain, all, prepared.value);
  const outcome = await run.profile();
  // Go has been exchanged, or its settings, since it was looked at: nothing of this counts.
  if (outcome === null) return runOnce(request, turn, context, runAgain);
  if (outcome.ok) return ok(await run.finish(outcome.value));
  await diagnostics.show(outcome.compilerErrors ?? []);
  return outcome;
}

/** What is read when the run begins. */
interface Surroundings {
  readonly commit: Commit | null;
  /** The texts of the source files, by absolute path. */
  readonly texts: ReadonlyMap<string, string>;
  readonly modules: EditableSources['modules'];
  readonly origin: RunOrigin;
}

class OneRun {
  readonly #takenAt = Date.now();
  readonly #results: RunResults;
  /** The run's profiles, by path. */
  readonly #decoded: Map<string, Profile> | undefined;
  readonly #surroundings = lazily(() => this.#readSurroundings());
  /** What is read and asked while Go builds. */
  readonly #atBuild = lazily(() => this.#lookAtBuild());
  /** Go is another one than the run began with. */
  readonly #outdated = new AbortController();
  /** The results that the lenses show already. */
  readonly #timed: BenchmarkResult[] = [];
  /** What the lines have shown before the run. */
  readonly #shownBefore: ShownCost | null;
  /** What the lines show of this run while it goes on. */
  #shown: ActiveCost | null = null;

  constructor(
    private readonly request: RunRequest,
    private readonly turn: Turn,
    private readonly context: BenchmarkServices,
    private readonly runAgain: RunAgain,
    private readonly settings: AllSettings,
    private readonly prepared: PreparedRun,
  ) {
    this.#results = new RunResults(context);
    const shown = shownCost(context.sessions);
    // Who asks for certain kinds of profiles wants to see the first of them.
    this.#shownBefore = shown === null || request.kinds === undefined ? shown : { ...shown, type: null };
    // The run itself has read its profiles with the usual limit. A lower limit of the user's is checked by reading again.
    this.#decoded = settings.lens.maxProfileBytes < usualMaxBytes ? undefined : new Map<string, Profile>();
  }

  /** The texts must be those that are compiled. Which files they are, Go says when it has nothing else to do. */
  async #lookAtBuild(): Promise<{ readonly early: EarlyTexts | null; readonly commit: Commit | null }> {
    const { directory, env } = this.prepared.sourceQuery;
    const files = this.context.packages.filesOf(directory);
    const readAt = this.#takenAt;
    const [early, commit, isStill] = await Promise.all([
      files === null ? null : readTexts(files).then((texts) => ({ readAt, texts })),
      findCommit(directory, env),
      this.prepared.isStill(),
    ]);
    if (!isStill) this.#outdated.abort();
    return { early, commit };
  }

  async #readSurroundings(): Promise<Surroundings> {
    const { sourceQuery } = this.prepared;
    const { files, packages } = this.context;
    const { early, commit } = await this.#atBuild();
    const read = readSources(sourceQuery, this.#takenAt, this.settings, files, early ?? undefined);
    const { texts, modules, roots, snapshot } = await read;
    packages.learnFiles(sourceQuery.directory, texts.keys());
    const origin: RunOrigin = {
      snapshot,
      roots,
      maxBytes: this.settings.lens.maxProfileBytes,
      scanner: await this.context.scanner(),
      ...(this.#decoded === undefined ? {} : { decoded: this.#decoded }),
    };
    return { commit, texts, modules, origin };
  }

  /**
   * Runs the benchmarks, in turns with those of the version that the request wants to compare with. `null` if all that has come of
   * it is of another Go than there is now.
   */
  async profile(): Promise<BuildResult<Builds> | null> {
    const { profileRequest } = this.prepared;
    const { progress, signal, keepsPartial } = this.turn;
    const titles = profileRequest.benchmarks.map(selectionText);
    this.context.messages.output(`\n${titles.join(', ')}\n`);
    const { results, texts, scanner } = this.context;
    const text = texts.at(filePath(this.request.uri) ?? '')?.text ?? '';
    const { benchmarks } = (await scanner()).scan(text);
    const planned = plannedRun(profileRequest, this.#comparesBuilds, results, benchmarks);
    if (planned !== null) progress.begin(new RunEstimate(planned));
    const report = (event: RunEvent) => this.#hear(event);
    const baseDirectory = baseOf(profileRequest.outputDirectory);
    const outdated = this.#outdated.signal;
    const control = {
      report,
      signal: AbortSignal.any([signal, outdated]),
      keepsPartial: () => !outdated.aborted && keepsPartial(),
    };
    const outcome = await runBuilds(this.request, profileRequest, baseDirectory, control);
    await this.#atBuild();
    if (outdated.aborted && !signal.aborted) {
      this.#forgetTimed();
      return null;
    }
    if (outcome.ok && !signal.aborted) progress.end();
    // The files must not change before they have been read, although a build that fails does not need them.
    await this.#surroundings();
    return outcome;
  }

  #hear(event: RunEvent): void | Promise<void> {
    const { progress } = this.turn;
    switch (event.is) {
      case 'output':
        // Go has been started by what prints its command: to begin before it would only delay it.
        setImmediate(this.#whileBuilding);
        return this.context.messages.output(event.text);
      case 'step':
        return progress.step(event.step);
      case 'measured':
        return progress.measured(event.benchmark, this.#comparesBuilds ? null : event.nsPerOp);
      case 'timed':
        if (event.side === 'now') this.#timed.push(event.result);
        progress.timed(event.result.name);
        setImmediate(this.#surroundings);
        return this.#results.put(event.result);
      case 'profile':
        this.#decoded?.set(event.path, event.profile);
        return;
      case 'profiled':
        return this.#comparesBuilds ? undefined : this.#showEarly(event.result);
    }
  }

  readonly #whileBuilding = lazily(async () => {
    const { early } = await this.#atBuild();
    if (early === null) await this.#surroundings();
  });

  /** Takes those results out of the lenses that are not in `kept`. */
  #forgetTimed(kept: ReadonlySet<string> = new Set()): void {
    for (const { runId, directory, name } of this.#timed)
      if (!kept.has(runId)) this.context.results.remove(directory, name, runId);
  }

  get #comparesBuilds(): boolean {
    return this.request.against !== undefined || this.request.pgo !== undefined;
  }

  /**
   * Shows the lines of a profile of the run while it goes on: the first that fits to what they show. The further profiles of that
   * benchmark stand beside it as they come.
   */
  async #showEarly(result: BenchmarkResult): Promise<void> {
    const { sessions } = this.context;
    if (this.#shown !== null && sessions.shownRunId !== result.runId) return;
    const surroundings = await this.#surroundings();
    await this.#results.openOne(madeOf(result, surroundings), surroundings.origin);
    if (this.#shown !== null) return;
    const names = this.prepared.profileRequest.benchmarks.map(selectionText);
    this.#shown = shownDuringRun(result, names, sessions, this.#shownBefore);
    if (this.#shown !== null) sessions.show(this.#shown);
  }

  #offer(followUps: readonly FollowUp[]): void {
    const { sessions, messages } = this.context;
    const origin = sessions.activeSession?.origin;
    const shown = origin?.from === 'benchmark' ? origin.kind : null;
    const { benchtime } = this.prepared.profileRequest;
    offerFollowUps(followUps, { benchtime, shown }, messages, {
      runAgain: this.runAgain,
      show: ({ runId }, kind) => {
        const found = sessions
          .ofRun(runId)
          .find((each) => each.origin.from === 'benchmark' && each.origin.kind === kind);
        if (found !== undefined) sessions.show({ sessionId: found.id, sampleType: found.defaultSampleType });
      },
    });
  }

  /** Opens the profiles, keeps the run and shows what the lines should show now. */
  async finish({ results: measured, base }: Builds): Promise<RunOutcome> {
    const { sessions, keeper } = this.context;
    const { profileRequest, unkept } = this.prepared;
    const surroundings = await this.#surroundings();
    const { commit, texts, origin } = surroundings;
    const results = measured.map((result) => madeOf(result, surroundings));
    const ids = new Set(results.map(({ runId }) => runId));
    // When all was measured, what has been shown early may have turned out to have another name.
    this.#forgetTimed(ids);
    const takenAt = this.#takenAt;
    if (base !== null) {
      await this.#results.openBase(base, takenAt, origin);
      const circumstances = {
        // A millisecond older: when both are read from the disk again, it must be the run before.
        takenAt: takenAt - 1,
        request: { ...profileRequest, outputDirectory: baseOf(profileRequest.outputDirectory) },
        commit: base.commit,
      };
      if (unkept === null) await keeper.keep(circumstances, base.results, base.sources);
    }
    const { sessionIds, followUps } = await this.#results.open(results, origin);
    // The user may have chosen something else meanwhile.
    const isAsLeft = this.#shown === null || sessions.active === this.#shown;
    const cost = shownAfterRun(results, sessions, this.#shownBefore);
    if (isAsLeft && cost !== null) sessions.show(cost);
    this.context.results.arrange(results);
    this.#offer(followUps);
    if (unkept === null) {
      await keeper.keep({ takenAt, request: profileRequest, commit }, results, texts);
    } else this.context.messages.problem(unkept, 'warning');
    return { status: this.turn.signal.aborted ? 'cancelled' : 'done', sessionIds };
  }
}

/** The result with what is known of its source. */
function madeOf(result: BenchmarkResult, { commit, modules }: Surroundings): BenchmarkResult {
  return fromCommit(namingModules(result, modules), commit);
}

/** The name of a folder or run, for the version that is compared with. */
function baseOf(name: string): string {
  return `${name}-base`;
}
