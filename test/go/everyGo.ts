/** Each version of Go that is in use, fetched once by the installed go command. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sentence } from '../../src/base/result.ts';
import { findGo, type GoToolchain } from '../../src/go/toolchain/toolchain.ts';
import { skipWithoutJudge } from '../judges.ts';
import { installedGo } from './goModule.ts';

/** The versions without which nothing is released. */
const required: ReadonlySet<string> = new Set(['1.26.8', '1.27.0']);

/** What the tests of one version need. */
export interface GoVersion {
  readonly toolchain: GoToolchain;
  /** In which the go command does not look for another version. */
  readonly env: NodeJS.ProcessEnv;
}

/** `go1.26.8` -> 26; development versions too. */
export function minorOf({ version }: GoToolchain): number {
  return Number(/go1\.(\d+)/.exec(version)?.[1]);
}

/** A version of Go, or the reason to skip its tests. */
export async function goOfVersion(version: string): Promise<GoVersion | string> {
  const installed = await installedGo();
  const env = { ...process.env, GOTOOLCHAIN: 'local' };
  if (`${minorOf(installed)}` === version.split('.')[1]) return { toolchain: installed, env };
  try {
    const { stdout } = await promisify(execFile)(installed.command, ['env', 'GOROOT'], {
      env: { ...process.env, GOTOOLCHAIN: `go${version}` },
    });
    const go = await findGo({ setting: join(stdout.trim(), 'bin', 'go'), env });
    if (go.ok) return { toolchain: go.value, env };
    return missing(version, sentence(go.problem));
  } catch (error) {
    return missing(version, String(error));
  }
}

function missing(version: string, why: string): string {
  const reason = `Go ${version} cannot be fetched: ${why}`;
  return required.has(version) ? skipWithoutJudge(reason) : reason;
}
