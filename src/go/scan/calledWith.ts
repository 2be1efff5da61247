/**
 * With what the tests of a package call a function: arguments that are written out, those of table tests, the seeds of fuzz
 * targets. Only such are found that say all by themselves, without the variables of a test.
 */
import type { Node } from 'web-tree-sitter';
import { declarationsOf } from './declarations.ts';
import {
  descendants,
  isPredeclared,
  namedChildren,
  readStringLiteral,
  selectorOf,
  shortText,
} from './syntax.ts';
import { element, fieldOf, fieldsOf, noRow, type Row } from './tableRows.ts';

export interface CalledFunction {
  readonly name: string;
  readonly isMethod: boolean;
  /** The name of its package; for files that call it from another one. */
  readonly packageName: string;
}

export interface Call {
  /** The test, example or fuzz target; and the name of a table's row. */
  readonly title: string;
  /** What has the method; empty for functions. */
  readonly receiver: string;
  /** The receiver's expression has an error as its second value. */
  readonly canFail: boolean;
  /** As written: `[int, string]`; empty if there are none. */
  readonly typeArguments: string;
  /** Go expressions. */
  readonly arguments: readonly string[];
}

/** Longer ones would be most of the benchmark's text. */
const mostCharacters = 2000;
const mostRows = 50;
/** Of the names that are looked up on the way to a text. */
const mostSteps = 8;

/** What fuzzing has kept for a target (testdata/fuzz): by the name of the file, Go expressions in the order of its parameters. */
export type Corpus = ReadonlyMap<string, readonly string[]>;

/**
 * @param known the names that all files of the test's package declare
 * @param corpora by the names of fuzz targets
 */
export function callsWith(
  root: Node,
  called: CalledFunction,
  known: ReadonlySet<string>,
  corpora: ReadonlyMap<string, Corpus>,
): Call[] {
  const { imports, packageName } = declarationsOf(root);
  const isInside = packageName === called.packageName;
  const named = new Set([...known, ...imports.keys()]);
  return descendants(root, 'function_declaration').flatMap((test) => {
    const name = shortText(test.childForFieldName('name'));
    if (!/^(?:Test|Example|Fuzz|Benchmark)/.test(name)) return [];
    const hidden = localNames(test);
    const values = new Values(root, (word) => named.has(word) && !hidden.has(word));
    const all = ['call_expression', 'type_conversion_expression'].flatMap((type) => descendants(test, type));
    const calls = all.filter((call) => isCallOf(call, called, isInside));
    const found = calls.flatMap((call) => [
      ...values.callsOf(call, test, called.isMethod),
      ...(called.isMethod ? [] : seedsOf(call, test, values, corpora.get(name) ?? new Map())),
    ]);
    return found.map((each) => ({ ...each, title: each.title === '' ? name : `${name}/${each.title}` }));
  });
}

/** `New` in `New[int](1)`. The grammar takes one type for the index of an array, several for a conversion. */
function calleeOf(call: Node): Node | null {
  const callee = call.childForFieldName('function');
  if (callee?.type === 'index_expression') return callee.childForFieldName('operand');
  return callee ?? call.childForFieldName('type')?.childForFieldName('type') ?? null;
}

function isCallOf(call: Node, { name, isMethod, packageName }: CalledFunction, isInside: boolean): boolean {
  const callee = calleeOf(call);
  if (isMethod)
    return callee?.type === 'selector_expression' && callee.childForFieldName('field')?.text === name;
  return shortText(callee) === (isInside ? name : `${packageName}.${name}`);
}

function typeArgumentsOf(call: Node): string {
  const end = calleeOf(call)?.endIndex ?? call.startIndex;
  return /^\[[^\]]*\](?=\()/.exec(call.text.slice(end - call.startIndex))?.[0] ?? '';
}

