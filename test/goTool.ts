import { execFileSync } from 'node:child_process';

const paths = new Map<string, string>();

/**
 * The program of `go tool NAME`. Each `go tool NAME` first checks whether the tool must be built again, which takes twenty times as
 * long as a report of pprof.
 */
export function goTool(name: 'pprof' | 'trace'): string {
  const known = paths.get(name);
  if (known !== undefined) return known;
  const path = execFileSync('go', ['tool', '-n', name], { encoding: 'utf8' }).trim();
  paths.set(name, path);
  return path;
}
