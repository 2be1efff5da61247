/** The servers and stores that the user has named: in a text of our storage that all windows share, without any secret. */
import { property, type Reader, text, validItems } from '../../../base/outsideValues.ts';
import type { KeptText } from './keptText.ts';

/** What the user has named. */
export interface Remote {
  /** Its kind and a random part: `server/…`, `store/…`. */
  readonly id: string;
  /** Without name and password. */
  readonly address: string;
  /** A file of certificates that vouch for it. */
  readonly caFile?: string;
}

/** What the ids of one kind begin with. */
type IdPrefix = 'server/' | 'store/';

export function newId(prefix: IdPrefix): string {
  return `${prefix}${crypto.randomUUID()}`;
}

/** Reads an id, which becomes the name of a folder. */
export function idReader(prefix: IdPrefix): Reader<string> {
  return (value) => {
    const id = text(value) ?? '';
    return id.startsWith(prefix) && /^[\w-]{1,50}$/.test(id.slice(prefix.length)) ? id : undefined;
  };
}

interface ListForm<T> {
  /** The property of the text's JSON that has the list. */
  readonly name: string;
  readonly item: Reader<T>;
}

/** A longer list loses its end. */
const mostItems = 30;

/**
 * A list, the item used last first. The text is read whenever the list is asked for, and again before it is written: another
 * window may have changed it.
 */
export class KeptList<T extends { readonly id: string }> {
  /** What was read last: where the text cannot be read, this counts. */
  #held: readonly T[] = [];

  constructor(
    private readonly text: KeptText,
    private readonly form: ListForm<T>,
  ) {}

  get all(): readonly T[] {
    return this.#itemsIn(this.text.read());
  }

  get(id: string): T | undefined {
    return this.all.find((item) => item.id === id);
  }

  /** Puts an item first. Rejects where it cannot be written. */
  async keep(item: T): Promise<void> {
    await this.#change((items) => [item, ...items.filter(({ id }) => id !== item.id)]);
  }

  async forget(id: string): Promise<void> {
    await this.#change((items) => items.filter((item) => item.id !== id));
  }

  /** What is damaged is left out: the user can name it again. */
  #itemsIn(json: string | null): readonly T[] {
    try {
      const { name, item } = this.form;
      this.#held = validItems(item)(property(JSON.parse(json ?? ''), name)) ?? this.#held;
    } catch {
      // No text, or a damaged one.
    }
    return this.#held;
  }

  async #change(change: (items: readonly T[]) => readonly T[]): Promise<void> {
    for (;;) {
      const before = this.text.read();
      const items = change(this.#itemsIn(before)).slice(0, mostItems);
      if (!(await this.text.replace(before, JSON.stringify({ [this.form.name]: items })))) continue;
      this.#held = items;
      return;
    }
  }
}
