/** Where the tests of a package are in its source. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { GoScanner } from '../scan/scan.ts';
import { readRegularFileLater } from '../sources/regularFile.ts';

export interface TestPosition {
  readonly file: string;
  /** 1-based. */
  readonly line: number;
}

/** Test files of one package that are read. */
const mostFiles = 1000;

/** The positions of the tests, examples and fuzz targets of a package, by name. None for a folder that cannot be read. */
export async function testPositions(
  directory: string,
  scanner: GoScanner,
): Promise<ReadonlyMap<string, TestPosition>> {
  const positions = new Map<string, TestPosition>();
  const names = (await readdir(directory).catch(() => [])).filter((name) => name.endsWith('_test.go'));
  for (const name of names.sort().slice(0, mostFiles)) {
    const file = join(directory, name);
    const read = await readRegularFileLater(file);
    if (!read.ok) continue;
    for (const { name: test, nameRange } of scanner.scan(read.value.text).tests) {
      // A file that another build tag chooses may have the same test.
      if (!positions.has(test)) positions.set(test, { file, line: nameRange.startLine + 1 });
    }
  }
  return positions;
}
