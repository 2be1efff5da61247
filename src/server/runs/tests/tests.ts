import { rm } from 'node:fs/promises';
import path from 'node:path';
import * as l10n from '@vscode/l10n';
import type { CancellationToken, CodeLens } from 'vscode-languageserver';
import { ofWholeRun, type ProfileKind } from '../../../base/profileKinds.ts';
import type { Problem, Result } from '../../../base/result.ts';
import type { GoScanner } from '../../../go/scan/scan.ts';
import type { TestsStep } from '../../../go/tests/testPackages.ts';
import { usualMemProfileRate, usualTimeout } from '../../../go/tests/testRequest.ts';
import type { ProfileTestsArgs, RunOutcome } from '../../../protocol.ts';
import type { DocumentText } from '../../costs/documentText.ts';
import { findGoSetup, type GoSetup } from '../../sessions/goSetup.ts';
import type { Session } from '../../sessions/session.ts';
import { whyNotRun } from '../queue/insideWorkspace.ts';
import {
  cancelled,
  doneWith,
  failed,
  type OpenedRun,
  openRun,
  type RunServices,
  runInTurn,
} from '../queue/openRun.ts';
import type { QueuedRun, Turn } from '../queue/runQueue.ts';
import { type ProfiledTests, profileTests } from './profileTests.ts';
import { testLenses } from './testLenses.ts';
import { listTests, rankingText } from './testList.ts';
import { type TestResult, TestResults, type TestsRun } from './testResults.ts';
import { runPattern, type TestTarget, testTarget } from './testTarget.ts';

const untrusted = 'Running tests runs code, and this workspace is not trusted. Trust it to profile tests.';

/** So many runs keep their profiles. They are gone when the server ends. */
const mostRuns = 10;

/** Profiles tests, from a click to the costs on the lines. Every problem is shown to the user as a message. */
export class Tests {
  readonly #results = new TestResults();
  /** The newest last. */
  readonly #runs: { readonly runId: string; readonly folder: string }[] = [];

  constructor(private readonly context: RunServices) {}

  /** @param all whether every test has one */
  lenses(document: DocumentText, scanner: GoScanner, all: boolean): CodeLens[] {
    const { queue, options } = this.context;
    const { clientCommands, codicons } = options;
    const sources = { clientCommands, codicons, results: this.#results, entries: queue.entries, all };
    return testLenses(document, scanner, sources);
  }

  async profile(request: ProfileTestsArgs, token: CancellationToken): Promise<RunOutcome> {
    const { messages, queue } = this.context;
    const target = await this.#allowedTarget(request);
    if (!target.ok) {
      messages.problem(target.problem, 'warning');
      return failed;
    }
    const { value: chosen } = target;
    if (chosen === null) return cancelled;
    const { directory, names } = chosen;
    return runInTurn(
      queue,
      queuedRun(request, chosen),
      token,
      (turn) => this.#run(request, chosen, turn),
      (problem) => {
        // The lens of a test that was profiled alone says why it failed.
        const [name, ...others] = names ?? [];
        if (name !== undefined && others.length === 0) this.#results.putFailure(directory, name, problem);
        this.context.changed();
        messages.problem(problem, 'error');
      },
    );
  }

  /** Cancels the run of a test. Answers false if it neither runs nor waits. */
  async cancel(request: ProfileTestsArgs): Promise<boolean> {
    const target = await testTarget(request, this.context);
    if (!target.ok || target.value === null) return false;
    const { directory, names } = queuedRun(request, target.value);
    return this.context.queue.cancel(directory, names);
  }

  /** See the command `listTests`. */
  async list(): Promise<boolean> {
    const { last } = this.#results;
    if (last === null) {
      this.context.messages.tell(l10n.t('No tests have been profiled yet.'), 'info');
      return false;
    }
    await listTests(last, this.context);
    return true;
  }

  /** What the request means, if it may be run. Problems: those of `testTarget` and `whyNotRun`. */
  async #allowedTarget(request: ProfileTestsArgs): Promise<Result<TestTarget | null>> {
    const refusal = await whyNotRun(this.context, untrusted, []);
    if (refusal !== null) return { ok: false, problem: refusal };
    const target = await testTarget(request, this.context);
    if (!target.ok || target.value === null) return target;
    const problem = await whyNotRun(this.context, untrusted, [target.value.directory]);
    return problem === null ? target : { ok: false, problem };
  }

