import { maskedTypeArguments, withoutTypeArguments } from './functionName.ts';

/**
 * The parts of names, and shorter forms of them. What tells two names apart usually stands at the right, so names are
 * shortened from the left:
 *
 *   github.com/ acme/ shop/ cart. (*Cart[go.shape.int]). Add.func1
 *   `------ folders -----' package `---- receiver ----' `- end -'
 *
 * Everybody who shows names in little room takes the parts from here, and where names of a list must stay different,
 * the shortest form from NameSet (nameSet.ts).
 */

/** What the parts of a name are: those of a function, or the folders of a file or a package. */
export type NameKind = 'function' | 'path';

/** Names of programs have fewer parts. Each form of a name is a text of its own, so many parts of a long name are costly. */
const mostParts = 50;

/**
 * The places where a form of the name can begin, ascending: 0, which is the whole name, to the place of its end. Of very
 * many, only the last ones.
 */
export function beginnings(name: string, kind: NameKind = 'function'): number[] {
  const starts = (kind === 'path' ? placesAfter(/[/\\]/g, name) : partsOfFunction(name)).slice(-mostParts);
  const ascending = [0];
  for (const at of starts) if (at > ascending.at(-1)! && at < name.length) ascending.push(at);
  return ascending;
}

function partsOfFunction(name: string): number[] {
  // `[binary]` and `<unknown>` stand for frames whose function is unknown.
  if (/^[[<]/.test(name)) return [];
  const plain = maskedTypeArguments(name);
  if (!plain.includes('::')) return partsOfGo(plain);
  const argumentList = plain.search(/\((?!anonymous)/);
  return placesAfter(/::/g, argumentList === -1 ? plain : plain.slice(0, argumentList));
}

/** After each folder, after the package, after the receiver. The names of Java and Python have the same form. */
function partsOfGo(plain: string): number[] {
  const argumentList = plain.search(/ |(?<=[^./])\(/);
  const path = argumentList === -1 ? plain : plain.slice(0, argumentList);
  // A version belongs to the folder before it: `v2.New` would say little.
  const folders = placesAfter(/\/(?!v\d+[./])/g, path);
  const slash = path.lastIndexOf('/') + 1;
  const java = slash === 0 ? /^(?:[a-z_][a-z0-9_]*\.){2,}(?=[A-Z])/.exec(path) : null;
  const dot = java === null ? path.indexOf('.', slash) + 1 : java[0].length;
  // `.text` has no package.
  if (dot <= slash + 1) return folders;
  const packages = java === null ? [] : placesAfter(/\./g, java[0]);
  // Every package has an `init`, every program a `main`.
  if (/^(?:init|main|glob\.)(?:\.|$)/.test(plain.slice(dot))) return [...folders, ...packages];
  const receiver = receiverPattern.exec(plain.slice(dot))?.[0].length ?? 0;
  return [...folders, ...packages, dot, dot + receiver];
}

/** `(*T).` or `T.`. In the names of closures, `F.func1`, `F.gowrap2` and `F.1`, `F.` is no receiver. */
const receiverPattern = /^(?:\([^)]*\)|[\p{L}_][\p{L}\d_\0]*)\.(?!(?:func|gowrap|deferwrap)\d)(?=[\p{L}_])/u;

function placesAfter(pattern: RegExp, text: string): number[] {
  return [...text.matchAll(pattern)].map((found) => found.index + found[0].length);
}

/**
 * The beginnings of the forms that are shown: of a name's folders either all are, or none that need not be.
 *
 * @param starts all `beginnings`
 * @param tail the one of the shortest form
 */
export function withoutNeedlessFolders(name: string, starts: readonly number[], tail: number): number[] {
  const possible = starts.filter((from) => from <= tail);
  const endsFolder = (at: number) => name[at - 1] === '/' || name[at - 1] === '\\';
  return possible.filter((from, i) => from === 0 || from === tail || !endsFolder(possible[i + 1] ?? from));
}

/** A piece of a name. A quiet piece is not shown, except to those who read, copy or search the name. */
export interface NamePiece {
  readonly text: string;
  readonly isQuiet: boolean;
}

/** In type arguments: what the compiler calls the shape of a type, and the folders of packages. */
const quietPattern =
  /(?<![\w.~%-]\/?)(?:go\.shape\.(?:(?:[\w.~%-]+\/)+(?=[\w~%-]+(?:\.|%2e)))?|(?:[\w.~%-]+\/)+(?=[\w~%-]+(?:\.|%2e)))/g;

/** A part of a name in pieces. `F[go.shape.int]` is shown as `F[int]`. */
export function namePieces(name: string, from = 0, to = name.length): NamePiece[] {
  const pieces: NamePiece[] = [];
  let start = from;
  const add = (end: number, isQuiet: boolean) => {
    if (end > start) pieces.push({ text: name.slice(start, end), isQuiet });
    start = Math.max(start, end);
  };
  // In a very long name the search would take long, and such a name fits nowhere anyhow.
  const plain = name.includes('[') && name.length < 1000 ? maskedTypeArguments(name) : name;
  for (const { index, 0: found } of plain === name ? [] : name.matchAll(quietPattern)) {
    if (plain[index] !== '\0' || index < from || index + found.length > to) continue;
    add(index, false);
    add(index + found.length, true);
  }
  add(to, false);
  return pieces;
}

/** The places of the parts from `from` on that are type arguments, and of those that are not; none is empty. */
export function splitTypeArguments(
  name: string,
  from: number,
): { readonly from: number; readonly to: number; readonly isTypeArguments: boolean }[] {
  const parts = maskedTypeArguments(name)
    .slice(from)
    .matchAll(/\0+|[^\0]+/g);
  return [...parts].map(({ index, 0: { length }, 0: [first] }) => ({
    from: from + index,
    to: from + index + length,
    isTypeArguments: first === '\0',
  }));
}

/** The text that is shown of a name, from one of its `beginnings` on. */
export function shownText(name: string, from = 0): string {
  if (!name.includes('[')) return plain(name, from);
  const shown = namePieces(name, from).map(({ text, isQuiet }) => (isQuiet ? '' : text));
  return plain(shown.join(''), 0);
}

/**
 * The name without the folders of its package, for a sentence; cut where it is longer than anybody reads. A list takes
 * the forms of a NameSet, which are different.
 */
export function briefName(name: string): string {
  const withPackage = beginnings(name).filter((from) => from === 0 || name[from - 1] === '/');
  return shownText(name, withPackage.at(-1)).slice(0, 200);
}

/** The same without type arguments. */
export function plainText(name: string, from = 0): string {
  return plain(withoutTypeArguments(name, from), 0);
}

/** In symbols, dots in the last element of a package path are written as `%2e`. */
function plain(name: string, from: number): string {
  return name.slice(from).replaceAll('%2e', '.');
}

/**
 * A text of at most so many characters: its beginning, `\u2026`, and as many of its last words as fit, because names that
 * begin alike are often different at the end. Where not even the last word fits, a part of it, or only the beginning.
 */
export function cutText(text: string, characters: number): string {
  if (text.length <= characters) return text;
  if (characters < 2) return '';
  const kept = characters - 1;
  const words = placesAfter(wordPattern, text).map((at) => text.length - at);
  const fitting = words.find((length) => length <= kept);
  const end = fitting ?? (kept < 4 ? 0 : Math.floor(0.6 * kept));
  // One letter of the beginning would say nothing.
  const begin = kept - end < 2 ? 0 : kept - end;
  // Half of a surrogate pair would be drawn as a box.
  const first = text.slice(0, begin).replace(/[\ud800-\udbff]$/, '');
  return `${first}\u2026${end === 0 ? '' : text.slice(-end).replace(/^[\udc00-\udfff]/, '')}`;
}

/**
 * Where the end of a text begins that stays when its middle is cut: its last words, or a part of a long one. What stands before has
 * three characters, or none.
 */
export function startOfEnd(text: string): number {
  const [fewest, most, fewestBefore] = [6, 12, 3];
  const ends = placesAfter(wordPattern, text).filter((at) => at >= fewestBefore && text.length - at <= most);
  const [first] = ends;
  if (first !== undefined && text.length - first >= fewest) return first;
  if (text.length <= most) return 0;
  // Half of a surrogate pair would be drawn as a box.
  const at = Math.max(fewestBefore, text.length - most);
  return /[\udc00-\udfff]/.test(text[at] ?? '') ? at + 1 : at;
}

/** What stands before a word: `Tree|Map|Get|1000`, `(*Tree).|Put`, `Get.|func1`. */
const wordPattern = /[\p{Ll}\d)](?=\p{Lu})|[._](?=[\p{L}\d(])|(?<!func)\p{L}(?=\d)/gu;
