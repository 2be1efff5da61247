import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { calledMethods } from '../scan/calledMethods.ts';
import { readRegularFileLater } from '../sources/regularFile.ts';
import type { GoToolchain } from '../toolchain/toolchain.ts';
import { minorVersion } from './goVersion.ts';

/** What a package's source asks for. */
export interface AsksFor {
  /** A benchmark calls `b.Attr`. */
  readonly attributes: boolean;
  /** A benchmark calls `b.ArtifactDir`. */
  readonly artifacts: boolean;
}

const firstWithAttributes = 25;
const firstWithArtifacts = 26;

/**
 * Whether the Go files of a package call these methods, and this Go has them. A method of the same name of another type
 * counts too: then the iteration is run for nothing. What a benchmark calls in another package is not seen.
 */
export async function asksForAttributes(directory: string, { version }: GoToolchain): Promise<AsksFor> {
  const minor = minorVersion(version);
  const asks = { attributes: false, artifacts: false };
  if (minor < firstWithAttributes) return asks;
  for (const name of await readdir(directory).catch(() => [])) {
    if (!name.endsWith('.go')) continue;
    const file = await readRegularFileLater(join(directory, name));
    const called = file.ok ? calledMethods(file.value.text, ['Attr', 'ArtifactDir']) : new Set();
    asks.attributes ||= called.has('Attr');
    asks.artifacts ||= called.has('ArtifactDir') && minor >= firstWithArtifacts;
  }
  return asks;
}
