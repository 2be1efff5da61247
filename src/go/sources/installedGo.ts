/** Where Go keeps its own sources and those of modules, as far as that can be known without running it. */
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';

/** Folders of Go installations, and module caches. They need not exist. */
export function installedGo(env: NodeJS.ProcessEnv): string[] {
  const home = homedir();
  const sdks = path.join(home, 'sdk');
  const goPaths = listed(env.GOPATH);
  const caches = [
    env.GOMODCACHE ?? '',
    ...[...goPaths, path.join(home, 'go')].map((at) => path.join(at, 'pkg', 'mod')),
  ];
  const usual =
    process.platform === 'win32'
      ? ['C:\\Program Files\\Go', 'C:\\Go']
      : ['/usr/local/go', '/usr/lib/go', '/usr/lib/golang', path.join(home, '.local', 'go')];
  const versions = namesIn(sdks).map((name) => path.join(sdks, name));
  const all = [env.GOROOT ?? '', ...onPath(env), ...usual, ...versions, ...caches];
  return [...new Set(all)].filter((folder) => path.isAbsolute(folder));
}

/** The installations whose go command is on PATH. */
function onPath(env: NodeJS.ProcessEnv): string[] {
  const key = Object.keys(env).find((name) => name.toUpperCase() === 'PATH');
  const command = process.platform === 'win32' ? 'go.exe' : 'go';
  return listed(key === undefined ? '' : env[key])
    .filter((folder) => path.isAbsolute(folder))
    .flatMap((folder) => installationOf(path.join(folder, command)) ?? []);
}

function installationOf(command: string): string | null {
  try {
    const root = path.dirname(path.dirname(realpathSync.native(command)));
    // A go command that is a script elsewhere says nothing about the folder above it.
    return existsSync(path.join(root, 'src', 'runtime')) ? root : null;
  } catch {
    return null;
  }
}

function listed(paths: string | undefined): string[] {
  return (paths ?? '').split(path.delimiter).filter((folder) => folder !== '');
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
