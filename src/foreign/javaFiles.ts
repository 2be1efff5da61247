import { withFiles } from '../pprof/derive.ts';
import type { Profile } from '../pprof/profile.ts';

/** Packages and a class, inner classes after `$`, then the method: `com/example/shop/Shop$Basket.add`. */
const method = /^((?:[a-z_]\w*\/)+[A-Z]\w*)(?:\$[\w$]*)*\.[\w$<>]+$/;
/** The same with dots, as some tools print it. A class begins with a capital letter. */
const dotted = /^((?:[a-z_]\w*\.)+[A-Z]\w*)(?:\$[\w$]*)*\.[\w$<>]+$/;
/** Names are looked at up to here. Longer ones are of no class that somebody has written. */
const longest = 1000;

/**
 * The profile with the names of Java's source files, which profilers of Java leave out: a class `a.b.C` is in `a/b/C.java`.
 * Only functions with a line number and without a file get one. The same profile if there is none.
 */
export function withJavaFiles(profile: Profile): Profile {
  return profile.functions.filename.includes(0) ? withFiles(profile, javaFiles(profile)) : profile;
}

/** By row of the functions. */
function javaFiles({ functions, locations, strings }: Profile): Map<number, string> {
  const files = new Map<number, string>();
  for (let line = 0; line < locations.lineFunction.length; line++) {
    const func = locations.lineFunction[line]!;
    const hasLine = locations.lineNumber.approximate[line]! > 0;
    if (!hasLine || functions.filename[func] !== 0 || files.has(func)) continue;
    const file = javaFile(strings.get(functions.name[func]!));
    if (file !== null) files.set(func, file);
  }
  return files;
}

function javaFile(name: string): string | null {
  if (name.length > longest) return null;
  const outermost = (method.exec(name) ?? dotted.exec(name))?.[1];
  return outermost === undefined ? null : `${outermost.replaceAll('.', '/')}.java`;
}
