/**
 * A path without `.`, `..` where they can be resolved, and doubled slashes, by text alone: what Go's
 * `filepath.Clean` makes of it on Unix, and so what pprof takes for one file. The empty path stays empty.
 */
export function cleanPath(path: string): string {
  if (!needsCleaning.test(path)) return path;
  const rooted = path.startsWith('/');
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else if (part !== '..' || !rooted) parts.push(part);
  }
  const joined = (rooted ? '/' : '') + parts.join('/');
  return joined === '' && path !== '' ? '.' : joined;
}

/** An empty, `.` or `..` part somewhere; a slash at the end. */
const needsCleaning = /\/\/|(^|\/)\.\.?(\/|$)|.\/$/;

/** The last part of a path, as Go's `filepath.Base` has it. */
export function baseName(path: string): string {
  if (path === '') return '.';
  const trimmed = path.replace(/\/+$/, '');
  if (trimmed === '') return '/';
  return trimmed.slice(trimmed.lastIndexOf('/') + 1);
}
