import { randomUUID } from 'node:crypto';
import path from 'node:path';
import * as l10n from '@vscode/l10n';
import type { CancellationToken, Connection, TextDocuments } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { findCommit } from '../../go/git/commit.ts';
import type { BenchmarkResult, ProfileRequest } from '../../go/run/benchmarkResult.ts';
import { fromCommit } from '../../go/run/benchmarkResult.ts';
import { profileBenchmarks } from '../../go/run/profileBenchmarks.ts';
import type { TwoBuildsHooks } from '../../go/run/twoBuilds.ts';
import type { GoScanner } from '../../go/scan/scan.ts';
import { findSourceRoots, readEditableSources, type SourceQuery } from '../../go/sources/sourceRoots.ts';
import { mainPackages } from '../../go/toolchain/mainPackages.ts';
import type { RefChoice, RunOutcome, RunRequest } from '../../protocol.ts';
import { fail, type Problem, type Result } from '../../result.ts';
import { currentText, filePath } from '../client/lspTerms.ts';
import { localSentence, type MessageAction, type Messages } from '../client/messages.ts';
import type { AllSettings, Settings } from '../client/settings.ts';
import type { Storage } from '../client/storage.ts';
import type { Keeper, RunCircumstances } from '../history/keeper.ts';
import type { BenchmarkResults } from '../results/benchmarkResults.ts';
import { findGoSetup } from '../sessions/goSetup.ts';
import { longerBenchtime, openRunProfiles, type RunOrigin } from '../sessions/runSessions.ts';
import type { SessionStore } from '../sessions/sessions.ts';
import { SourceSnapshot } from '../sessions/sourceSnapshot.ts';
import type { BuildDiagnostics } from './buildDiagnostics.ts';
import { type AgainstBaseOutcome, type BaseResults, refChoices, runAgainst } from './runAgainst.ts';
import { runWithPgo } from './savePgo.ts';

/** What a run works with; all of it outlives the run. */
export interface RunContext {
  readonly connection: Connection;
  readonly documents: TextDocuments<TextDocument>;
  readonly settings: Settings;
  readonly sessions: SessionStore;
  readonly results: BenchmarkResults;
  readonly diagnostics: BuildDiagnostics;
  readonly messages: Messages;
  readonly scanner: () => Promise<GoScanner>;
  readonly storage: Storage;
  readonly keeper: Keeper;
  readonly isTrusted: () => boolean;
  /** Results have changed: lenses should be asked for again. */
  readonly resultsChanged: () => void;
}

const notDone: RunOutcome = { status: 'failed', sessionIds: [] };
const cancelled: RunOutcome = { status: 'cancelled', sessionIds: [] };

/** Runs benchmarks when asked, one after the other: two at a time would spoil each other's numbers. */
export class Runs {
  readonly #context: RunContext;
  #last: Promise<unknown> = Promise.resolve();
  readonly #underway = new Set<AbortController>();

  constructor(context: RunContext) {
    this.#context = context;
  }

