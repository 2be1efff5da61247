import type { Metafile } from 'esbuild';

export interface Work {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  readonly home: string;
  readonly remark: string;
  readonly text: string;
  readonly files: readonly string[];
}

export function packagesInBundles(
  metafiles: readonly Pick<Metafile, 'inputs' | 'outputs'>[],
): Map<string, Set<string>>;
export function addPackage(found: Map<string, Set<string>>, input: string, output: string): void;
export function worksOf(
  packages: Map<string, Set<string>>,
  readText?: (file: string | URL) => string,
  listFolder?: (folder: string) => string[],
): Work[];
export function noticesText(works: readonly Work[], about: string): string;
export function styleComment(works: readonly Work[], about: string): string;
