/** Each measurement runs in a new process, so that an earlier one does not make it faster. */
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';

const run = promisify(execFile);

/** Bundles a script as the project's own bundles are made. Returns its path. */
export async function bundled(entry: string): Promise<string> {
  const outfile = join(mkdtempSync(join(tmpdir(), 'pprof-lens-bench-')), 'script.cjs');
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    mainFields: ['module', 'main'],
  });
  return outfile;
}

/** A finished process. */
export interface Finished {
  readonly output: string;
  readonly wallMilliseconds: number;
  /** The largest resident memory of it or of a child; 0 if the system has no such number. */
  readonly peakMegabytes: number;
}

const timeTool = '/usr/bin/time';

/** Runs a program to its end. Throws if it fails. */
export async function finished(program: string, args: readonly string[]): Promise<Finished> {
  const tellsMemory = existsSync(timeTool) && process.platform === 'linux';
  const [command, ...rest] = tellsMemory ? [timeTool, '-f', 'peak %M', program, ...args] : [program, ...args];
  const start = performance.now();
  const { stdout, stderr } = await run(command!, rest, { maxBuffer: 2 ** 28 });
  const wallMilliseconds = performance.now() - start;
  const peak = /peak (\d+)\s*$/.exec(stderr)?.[1];
  return { output: stdout, wallMilliseconds, peakMegabytes: peak === undefined ? 0 : Number(peak) / 1024 };
}

/** The path of the pprof program that `go tool pprof` starts; `null` without Go. */
export function pprofTool(): string | null {
  // Newer toolchains build it when it runs for the first time.
  if (spawnSync('go', ['tool', 'pprof', '-h']).error !== undefined) return null;
  return execFileSync('go', ['tool', '-n', 'pprof'], { encoding: 'utf8' }).trim();
}
