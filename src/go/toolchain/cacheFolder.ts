/** Where runs are kept of which nobody has said where. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';

/** The option of `pprof-lens lsp` that names the folder for runs, of clients that name none themselves. */
export const dirOption = '--dir=';

/** Our folder of this name in the user's cache. */
export function cacheFolder(name: 'saved' | 'editors', env: NodeJS.ProcessEnv): string {
  return join(userCache(env), 'pprof-lens', name);
}

function userCache(env: NodeJS.ProcessEnv): string {
  if (process.platform === 'win32') return env.LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches');
  return env.XDG_CACHE_HOME || join(homedir(), '.cache');
}

/** Where `bench --save` keeps the runs of the project that `directory` is in, and predictions are kept beside them. */
export function projectRuns(directory: string, env: NodeJS.ProcessEnv): string {
  return ofProject(cacheFolder('saved', env), directory);
}

/** The folder below `parent` of the project: the module that `directory` is in. */
export function ofProject(parent: string, directory: string): string {
  const project = projectOf(directory);
  const digest = createHash('sha256').update(project).digest('hex').slice(0, 12);
  return join(parent, `${basename(project)}-${digest}`);
}

function projectOf(directory: string): string {
  for (let folder = directory; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'go.mod'))) return folder;
    if (folder === dirname(folder)) return directory;
  }
}
