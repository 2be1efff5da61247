/** The profiles that are measured, generated once and kept in a cache folder. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { profileBytes } from '../pprof/builder.ts';
import { largeShape, type SyntheticShape, syntheticProfile } from './syntheticProfile.ts';

const shapes = {
  /** BUDGETS.md: 500,000 distinct stacks. */
  large: largeShape,
  half: { ...largeShape, stacks: largeShape.stacks / 2 },
  /** The profile for the flame graph page. */
  medium: { ...largeShape, stacks: 30_000 },
  /** The sizes of a quick measurement. */
  quick: { ...largeShape, stacks: 60_000 },
  quickHalf: { ...largeShape, stacks: 30_000 },
  quickMedium: { ...largeShape, stacks: 5_000 },
  /** As large as the profile of a benchmark: about 50 kB. */
  typical: { stacks: 560, locations: 2500, functions: 900, meanDepth: 28, seed: 2 },
} satisfies Record<string, SyntheticShape>;

export type ProfileName = keyof typeof shapes | 'longFile';

/** The path of a profile. It is generated if it is not there yet. */
export function profileFile(name: ProfileName): string {
  const folder = join(import.meta.dirname, '../../.vscode-test/profiles');
  const path = join(folder, `${name}-${generatorVersion()}.pb.gz`);
  if (existsSync(path)) return path;
  mkdirSync(folder, { recursive: true });
  // Renamed when it is complete, so that an interrupted run leaves no incomplete file.
  writeFileSync(`${path}.new`, name === 'longFile' ? longFile() : syntheticProfile(shapes[name]));
  renameSync(`${path}.new`, path);
  return path;
}

/** One file with 10,000 lines that have costs. */
function longFile(): Uint8Array {
  const samples = Array.from({ length: 10_000 }, (_, n) => ({
    values: [n + 1],
    stack: [`generated gen.go:${n + 1}`, 'main main.go:1'],
  }));
  return gzipSync(profileBytes({ samples }));
}

function generatorVersion(): string {
  const sources = ['profiles.ts', 'syntheticProfile.ts'].map((file) =>
    readFileSync(join(import.meta.dirname, file)),
  );
  return createHash('sha256').update(Buffer.concat(sources)).digest('hex').slice(0, 8);
}
