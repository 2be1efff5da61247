/** What the user has named, in a file of our storage that all windows share. */
import { randomUUID } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { property, type Reader, validItems } from '../../outsideValues.ts';
import { unfinished } from '../history/wholeFile.ts';

export interface ListForm<T> {
  /** The property of the file's JSON that has the list. */
  readonly name: string;
  readonly item: Reader<T>;
  /** A longer list loses its end. */
  readonly most: number;
}

/**
 * A list, the item used last first. The file is read whenever the list is asked for, and again before it is written: another
 * window may have changed it.
 */
export class RememberedList<T extends { readonly id: string }> {
  readonly #file: string;
  readonly #form: ListForm<T>;
  /** Where the file cannot be read, this counts. */
  #known: readonly T[] = [];

  constructor(file: string, form: ListForm<T>) {
    this.#file = file;
    this.#form = form;
  }

  get all(): readonly T[] {
    return this.#itemsIn(textOf(this.#file));
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
  #itemsIn(text: string | null): readonly T[] {
    try {
      const { name, item } = this.#form;
      this.#known = validItems(item)(property(JSON.parse(text ?? ''), name)) ?? this.#known;
    } catch {
      // No file, or a damaged one.
    }
    return this.#known;
  }

  #change(change: (items: readonly T[]) => readonly T[]): void {
    const { name, most } = this.#form;
    mkdirSync(path.dirname(this.#file), { recursive: true });
    for (;;) {
      const before = textOf(this.#file);
      const items = change(this.#itemsIn(before)).slice(0, most);
      const temporary = `${this.#file}.${randomUUID()}${unfinished}`;
      try {
        writeToDisk(temporary, JSON.stringify({ [name]: items }));
        // While that was written, another window may have written its own.
        if (textOf(this.#file) !== before) continue;
        renameSync(temporary, this.#file);
      } finally {
        rmSync(temporary, { force: true });
      }
      this.#known = items;
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

/** Answers when the text is on the disk. */
function writeToDisk(file: string, text: string): void {
  const descriptor = openSync(file, 'wx');
  try {
    writeFileSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
