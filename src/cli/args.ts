/** Command-line arguments: `--name=value`, `--name value`, `--flag`, with one dash or two, and the rest. */

/** What an option takes. */
export type OptionKind =
  | 'flag'
  | 'text'
  | 'texts'
  | 'whole'
  | 'integer'
  | 'number'
  | { readonly oneOf: readonly string[] };

/** Flags that stand for an option with a value. */
export type OptionSpellings = Readonly<Record<string, readonly [option: string, value: string]>>;

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

export type ParsedArgs<Kinds extends OptionKinds> =
  | { readonly ok: true; readonly options: OptionValues<Kinds>; readonly rest: readonly string[] }
  /** What is wrong with the arguments: a template and its arguments, to be translated. */
  | { readonly ok: false; readonly template: string; readonly args: readonly string[] };

/**
 * Parses arguments. The last of a repeated option counts, but `texts` collects; `--` ends the options; `-` alone
 * is no option. Names may be written with `_` for `-`, as pprof writes them.
 */
export function parseArgs<const Kinds extends OptionKinds>(
  argv: readonly string[],
  kinds: Kinds,
  spellings: OptionSpellings = {},
): ParsedArgs<Kinds> {
  const options: Record<string, unknown> = {};
  const rest: string[] = [];
  const wrong = (template: string, ...args: string[]) => ({ ok: false as const, template, args });
  for (let i = 0; i < argv.length; i++) {
    const argument = argv[i]!;
    if (argument === '--') {
      rest.push(...argv.slice(i + 1));
      break;
    }
    const match = /^--?([A-Za-z][\w-]*)(?:=(.*))?$/s.exec(argument);
    if (match === null) {
      if (argument.startsWith('-') && argument !== '-') return wrong('Unknown option {0}.', argument);
      rest.push(argument);
      continue;
    }
    const written = match[1]!.replaceAll('_', '-');
    const spelling =
      match[2] === undefined && Object.hasOwn(spellings, written) ? spellings[written] : undefined;
    const name = spelling?.[0] ?? written;
    const kind = kinds[name];
    if (kind === undefined || !Object.hasOwn(kinds, name)) return wrong('Unknown option {0}.', argument);
    let text = spelling?.[1] ?? match[2];
    if (text === undefined && kind !== 'flag') {
      i++;
      text = argv[i];
      if (text === undefined) return wrong('Option --{0} needs a value.', name);
    }
    const value = readValue(kind, text);
    if (value === undefined) return wrong('Option --{0} cannot be {1}.', name, text ?? '');
    const before = options[name];
    options[name] = kind === 'texts' ? [...(Array.isArray(before) ? before : []), value] : value;
  }
  // Every value was made by `readValue` for the kind that stands under its name.
  return { ok: true, options: options as OptionValues<Kinds>, rest };
}

/** The value, or `undefined` if the text does not stand for one. */
function readValue(kind: OptionKind, text: string | undefined): boolean | number | string | undefined {
  if (kind === 'flag') {
    if (text === undefined || /^(true|t|1|yes|y)$/i.test(text)) return true;
    return /^(false|f|0|no|n)$/i.test(text) ? false : undefined;
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
