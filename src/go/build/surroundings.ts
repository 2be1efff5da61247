/** What a test binary was built with, as it says itself. */
import { release } from 'node:os';
import { buildInfo } from '../binary/buildInfo.ts';
import { readText } from '../machine/machineFiles.ts';
import type { Surroundings } from '../results/surroundings.ts';
import { aloneEnvironment } from '../toolchain/toolchain.ts';
import type { BenchmarkRequest } from './benchmarkRequest.ts';

/** Of the commit, whose difference is what is compared. */
const ofSource = /^vcs(?:\.|$)/;

/** What of a request asks a binary for its identity. */
export interface AskedForIdentity extends Pick<BenchmarkRequest, 'env' | 'outputDirectory'> {
  readonly toolchain: Pick<BenchmarkRequest['toolchain'], 'command'>;
}

/** `undefined` for a binary that does not say it. */
export async function surroundingsOf(
  binary: string,
  { toolchain, env, outputDirectory: directory }: AskedForIdentity,
): Promise<Surroundings | undefined> {
  const go = { command: toolchain.command, directory, env: aloneEnvironment(env) };
  const info = await buildInfo(go, binary);
  if (info === null) return undefined;
  const governor = readText('/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor').trim();
  return {
    go: info.goVersion,
    settings: settingsOf(info.settings),
    kernel: release(),
    ...(governor === '' ? {} : { governor }),
  };
}

function settingsOf(settings: ReadonlyMap<string, string>): Record<string, string> {
  const found: [string, string][] = [];
  for (const [name, value] of settings) {
    if (value === '' || ofSource.test(name)) continue;
    // The path leads into the checkout; what is in the file is a part of the code.
    if (name === '-pgo') found.push([name, value === 'off' ? value : 'on']);
    else if (name === 'DefaultGODEBUG') {
      for (const each of value.split(',')) {
        const [key = '', set = ''] = each.split('=', 2);
        found.push([`GODEBUG ${key}`, set]);
      }
    } else found.push([name, value]);
  }
  return Object.fromEntries(found);
}
