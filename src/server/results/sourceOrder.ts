import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { GoScanner } from '../../go/scan/scan.ts';
import type { DocumentTexts } from '../costs/documentText.ts';

/** Where a benchmark stands in the source of its package. */
export interface SourcePosition {
  /** The test file's name without folders. */
  readonly file: string;
  /** Its number among all benchmarks of the package. */
  readonly number: number;
}

/** The benchmarks of a package as its test files have them now, by name: files by name, benchmarks from top to bottom. */
export async function sourcePositions(
  directory: string,
  texts: DocumentTexts,
  scanner: GoScanner,
): Promise<ReadonlyMap<string, SourcePosition>> {
  // The folder may be gone. Its results are still known.
  const files = await readdir(directory).catch(() => []);
  const positions = new Map<string, SourcePosition>();
  for (const file of files.filter((name) => name.endsWith('_test.go')).sort()) {
    const text = texts.at(path.join(directory, file))?.text ?? '';
    // Parsing takes longer than this look.
    if (!text.includes('Benchmark')) continue;
    for (const { name } of scanner.scan(text).benchmarks) {
      if (!positions.has(name)) positions.set(name, { file, number: positions.size });
    }
  }
  return positions;
}

/** The position of a benchmark; of a sub-benchmark whose name is computed, that of the benchmark that runs it. */
export function positionOf(
  name: string,
  positions: ReadonlyMap<string, SourcePosition>,
): SourcePosition | null {
  for (let end = name.length; end > 0; end = name.lastIndexOf('/', end - 1)) {
    const position = positions.get(name.slice(0, end));
    if (position !== undefined) return position;
  }
  return null;
}
