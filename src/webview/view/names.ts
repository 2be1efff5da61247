import type { Outside } from '../../analysis/benchmark/timedLoop.ts';
import { foldedCause } from '../../analysis/flame/drawnStacks.ts';
import type { CodeOrigin } from '../../analysis/names/codeOrigin.ts';
import { packageOf } from '../../analysis/names/functionName.ts';
import { NameSet, type ShortName } from '../../analysis/names/nameSet.ts';
import type { PictureAnswer } from '../engine/questions.ts';
import { type CauseGroup, causeGroup } from './causeGroups.ts';
import { outsideTexts } from './outsideTexts.ts';

/**
 * The function names and files that pictures refer to by index. Each picture adds those that are new; none is ever
 * removed.
 */
export class Names {
  readonly #names: {
    readonly name: string;
    readonly packageName: string;
    readonly origin: CodeOrigin;
    /** Made when it is asked for. */
    group?: CauseGroup;
    readonly folded: Outside | undefined;
  }[] = [];
  readonly #files: string[] = [''];
  readonly #shown = new NameSet();

  learn({ newNames, newFiles }: PictureAnswer): void {
    for (const [nameIndex, name, origin] of newNames) {
      this.#names[nameIndex] = { name, packageName: packageOf(name), origin, folded: foldedCause(name) };
      this.#shown.add(name);
    }
    for (const [file, name] of newFiles) this.#files[file] = name;
  }

  /** `root` for the root's index, -1. */
  name(nameIndex: number): string {
    return this.#names[nameIndex]?.name ?? 'root';
  }

  packageName(nameIndex: number): string {
    return this.#names[nameIndex]?.packageName ?? '';
  }

  origin(nameIndex: number): CodeOrigin {
    return this.#names[nameIndex]?.origin ?? 'unknown';
  }

  causeGroup(nameIndex: number): CauseGroup {
    const known = this.#names[nameIndex];
    if (known === undefined) return 'runtime';
    known.group ??= causeGroup(known.name, known.origin);
    return known.group;
  }

  /** What the frame of a name stands for, if not for a function. */
  folded(nameIndex: number): Outside | undefined {
    return this.#names[nameIndex]?.folded;
  }

  /** Number of names learnt so far. With more names, fewer short forms are those of one function only. */
  get count(): number {
    return this.#names.length;
  }

  /** The forms that are those of no other name learnt so far, longest first. */
  forms(nameIndex: number): readonly string[] {
    const folded = this.folded(nameIndex);
    return folded === undefined ? this.#shown.forms(this.name(nameIndex)) : [outsideTexts()[folded].label];
  }

  /** @param name a function's, for its path above a picture */
  short(name: string): ShortName {
    return this.#shown.short(name);
  }

  file(file: number): string {
    return this.#files[file] ?? '';
  }
}
