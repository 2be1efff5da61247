/** The commit that a Go program was built from, as `go build` has stamped it. */
import { type BuildInfo, buildInfo, type GoCommand } from './buildInfo.ts';

export interface VcsStamp {
  /** A commit; of a program that was installed as `module@version`, the version. */
  readonly version: string;
  /** There were changes that had not been committed. */
  readonly isModified: boolean;
}

/** `null` for what is no Go program, and for one without a stamp. @param file an absolute path */
export async function vcsStamp(go: GoCommand, file: string): Promise<VcsStamp | null> {
  const info = await buildInfo(go, file);
  return info === null ? null : stampIn(info);
}

export function stampIn({ settings, version }: Pick<BuildInfo, 'settings' | 'version'>): VcsStamp | null {
  const revision = settings.get('vcs.revision');
  if (revision !== undefined) {
    return { version: revision, isModified: settings.get('vcs.modified') === 'true' };
  }
  return /^v\S/.test(version) ? { version, isModified: version.endsWith('+dirty') } : null;
}