  /** Never rejects for a reason the user has not been told. */
  async run(request: RunRequest, token: CancellationToken): Promise<RunOutcome> {
    const { connection, messages, isTrusted } = this.#context;
    if (!isTrusted()) {
      const untrusted = fail(
        'untrusted',
        'Running a benchmark runs code, and this workspace is not trusted. Trust it to profile benchmarks.',
      );
      messages.problem(untrusted.problem, 'warning');
      return notDone;
    }
    const abort = new AbortController();
    const isFirst = this.#underway.size === 0;
    this.#underway.add(abort);
    const progress = await connection.window.createWorkDoneProgress();
    const stop = () => abort.abort();
    progress.token.onCancellationRequested(stop);
    token.onCancellationRequested(stop);
    progress.begin(
      l10n.t('Profiling'),
      0,
      isFirst ? undefined : l10n.t('waiting for the run before it'),
      true,
    );
    const turn = this.#last.then(() =>
      abort.signal.aborted
        ? cancelled
        : this.#runNow(request, abort.signal, (message, share) =>
            progress.report(Math.round(share * 100), message),
          ),
    );
    this.#last = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      this.#underway.delete(abort);
      progress.done();
    }
  }

  /** Stops what runs and waits until no process is left. */
  async dispose(): Promise<void> {
    for (const abort of this.#underway) abort.abort();
    await this.#last;
  }

  async #runNow(
    request: RunRequest,
    signal: AbortSignal,
    report: (message: string, share: number) => void,
  ): Promise<RunOutcome> {
    const { messages, diagnostics, settings, keeper } = this.#context;
    await diagnostics.clear();
    const all = await settings.forFile(request.uri);
    const prepared = await this.#prepare(request, all);
    if (!prepared.ok) {
      messages.problem(prepared.problem, 'error', this.#remedies(prepared.problem));
      return notDone;
    }
    const { id, profileRequest, query } = prepared.value;
    messages.output(
      `\n${profileRequest.benchmarks.map((selection) => ('name' in selection ? selection.name : selection.pattern)).join(', ')}\n`,
    );

    const takenAt = Date.now();
    const sources = readEditableSources(query);
    const roots = findSourceRoots(query, all.lens.pathMappings);
    const commit = findCommit(query.directory, query.env);
    const hooks: TwoBuildsHooks = {
      output: (text) => messages.output(text),
      progress: (message, done, of) => report(message, of === 0 ? 0 : done / of),
      baseTimed: (result) => this.#keepResult(result, []),
      benchmarkTimed: (result) => this.#keepResult(result, []),
      signal,
    };
    const outcome = await this.#profile(request, profileRequest, hooks);
    // Nothing reads these when the build failed, but a promise nobody waits for must not be left.
    const texts = await sources;
    const snapshot = new SourceSnapshot(takenAt, texts, () => false);
    const sourceRoots = await roots;
    const foundCommit = await commit;
    if (!outcome.ok) {
      if (outcome.problem.code === 'cancelled') return cancelled;
      await diagnostics.show(outcome.compilerErrors);
      messages.problem(outcome.problem, 'error');
      return notDone;
    }
    const { base } = outcome.value;
    const results = outcome.value.results.map((result) => fromCommit(result, foundCommit));
    const origin = {
      snapshot,
      roots: sourceRoots,
      maxBytes: all.lens.maxProfileBytes,
      scanner: await this.#context.scanner(),
    };
    if (base !== null) {
      const baseCircumstances = { id: `${id}-base`, takenAt, request: profileRequest, commit: base.commit };
      await this.#keepBase(base, baseCircumstances, origin);
    }
    const done = await this.#keep(request, results, origin, all);
    const circumstances = { id, takenAt, request: profileRequest, commit: foundCommit };
    await keeper.keep(circumstances, results, texts);
    return done;
  }

  /** The working tree's runs, and those of what the request compares it with. */
  async #profile(
    request: RunRequest,
    profileRequest: ProfileRequest,
    hooks: TwoBuildsHooks,
  ): Promise<AgainstBaseOutcome> {
    const baseOutputDirectory = `${profileRequest.outputDirectory}-base`;
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

  /** Keeps what the other version's benchmarks gave as the runs before those of the working tree. */
  async #keepBase(
    { title, base, baseSources, problems }: BaseResults,
    { id, takenAt, request, commit }: RunCircumstances,
    origin: RunOrigin,
  ): Promise<void> {
    const { sessions, results, messages, keeper } = this.#context;
    const snapshot = new SourceSnapshot(takenAt, baseSources, () => false);
    for (const result of base) {
      const opened = await openRunProfiles(result, { ...origin, snapshot, version: title });
      const ids = sessions.add(opened.sources).map((session) => session.id);
      this.#keepResult(result, ids);
      // Asked for just now, this comparison wins over a run that was pinned earlier.
      const isCompared = results.comparedWith(result.directory, result.name)?.result.runId === result.runId;
      if (!isCompared) results.setBaseline(result.directory, result.name, { result, sessionIds: ids });
    }
    for (const problem of problems) messages.problem(problem, 'warning');
    const outputDirectory = `${request.outputDirectory}-base`;
    // A moment older, so that it is the run before when both are read again.
    const circumstances = { id, takenAt: takenAt - 1, request: { ...request, outputDirectory }, commit };
    await keeper.keep(circumstances, base, baseSources);
  }

  /** What a benchmark of this file can be compared with; `null` where the user was told why there is nothing. */
  async refs(uri: string): Promise<RefChoice[] | null> {
    const { messages, isTrusted } = this.#context;
    const file = filePath(uri);
    // Git runs programs that a repository's settings name.
    if (file === null || !isTrusted()) return null;
    const choices = await refChoices(path.dirname(file));
    if (choices.ok) return choices.value;
    messages.problem(choices.problem, 'error');
    return null;
  }

  /** Folders of the programs in a file's module: where a `default.pgo` belongs. None where Go cannot tell. */
  async mainPackages(uri: string): Promise<string[]> {
    const file = filePath(uri);
    if (file === null || !this.#context.isTrusted()) return [];
    const setup = await findGoSetup(path.dirname(file), await this.#context.settings.forFile(uri));
    if (!setup.ok) return [];
    const found = await mainPackages({ ...setup.value, signal: new AbortController().signal });
    return found.ok ? found.value : [];
  }

  async #prepare(
    request: RunRequest,
    all: AllSettings,
  ): Promise<Result<{ id: string; profileRequest: ProfileRequest; query: SourceQuery }>> {
    const file = filePath(request.uri);
    if (file === null)
      return fail(
        'not-a-file',
        'This file is not on the disk of this machine, so its benchmarks cannot run here.',
      );
    const directory = path.dirname(file);
    const { lens } = all;
    const setup = await findGoSetup(directory, all, request.goCommand);
    if (!setup.ok) return setup;
    const { toolchain, env, tags, flags } = setup.value;
    const names = request.benchmark === null ? await this.#benchmarksIn(file) : [request.benchmark];
    if (names.length === 0)
      return fail('no-benchmarks', 'There is no benchmark in {0}.', [path.basename(file)]);
    const id = randomUUID();
    const profileRequest: ProfileRequest = {
      toolchain,
      packageDirectory: directory,
      benchmarks: names.map((name) => ({ name })),
      kinds: request.kinds ?? lens.kinds,
      count: request.count ?? lens.count,
      benchtime: request.benchtime ?? lens.benchtime,
      tags,
      flags,
      env,
      outputDirectory: this.#context.storage.runFolder(id),
      keepsBinary: true,
    };
    return {
      ok: true,
      value: { id, profileRequest, query: { toolchain, directory, env, tags } },
    };
  }

  /** Top-level benchmarks of a file; their sub-benchmarks come with them. */
  async #benchmarksIn(file: string): Promise<string[]> {
    const text = currentText(this.#context.documents, file) ?? '';
    const scanner = await this.#context.scanner();
    return scanner.scan(text).benchmarks.flatMap(({ name }) => (name.includes('/') ? [] : [name]));
  }

  #keepResult(result: BenchmarkResult, sessionIds: readonly string[]): void {
    this.#context.results.put(result, sessionIds);
    this.#context.resultsChanged();
  }

  async #keep(
    request: RunRequest,
    results: readonly BenchmarkResult[],
    origin: RunOrigin,
    { lens }: AllSettings,
  ): Promise<RunOutcome> {
    const { sessions, messages } = this.#context;
    const made: string[] = [];
    const tooShort: Problem[] = [];
    for (const result of results) {
      const opened = await openRunProfiles(result, origin);
      const added = sessions.add(opened.sources);
      made.push(...added.map(({ id }) => id));
      this.#keepResult(
        result,
        added.map(({ id }) => id),
      );
      for (const note of result.notes ?? []) messages.output(`${result.name}: ${localSentence(note)}\n`);
      for (const problem of [...result.problems, ...opened.problems]) {
        if (problem.code === 'too-few-samples') tooShort.push(problem);
        else messages.problem(problem, 'warning');
      }
    }
    this.#offerLongerRun(tooShort, request, lens.benchtime);
    const first = sessions.get(made[0] ?? '');
    if (first !== undefined) sessions.show({ sessionId: first.id, sampleType: first.defaultSampleType });
    return { status: 'done', sessionIds: made };
  }

  #remedies({ code }: Problem): MessageAction[] {
    if (code !== 'no-go') return [];
    const { window } = this.#context.connection;
    return [
      {
        title: l10n.t('Get Go'),
        run: () => void window.showDocument({ uri: 'https://go.dev/dl/', external: true }),
      },
    ];
  }

  /** One message however many sub-benchmarks were too short. */
  #offerLongerRun(problems: readonly Problem[], request: RunRequest, usualBenchtime: string): void {
    const [first, ...others] = problems;
    if (first === undefined) return;
    const all = fail(
      first.code,
      'The CPU profiles of {0} benchmarks are too short to tell their lines apart. Profile them with a longer benchtime.',
      [problems.length],
    );
    const benchtime = longerBenchtime(request.benchtime ?? usualBenchtime);
    this.#context.messages.problem(others.length === 0 ? first : all.problem, 'warning', [
      { title: l10n.t('Run for {0}', benchtime), run: () => void this.#runAgain({ ...request, benchtime }) },
    ]);
  }

  async #runAgain(request: RunRequest): Promise<void> {
    await this.run(request, {
      isCancellationRequested: false,
      onCancellationRequested: () => ({ dispose: () => undefined }),
    });
  }
}
