/** Reads the arguments of a command: `--name=value`, `--name value`, `--flag`, with one dash or two, and the rest. */
import { append } from '../../lists.ts';
import { fail, ok, type Result } from '../../result.ts';

/** What an option takes. `texts` may be given several times; `whole` is 0 or more; `integer` may be negative. */
export type OptionKind =
  | 'flag'
  | 'text'
  | 'texts'
  | 'whole'
  | 'integer'
  | 'number'
  | { readonly oneOf: readonly string[] };

/** Flags that stand for other options with their values. */
export type OptionSpellings = Readonly<Record<string, readonly (readonly [option: string, value: string])[]>>;

/** Options by name. */
export type OptionKinds = Readonly<Record<string, OptionKind>>;

type ValueOf<K extends OptionKind> = K extends 'flag'
  ? boolean
  : K extends 'whole' | 'integer' | 'number'
    ? number
    : K extends 'texts'
      ? readonly string[]
      : K extends { readonly oneOf: readonly (infer Choice)[] }
        ? Choice
        : string;

/** The options that were given, by name. */
export type OptionValues<Kinds extends OptionKinds> = {
  readonly [Name in keyof Kinds]?: ValueOf<Kinds[Name]>;
};

export interface GivenArguments<Kinds extends OptionKinds> {
  readonly options: OptionValues<Kinds>;
  /** The other arguments, in order. */
  readonly rest: readonly string[];
}

/** A failure of the arguments: the command answers it with its usage and exit status 2. */
export function wrong(template: string, ...args: readonly (string | number)[]): Result<never> {
  return fail('wrong-arguments', template, args);
}

/**
 * Reads arguments. If an option is repeated, its last value counts; a `texts` option keeps them all. `--` ends the
 * options. `-` alone is not an option. Names may be written with `_` for `-`, as pprof writes them.
 */
export function readOptions<const Kinds extends OptionKinds>(
  argv: readonly string[],
  kinds: Kinds,
  spellings: OptionSpellings = {},
): Result<GivenArguments<Kinds>> {
  const options: Record<string, unknown> = {};
  const rest: string[] = [];
  for (let i = 0; i < argv.length; i++) {
    const argument = argv[i]!;
    if (argument === '--') {
      append(rest, argv.slice(i + 1));
      break;
    }
    const match = /^--?([A-Za-z][\w-]*)(?:=(.*))?$/s.exec(argument);
    if (match === null) {
      if (argument.startsWith('-') && argument !== '-') return wrong('Unknown option {0}.', argument);
      rest.push(argument);
      continue;
    }
    const written = match[1]!.replaceAll('_', '-');
    if (isTrue(match[2]) && Object.hasOwn(spellings, written)) {
      // The kinds of what a spelling stands for are our own.
      for (const [name, value] of spellings[written]!) options[name] = readValue(kinds[name]!, value);
      continue;
    }
    const name = written;
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
    if (kind === undefined) return wrong('Unknown option {0}.', argument.replace(/=.*/s, ''));
    let text = match[2];
    if (text === undefined && kind !== 'flag') {
      i++;
      text = argv[i];
      if (text === undefined) return wrong('Option --{0} needs a value.', name);
    }
    const value = readValue(kind, text);
    if (value === undefined) return wrongValue(name, kind, text ?? '');
    const before = options[name];
    options[name] = kind === 'texts' ? [...(Array.isArray(before) ? before : []), value] : value;
  }
  // Each value was made by `readValue` for the kind of its option, so it has that kind's type.
  return ok({ options: options as OptionValues<Kinds>, rest });
}

/** Whether a flag with this value, or without one, is set. */
function isTrue(text: string | undefined): boolean {
  return text === undefined || /^(true|t|1|yes|y)$/i.test(text);
}

/** The value, or `undefined` if the text has another form. */
function readValue(kind: OptionKind, text: string | undefined): boolean | number | string | undefined {
  if (kind === 'flag') {
    if (isTrue(text)) return true;
    return /^(false|f|0|no|n)$/i.test(text ?? '') ? false : undefined;
  }
  if (text === undefined) return undefined;
  if (kind === 'text' || kind === 'texts') return text;
  if (kind === 'whole') return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
  if (kind === 'integer') return /^-?\d{1,15}$/.test(text) ? Number(text) : undefined;
  if (kind === 'number') {
    return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : undefined;
  }
  return kind.oneOf.includes(text) ? text : undefined;
}

function wrongValue(name: string, kind: OptionKind, text: string): Result<never> {
  if (typeof kind === 'object') {
    return wrong('Option --{0} cannot be {1}. Choose one of: {2}.', name, text, kind.oneOf.join(', '));
  }
  if (kind === 'flag') return wrong('Option --{0} cannot be {1}. Give true or false.', name, text);
  return kind === 'number'
    ? wrong('Option --{0} cannot be {1}. Give a number.', name, text)
    : wrong('Option --{0} cannot be {1}. Give a whole number.', name, text);
}
