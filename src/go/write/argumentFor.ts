/** What a benchmark can give to a function of whose parameters only the types are known. */
import type { Instance } from './instantiate.ts';

export interface Argument {
  /** What is passed. */
  readonly text: string;
  /** Statements before the loop. */
  readonly setup: readonly string[];
  /** It is of the size `size`. */
  readonly hasSize: boolean;
  /** The user must choose one. */
  readonly isOpen: boolean;
}

const chosen = { setup: [], hasSize: false, isOpen: false };

/** By type. What an operation uses up is made in each. */
const plain: Readonly<Record<string, string>> = {
  bool: 'true',
  byte: "'a'",
  rune: "'a'",
  error: 'nil',
  any: '"a"',
  'interface{}': '"a"',
  'context.Context': 'context.Background()',
  'io.Writer': 'io.Discard',
};

const number = /^(?:u?int(?:8|16|32|64|ptr)?|float(?:32|64))$/;

const sized: Readonly<Record<string, (name: string) => Pick<Argument, 'text' | 'setup'>>> = {
  string: (name) => ({ text: name, setup: [`${name} := strings.Repeat("a", size)`] }),
  '[]byte': (name) => ({ text: name, setup: [`${name} := bytes.Repeat([]byte("a"), size)`] }),
  '[]string': (name) => ({
    text: name,
    setup: [`${name} := make([]string, size)`, ...filled(name, 'fmt.Sprint(i * 7919 % size)')],
  }),
  'io.Reader': (name) => ({
    text: `strings.NewReader(${name})`,
    setup: [`${name} := strings.Repeat("a", size)`],
  }),
};

/** The same numbers each time, in no order. */
function filled(name: string, value: string): string[] {
  return [`for i := range ${name} {`, `\t${name}[i] = ${value}`, '}'];
}

export function argumentFor(type: string, name: string): Argument {
  const made = sized[type]?.(name);
  if (made !== undefined) return { ...chosen, ...made, hasSize: true };
  const of = type.startsWith('[]') ? type.slice(2) : '';
  if (number.test(of)) {
    const setup = [`${name} := make(${type}, size)`, ...filled(name, `${of}(i * 7919 % size)`)];
    return { text: name, setup, hasSize: true, isOpen: false };
  }
  const text = plain[type] ?? (number.test(type) ? '1' : undefined);
  if (text !== undefined) return { ...chosen, text };
  const setup = [`var ${name} ${type} // TODO: one as it is in production`];
  return { text: name, setup, hasSize: false, isOpen: true };
}

/**
 * Statements that make `on`, a value of a type, by a function of its package; `null` if none is simple enough.
 *
 * @param type with its type arguments
 */
export function constructorOf(type: string, instances: readonly Instance[], prefix: string): string[] | null {
  for (const { declared, types } of instances) {
    const { name, receiver, parameters, results } = declared;
    const [first = '', second, ...more] = results;
    if (receiver !== '' || !/^New/.test(name) || first.replace(/^\*/, '') !== type) continue;
    if (more.length > 0 || (second !== undefined && second !== 'error')) continue;
    const given = parameters.flatMap((each) => (each.isVariadic ? [] : argumentFor(each.type, '')));
    if (given.some(({ isOpen, hasSize }) => isOpen || hasSize)) continue;
    return madeOf(
      `${prefix}${name}${types}(${given.map(({ text }) => text).join(', ')})`,
      second !== undefined,
    );
  }
  return null;
}

/** Statements that make `on`. */
export function madeOf(expression: string, canFail: boolean): string[] {
  return canFail
    ? [`on, err := ${expression}`, 'if err != nil {', '\tb.Fatal(err)', '}']
    : [`on := ${expression}`];
}
