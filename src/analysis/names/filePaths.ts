/**
 * A path without doubled slashes, `.`, and `..` where it can be resolved, as Go's `filepath.Clean` makes it on Unix: pprof
 * takes two paths for the same file if these are equal. The empty path stays empty.
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

/** An empty, `.` or `..` part, or a slash at the end. */
const needsCleaning = /\/\/|(^|\/)\.\.?(\/|$)|.\/$/;

/** The last part of a path, as Go's `filepath.Base` has it. */
export function baseName(path: string): string {
  if (path === '') return '.';
  let end = path.length;
  while (end > 0 && path[end - 1] === '/') end--;
  return end === 0 ? '/' : path.slice(path.lastIndexOf('/', end - 1) + 1, end);
}
