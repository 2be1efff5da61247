/** What the text of a path says, before anything is asked about the file: asking a share for a file already connects to it. */

/** `device`: of the system, not of a disk. `share`: on another machine; `share` is the part of the path that names it. */
export type PathKind = { readonly is: 'plain' | 'device' } | { readonly is: 'share'; readonly share: string };

/** Folders whose files are made by the system when somebody looks. */
const systemFolders = ['/dev', '/proc', '/sys'];
/** Memory as a file system. Builds use it. */
const memoryFolder = '/dev/shm';
/** Folders in which the name of a machine is enough to connect to it. */
const shareFolders = ['/net', '/Network', '/afs'];
/** Names that mean devices in every folder of Windows, whatever follows their first dot. */
const windowsDevices =
  /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3])[ .]*(?:[.:]|$)/i;

/** What a path means. Two slashes at its beginning are another machine on Windows; no compiler writes them elsewhere. */
export function pathKind(file: string, platform: NodeJS.Platform = process.platform): PathKind {
  const path = file.replaceAll('\\', '/');
  if (path.includes('\0') || /^\/\/[?.](?:\/|$)/.test(path)) return { is: 'device' };
  if (path.startsWith('//')) return { is: 'share', share: path.split('/', 4).join('/') };
  if (platform === 'win32') return { is: isWindowsDevice(path) ? 'device' : 'plain' };
  const plain = path.includes('/.') || path.includes('//') ? withoutDots(path) : path;
  if (shareFolders.some((folder) => isIn(plain, folder))) {
    return { is: 'share', share: plain.split('/', 3).join('/') };
  }
  const isDevice = systemFolders.some((folder) => isIn(plain, folder)) && !isIn(plain, memoryFolder);
  return { is: isDevice ? 'device' : 'plain' };
}

/** Whether a folder is on a share that `pathKind` has found. */
export function isOnShare(folder: string, share: string): boolean {
  return isIn(folder.replaceAll('\\', '/').toLowerCase(), share.toLowerCase());
}

/** Whether a path is a folder, or begins with it. */
function isIn(path: string, folder: string): boolean {
  return path.startsWith(folder) && (path.length === folder.length || path[folder.length] === '/');
}

/** Also true for the streams beside a file: `cart.go:stream`. */
function isWindowsDevice(path: string): boolean {
  if (path.startsWith('/??/')) return true;
  const names = path.replace(/^[A-Za-z]:/, '').split('/');
  return names.some((name) => name.includes(':') || windowsDevices.test(name));
}

/** The path without `.`, `..` and empty names, as the system follows it where it has no links. */
function withoutDots(path: string): string {
  const names: string[] = [];
  for (const name of path.split('/')) {
    if (name === '..') names.pop();
    else if (name !== '' && name !== '.') names.push(name);
  }
  return `/${names.join('/')}`;
}
