/**
 * Function names as people read them. Names come from any language whose profiles are pprof; Go's are:
 *
 *   github.com/acme/shop/cart.(*Cart[go.shape.int]).Add.func1
 *   `------- package -------' `------ receiver ------'
 */

/**
 * The package (Go), namespace (C++, Rust) or class (Java, Python modules) that a function belongs to; the
 * empty string where the name does not say. `%2e` in Go's import paths comes back as a dot.
 */
export function packageOf(name: string): string {
  if (isAddressOnly(name)) return '';
  const plain = withoutTypeArguments(name);
  const scope = plain.lastIndexOf('::');
  if (scope > 0) return outermostScopes(plain);
  const slash = plain.lastIndexOf('/');
  const dot = plain.indexOf('.', slash + 1);
  if (dot <= 0) return '';
  // Java: lower-case packages before a class, at least two dots and no Go receiver.
  const java = /^((?:[a-z_][a-z0-9_]*\.){2,})[A-Z]/.exec(plain);
  if (slash === -1 && java?.[1] !== undefined) return java[1].slice(0, -1);
  return plain.slice(0, dot).replaceAll('%2e', '.');
}

/** `[binary]` and `<unknown>`: frames whose function nobody knows. */
function isAddressOnly(name: string): boolean {
  return name.startsWith('[') || name.startsWith('<');
}

function outermostScopes(plain: string): string {
  const scopes = plain.replace(/\(.*$/, '').split('::');
  return scopes.slice(0, Math.max(1, scopes.length - 2)).join('::');
}

/**
 * Ever shorter names for ever narrower frames, longest first: whole, without type arguments, without the
 * package's folders, without the package, the last part alone. No duplicates, never empty.
 */
export function shortNames(name: string): string[] {
  if (isAddressOnly(name)) return [name];
  const plain = withoutTypeArguments(name);
  const withoutFolders = plain.slice(lastSlash(plain) + 1);
  const names = [name.replaceAll('%2e', '.'), plain.replaceAll('%2e', '.'), withoutFolders];
  if (plain.includes('::')) {
    const scopes = plain.replace(/\(.*$/, '').split('::');
    names.push(scopes.slice(-2).join('::'), scopes.at(-1)!);
  } else {
    const dot = withoutFolders.indexOf('.');
    if (dot > 0) names.push(withoutFolders.slice(dot + 1), afterReceiver(withoutFolders.slice(dot + 1)));
  }
  return [...new Set(names)].filter((text) => text !== '');
}

/** `(*T).M.func1` -> `M.func1`; others as they are. */
function afterReceiver(name: string): string {
  return name.replace(/^\(\*?[^)]*\)\./, '');
}

/** The last slash that separates folders: before any argument list. */
function lastSlash(plain: string): number {
  const arguments_ = plain.search(/[( ]/);
  return plain.lastIndexOf('/', arguments_ === -1 ? plain.length : arguments_);
}

/**
 * `F[go.shape.int]` -> `F`, `vector<int>::push` -> `vector::push`. Operators and what is not balanced stay
 * as they are.
 */
export function withoutTypeArguments(name: string): string {
  // Most names have none, and a picture has thousands of names.
  if (!name.includes('[') && !name.includes('<')) return name;
  let plain = '';
  let depth = 0;
  for (let i = 0; i < name.length; i++) {
    const c = name[i]!;
    const opens = (c === '[' || c === '<') && (depth > 0 || /[\w)>]/.test(name[i - 1] ?? ''));
    if (opens) depth++;
    if (depth === 0) plain += c;
    if ((c === ']' || c === '>') && depth > 0) depth--;
  }
  return depth === 0 ? plain : name;
}

/** Version in a module path: `/v2` before a dot or slash. */
const goVersion = /^(.*?)\/v(?:[2-9]|[1-9][0-9]+)([./].*)$/;
/** Keeps the last path element on, and the class on: packages and namespaces fill boxes and say little. */
const shortForms = [
  /^(?:[\w\-.]+\/)+([^.]+\..+)/,
  /^(?:[a-z]\w*\.)*([A-Z][\w$]*\.(?:<init>|[a-z][\w$]*(?:\$\d+)?))(?:\(|$)/,
  /^(?:[_a-zA-Z]\w*::)+(_*[A-Z]\w*::~?[_a-zA-Z]\w*(?:<.*>)?)/,
];

/** A function's name as pprof writes it into the boxes of a graph: without path, package or namespace. */
export function shortFunctionName(name: string): string {
  const plain = name.replace(/^\(anonymous namespace\)::/, '').replace(goVersion, '$1$2');
  for (const form of shortForms) {
    const short = form.exec(plain)?.[1];
    if (short !== undefined) return short;
  }
  return plain;
}

/** Parentheses in C++ names that are no argument list. */
const reserved = ['(anonymous namespace)', 'operator()'];

/**
 * A function name without its argument list, which pprof takes off before it matches names against a profile's
 * `drop_frames`: everything from the first `(` that is not part of a reserved C++ name. A leading dot goes, too.
 */
export function simplifiedName(name: string): string {
  const text = name.startsWith('.') ? name.slice(1) : name;
  for (let at = 0; at < text.length; at++) {
    const skipped = reserved.find((word) => text.startsWith(word, at));
    if (skipped !== undefined) at += skipped.length - 1;
    else if (text[at] === '(') return text.slice(0, at);
  }
  return text;
}

/**
 * A function's name as pprof changes it when it loads a profile: what looks like C++ loses its argument list and its
 * template arguments. Go's type arguments look the same to pprof, so `F[func(int) error]` becomes `F[func error]`. Names
 * that a compiler has mangled (`_ZN...`) stay as they are.
 */
export function nameAsLoaded(name: string): string {
  if (!looksLikeCpp(name)) return name;
  return withoutNested(withoutNested(name, '(', ')'), '<', '>');
}

/** pprof's own rule. A class with its constructor (Java's), and a method of a generic Go type, are no C++. */
function looksLikeCpp(name: string): boolean {
  if (name.includes('.<') || name.includes(']).')) return false;
  return /[<>[\]]/.test(name) || name.includes('::');
}

/** The text without what is between `open` and `close`, and without these; from a `close` that was not opened on, unchanged. */
function withoutNested(text: string, open: string, close: string): string {
  let kept = '';
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === open) {
      if (depth === 0) kept += text.slice(from, at);
      if (depth++ === 0) from = at;
    } else if (text[at] === close) {
      if (depth === 0) break;
      if (--depth === 0) from = at + 1;
    }
  }
  return kept + text.slice(from);
}
