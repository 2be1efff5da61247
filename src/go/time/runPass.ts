/** A pass: one process of a test binary. Runs it, shows its output, reads the measurements, finds out what went wrong. */

import { availableParallelism } from 'node:os';
import * as l10n from '@vscode/l10n';
import { append } from '../../base/lists.ts';
import { fail, ok, type Problem, type Result } from '../../base/result.ts';
import { loggedReason } from '../../bench/benchfmt/loggedReason.ts';
import {
  type BenchmarkText,
  BenchmarkTextParser,
  mostMeasurements,
  type NamedMeasurement,
} from '../../bench/benchfmt/parse.ts';
import { type ProcsHint, separateProcs } from '../../bench/benchfmt/procs.ts';
import type { CoreUse } from '../../bench/benchfmt/resultLine.ts';
import { batchEnvironment } from '../build/batchTesting.ts';
import type { Build } from '../build/build.ts';
import { CoreWatch } from '../machine/coreUse.ts';
import type { PerfCommand } from '../machine/counters.ts';
import { BoundedText } from '../toolchain/boundedText.ts';
import { commandLine, type ProcessEnd, runProcess } from '../toolchain/process.ts';
import type { BatchedProcess } from './batchedProcess.ts';
import { limitFor, PassLimit, timedOut } from './passLimit.ts';

export interface PassOptions {
  /** The full name of the benchmark that the arguments select, if they select a single one. */
  readonly selected?: string | undefined;
  /** The command that runs the test binary, if it is not run by itself. */
  readonly through?: PerfCommand;
  /** Added to the build's environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Ends the pass, besides the run's own. */
  readonly signal?: AbortSignal | undefined;
  /** Gets new measurements as they come. Their names are certain only at the end. */
  readonly measured?: (news: readonly NamedMeasurement[]) => void;
  /** Whether to note with each measurement what the process had of the cores. */
  readonly watchesCores?: boolean;
  /** Gives it batches. The binary must have been built for that. */
  readonly batched?: BatchedProcess;
  /** Gets all measurements of a pass that is cancelled. They are valid. */
  readonly cancelled?: (measurements: readonly NamedMeasurement[]) => void;
}

export interface PassEnd {
  readonly text: BenchmarkText;
  /** The beginning and the end of standard output. */
  readonly stdout: string;
  /** Empty if the process ended well. Measurements taken before a failure are valid. */
  readonly failures: readonly PassFailure[];
}

export interface PassFailure {
  /** The full name without the procs suffix; `null` if nothing says which benchmark it was. */
  readonly name: string | null;
  /** `benchmark-failed`, `benchmark-panicked`, `benchmark-timed-out` or `too-many-results`. */
  readonly problem: Problem;
}

const keptOutput = 128 * 1024;
/** A benchmark can print gigabytes, and a log that showed all of it would stop the editor. */
const shownOutput = 512 * 1024;

/** Runs one pass of a build with these arguments. Problems of the `Result`: `cannot-start`, `cancelled`. */
export async function runPass(
  build: Build,
  args: readonly string[],
  { selected, env, through, signal, measured, cancelled, batched, watchesCores = false }: PassOptions = {},
): Promise<Result<PassEnd>> {
  const { request, control, binary } = build;
  const own = [...args, ...build.binaryFlags];
  const command = through?.command ?? binary;
  const allArgs = through === undefined ? own : [...through.args, binary, ...own];
  const output = (text: string) => void control.report({ is: 'output', text });
  output(commandLine(command, allArgs));
  const parser = new BenchmarkTextParser();
  const stdout = new BoundedText(keptOutput);
  const stderr = new BoundedText(keptOutput);
  const show = limited(output);
  const passEnv: NodeJS.ProcessEnv = {
    ...build.env,
    ...env,
    ...(batched === undefined ? {} : batchEnvironment),
  };
  const gomaxprocs = Number(passEnv.GOMAXPROCS);
  const hint: ProcsHint = {
    known: procsList(request.cpu),
    selected,
    likely: gomaxprocs > 0 ? gomaxprocs : availableParallelism(),
  };
  const watch = watchesCores ? new CoreWatch() : null;
  const { benchtime } = build;
  const limit = new PassLimit(
    limitFor(request.timeout, 'nanoseconds' in benchtime ? benchtime.nanoseconds : 0),
  );
  /** By the index of the measurement. */
  const uses: (CoreUse | null)[] = [];
  const end = await runProcess({
    command,
    args: allArgs,
    directory: request.packageDirectory,
    env: passEnv,
    signal: signal === undefined ? control.signal : AbortSignal.any([signal, control.signal]),
    input: batched === undefined ? 'none' : 'pipe',
    started: (process, pid) => {
      limit.start(process);
      batched?.started(process, pid, limit);
      if (pid !== null) watch?.start(pid);
    },
    onStdout: (printed) => {
      const text = batched?.withoutAnswers(printed) ?? printed;
      parser.push(text);
      const news = parser.news(hint);
      if (news.length > 0) {
        limit.restart();
        const use = watch?.lately(timeOf(news)) ?? null;
        append(
          uses,
          news.map(() => use),
        );
        measured?.(news);
      }
      stdout.push(text);
      show(text);
    },
    onStderr: (text) => {
      stderr.push(text);
      show(text);
    },
  }).finally(() => {
    limit.over();
    watch?.end();
    batched?.ended();
  });
  const read = parser.finish(hint);
  const text = { ...read, measurements: withUses(read.measurements, uses) };
  if (!end.ok) {
    cancelled?.(text.measurements);
    return end;
  }
  const printed = { stdout: stdout.toString(), stderr: stderr.toString() };
  const { goroot } = request.toolchain;
  const late = limit.isReached
    ? (who: string) => timedOut(who, limit.milliseconds, printed.stderr, goroot)
    : null;
  const failures = failuresOf(end.value, text, printed, hint, late);
  return ok({ text, stdout: printed.stdout, failures: text.isCut ? [...failures, tooMany()] : failures });
}

