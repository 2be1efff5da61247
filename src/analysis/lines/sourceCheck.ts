import type { Profile } from '../../pprof/profile.ts';

/**
 * Whether `text` declares the functions that the profile has in the file `name`, on the same lines. Go writes each
 * function's first line into a profile, so a file in which a function has moved is not the file that was compiled.
 * Functions without a first line are not checked.
 */
export function declaresFunctions(profile: Profile, name: string, text: string): boolean {
  if (!name.endsWith('.go')) return true;
  const lines = splitLines(text);
  const { functions, strings } = profile;
  for (let f = 0; f < functions.count; f++) {
    if (strings.get(functions.filename[f] ?? 0) !== name) continue;
    const start = functions.startLine.approximate[f] ?? 0;
    if (start <= 0) continue;
    const line = lines[start - 1];
    if (line === undefined || !couldDeclare(line, strings.get(functions.name[f] ?? 0))) return false;
  }
  return true;
}

/** The lines of a text, as an editor counts them, without their endings. */
export function splitLines(text: string): string[] {
  return text.split(/\r\n|\n|\r/);
}

/** Whether a function with the linker's name `symbol` can begin on this line of source. */
function couldDeclare(line: string, symbol: string): boolean {
  const method = declaredName(symbol);
  if (method !== null) return line.includes('func') && line.includes(method);
  // Closures, wrappers of `go` and `defer` and generated code can begin on any line with code.
  return line.trim() !== '';
}

/** `pkg.F` -> F, `pkg.(*T[...]).M` -> M; `null` for names that the compiler makes (`func1`, `gowrap2`, `init`). */
function declaredName(symbol: string): string | null {
  const base = symbol.slice(symbol.lastIndexOf('/') + 1).replace(/\[.*?\]/g, '');
  const found = /^[^.]+\.(?:\(\*?[^)]+\)\.|[^.()]+\.)?([^.()\s-]+)$/.exec(base)?.[1];
  if (found === undefined || /^(?:func\d+|gowrap\d+|deferwrap\d+|init|\d+)$/.test(found)) return null;
  return found;
}
