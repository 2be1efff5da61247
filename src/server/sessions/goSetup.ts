/** How Go is run in a folder: the toolchain, and the flags, build tags and environment of the settings. */

import type { Result } from '../../base/result.ts';
import { readRegularFileLater } from '../../go/sources/regularFile.ts';
import { checkDirectory } from '../../go/toolchain/directory.ts';
import { mergeSettings } from '../../go/toolchain/settings.ts';
import { findGo, type GoToolchain } from '../../go/toolchain/toolchain.ts';
import type { AllSettings } from '../client/settings.ts';

export interface GoSetup {
  readonly toolchain: GoToolchain;
  readonly directory: string;
  readonly env: NodeJS.ProcessEnv;
  /** Comma-separated build tags. */
  readonly tags: string;
  /** Flags of `go test`. */
  readonly flags: readonly string[];
}

/**
 * Finds the toolchain and merges the settings. Problems: `no-directory`, those of `findGo`.
 *
 * @param goCommand the go command that the Go extension uses
 */
export async function findGoSetup(
  directory: string,
  { lens, go }: AllSettings,
  goCommand?: string,
): Promise<Result<GoSetup>> {
  const isThere = await checkDirectory(directory);
  if (!isThere.ok) return isThere;
  const envFile = go.testEnvFile === '' ? null : await readRegularFileLater(go.testEnvFile);
  const envFileText = envFile?.ok ? envFile.value.text : '';
  const merged = mergeSettings(lens, go, envFileText);
  const env = { ...process.env, ...merged.env };
  const tags = lens.tags === '' ? merged.tags : lens.tags;
  const toolchain = await findGo({
    setting: lens.goPath,
    goCommand,
    alternateTools: go.alternateTools,
    goroot: go.goroot,
    env,
    directory,
  });
  if (!toolchain.ok) return toolchain;
  return { ok: true, value: { toolchain: toolchain.value, directory, env, tags, flags: merged.flags } };
}
