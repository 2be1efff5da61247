/**
 * The options of a command: one table says what each takes, its value if it is not given, and what the help says of it.
 * Arguments are `--name=value`, `--name value`, `--flag`, with one dash or two, and the rest.
 */
import { append, largest } from '../../base/lists.ts';
import { kindsOfWholeRuns, type ProfileKind } from '../../base/profileKinds.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { nearest } from './nearest.ts';

/** Reads a value. A failure has the sentence that says what to give. */
type ValueReader = (text: string) => Result<unknown>;

/** What an option takes. `texts` may be given several times; `whole` is 0 or more; `integer` may be negative. */
type OptionForm =
  | 'flag'
  | 'text'
  | 'texts'
  | 'whole'
  | 'integer'
  | 'number'
  | { readonly oneOf: readonly string[] }
  | ValueReader;

export interface Option {
  readonly is: OptionForm;
  /** The value if the option is not given, as the user would write it. The help says it, too. */
  readonly default?: string | number | false;
  /** Another name of one letter, which the help does not say. */
  readonly short?: string;
  /** How the help calls the value: `N`, `FILE`. */
  readonly takes?: string;
  /** What the help says, line by line. An option without is not in the list of the help. */
  readonly help: readonly string[];
}

export function flag(...help: readonly string[]) {
  return { is: 'flag', help } as const;
}

/** An option whose value is read like this. */
export function value<F extends OptionForm>(is: F, takes: string, ...help: readonly string[]) {
  return { is, takes, help };
}

const ofForm =
  <const F extends OptionForm>(is: F) =>
  (takes: string, ...help: readonly string[]) =>
    value(is, takes, ...help);

export const text = ofForm('text');
export const texts = ofForm('texts');
export const whole = ofForm('whole');
export const integer = ofForm('integer');
export const number = ofForm('number');

export function oneOf<const C extends readonly string[]>(choices: C, ...help: readonly string[]) {
  return { is: { oneOf: choices }, help };
}

/** The option, and its value if it is not given. */
export function usually<O extends Option>(value: string | number | false, option: O) {
  return { ...option, default: value };
}

/** Options by name. */
export type Options = Readonly<Record<string, Option>>;

/** Flags that stand for other options with their values. */
export type OptionSpellings = Readonly<Record<string, readonly (readonly [option: string, value: string])[]>>;

type ValueOf<F extends OptionForm> = F extends (text: string) => Result<infer Value>
  ? Value
  : F extends 'flag'
    ? boolean
    : F extends 'whole' | 'integer' | 'number'
      ? number
      : F extends 'texts'
        ? readonly string[]
        : F extends { readonly oneOf: readonly (infer Choice)[] }
          ? Choice
          : string;

type WithDefault<O extends Options> = {
  [Name in keyof O]: O[Name] extends { readonly default: unknown } ? Name : never;
}[keyof O];

/** The values by name: those that were given, and defaults. */
export type OptionValues<O extends Options> = {
  readonly [Name in WithDefault<O>]: ValueOf<O[Name]['is']>;
} & { readonly [Name in Exclude<keyof O, WithDefault<O>>]?: ValueOf<O[Name]['is']> };

export interface GivenArguments<O extends Options> {
  readonly options: OptionValues<O>;
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
export function readOptions<const O extends Options>(
  argv: readonly string[],
  known: O,
  spellings: OptionSpellings = {},
): Result<GivenArguments<O>> {
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
      for (const [name, value] of spellings[written]!) {
        const read = readValue(name, known[name]!.is, value);
        if (read.ok) options[name] = read.value;
      }
      continue;
    }
    const name = nameOf(written, known);
    if (name === undefined) return unknownOption(argument, written, [known, spellings]);
    const form = known[name]!.is;
    let text = match[2];
    if (text === undefined && form !== 'flag') {
      i++;
      text = argv[i];
      if (text === undefined) return wrong('Option --{0} needs a value.', name);
    }
    const read = readValue(name, form, text ?? 'true');
    if (!read.ok) return read;
    const before = options[name];
    options[name] = form === 'texts' ? [...(Array.isArray(before) ? before : []), read.value] : read.value;
  }
  for (const [name, { is, default: usual }] of Object.entries(known)) {
    if (usual === undefined || Object.hasOwn(options, name)) continue;
    const read = readValue(name, is, String(usual));
    if (!read.ok) return read;
    options[name] = read.value;
  }
  // Each value was made by `readValue` for the form of its option, so it has that form's type.
  return ok({ options: options as OptionValues<O>, rest });
}

