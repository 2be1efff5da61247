/** 24 for `go1.24.2` and `devel go1.24-...`. An unknown version counts as newer than all. */
export function minorVersion(version: string): number {
  return Number(/go1\.(\d+)/.exec(version)?.[1] ?? Infinity);
}
