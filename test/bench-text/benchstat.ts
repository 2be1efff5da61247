/** The real benchstat, to compare with. It is installed once by the Go module proxy. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { skipWithoutJudge } from '../judges.ts';

const version = 'v0.0.0-20260908200009-22c9c6c9d4da';

export interface ToolRun {
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs benchstat with arguments in a folder. */
export type Benchstat = (directory: string, ...args: readonly string[]) => ToolRun;

export interface InstalledBenchstat {
  readonly run: Benchstat;
  /** The files of its own tests. */
  readonly testData: string;
}

/** What `go install` says where the proxy cannot be reached. Any other complaint is a failure of the test. */
const unreachable =
  /dial tcp|no such host|timeout|connection re|proxyconnect|module lookup disabled|EOF|50\d |403 /;

/** The tool, or the reason to skip its tests where it cannot be installed. */
export function installBenchstat(): InstalledBenchstat | { readonly skip: string } {
  // Not in the temporary folder: another user could put a program there.
  const judges = process.env.PPROF_LENS_JUDGES ?? join(import.meta.dirname, '../../.vscode-test');
  const folder = join(judges, `benchstat-${version}`);
  const tool = join(folder, process.platform === 'win32' ? 'benchstat.exe' : 'benchstat');
  const cache = spawnSync('go', ['env', 'GOMODCACHE'], { encoding: 'utf8' }).stdout?.trim() ?? '';
  const testData = join(cache, `golang.org/x/perf@${version}`, 'cmd/benchstat/testdata');
  if (!existsSync(tool) || !existsSync(testData)) {
    const install = spawnSync('go', ['install', `golang.org/x/perf/cmd/benchstat@${version}`], {
      encoding: 'utf8',
      env: { ...process.env, GOBIN: folder, GOFLAGS: '' },
    });
    const complaint = install.error?.message ?? (install.status === 0 ? '' : install.stderr);
    if (install.error !== undefined || unreachable.test(complaint)) {
      return { skip: skipWithoutJudge(`benchstat cannot be installed: ${complaint}`) };
    }
    if (complaint !== '') throw new Error(complaint);
  }
  return {
    testData,
    run(directory, ...args) {
      const { stdout, stderr, error } = spawnSync(tool, args, {
        cwd: directory,
        encoding: 'utf8',
        maxBuffer: 2 ** 28,
      });
      if (error) throw error;
      return { stdout, stderr };
    },
  };
}
