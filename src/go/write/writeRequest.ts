/** What a benchmark is written from. */
import type { Corpus } from '../scan/calledWith.ts';
import type { GoScanner } from '../scan/scan.ts';

export interface PackageFile {
  /** Without a folder. */
  readonly name: string;
  readonly text: string;
}

export interface WriteRequest {
  readonly scanner: Pick<GoScanner, 'declarations' | 'callsWith'>;
  /** All Go files of the package's folder. */
  readonly files: readonly PackageFile[];
  /** What fuzzing has kept, by the names of its targets. */
  readonly corpora: ReadonlyMap<string, Corpus>;
  /** `Parse`, `Decoder.Decode`, or the name that a profile has: `example.com/m.(*Decoder).Decode`. */
  readonly function: string;
  /** 24 for Go 1.24. */
  readonly goMinor: number;
}
