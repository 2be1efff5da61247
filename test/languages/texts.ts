/**
 * The texts of our code that are translated, found where the code hands them over: to `l10n.t`, to functions that pass a
 * parameter on to it, and as `template` of a problem.
 */
import { readFileSync } from 'node:fs';
import { parseAst } from 'rolldown/parseAst';
import {
  asNode,
  type Binding,
  beside,
  calledName,
  isWrapper,
  lookUp,
  type Node,
  nameOf,
  nodesIn,
  ofProblem,
  opensScope,
  type Scope,
  scopeOf,
} from './scopes.ts';

/** Where something is handed over: a call with its arguments, or an object with its template. */
interface Site {
  /** A function as `#takers` has it, or that every text is taken. */
  readonly to: string | true;
  readonly given: readonly Node[];
  readonly scope: Scope;
}

export interface FoundTexts {
  /** By the key of its translations. */
  readonly texts: ReadonlyMap<string, string>;
  /** Places where a text is handed over that cannot be found. */
  readonly unclear: readonly string[];
}

/** What modules have that hand texts over themselves, not to a function of another. */
const handsOver = /l10n|template|sentence|\bSay\b/;

/** What a module loads, now or later; not what it has only types of. */
const loads = /^(?:im|ex)port (?!type )[^;']*'(?:script:)?(\.[^']+\.tsx?)'|\bimport\('(\.[^']+)'\)/gm;

/**
 * Finds the texts of these modules and of all that they load.
 *
 * @param mains paths from the project's root
 */
export function findTexts(mains: readonly string[]): FoundTexts {
  const search = new Search();
  const files = new Set(mains);
  for (const file of files) {
    const text = readFileSync(file, 'utf8');
    search.add(file, text);
    for (const [, now, later] of text.matchAll(loads)) files.add(beside(file, now ?? later ?? ''));
  }
  return search.found();
}

class Search {
  readonly #files = new Map<string, { readonly text: string; readonly scope: Scope }>();
  /** Those without a reason to look into them yet: to parse them all would take as long again. */
  readonly #unread = new Map<string, string>();
  readonly #sites: Site[] = [];
  /** Texts whose key has a comment, too. */
  readonly #commented = new Map<string, string>();
  /** Functions that translate a parameter, or make a problem's template of it: its indexes. */
  readonly #takers = new Map<string, Set<number>>();

  add(file: string, text: string): void {
    if (handsOver.test(text)) this.#findSites(...this.#parse(file, text), '');
    else this.#unread.set(file, text);
  }

  /** Reads what calls a function that is known to take texts by now. */
  #readCallers(): void {
    const names = [...this.#takers.keys()].map((taker) => taker.replace(/^.*[:.]/, ''));
    const calls = new RegExp(`\\b(?:${names.join('|')})\\(`);
    for (const [file, text] of this.#unread) {
      if (names.length === 0 || !calls.test(text)) continue;
      this.#unread.delete(file);
      this.#findSites(...this.#parse(file, text), '');
    }
  }

  #parse(file: string, text: string): [Node, Scope] {
    const program = asNode(parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }, file))!;
    const scope = scopeOf(program, { file, names: new Map(), outer: null });
    this.#files.set(file, { text, scope });
    return [program, scope];
  }

  /** What stands at the top of a module: also of one that has only tables for others. */
  #namesOf(file: string): Scope['names'] {
    const known = this.#files.get(file)?.scope;
    return (known ?? this.#parse(file, readFileSync(file, 'utf8'))[1]).names;
  }

  /** @param name that a function would have here */
  #findSites(node: Node, scope: Scope, name: string): void {
    const inner = opensScope(node) ? scopeOf(node, scope, name) : scope;
    if (node.type === 'CallExpression' || node.type === 'NewExpression') {
      const to = calledBy(node, inner);
      if (to !== null) this.#sites.push({ to, given: nodesIn(node.arguments), scope: inner });
    }
    for (const text of node.type === 'ObjectExpression' ? textsOfProblem(node) : [])
      this.#sites.push({ to: true, given: [text], scope: inner });
    const given = nameOf(node) ?? (isWrapper.test(node.type) ? name : '');
    for (const key in node) {
      const value = node[key];
      if (typeof value !== 'object' || value === null) continue;
      for (const child of Array.isArray(value) ? value : [value])
        if (child?.type !== undefined) this.#findSites(child, inner, given);
    }
  }

  /** A function that is found to be a taker has callers that have been looked at already, so all are looked at again. */
  found(): FoundTexts {
    const keys = new Set<string>();
    const unclear = new Set<string>();
    for (let known = -1; known !== this.#knownTakers(); ) {
      known = this.#knownTakers();
      this.#readCallers();
      for (const { to, given, scope } of this.#sites) {
        for (const index of to === true ? [0] : (this.#takers.get(to) ?? [])) {
          const node = given[index];
          if (node === undefined) continue;
          const found = this.#textsOf(node, scope);
          if (found === null) unclear.add(this.#place(node, scope));
          for (const key of found ?? []) keys.add(key);
        }
      }
    }
    const texts = new Map([...keys].map((key) => [key, this.#commented.get(key) ?? key]));
    return { texts, unclear: [...unclear] };
  }

  #place({ start }: Node, { file }: Scope): string {
    return `${file}:${this.#files.get(file)!.text.slice(0, start).split('\n').length}`;
  }

  #knownTakers(): number {
    return [...this.#takers.values()].reduce((sum, { size }) => sum + size, 0);
  }

  /** All that an expression can be; none for a parameter, whose texts are those of the callers; `null` if that is unclear. */
  #textsOf(node: Node, scope: Scope): string[] | null {
    const either = (...keys: string[]) => merged(keys.map((key) => this.#textsOf(asNode(node[key])!, scope)));
    switch (node.type) {
      case 'Literal':
        return typeof node.value === 'string' ? [node.value] : [];
      case 'ConditionalExpression':
        return either('consequent', 'alternate');
      case 'LogicalExpression':
        return either('left', 'right');
      case 'ChainExpression':
      case 'ParenthesizedExpression':
      case 'TSAsExpression':
      case 'TSSatisfiesExpression':
      case 'TSNonNullExpression':
        return either('expression');
      case 'BinaryExpression':
        return products([asNode(node.left)!, asNode(node.right)!].map((part) => this.#textsOf(part, scope)));
      case 'TemplateLiteral':
        return this.#filledIn(node, scope);
      case 'ObjectExpression':
        return this.#withComment(node);
      // A reader of problems, not a problem.
      case 'ArrowFunctionExpression':
        return [];
      case 'Identifier':
        return this.#bound(lookUp(String(node.name), scope), []);
      case 'MemberExpression':
        return this.#member(node, scope);
      default:
        return null;
    }
  }

  /** `{ message, comment }`: the key has both. */
  #withComment(node: Node): string[] | null {
    const partOf = (name: string) =>
      asNode(nodesIn(node.properties).find(({ key }) => calledName(asNode(key)) === name)?.value);
    const message = partOf('message')?.value;
    if (typeof message !== 'string') return null;
    const comments = nodesIn(partOf('comment')?.elements).map(({ value }) => String(value));
    const key = `${message}/${comments.join('')}`;
    this.#commented.set(key, message);
    return [key];
  }

  #filledIn(node: Node, scope: Scope): string[] | null {
    const fixed = nodesIn(node.quasis).map(({ value }) => [String(Object(value).cooked)]);
    const filled = nodesIn(node.expressions).map((each) => this.#textsOf(each, scope));
    return products(fixed.flatMap((text, i) => (filled[i] === undefined ? [text] : [text, filled[i]])));
  }

  /** `doubtTexts[doubt]`, `kindsOfProfile[kind].label`; `problem.template`, which is found where the problem is made. */
  #member(node: Node, scope: Scope): string[] | null {
    if (ofProblem.test(calledName(node))) return [];
    const path: (string | null)[] = [];
    let object: Node | null = node;
    for (; object?.type === 'MemberExpression'; object = asNode(object.object))
      path.unshift(object.computed === true ? null : calledName(object));
    return object?.type === 'Identifier' ? this.#bound(lookUp(String(object.name), scope), path) : null;
  }

  /** @param path what of the value is meant: names of properties, `null` for any */
  #bound(binding: Binding | undefined, path: readonly (string | null)[]): string[] | null {
    if (binding?.is === 'import') return this.#bound(this.#namesOf(binding.file).get(binding.name), path);
    if (binding?.is === 'problem') return [];
    if (binding?.is === 'value') return this.#inside(binding.node, binding.scope, path);
    if (binding?.is !== 'parameter' || path.length > 0 || binding.of === '') return null;
    const known = this.#takers.get(binding.of);
    if (known === undefined) this.#takers.set(binding.of, new Set([binding.index]));
    else known.add(binding.index);
    return [];
  }

  #inside(node: Node, scope: Scope, [name, ...rest]: readonly (string | null)[]): string[] | null {
    if (name === undefined) return this.#textsOf(node, scope);
    const object = bare(node);
    if (object?.type !== 'ObjectExpression') return null;
    const chosen = nodesIn(object.properties).filter(
      ({ key }) => name === null || calledName(asNode(key)) === name,
    );
    return merged(chosen.map(({ value }) => this.#inside(asNode(value)!, scope, rest)));
  }
}

/** Without `as const` and its like. */
function bare(node: Node | null): Node | null {
  return node !== null && /^(?:TS\w+|Parenthesized)Expression$/.test(node.type)
    ? bare(asNode(node.expression))
    : node;
}

/** What a call hands its arguments to: a function as `#takers` has it; `true` where it translates itself. */
function calledBy({ callee }: Node, scope: Scope): string | true | null {
  const called = asNode(callee);
  const name = calledName(called);
  if (called?.type === 'MemberExpression')
    return name === 't' && calledName(asNode(called.object)) === 'l10n' ? true : `.${name}`;
  if (called?.type !== 'Identifier') return null;
  const binding = lookUp(name, scope);
  if (binding?.is === 'import') return `${binding.file}:${binding.name}`;
  return binding?.is === 'parameter' && binding.translates ? true : `${scope.file}:${name}`;
}

/** The template of `{ code, template, args }`; a `sentence` in a table, of which a problem will be made. */
function textsOfProblem(node: Node): Node[] {
  const properties = nodesIn(node.properties);
  const named = (name: string) => properties.find(({ key }) => calledName(asNode(key)) === name);
  const sentence = asNode(named('sentence')?.value);
  const template = named('args') === undefined ? null : asNode(named('template')?.value);
  return [template, sentence?.type === 'Literal' ? sentence : null].flatMap((each) => each ?? []);
}

function merged(all: readonly (string[] | null)[]): string[] | null {
  return all.length === 0 || all.includes(null) ? null : all.flatMap((each) => each ?? []);
}

/** Each of the first with each of the second, and so on. */
function products(parts: readonly (string[] | null)[]): string[] | null {
  return parts.reduce((made, part) => made && part && made.flatMap((a) => part.map((b) => a + b)), ['']);
}
