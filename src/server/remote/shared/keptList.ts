/** The servers and stores that the user has named: in a file of our storage that all windows share, without any secret. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { property, type Reader, text, validItems } from '../../../base/outsideValues.ts';
import { unfinished } from '../../history/wholeFile.ts';

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
  return `${prefix}${randomUUID()}`;
}

/** Reads an id, which becomes the name of a folder. */
export function idReader(prefix: IdPrefix): Reader<string> {
  return (value) => {
    const id = text(value) ?? '';
    return id.startsWith(prefix) && /^[\w-]{1,50}$/.test(id.slice(prefix.length)) ? id : undefined;
  };
}

interface ListForm<T> {
  /** The property of the file's JSON that has the list. */
  readonly name: string;
  readonly item: Reader<T>;
}

/** A longer list loses its end. */
const mostItems = 30;

/**
 * A list, the item used last first. The file is read whenever the list is asked for, and again before it is written: another
 * window may have changed it.
 */
export class KeptList<T extends { readonly id: string }> {
  /** What was read last: where the file cannot be read, this counts. */
  #held: readonly T[] = [];

  constructor(
    private readonly file: string,
    private readonly form: ListForm<T>,
  ) {}

  get all(): readonly T[] {
    return this.#itemsIn(textOf(this.file));
  }

  get(id: string): T | undefined {
    return this.all.find((item) => item.id === id);
  }

  /** Puts an item first. Rejects with the errors of `node:fs`. */
  async keep(item: T): Promise<void> {
    this.#change((items) => [item, ...items.filter(({ id }) => id !== item.id)]);
  }

  async forget(id: string): Promise<void> {
    this.#change((items) => items.filter((item) => item.id !== id));
  }

  /** What is damaged is left out: the user can name it again. */
  #itemsIn(file: string | null): readonly T[] {
    try {
      const { name, item } = this.form;
      this.#held = validItems(item)(property(JSON.parse(file ?? ''), name)) ?? this.#held;
    } catch {
      // No file, or a damaged one.
    }
    return this.#held;
  }

  #change(change: (items: readonly T[]) => readonly T[]): void {
    mkdirSync(path.dirname(this.file), { recursive: true });
    for (;;) {
      const before = textOf(this.file);
      const items = change(this.#itemsIn(before)).slice(0, mostItems);
      const temporary = `${this.file}.${randomUUID()}${unfinished}`;
      try {
        const text = JSON.stringify({ [this.form.name]: items });
        writeFileSync(temporary, text, { flag: 'wx', flush: true });
        // While that was written, another window may have written its own.
        if (textOf(this.file) !== before) continue;
        renameSync(temporary, this.file);
      } finally {
        rmSync(temporary, { force: true });
      }
      this.#held = items;
      return;
    }
  }
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
