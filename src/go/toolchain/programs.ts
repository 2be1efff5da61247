/**
 * Where programs are. They are looked up here and not by the system: the system would also look in the current folder,
 * which is the folder of somebody's code (an empty entry of PATH or `.`; on Windows always, and first).
 */
import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';

type Platform = NodeJS.Platform;
type Environment = Readonly<NodeJS.ProcessEnv>;

/** Extensions of files that can be started without a shell. */
const startable = ['.com', '.exe'];

/** Whether a path says by itself where it is. On Windows `\tools` and `C:tools` do not: they depend on the current folder. */
export function isWholePath(file: string, platform: Platform = process.platform): boolean {
  return platform === 'win32' ? /^(?:[a-z]:[\\/]|[\\/]{2}[^\\/])/i.test(file) : file.startsWith('/');
}

/** The names that an environment has for a variable. On Windows the case of letters does not matter: it may be `Path`. */
function variablesNamed(name: string, env: Environment, platform: Platform): string[] {
  if (platform !== 'win32') return name in env ? [name] : [];
  return Object.keys(env).filter((each) => each.toUpperCase() === name);
}

/** The folders that PATH names in full. All other entries are left out. */
export function pathFolders(env: Environment, platform: Platform = process.platform): string[] {
  const { delimiter } = platform === 'win32' ? path.win32 : path.posix;
  return variablesNamed('PATH', env, platform)
    .flatMap((name) => (env[name] ?? '').split(delimiter))
    .map((entry) => (platform === 'win32' ? entry.trim().replace(/^"(.*)"$/, '$1') : entry))
    .filter((entry) => isWholePath(entry, platform));
}

/** The files that a program's name can mean, best first. They need not exist. None for a name with a folder in it. */
export function programFiles(
  name: string,
  env: Environment,
  platform: Platform = process.platform,
): string[] {
  if (!/^[^\\/:]+$/.test(name)) return [];
  const { join } = platform === 'win32' ? path.win32 : path.posix;
  const names = platform === 'win32' ? namesOnWindows(name, env) : [name];
  return pathFolders(env, platform).flatMap((folder) => names.map((each) => join(folder, each)));
}

/** In the order of PATHEXT. A batch file in it is left out: it starts by way of a shell only. */
function namesOnWindows(name: string, env: Environment): string[] {
  if (startable.some((extension) => name.toLowerCase().endsWith(extension))) return [name];
  const listed = variablesNamed('PATHEXT', env, 'win32')
    .flatMap((each) => (env[each] ?? '').split(';'))
    .map((extension) => extension.trim().toLowerCase())
    .filter((extension) => startable.includes(extension));
  return (listed.length > 0 ? listed : startable).map((extension) => name + extension);
}

/** The path of a program; `null` if no folder of PATH has it. */
export function findProgram(name: string, env: Environment): string | null {
  return programFiles(name, env).find(isProgram) ?? null;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** A program that is part of Windows. */
export function windowsProgram(name: string, env: Environment = process.env): string {
  const [root = 'SystemRoot'] = variablesNamed('SYSTEMROOT', env, 'win32');
  return path.win32.join(env[root] || 'C:\\Windows', 'System32', name);
}

/** The environment of a child process: what it starts in turn is not found in the current folder either. */
export function childEnvironment(env: Environment, platform: Platform = process.platform): NodeJS.ProcessEnv {
  const { delimiter } = platform === 'win32' ? path.win32 : path.posix;
  const child: NodeJS.ProcessEnv = { ...env };
  // https://learn.microsoft.com/windows/win32/api/processenv/nf-processenv-needcurrentdirectoryforexepathw
  if (platform === 'win32') child.NoDefaultCurrentDirectoryInExePath = '1';
  for (const name of variablesNamed('PATH', env, platform)) {
    const folders = pathFolders({ PATH: env[name] }, platform);
    // An empty PATH would mean the current folder.
    if (folders.length === 0) delete child[name];
    else child[name] = folders.join(delimiter);
  }
  return child;
}