/** What `f.Add` and the corpus give to a fuzz target that passes its parameters on. */
function seedsOf(call: Node, test: Node, values: Values, corpus: Corpus): Call[] {
  const target = ancestor(call, 'func_literal', test);
  const parameters = namedChildren(target?.childForFieldName('parameters') ?? null)
    .flatMap((each) => each.childrenForFieldName('name'))
    .flatMap((each) => (each?.isNamed ? each.text : []))
    .slice(1);
  const places = argumentsOf(call).map((each) => parameters.indexOf(each.text));
  if (places.length === 0 || places.includes(-1)) return [];
  const adds = descendants(test, 'call_expression').filter(
    (each) => selectorOf(each.childForFieldName('function'))?.field === 'Add',
  );
  const seeds = adds.map((add, i): [string, (string | null)[]] => [
    `seed ${i + 1}`,
    argumentsOf(add).map((each) => values.textOf(each, test, noRow)),
  ]);
  return [...seeds, ...corpus].flatMap(([title, texts]) => {
    const chosen = places.flatMap((place) => texts[place] ?? []);
    if (chosen.length < places.length) return [];
    return [{ title, receiver: '', canFail: false, typeArguments: '', arguments: chosen }];
  });
}

function argumentsOf(call: Node): Node[] {
  const converted = call.childForFieldName('operand');
  return converted === null ? namedChildren(call.childForFieldName('arguments')) : [converted];
}

function ancestor(node: Node, type: string, within: Node): Node | null {
  for (let at = node.parent; at !== null && at.startIndex >= within.startIndex; at = at.parent) {
    if (at.type === type) return at;
  }
  return null;
}

class Values {
  constructor(
    private readonly root: Node,
    private readonly isKnown: (name: string) => boolean,
  ) {}

  /** One for each row of the table whose loop the call is in; else one at most. */
  callsOf(call: Node, test: Node, isMethod: boolean): Call[] {
    const receiver = isMethod
      ? (call.childForFieldName('function')?.childForFieldName('operand') ?? null)
      : null;
    const given = argumentsOf(call);
    if (given.some(({ type }) => type === 'variadic_argument')) return [];
    const typeArguments = typeArgumentsOf(call);
    const made = receiver === null ? null : this.#checked(receiver, test);
    const rows = this.#rowsAround(call, test, receiver === null ? given : [...given, receiver]);
    return rows.flatMap((row) => {
      const texts = given.map((each) => this.textOf(each, test, row));
      const on = receiver === null ? '' : this.textOf(made ?? receiver, test, row);
      if (on === null || texts.includes(null)) return [];
      const found = texts.flatMap((each) => each ?? []);
      const title = this.#nameOf(row);
      return [{ title, receiver: on, canFail: made !== null, typeArguments, arguments: found }];
    });
  }

  /** A Go expression that says the same without anything of the test; `null` if there is none. */
  textOf(node: Node | null, test: Node, row: Row, steps = mostSteps): string | null {
    if (node === null || steps === 0 || node.endIndex - node.startIndex > mostCharacters) return null;
    if (this.#isWhole(node)) return node.text;
    if (node.type === 'identifier') {
      if (node.text === row.variable) return this.textOf(element(row.value), test, noRow, steps - 1);
      return this.textOf(this.#assigned(node, test), test, row, steps - 1);
    }
    const selector = selectorOf(node);
    if (selector !== null && selector.receiver === row.variable) {
      return this.textOf(fieldOf(row, selector.field), test, noRow, steps - 1);
    }
    const [inner] = node.type === 'call_expression' ? argumentsOf(node) : [];
    // A conversion, such as `[]byte(test.in)`.
    const callee = node.childForFieldName('function');
    if (inner !== undefined && argumentsOf(node).length === 1 && callee !== null && this.#isWhole(callee)) {
      const text = this.textOf(inner, test, row, steps - 1);
      return text === null ? null : `${callee.text}(${text})`;
    }
    return node.type === 'type_conversion_expression' ? this.#converted(node, test, row, steps) : null;
  }

  #converted(node: Node, test: Node, row: Row, steps: number): string | null {
    const text = this.textOf(node.childForFieldName('operand'), test, row, steps - 1);
    return text === null ? null : `${shortText(node.childForFieldName('type'))}(${text})`;
  }

  /** It names nothing but what is declared at the top of a file. */
  #isWhole(node: Node): boolean {
    if (descendants(node, 'func_literal').length > 0) return false;
    const named = [...descendants(node, 'identifier'), ...descendants(node, 'type_identifier')];
    return named.every((each) => {
      return isPredeclared(each.text) || this.isKnown(each.text) || isKey(each) || isOfPackage(each);
    });
  }

