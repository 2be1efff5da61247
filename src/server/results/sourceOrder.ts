import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { GoScanner } from '../../go/scan/scan.ts';
import type { DocumentTexts } from '../costs/documentText.ts';

/** Where a benchmark stands in the source of its package. */
export interface SourcePlace {
  /** The test file's name without folders. */
  readonly file: string;
  /** Its number among all benchmarks of the package. */
  readonly place: number;
}

/** The benchmarks of a package as its test files have them now, by name: files by name, benchmarks from top to bottom. */
export async function sourcePlaces(
  directory: string,
  texts: DocumentTexts,
  scanner: GoScanner,
): Promise<ReadonlyMap<string, SourcePlace>> {
  // The folder may be gone. Its results are still known.
  const files = await readdir(directory).catch(() => []);
  const places = new Map<string, SourcePlace>();
  for (const file of files.filter((name) => name.endsWith('_test.go')).sort()) {
    const text = texts.at(path.join(directory, file))?.text ?? '';
    // Parsing takes longer than this look.
    if (!text.includes('Benchmark')) continue;
    for (const { name } of scanner.scan(text).benchmarks) {
      if (!places.has(name)) places.set(name, { file, place: places.size });
    }
  }
  return places;
}

/** The place of a benchmark; of a sub-benchmark whose name is computed, that of the benchmark that runs it. */
export function placeOf(name: string, places: ReadonlyMap<string, SourcePlace>): SourcePlace | null {
  for (let end = name.length; end > 0; end = name.lastIndexOf('/', end - 1)) {
    const place = places.get(name.slice(0, end));
    if (place !== undefined) return place;
  }
  return null;
}
