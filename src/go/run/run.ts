/** What all passes of one run share. */
import type { Benchtime } from '../../benchtime.ts';
import type { Problem } from '../../result.ts';
import type { BenchmarkResult, ProfileHooks, ProfileRequest } from './benchmarkResult.ts';
import { runPass } from './runPass.ts';
import type { WrittenFiles } from './writtenFiles.ts';

export interface Run {
  readonly request: ProfileRequest;
  readonly hooks: ProfileHooks;
  readonly benchtime: Benchtime;
  readonly written: WrittenFiles;
  /** The test binary, and the folder that it was built in and that goes with it. */
  readonly binary: string;
  readonly buildFolder: string;
  /** See `BenchmarkResult`. */
  readonly codeHash: string | null;
  /** Flags of the user's for the test binary. */
  readonly binaryFlags: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly steps: Steps;
  /** What tells this version of the code from the other, where there are two; else empty. */
  readonly title: string;
}

/** A benchmark as the progress names it. */
export function stepName({ title }: Run, name: string): string {
  return title === '' ? name : `${name} · ${title}`;
}

/** A benchmark without sub-benchmarks, as far as it has got. */
export type Draft = { -readonly [Key in keyof BenchmarkResult]: BenchmarkResult[Key] } & {
  problems: Problem[];
};

/** Counts steps for the progress bar. */
export class Steps {
  readonly #hooks: ProfileHooks;
  #done = -1;
  of = 1;

  constructor(hooks: ProfileHooks) {
    this.#hooks = hooks;
  }

  /** The step before is done, `message` says what comes now. */
  next(message: string): void {
    this.#done++;
    this.#hooks.progress(message, this.#done, Math.max(this.of, this.#done));
  }
}

/** Values given with `-cpu`; empty where none were. */
export function procsList(cpu: string | undefined): number[] {
  return (cpu ?? '').split(',').flatMap((text) => (/^\s*[1-9]\d*\s*$/.test(text) ? Number(text) : []));
}

/** A command as the log shows it, so that it can be run by hand. */
export function commandLine(command: string, args: readonly string[]): string {
  const quoted = args.map((arg) =>
    /^[\w@%+=:,./-]+$/.test(arg) ? arg : `'${arg.replaceAll("'", `'\\''`)}'`,
  );
  return `$ ${[command, ...quoted].join(' ')}\n`;
}

/** One process of the run's test binary; `env` is added to the run's environment. */
export function pass(
  run: Run,
  args: readonly string[],
  selected?: string,
  env: Readonly<Record<string, string>> = {},
): ReturnType<typeof runPass> {
  const { request, hooks } = run;
  const allArgs = [...args, ...run.binaryFlags];
  hooks.output(commandLine(run.binary, allArgs));
  return runPass({
    binary: run.binary,
    args: allArgs,
    packageDirectory: request.packageDirectory,
    env: { ...run.env, ...env },
    signal: hooks.signal,
    procs: procsList(request.cpu),
    selected,
    output: (text) => hooks.output(text),
  });
}
