/** What a test binary was built with, as it says itself. */
import { release } from 'node:os';
import { buildInfo } from '../binary/buildInfo.ts';
import { readText } from '../machine/machineFiles.ts';
import type { Surroundings } from '../results/surroundings.ts';
import { linkedModules } from '../sources/sourceRoots.ts';
import { aloneEnvironment } from '../toolchain/toolchain.ts';
import type { BenchmarkRequest } from './benchmarkRequest.ts';

/** Of the commit, whose difference is what is compared. */
const ofSource = /^vcs(?:\.|$)/;

/** `undefined` for a binary that does not say it. */
export async function surroundingsOf(
  binary: string,
  { toolchain, env, outputDirectory: directory }: BenchmarkRequest,
  signal: AbortSignal,
): Promise<Surroundings | undefined> {
  const go = { command: toolchain.command, directory, env: aloneEnvironment(env), signal };
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

/** The build with the modules that are linked into it, of which Go says nothing in a test binary. Its source must be there. */
export async function withModules<T extends SurroundedBuild>(build: T): Promise<T> {
  const { request, surroundings } = build;
  if (surroundings === undefined) return build;
  const { toolchain, packageDirectory: directory, env, tags = '' } = request;
  const modules = await linkedModules({ toolchain, directory, env, tags });
  return namingModules(build, modules);
}

/** A build or a result with the modules that are linked into it; `null` where they are not known. */
export function namingModules<T extends { readonly surroundings?: Surroundings | undefined }>(
  built: T,
  modules: Surroundings['modules'] | null,
): T {
  const { surroundings } = built;
  return surroundings === undefined || modules === null
    ? built
    : { ...built, surroundings: { ...surroundings, modules } };
}

interface SurroundedBuild {
  readonly request: BenchmarkRequest;
  readonly surroundings?: Surroundings | undefined;
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
