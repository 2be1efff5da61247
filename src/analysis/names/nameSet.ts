import { beginnings, type NameKind, plainText, shownText, withoutNeedlessFolders } from './nameParts.ts';

/** The shortest form of a name that no other name of its set can be taken for. */
export interface ShortName {
  /** The beginnings of its forms, ascending: 0, and last that of the shortest. */
  readonly starts: readonly number[];
  /** What may be left out of the rest: nothing where names differ only in that. */
  readonly without: 'type arguments' | 'quiet pieces' | 'nothing';
}

/** Names that are shown together. Their short names are different, because two functions must not look like one. */
export class NameSet {
  /** By the last word. Only names with the same last word could be taken for each other. */
  readonly #groups = new Map<string, Group>();

  constructor(
    names: Iterable<string> = [],
    private readonly kind: NameKind = 'function',
  ) {
    for (const name of names) this.add(name);
  }

  add(name: string): void {
    const word = lastWord(name);
    const group = this.#groups.get(word);
    if (group === undefined) this.#groups.set(word, new Group(name));
    else group.add(name);
  }

  /** @param name one that has been added */
  short(name: string): ShortName {
    const starts = beginnings(name, this.kind);
    const { tail, without } = this.#groups.get(lastWord(name))?.short(name, starts, this.kind) ?? unknown;
    return { starts: withoutNeedlessFolders(name, starts, tail), without };
  }

  /**
   * The forms of a name that are its own in this set, longest first: the whole name, without what is quiet, without
   * type arguments, without folders, without the package, without the receiver.
   */
  forms(name: string): string[] {
    const { starts, without } = this.short(name);
    const forms = new Set([name.replaceAll('%2e', '.')]);
    for (const from of starts) {
      if (without !== 'nothing') forms.add(shownText(name, from));
      if (without === 'type arguments') forms.add(plainText(name, from));
    }
    return [...forms].filter((form) => form !== '').sort((a, b) => b.length - a.length);
  }
}

const unknown = { tail: 0, without: 'nothing' } as const;

/** The word at the end, which every form of the name has. */
function lastWord(name: string): string {
  const plain = /[\]>]$/.test(name) ? plainText(name) : name;
  let start = plain.length;
  while (start > 0 && isOfWord(plain.charCodeAt(start - 1))) start--;
  return plain.slice(start);
}

/** Letters, digits and `_`; of other alphabets everything, because it makes no difference which group a name is in. */
function isOfWord(code: number): boolean {
  const isLetter = (code | 32) >= 97 && (code | 32) <= 122;
  return isLetter || (code >= 48 && code <= 57) || code === 95 || code > 127;
}

type Counts = ReadonlyMap<string, number>;

/** Names with the same last word. */
class Group {
  readonly #names: Set<string>;
  /** The number of names with each form; made when it is needed, because most groups have only one name. */
  #counts: { readonly plain: Counts; readonly shown: Counts } | null = null;

  constructor(name: string) {
    this.#names = new Set([name]);
  }

  add(name: string): void {
    this.#names.add(name);
    this.#counts = null;
  }

  short(
    name: string,
    starts: readonly number[],
    kind: NameKind,
  ): Omit<ShortName, 'starts'> & { tail: number } {
    if (this.#names.size === 1) return { tail: starts.at(-1)!, without: 'type arguments' };
    this.#counts ??= {
      plain: formCounts(this.#names, kind, plainText),
      shown: formCounts(this.#names, kind, shownText),
    };
    const { plain, shown } = this.#counts;
    if (plain.get(plainText(name)) === 1) {
      const tails = starts.filter((from) => plain.get(plainText(name, from)) === 1);
      return { tail: tails.at(-1)!, without: 'type arguments' };
    }
    const tail = starts.filter((from) => shown.get(shownText(name, from)) === 1).at(-1);
    return tail === undefined ? unknown : { tail, without: 'quiet pieces' };
  }
}

function formCounts(
  names: Iterable<string>,
  kind: NameKind,
  formOf: (name: string, from: number) => string,
): Counts {
  const counts = new Map<string, number>();
  for (const name of names) {
    const forms = new Set(beginnings(name, kind).map((from) => formOf(name, from)));
    for (const form of forms) counts.set(form, (counts.get(form) ?? 0) + 1);
  }
  return counts;
}
