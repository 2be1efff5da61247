/** Where the text of a list is kept. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { unfinished } from '../../history/wholeFile.ts';

export interface KeptText {
  /** `null` where there is none yet. */
  read(): string | null;
  /** Writes a text in the place of another. False, if it is no longer that: another window has written its own. */
  replace(before: string | null, text: string): Promise<boolean>;
}

/** A file that several windows share. Rejects with the errors of `node:fs`. */
export class TextFile implements KeptText {
  constructor(private readonly file: string) {}

  read(): string | null {
    try {
      return readFileSync(this.file, 'utf8');
    } catch {
      return null;
    }
  }

  async replace(before: string | null, text: string): Promise<boolean> {
    const temporary = `${this.file}.${randomUUID()}${unfinished}`;
    mkdirSync(path.dirname(this.file), { recursive: true });
    try {
      writeFileSync(temporary, text, { flag: 'wx', flush: true });
      // While that was written, another window may have written its own.
      if (this.read() !== before) return false;
      renameSync(temporary, this.file);
      return true;
    } finally {
      rmSync(temporary, { force: true });
    }
  }
}