  async #run(request: ProfileTestsArgs, target: TestTarget, turn: Turn): Promise<Result<RunOutcome>> {
    const { diagnostics, settings, messages } = this.context;
    await diagnostics.clear();
    const all = await settings.forFile(request.uri);
    const setup = await findGoSetup(target.directory, all, await settings.goCommand(request.uri));
    if (!setup.ok) return setup;
    const { directory, title } = target;
    messages.output(`\n${title}\n`);
    const run = await openRun(
      { of: 'tests', name: title, setup: setup.value, directory, settings: all },
      this.context,
      (folder) => this.#profile(target, setup.value, { turn, folder, kinds: ofWholeRun(all.lens.kinds) }),
    );
    return run.ok ? this.#show(title, run.value) : run;
  }

  async #profile(
    { directory, patterns, names }: TestTarget,
    { toolchain, env, tags, flags }: GoSetup,
    { turn, folder, kinds }: { turn: Turn; folder: string; kinds: readonly ProfileKind[] },
  ) {
    const { messages, scanner } = this.context;
    return profileTests({
      ...{ toolchain, env, tags, flags, kinds, directory, patterns },
      run: runPattern(names),
      count: 1,
      timeout: usualTimeout,
      memProfileRate: usualMemProfileRate,
      outputDirectory: folder,
      // Of one package it is in the profiles' folder, where assembly is read from it.
      keepsBinary: true,
      // Tests of several packages are ranked by their totals, so all run once.
      repeatsShort: patterns.every((pattern) => pattern === '.'),
      signal: turn.signal,
      scanner: await scanner(),
      output: (text) => messages.output(text),
      progress: (step) => sayStep(step, turn),
    });
  }

  /** Opens the profiles as sessions, shows the first on the lines, and tells what came of the run. */
  async #show(
    title: string,
    { runId, takenAt, folder, taken, sources }: OpenedRun<ProfiledTests>,
  ): Promise<Result<RunOutcome>> {
    const { sessions, messages, changed } = this.context;
    const { results, problems } = taken;
    const added = sessions.add(sources);
    const [first] = added;
    // Tests that fail before there is a sample leave what is shown as it is.
    const isEmpty = results.every((result) => hasFailedUnsampled(result, first));
    const cost =
      first === undefined || isEmpty ? null : { sessionId: first.id, sampleType: first.defaultSampleType };
    if (cost !== null) sessions.show(cost);
    const run: TestsRun = { runId, title, takenAt, results, cost };
    this.#results.put(run);
    this.#runs.push({ runId, folder });
    await this.#forgetOldest();
    if (results.length > 1) messages.output(`\n${rankingText(run)}\n`);
    changed();
    this.#tell(run, problems);
    // None if the lines go on to show what they did.
    return doneWith(cost === null ? [] : added.map(({ id }) => id));
  }

  #tell(run: TestsRun, problems: readonly Problem[]): void {
    const { messages } = this.context;
    const [first, ...others] = problems;
    if (first !== undefined && others.length === 0) messages.problem(first, 'warning');
    for (const problem of others.length > 0 ? problems : []) messages.logProblem(problem);
    const { results } = run;
    if (results.length < 2 && others.length === 0) return;
    const sentences = [
      ...(others.length > 0 ? [l10n.t('{0} tests or packages failed.', problems.length)] : []),
      doneText(run),
    ];
    const show = { title: l10n.t('Show Tests'), run: () => this.list() };
    messages.offer(sentences.join(' '), results.length > 1 ? [show] : []);
  }

  /** Removes the profiles of the oldest run, unless the lines show it. */
  async #forgetOldest(): Promise<void> {
    if (this.#runs.length <= mostRuns) return;
    const { sessions } = this.context;
    const shown = sessions.activeSession?.origin;
    const at = this.#runs.findIndex(({ runId }) => shown?.from !== 'run' || shown.runId !== runId);
    const [oldest] = this.#runs.splice(at, 1);
    if (oldest === undefined) return;
    sessions.removeRun(oldest.runId);
    this.#results.forgetProfiles(oldest.runId);
    await rm(oldest.folder, { recursive: true, force: true }).catch(() => undefined);
  }
}

function hasFailedUnsampled({ outcome, cpu, memory }: TestResult, shown: Session | undefined): boolean {
  const isOfMemory = shown?.origin.from === 'run' && shown.origin.kind === 'mem';
  return outcome === 'fail' && ((isOfMemory ? memory : cpu)?.value ?? 0) === 0;
}

function queuedRun({ scope }: ProfileTestsArgs, { directory, names, title }: TestTarget): QueuedRun {
  return {
    directory: path.normalize(directory),
    names: names ?? [title],
    how: `tests ${scope}`,
    title,
  };
}

/** The short text is for the lens: above a test that runs alone, its name would say nothing. */
function sayStep({ what, name = '', importPath, done, of }: TestsStep, { progress }: Turn): void {
  const running = l10n.t('running');
  const text = what === 'build' ? l10n.t('building') : what === 'tests' ? running : name;
  const full = of === 1 ? text : l10n.t('{0} · {1} of {2} packages', text, done + 1, of);
  progress.say(of === 1 && what === 'test' ? running : full, `${importPath}: ${full}`, done / of);
}

/** `tests of cart: 12 profiled. TestTotal took the most CPU time.` */
function doneText({ title, results }: TestsRun): string {
  const [first] = results;
  return first === undefined || (first.cpu?.value ?? 0) === 0
    ? l10n.t('{0}: {1} profiled.', title, results.length)
    : l10n.t('{0}: {1} profiled. {2} took the most CPU time.', title, results.length, first.name);
}