/** How long the timed loops have run, in nanoseconds. */
function timeOf(news: readonly NamedMeasurement[]): number {
  return news.reduce((sum, { iterations, metrics }) => sum + iterations * (metrics['ns/op'] ?? 0), 0);
}

function withUses(
  measurements: readonly NamedMeasurement[],
  uses: readonly (CoreUse | null)[],
): NamedMeasurement[] {
  return measurements.map((each, i) => {
    const core = uses[i] ?? null;
    return core === null ? each : { ...each, core };
  });
}

function tooMany(): PassFailure {
  const { problem } = fail(
    'too-many-results',
    'More than {0} results were printed, and only so many were read. Measure fewer at once, or fewer times.',
    [mostMeasurements.toLocaleString('en')],
  );
  return { name: null, problem };
}

/** The values of `-cpu`; none if it is not given. */
function procsList(cpu: string | undefined): number[] {
  return (cpu ?? '').split(',').flatMap((text) => (/^\s*[1-9]\d*\s*$/.test(text) ? Number(text) : []));
}

/** Passes output on until there is too much of it. */
function limited(output: (text: string) => void): (text: string) => void {
  let left = shownOutput;
  return (text) => {
    if (left <= 0) return;
    output(text.slice(0, left));
    left -= text.length;
    if (left <= 0) output('\n[more output is not shown]\n');
  };
}

interface Printed {
  readonly stdout: string;
  readonly stderr: string;
}

/** @param late the problem of a benchmark whose time was over; `null` if none was ended for that */
function failuresOf(
  end: ProcessEnd,
  text: BenchmarkText,
  printed: Printed,
  hint: ProcsHint,
  late: ((who: string) => Problem) | null,
): PassFailure[] {
  if (end.exitCode === 0 && text.unfinished === null) return [];
  // What the measured lines say about GOMAXPROCS is surer than the name of a failed benchmark.
  const seen = hint.known?.length ? hint.known : text.measurements.map(({ procs }) => procs);
  const plain = (name: string) => separateProcs([name], { ...hint, known: seen })[0]?.name ?? name;
  const details = `${printed.stdout}\n${printed.stderr}`;
  const failed = failedBlocks(text).map((block): PassFailure => {
    const name = plain(block.name);
    const reason = loggedReason(block.log);
    const { problem } =
      reason === undefined
        ? fail('benchmark-failed', '{0} failed without a message.', [name], details)
        : fail('benchmark-failed', '{0} failed: {1}', [name, reason], details);
    return { name, problem };
  });
  const panic = /^(?:panic|fatal error): (.*)$/m.exec(printed.stderr);
  if (late === null && !panic && failed.length > 0) return failed;
  const name = text.unfinished === null ? benchmarkOnStack(printed.stderr) : plain(text.unfinished);
  const who = name ?? hint.selected ?? 'A benchmark';
  if (late !== null) return [...failed, { name, problem: late(who) }];
  if (panic) {
    const { problem } = fail('benchmark-panicked', '{0} panicked: {1}', [who, panic[1] ?? ''], details);
    return [...failed, { name, problem }];
  }
  if (end.exitCode === 0) return [unmeasured(who, text, details)];
  const how = end.signal ?? `exit status ${end.exitCode}`;
  const said = printed.stderr.trim().split('\n')[0] || l10n.t('it printed nothing to say why');
  const { problem } = fail('benchmark-failed', '{0} ended early ({1}): {2}', [who, how, said], details);
  return [{ name, problem }];
}

/** In a timed loop, `testing` takes a skip for the end, and may take a panic for it, too: it then ends well before the crash. */
function unmeasured(name: string, { blocks, unfinished }: BenchmarkText, details: string): PassFailure {
  const logged = blocks.find((block) => block.outcome === 'BENCH' && block.name === unfinished)?.log ?? '';
  const reason = loggedReason(logged);
  const { problem } =
    reason === undefined
      ? fail('benchmark-failed', '{0} ended early: it measured no operation.', [name], details)
      : fail('benchmark-failed', '{0} ended early: {1}', [name, reason], details);
  return { name, problem };
}

/** The blocks of benchmarks that failed themselves. When a sub-benchmark fails, `go test` reports its parent too. */
function failedBlocks({ blocks }: BenchmarkText): BenchmarkText['blocks'] {
  const failed = blocks.filter(({ outcome }) => outcome === 'FAIL');
  return failed.filter(({ name, log }) => log !== '' || !failed.some((b) => b.name.startsWith(`${name}/`)));
}

/** The benchmark function in the trace of a crash. A crash in the first iteration comes before the benchmark's name is printed. */
function benchmarkOnStack(trace: string): string | null {
  return /^\S*\.(Benchmark[^\s.(]*)(?:\.func[\d.]+)?\(/m.exec(trace)?.[1] ?? null;
}
