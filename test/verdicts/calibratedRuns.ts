/** Profiles the calibrated module many times, as a click does: six timings, then a pass of so many operations for each kind. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import path from 'node:path';
import { type Measurement, readResultLine } from '../../src/bench/benchfmt/resultLine.ts';
import { medianOf } from '../../src/bench/statistics/median.ts';
import { writeModule } from './calibratedModule.ts';

export interface RunSizes {
  readonly profiles: number;
  /** Of the CPU passes, in seconds. */
  readonly seconds: number;
  /** Timings before each profile, and how long each is, in milliseconds. */
  readonly count: number;
  readonly timing: number;
}

/** One click: its timings and its profiles. */
export interface CalibratedRun {
  readonly benchmark: string;
  readonly measurements: readonly Measurement[];
  readonly operations: number;
  /** Nanoseconds for each operation of the profiled pass, by the processor's clock; 0 for allocations. */
  readonly processorTime: number;
  readonly profile: string;
  /** Processes that wanted to run, on average over the last minute, ours among them. */
  readonly load: number;
}

const operationsOfAllocate = 1500;

/** Builds once, and runs as often as asked. Runs that are in the folder already are taken from there. */
export function* calibratedRuns(folder: string, sizes: RunSizes): Generator<CalibratedRun> {
  const binary = path.join(folder, 'calibrated.test');
  if (!existsSync(binary)) {
    writeModule(folder);
    run('go', ['test', '-c', '-vet=off', '-o', binary], folder);
  }
  for (let number = 0; number < sizes.profiles; number++) {
    for (const benchmark of ['BenchmarkOne', 'BenchmarkParallel', 'BenchmarkAllocate']) {
      const at = path.join(folder, String(number).padStart(4, '0'), benchmark);
      const record = path.join(at, 'run.json');
      if (!existsSync(record)) {
        mkdirSync(at, { recursive: true });
        writeFileSync(record, JSON.stringify(profiled(binary, benchmark, at, sizes)));
      }
      yield JSON.parse(readFileSync(record, 'utf8')) as CalibratedRun;
    }
  }
}

function profiled(
  binary: string,
  benchmark: string,
  folder: string,
  { seconds, count, timing }: RunSizes,
): CalibratedRun {
  const load = loadavg()[0]!;
  const profile = path.join(folder, 'profile.pb.gz');
  const select = ['-test.run=^$', `-test.bench=^${benchmark}$`];
  if (benchmark === 'BenchmarkAllocate') {
    const operations = operationsOfAllocate;
    run(binary, [...select, `-test.benchtime=${operations}x`, `-test.memprofile=${profile}`], folder);
    return { benchmark, measurements: [], operations, processorTime: 0, profile, load };
  }
  const timed = run(binary, [...select, `-test.count=${count}`, `-test.benchtime=${timing}ms`], folder);
  const measurements = measurementsOf(timed);
  const times = measurements.map(({ metrics }) => metrics['ns/op'] ?? 0).sort((a, b) => a - b);
  const iterations = Math.max(2, Math.round((seconds * 1e9) / medianOf(times)));
  const pass = run(
    binary,
    [...select, `-test.benchtime=${iterations}x`, `-test.cpuprofile=${profile}`],
    folder,
  );
  const [measured] = measurementsOf(pass);
  // A loop over `pb.Next` is begun once to find the number of operations, and that one is in the profile, too.
  const operations = iterations + (benchmark === 'BenchmarkParallel' ? 1 : 0);
  const processorTime = measured?.metrics['cpu-ns/op'] ?? 0;
  return { benchmark, measurements, operations, processorTime, profile, load };
}

function run(program: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${error?.message ?? stdout + stderr}`);
  return stdout;
}

function measurementsOf(output: string): Measurement[] {
  return output.split('\n').flatMap((line) => readResultLine(line) ?? []);
}
