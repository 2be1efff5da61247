/** How Go is run in a folder: the toolchain, and the flags, build tags and environment of the settings. */

import type { Result } from '../../base/result.ts';
import { readRegularFileLater } from '../../go/sources/regularFile.ts';
import { checkDirectory } from '../../go/toolchain/directory.ts';
import { mergeSettings } from '../../go/toolchain/settings.ts';
import {
  aloneEnvironment,
  type FindGoOptions,
  findGo,
  type GoQuery,
  type GoToolchain,
  offlineEnvironment,
} from '../../go/toolchain/toolchain.ts';
import type { AllSettings } from '../client/settings.ts';

export interface GoSetup extends GoQuery {
  /** Flags of `go test`. */
  readonly flags: readonly string[];
}

/**
 * Finds the toolchain and merges the settings. Problems: `no-directory`, those of `findGo`.
 *
 * @param goCommand the go command that the Go extension uses
 * @param find as `findGo`
 */
export async function findGoSetup(
  directory: string,
  { lens, go }: AllSettings,
  goCommand?: string,
  find: (options: FindGoOptions) => Promise<Result<GoToolchain>> = findGo,
): Promise<Result<GoSetup>> {
  const isThere = await checkDirectory(directory);
  if (!isThere.ok) return isThere;
  const envFile = go.testEnvFile === '' ? null : await readRegularFileLater(go.testEnvFile);
  const envFileText = envFile?.ok ? envFile.value.text : '';
  const merged = mergeSettings(lens, go, envFileText);
  const env = { ...process.env, ...merged.env };
  const tags = lens.tags === '' ? merged.tags : lens.tags;
  const toolchain = await find({ ...placesOf({ lens, go }), goCommand, env, directory });
  if (!toolchain.ok) return toolchain;
  return { ok: true, value: { toolchain: toolchain.value, directory, env, tags, flags: merged.flags } };
}

function placesOf({ lens, go }: AllSettings) {
  return { setting: lens.goPath, alternateTools: go.alternateTools, goroot: go.goroot };
}

/** The environment of what is run besides `go test`. */
export function toolsEnvironment({ lens, go }: AllSettings): NodeJS.ProcessEnv {
  return { ...process.env, ...go.toolsEnvVars, ...lens.env };
}

/** What tools of Go need that only look at something. */
export type GoTools = Pick<GoSetup, 'toolchain' | 'directory' | 'env'>;

/** Finds Go for work that the user has not asked for: it downloads nothing. Problems: those of `findGo`. */
export function findGoOffline(
  settings: AllSettings,
  directory: string,
  signal?: AbortSignal,
): Promise<Result<GoTools>> {
  return findTools(settings, directory, offlineEnvironment(toolsEnvironment(settings)), { signal });
}

/** Finds Go for its tools that look at a file, wherever they run: see `aloneEnvironment`. Problems: those of `findGo`. */
export function findGoAlone(
  settings: AllSettings,
  directory: string,
  goCommand?: string,
): Promise<Result<GoTools>> {
  return findTools(settings, directory, aloneEnvironment(toolsEnvironment(settings)), { goCommand });
}

async function findTools(
  settings: AllSettings,
  directory: string,
  env: NodeJS.ProcessEnv,
  more: Pick<FindGoOptions, 'goCommand' | 'signal'>,
): Promise<Result<GoTools>> {
  const toolchain = await findGo({ ...placesOf(settings), ...more, env, directory });
  return toolchain.ok ? { ok: true, value: { toolchain: toolchain.value, directory, env } } : toolchain;
}
