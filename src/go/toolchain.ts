import { fail, type Result } from '../result.ts';

/** A Go installation that has answered. */
export interface GoToolchain {
  /** Path of the go command. */
  readonly command: string;
  /** As `go version` has it: `go1.24.2`. */
  readonly version: string;
  readonly goroot: string;
  readonly gomodcache: string;
  readonly gopath: string;
}

export interface FindGoOptions {
  /** Path of the go command in our own setting; wins when it is not empty. */
  readonly setting?: string | undefined;
  /** What the Go extension has settled on. */
  readonly goCommand?: string | undefined;
  /** `go.alternateTools` of the Go extension. */
  readonly alternateTools?: Readonly<Record<string, string>> | undefined;
  /** `go.goroot` of the Go extension. */
  readonly goroot?: string | undefined;
  /** Environment to look in and to run the command with. */
  readonly env: NodeJS.ProcessEnv;
  /** Where `go env` runs; a `toolchain` line in a go.mod there counts. Default: the current directory. */
  readonly directory?: string | undefined;
}

/** The first Go that answers `go env`. Problem `no-go` otherwise. */
export async function findGo(options: FindGoOptions): Promise<Result<GoToolchain>> {
  void options;
  return fail('no-go', 'No Go toolchain found.');
}