  /** `New()` where a test says `x, err := New()`. */
  #checked({ text }: Node, test: Node): Node | null {
    const made = descendants(test, 'short_var_declaration').filter((each) => {
      const left = namedChildren(each.childForFieldName('left')).map((name) => name.text);
      return left.length === 2 && left[0] === text && left[1] === 'err';
    });
    return made.length === 1 ? (namedChildren(made[0]!.childForFieldName('right'))[0] ?? null) : null;
  }

  /** What the one assignment to a local variable gives it. */
  #assigned({ text, startIndex }: Node, test: Node): Node | null {
    const found = [
      ...descendants(test, 'short_var_declaration'),
      ...descendants(test, 'assignment_statement'),
    ].filter((each) => namedChildren(each.childForFieldName('left')).some((left) => left.text === text));
    const [only] = found;
    if (only === undefined || found.length > 1 || only.startIndex > startIndex) return null;
    const [left, right] = [only.childForFieldName('left'), only.childForFieldName('right')].map(
      namedChildren,
    );
    return left?.length === 1 && right?.length === 1 ? (right[0] ?? null) : null;
  }

  #rowsAround(call: Node, test: Node, used: readonly Node[]): readonly Row[] {
    const names = new Set(used.flatMap((each) => descendants(each, 'identifier').map(({ text }) => text)));
    for (
      let loop = ancestor(call, 'for_statement', test);
      loop !== null;
      loop = ancestor(loop, 'for_statement', test)
    ) {
      const range = namedChildren(loop).find(({ type }) => type === 'range_clause');
      const variable = namedChildren(range?.childForFieldName('left') ?? null).at(1)?.text ?? '';
      if (range === undefined || !names.has(variable)) continue;
      const table = this.#tableOf(range.childForFieldName('right'), test);
      const rows = namedChildren(table?.childForFieldName('body') ?? null).slice(0, mostRows);
      const fields = fieldsOf(table?.childForFieldName('type') ?? null);
      return rows.map((value) => ({ variable, value, fields }));
    }
    return [noRow];
  }

  #tableOf(node: Node | null, test: Node): Node | null {
    if (node?.type !== 'identifier') return node?.type === 'composite_literal' ? node : null;
    const local =
      this.#assigned(node, test) ?? variableAt(test, node.text) ?? variableAt(this.root, node.text);
    return local?.type === 'composite_literal' ? local : null;
  }

  /** The first text in a row that is called as names of tests are. */
  #nameOf(row: Row): string {
    for (const name of ['name', 'Name', 'desc', 'title']) {
      const field = fieldOf(row, name);
      const text = field === null ? null : readStringLiteral(shortText(field));
      if (text !== null) return text;
    }
    return row.value?.type === 'keyed_element'
      ? (readStringLiteral(shortText(namedChildren(row.value)[0] ?? null)) ?? '')
      : '';
  }
}

function localNames(test: Node): Set<string> {
  const left = ['short_var_declaration', 'range_clause'].flatMap((type) =>
    descendants(test, type).flatMap((each) => namedChildren(each.childForFieldName('left'))),
  );
  const declared = ['var_spec', 'const_spec', 'type_spec', 'parameter_declaration'].flatMap((type) =>
    descendants(test, type).flatMap((each) => each.childrenForFieldName('name')),
  );
  return new Set([...left, ...declared].map(shortText));
}

/** The value in `var name = value`. */
function variableAt(within: Node, name: string): Node | null {
  const spec = descendants(within, 'var_spec').find(
    (each) => shortText(each.childForFieldName('name')) === name,
  );
  return namedChildren(spec?.childForFieldName('value') ?? null)[0] ?? null;
}

/** The name of a field in a composite literal is declared nowhere. */
function isKey({ parent }: Node): boolean {
  const element = parent?.type === 'literal_element' ? parent : null;
  return element?.parent?.type === 'keyed_element' && element.parent.namedChild(0)?.id === element.id;
}

/** `Reader` in `io.Reader`. */
function isOfPackage({ parent }: Node): boolean {
  return parent?.type === 'qualified_type';
}
