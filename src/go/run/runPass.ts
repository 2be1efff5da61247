/** One process of a test binary: run it, show its output, read its results, say what went wrong. */
import { availableParallelism } from 'node:os';
import { delimiter, join } from 'node:path';
import { type BenchmarkText, BenchmarkTextParser } from '../../bench/benchfmt/parse.ts';
import { type ProcsHint, separateProcs } from '../../bench/benchfmt/procs.ts';
import { fail, ok, type Problem, type Result } from '../../result.ts';
import { BoundedText } from '../toolchain/boundedText.ts';
import { type ProcessEnd, runProcess } from '../toolchain/process.ts';
import type { GoToolchain } from '../toolchain/toolchain.ts';

export interface PassRequest {
  readonly binary: string;
  readonly args: readonly string[];
  readonly packageDirectory: string;
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
  /** Values of GOMAXPROCS given with `-test.cpu`. */
  readonly procs: readonly number[];
  /** Full name of the benchmark selected, where it is one. */
  readonly selected: string | undefined;
  output(text: string): void;
}

export interface PassEnd {
  readonly text: BenchmarkText;
  /** Both ends of standard output. */
  readonly stdout: string;
  /** Empty when the process ended well. Results from before a failure stand. */
  readonly failures: readonly PassFailure[];
}

export interface PassFailure {
  /** Full name without the procs suffix; null where nothing tells which benchmark it was. */
  readonly name: string | null;
  /** `benchmark-failed` or `benchmark-panicked`. */
  readonly problem: Problem;
}

const keptOutput = 128 * 1024;
/** A benchmark can print gigabytes; a log that shows them all stops the editor. */
const shownOutput = 512 * 1024;

/** The environment `go test` gives a test binary: its own Go first. */
export function testEnvironment(env: NodeJS.ProcessEnv, toolchain: GoToolchain): NodeJS.ProcessEnv {
  const pathKey = Object.keys(env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
  const path = [join(toolchain.goroot, 'bin'), env[pathKey] ?? ''].filter((part) => part !== '');
  return { ...env, GOROOT: toolchain.goroot, [pathKey]: path.join(delimiter) };
}

/** Hands on output until there is too much of it. */
function limited(output: (text: string) => void): (text: string) => void {
  let left = shownOutput;
  return (text) => {
    if (left <= 0) return;
    output(text.slice(0, left));
    left -= text.length;
    if (left <= 0) output('\n[more output is not shown]\n');
  };
}

/** Runs one pass. Problems of the `Result`: `cannot-start`, `cancelled`. */
export async function runPass(request: PassRequest): Promise<Result<PassEnd>> {
  const parser = new BenchmarkTextParser();
  const stdout = new BoundedText(keptOutput);
  const stderr = new BoundedText(keptOutput);
  const show = limited(request.output);
  const end = await runProcess({
    command: request.binary,
    args: request.args,
    directory: request.packageDirectory,
    env: request.env,
    signal: request.signal,
    onStdout: (text) => {
      parser.push(text);
      stdout.push(text);
      show(text);
    },
    onStderr: (text) => {
      stderr.push(text);
      show(text);
    },
  });
  if (!end.ok) return end;
  const gomaxprocs = Number(request.env.GOMAXPROCS);
  const hint: ProcsHint = {
    known: request.procs,
    selected: request.selected,
    likely: gomaxprocs > 0 ? gomaxprocs : availableParallelism(),
  };
  const text = parser.finish(hint);
  const printed = { stdout: stdout.toString(), stderr: stderr.toString() };
  return ok({ text, stdout: printed.stdout, failures: failuresOf(end.value, text, printed, hint) });
}

interface Printed {
  readonly stdout: string;
  readonly stderr: string;
}

function failuresOf(end: ProcessEnd, text: BenchmarkText, printed: Printed, hint: ProcsHint): PassFailure[] {
  if (end.exitCode === 0) return [];
  // Results tell GOMAXPROCS more surely than the name of a failed benchmark does.
  const seen = hint.known?.length ? hint.known : text.measurements.map(({ procs }) => procs);
  const plain = (name: string) => separateProcs([name], { ...hint, known: seen })[0]?.name ?? name;
  const details = `${printed.stdout}\n${printed.stderr}`;
  const failed = failedBlocks(text).map((block): PassFailure => {
    const name = plain(block.name);
    const reason = /\.go:\d+: (.*)/.exec(block.log)?.[1];
    const { problem } =
      reason === undefined
        ? fail('benchmark-failed', '{0} failed without a message.', [name], details)
        : fail('benchmark-failed', '{0} failed: {1}', [name, reason], details);
    return { name, problem };
  });
  const panic = /^(?:panic|fatal error): (.*)$/m.exec(printed.stderr);
  if (!panic && failed.length > 0) return failed;
  const name = text.unfinished === null ? benchmarkOnStack(printed.stderr) : plain(text.unfinished);
  const who = name ?? hint.selected ?? 'A benchmark';
  if (panic) {
    const { problem } = fail('benchmark-panicked', '{0} panicked: {1}', [who, panic[1] ?? ''], details);
    return [...failed, { name, problem }];
  }
  const how = end.signal ?? `exit status ${end.exitCode}`;
  const said = printed.stderr.trim().split('\n')[0] || 'it printed nothing to say why';
  const { problem } = fail('benchmark-failed', '{0} ended early ({1}): {2}', [who, how, said], details);
  return [{ name, problem }];
}

/** Blocks of benchmarks that failed themselves; a parent is said to fail with each sub-benchmark. */
function failedBlocks({ blocks }: BenchmarkText): BenchmarkText['blocks'] {
  const failed = blocks.filter(({ outcome }) => outcome === 'FAIL');
  return failed.filter(({ name, log }) => log !== '' || !failed.some((b) => b.name.startsWith(`${name}/`)));
}

/** A crash in a benchmark's first iteration comes before its name is printed; the trace has its function. */
function benchmarkOnStack(trace: string): string | null {
  return /^\S*\.(Benchmark[^\s.(]*)(?:\.func[\d.]+)?\(/m.exec(trace)?.[1] ?? null;
}
