/** The text of a Go file, with the imports that its code needs. */
import { isPredeclared } from '../scan/syntax.ts';

const usual: readonly (readonly [string, string])[] = [
  'bytes',
  'context',
  'fmt',
  'io',
  'runtime',
  'strings',
  'testing',
].map((name) => [name, name]);

export class GoText {
  readonly #imports = new Map(usual);

  /** What other files of the package import may be named in what is taken from them. */
  know(imports: ReadonlyMap<string, string>): void {
    for (const [name, path] of imports) {
      if (!this.#imports.has(name) && name !== '_' && name !== '.') this.#imports.set(name, path);
    }
  }

  /** Whether a variable of this name would hide something, or is used already. */
  isTaken(name: string): boolean {
    return isPredeclared(name) || this.#imports.has(name) || /^(?:b|on|size|err|got\d+)$/.test(name);
  }

  /** A type, as another package writes it. */
  qualified(
    type: string,
    { prefix, names }: { readonly prefix: string; readonly names: ReadonlySet<string> },
  ): string {
    if (prefix === '') return type;
    return type.replace(/(?<![\w.])[\p{L}_]\w*/gu, (name) => (names.has(name) ? `${prefix}${name}` : name));
  }

  file(packageName: string, code: readonly string[]): string {
    const text = code.join('\n');
    const used = [...this.#imports].filter(([name]) => new RegExp(`(?<![\\w."])${name}\\.`).test(text));
    const lines = used
      .map(([name, path]) => (path === name || path.endsWith(`/${name}`) ? `"${path}"` : `${name} "${path}"`))
      .sort();
    return `package ${packageName}\n\nimport (\n${lines.map((line) => `\t${line}\n`).join('')})\n\n${text}\n`;
  }
}
