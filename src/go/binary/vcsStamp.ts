/** The commit that a Go program was built from, as `go build` has stamped it. */
import { captureProcess } from '../toolchain/process.ts';

export interface VcsStamp {
  /** A commit; of a program that was installed as `module@version`, the version. */
  readonly version: string;
  /** There were changes that had not been committed. */
  readonly isModified: boolean;
}

/** How `go` is run. */
export interface GoCommand {
  readonly command: string;
  readonly directory: string;
  readonly env: NodeJS.ProcessEnv;
  readonly signal?: AbortSignal | undefined;
}

/** Asks `go version -m`. `null` for what is no Go program, and for one without a stamp. @param file an absolute path */
export async function vcsStamp(go: GoCommand, file: string): Promise<VcsStamp | null> {
  const asked = await captureProcess({ ...go, args: ['version', '-m', file] });
  return asked.ok && asked.value.exitCode === 0 ? readStamp(asked.value.stdout) : null;
}

/** Reads what `go version -m` prints: `build<tab>vcs.revision=1a2b...`, `mod<tab>example.com/m<tab>v1.2.0<tab>h1:...`. */
export function readStamp(text: string): VcsStamp | null {
  const setting = (name: string) => new RegExp(`^\\tbuild\\t${name}=(.*)$`, 'm').exec(text)?.[1]?.trim();
  const revision = setting('vcs\\.revision');
  if (revision !== undefined) return { version: revision, isModified: setting('vcs\\.modified') === 'true' };
  const version = /^\tmod\t\S+\t(v\S+)/m.exec(text)?.[1];
  return version === undefined ? null : { version, isModified: version.endsWith('+dirty') };
}
