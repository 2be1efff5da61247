/**
 * Parts and shorter forms of function names. Profiles come from many languages; Go's names are:
 *
 *   github.com/acme/shop/cart.(*Cart[go.shape.int]).Add.func1
 *   `------- package -------' `------ receiver ------'
 */

/**
 * The package (Go), namespace (C++, Rust) or class (Java, Python modules) of a function; empty if the name does not say.
 * `%2e` in Go's import paths becomes a dot.
 */
export function packageOf(name: string): string {
  if (isAddressOnly(name)) return '';
  const plain = withoutTypeArguments(name);
  const scope = plain.lastIndexOf('::');
  if (scope > 0) return outermostScopes(plain);
  const slash = plain.lastIndexOf('/');
  const dot = plain.indexOf('.', slash + 1);
  if (dot <= 0) return '';
  // Java: at least two packages in lower case, then a class.
  const java = /^((?:[a-z_][a-z0-9_]*\.){2,})[A-Z]/.exec(plain);
  if (slash === -1 && java?.[1] !== undefined) return java[1].slice(0, -1);
  return plain.slice(0, dot).replaceAll('%2e', '.');
}

/** `[binary]` and `<unknown>` stand for frames whose function is unknown. */
function isAddressOnly(name: string): boolean {
  return name.startsWith('[') || name.startsWith('<');
}

function outermostScopes(plain: string): string {
  const argumentList = plain.indexOf('(');
  const scopes = (argumentList === -1 ? plain : plain.slice(0, argumentList)).split('::');
  return scopes.slice(0, Math.max(1, scopes.length - 2)).join('::');
}

/**
 * `F[go.shape.int]` -> `F`, `vector<int>::push` -> `vector::push`. Operators, and names whose brackets do not match, stay
 * as they are.
 *
 * @param from a place outside of type arguments; what stands before it is left out
 */
export function withoutTypeArguments(name: string, from = 0): string {
  const masked = maskedTypeArguments(name);
  return masked === name ? name.slice(from) : masked.slice(from).replaceAll('\0', '');
}

/** The name with `\0` in place of each character of its type arguments, so that all other places stay the same. */
export function maskedTypeArguments(name: string): string {
  // Most names have none, and a picture has thousands of names.
  if (!name.includes('[') && !name.includes('<')) return name;
  let masked = '';
  let depth = 0;
  for (let i = 0; i < name.length; i++) {
    const c = name[i]!;
    const opens = (c === '[' || c === '<') && (depth > 0 || /[\w)>]/.test(name[i - 1] ?? ''));
    if (opens) depth++;
    masked += depth === 0 ? c : '\0';
    if ((c === ']' || c === '>') && depth > 0) depth--;
  }
  return depth === 0 ? masked : name;
}

/** A major version in a module path: `/v2` before a dot or slash. */
const goVersion = /\/v(?:[2-9]|[1-9][0-9]+)(?=[./])/;
/** What the short name begins with: the class. */
const shortForms = [
  /^(?:[a-z]\w*\.)*([A-Z][\w$]*\.(?:<init>|[a-z][\w$]*(?:\$\d+)?))(?:\(|$)/,
  /^(?:[_a-zA-Z]\w*::)+(_*[A-Z]\w*::~?[_a-zA-Z]\w*(?:<.*>)?)/,
];

/**
 * A function's name as pprof writes it into the boxes of a graph: without path, package or namespace. pprof's patterns do
 * not reach over line ends. In its pattern for paths a long name without a dot would cost its length squared here, so that
 * one is a loop.
 */
export function shortFunctionName(name: string): string {
  const whole = name.replace(/^\(anonymous namespace\)::/, '');
  const plain = /[\n\r\u2028\u2029]/.test(whole) ? whole : whole.replace(goVersion, '');
  const last = lastElement(plain);
  if (last !== null) return last;
  for (const form of shortForms) {
    const short = form.exec(plain)?.[1];
    if (short !== undefined) return short;
  }
  return plain;
}

/**
 * What follows the folders of a path, up to the end of the line, as pprof's `^(?:[\\w\\-.]+\\/)+([^.]+\\..+)` has it: with as
 * many folders in front as possible, something, a dot, and something more. `null` if the name has not this form.
 */
function lastElement(name: string): string | null {
  const folders = /^(?:[\w\-.]+\/)+/.exec(name)?.[0] ?? '';
  let dot = name.indexOf('.', folders.length);
  for (let at = folders.length; at > 0; at--) {
    if (name[at] === '.') dot = at;
    if (name[at - 1] !== '/' || dot <= at) continue;
    const rest = /^.+/.exec(name.slice(dot + 1));
    if (rest !== null) return name.slice(at, dot + 1 + rest[0].length);
  }
  return null;
}

/** Parentheses in C++ names that are no argument list. */
const reserved = ['(anonymous namespace)', 'operator()'];

/**
 * A function name as pprof matches it against a profile's `drop_frames`: without the argument list, which begins at the
 * first `(` that is not part of a reserved C++ name, and without a leading dot.
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

/** pprof's own rule. Java's constructors and methods of generic Go types are excepted. */
function looksLikeCpp(name: string): boolean {
  if (name.includes('.<') || name.includes(']).')) return false;
  return /[<>[\]]/.test(name) || name.includes('::');
}

/** The text without its parts from `open` to the matching `close`. From a `close` without an `open` on, it stays unchanged. */
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
