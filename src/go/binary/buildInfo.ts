/** What the go command has noted in a program that it has built: its version, the build's settings. */
import { captureProcess, type ProcessRequest } from '../toolchain/process.ts';

export interface BuildInfo {
  /** As `go version` has it: `go1.24.2`. */
  readonly goVersion: string;
  /** `GOAMD64`: `v1`, `-race`: `true`, `vcs.revision`. */
  readonly settings: ReadonlyMap<string, string>;
  /** The version of the program's own module: `v1.2.0`, `(devel)`; empty if it is not known. */
  readonly version: string;
}

/** How `go` is run. */
export type GoCommand = Pick<ProcessRequest, 'command' | 'directory' | 'env' | 'signal'>;

/** Asks `go version -m`. `null` for what is no Go program. @param file an absolute path */
export async function buildInfo(go: GoCommand, file: string): Promise<BuildInfo | null> {
  const asked = await captureProcess({ ...go, args: ['version', '-m', file] });
  return asked.ok && asked.value.exitCode === 0 ? readBuildInfo(asked.value.stdout) : null;
}

/**
 * Reads what `go version -m` prints below the name of the file: `build<tab>GOAMD64=v1`, `mod<tab>example.com/m<tab>v1.2.0<tab>h1:...`.
 * It says nothing of the modules that a test binary is made of.
 */
export function readBuildInfo(text: string): BuildInfo {
  const settings = new Map<string, string>();
  let version = '';
  const [head = '', ...lines] = text.split('\n');
  for (const line of lines) {
    const [, kind = '', named = '', own = ''] = line.trimEnd().split('\t');
    const end = named.indexOf('=');
    if (kind === 'build' && end > 0) settings.set(named.slice(0, end), named.slice(end + 1));
    if (kind === 'mod') version = own;
  }
  return { goVersion: head.slice(head.lastIndexOf(': ') + 1).trim(), settings, version };
}
