/** The command line as another program sees it. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';

const main = join(import.meta.dirname, '../../src/cli/main.ts');

export interface CliRun {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What Node is called with to be the command line. */
export function cliArguments(...args: readonly string[]): string[] {
  return ['--import', import.meta.resolve('tsx'), main, ...args];
}

export function runCli(...args: readonly string[]): Promise<CliRun> {
  return runCliIn(process.cwd(), ...args);
}

export function runCliIn(directory: string, ...args: readonly string[]): Promise<CliRun> {
  return new Promise((done, failed) => {
    const child = spawn(process.execPath, cliArguments(...args), {
      cwd: directory,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.on('error', failed);
    child.on('close', (status) => done({ status, stdout, stderr }));
  });
}

/** A folder for the files of one test file, gone when its tests are done. */
export function temporaryFolder(): {
  path(name: string): string;
  file(name: string, bytes: Uint8Array): string;
} {
  const folder = mkdtempSync(join(tmpdir(), 'pprof-lens-test-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const path = (name: string) => join(folder, name);
  return {
    path,
    file(name, bytes) {
      writeFileSync(path(name), bytes);
      return path(name);
    },
  };
}