function unknownOption(argument: string, written: string, known: readonly object[]): Result<never> {
  const option = argument.replace(/=.*/s, '');
  const meant = nearest(written, known.flatMap(Object.keys));
  return meant === undefined
    ? wrong('Unknown option {0}.', option)
    : wrong('Unknown option {0}. Did you mean --{1}?', option, meant);
}

function nameOf(written: string, known: Options): string | undefined {
  if (Object.hasOwn(known, written)) return written;
  return Object.keys(known).find((name) => known[name]!.short === written);
}

/** Whether a flag with this value, or without one, is set. */
function isTrue(text: string | undefined): boolean {
  return text === undefined || /^(true|t|1|yes|y)$/i.test(text);
}

const numbers = { whole: /^\d{1,15}$/, integer: /^-?\d{1,15}$/, number: /\S/ };

function readValue(name: string, form: OptionForm, text: string): Result<unknown> {
  if (typeof form === 'function') return form(text);
  if (form === 'text' || form === 'texts') return ok(text);
  if (form === 'flag') {
    if (isTrue(text)) return ok(true);
    if (/^(false|f|0|no|n)$/i.test(text)) return ok(false);
    return wrong('Option --{0} cannot be {1}. Give true or false.', name, text);
  }
  if (typeof form === 'object') {
    if (form.oneOf.includes(text)) return ok(text);
    return wrong('Option --{0} cannot be {1}. Choose one of: {2}.', name, text, form.oneOf.join(', '));
  }
  if (numbers[form].test(text) && Number.isFinite(Number(text))) return ok(Number(text));
  return form === 'number'
    ? wrong('Option --{0} cannot be {1}. Give a number.', name, text)
    : wrong('Option --{0} cannot be {1}. Give a whole number.', name, text);
}

/** A text of a form. `{0}` in the sentence is what was given. */
export function textLike(form: RegExp, sentence: string): (text: string) => Result<string> {
  return (text) => (form.test(text) ? ok(text) : wrong(sentence, text));
}

/** A whole number that is at least 1. */
export function positive(mostDigits: number, sentence: string): (text: string) => Result<number> {
  const form = new RegExp(`^[1-9]\\d{0,${mostDigits - 1}}$`);
  return (text) => (form.test(text) ? ok(Number(text)) : wrong(sentence, text));
}

/** The parts of a list with commas. */
export function commaList(text: string): string[] {
  return text.split(',').filter((part) => part !== '');
}

function readKinds(all: readonly ProfileKind[]): (text: string) => Result<readonly ProfileKind[]> {
  return (text) => {
    const names = text === 'none' ? [] : commaList(text);
    const kinds = all.filter((kind) => names.includes(kind));
    const unknown = names.find((name) => !kinds.some((kind) => kind === name));
    if (unknown !== undefined) return noSuchKind(unknown, all);
    return ok(kinds.sort((a, b) => names.indexOf(a) - names.indexOf(b)));
  };
}

export function noSuchKind(name: string, all = kindsOfWholeRuns): Result<never> {
  return wrong('--profile={0} is not a kind of profile. There are: {1}.', name, all.join(', '));
}

/** `--profile=cpu,mem`. The kinds keep the order in which they are named. */
export function profileOption(help: string, all = kindsOfWholeRuns) {
  return usually('cpu,mem', value(readKinds(all), 'KINDS', help));
}

/** Where a command writes its document. */
export function outputOption(...help: readonly string[]) {
  return { ...text('FILE', ...help), short: 'o' };
}

/** So wide are most names with their values: what the help says begins in one column in all of its parts. */
const usualWidth = 21;

/** The options' lines of the help, in their order. */
export function optionsText(options: Options): string {
  const rows = Object.entries(options).filter(([, { help }]) => help.length > 0);
  const heads = rows.map(([name, option]) => optionHead(name, option));
  const width =
    largest(
      heads.map((head) => head.length),
      usualWidth,
    ) + 2;
  return rows
    .flatMap(([, option], i) => {
      const [first, ...others] = helpLines(option);
      return [
        `  ${heads[i]!.padEnd(width)}${first}\n`,
        ...others.map((line) => `  ${' '.repeat(width)}${line}\n`),
      ];
    })
    .join('');
}

/** What the help says of an option, in one line. */
export function optionHelp(options: Options, name: string): string {
  return helpLines(options[name] ?? flag()).join(' ');
}

function optionHead(name: string, { is, takes }: Option): string {
  const value = takes ?? (typeof is === 'object' ? is.oneOf.join('|') : undefined);
  return value === undefined ? `--${name}` : `--${name}=${value}`;
}

function helpLines({ help, default: usual = false }: Option): readonly string[] {
  if (usual === false || usual === '') return help;
  return [...help.slice(0, -1), `${help.at(-1)} (default ${usual})`];
}
