import path from 'node:path';
import { type CodeUnit, type UnitChanges, unitChanges, unitsOf } from '../../go/scan/codeUnits.ts';
import { type PlacedUnit, Reach } from '../../go/scan/reach.ts';
import { SourceCode } from '../../go/scan/sourceCode.ts';
import { isGoFile, type SourceSnapshot } from '../sessions/sourceSnapshot.ts';

/** One declaration, or one other file, that is no longer as a run was built from. */
export interface CodeChange {
  readonly file: string;
  /** The declaration as it was; for a new one, as it is. `null` for a file that is not Go, such as `go.mod`. */
  readonly unit: CodeUnit | null;
  readonly isNew: boolean;
}

/** Says what certainly ran: the benchmark itself, functions with samples. */
export type IsRoot = (placed: PlacedUnit) => boolean;

/**
 * What has changed in the sources of a run since it was built. Files are compared one by one, when somebody says that they
 * have changed; only code counts, not comments, order or formatting.
 */
export class SourceChanges {
  readonly #directories: ReadonlySet<string>;
  /** By file; only files that differ. */
  readonly #differences = new Map<string, UnitChanges | 'other'>();
  readonly #reaches = new Map<string, Reach>();
  #units: { readonly files: number; readonly all: PlacedUnit[] } | null = null;

  constructor(private readonly snapshot: SourceSnapshot) {
    this.#directories = new Set(snapshot.builtFiles.map((file) => path.dirname(file)));
  }

  /** Whether a change of this file can be a change of the code: it was compiled, or is in a folder with such files. */
  concerns(file: string): boolean {
    return this.snapshot.has(file) || (isGoFile(file) && this.#directories.has(path.dirname(file)));
  }

  /** The folders of the sources. */
  get directories(): ReadonlySet<string> {
    return this.#directories;
  }

  /**
   * Compares a file with what was built.
   *
   * @param present `null` for a file that is not there
   * @returns whether other declarations have changed than before
   */
  update(file: string, present: SourceCode | null): boolean {
    if (!this.concerns(file)) return false;
    const before = keyOf(this.#differences.get(file));
    const difference = this.#compare(file, present);
    if (difference === null) this.#differences.delete(file);
    else this.#differences.set(file, difference);
    return keyOf(difference ?? undefined) !== before;
  }

  #compare(file: string, present: SourceCode | null): UnitChanges | 'other' | null {
    const before = this.snapshot.has(file) ? this.snapshot.codeOf(file) : null;
    if (!isGoFile(file)) {
      return codeLines(before) === codeLines(present) ? null : 'other';
    }
    const changes = unitChanges(before, present);
    return changes.added.length + changes.removed.length === 0 ? null : changes;
  }

  /**
   * A new file that declares again what another file declares is not built with that: it is for another system, or a build
   * with other tags.
   */
  #isForOtherBuild(file: string, { added }: UnitChanges): boolean {
    if (this.snapshot.has(file)) return false;
    const directory = path.dirname(file);
    const isGone = (placed: PlacedUnit) => {
      const difference = this.#differences.get(placed.file);
      if (difference === undefined || difference === 'other') return false;
      return difference.removed.some(({ program }) => program === placed.unit.program);
    };
    const names = new Set(added.flatMap(namesOf));
    return this.#allUnits.some(
      (placed) =>
        placed.directory === directory &&
        namesOf(placed.unit).some((name) => names.has(name)) &&
        !isGone(placed),
    );
  }

  get isEmpty(): boolean {
    return this.#differences.size === 0;
  }

  /**
   * The changes that matter for code that runs from these roots: of what they reach, and new declarations that could be
   * called or that change what names mean. The roots of one key are always the same.
   */
  relevant(key: string, isRoot: IsRoot): CodeChange[] {
    if (this.isEmpty) return [];
    const units = this.#allUnits;
    let reach = this.#reaches.get(key);
    if (reach === undefined) {
      reach = new Reach(units, isRoot);
      this.#reaches.set(key, reach);
    }
    const known = reach;
    const found: CodeChange[] = [];
    const moved = this.#moved();
    for (const [file, difference] of this.#differences) {
      const directory = path.dirname(file);
      if (difference === 'other') {
        const isModule = /^go\.(?:mod|work)$/.test(path.basename(file));
        if (isModule || known.hasDirectory(directory)) found.push({ file, unit: null, isNew: false });
        continue;
      }
      if (this.#isForOtherBuild(file, difference)) continue;
      const isThere = (unit: CodeUnit) => !moved.has(`${directory}\n${unit.program}`);
      for (const unit of difference.removed.filter(isThere)) {
        if (known.hasReached({ file, directory, unit })) found.push({ file, unit, isNew: false });
      }
      const before = new Set(difference.removed.map(labelOf));
      for (const unit of difference.added.filter(isThere)) {
        if (before.has(labelOf(unit))) continue;
        if (known.canReach({ file, directory, unit })) found.push({ file, unit, isNew: true });
      }
    }
    return found;
  }

  /** Code that is in another file of the same folder now, as folder and program. */
  #moved(): ReadonlySet<string> {
    const removed = new Set<string>();
    const moved = new Set<string>();
    const each = (kind: 'removed' | 'added', use: (key: string) => void) => {
      for (const [file, difference] of this.#differences) {
        if (difference === 'other') continue;
        for (const { kind: unitKind, program } of difference[kind]) {
          if (unitKind !== 'import' && unitKind !== 'package') use(`${path.dirname(file)}\n${program}`);
        }
      }
    };
    each('removed', (key) => removed.add(key));
    each('added', (key) => removed.has(key) && moved.add(key));
    return moved;
  }

  /** All declarations that were built. */
  get units(): readonly PlacedUnit[] {
    return this.#allUnits;
  }

  get #allUnits(): PlacedUnit[] {
    const { files } = this.snapshot;
    if (this.#units?.files === files.length) return this.#units.all;
    this.#reaches.clear();
    const all = files.filter(isGoFile).flatMap((file) => {
      const code = this.snapshot.codeOf(file);
      const directory = path.dirname(file);
      const units = code?.declarations.flatMap((declaration) => unitsOf(code, declaration)) ?? [];
      return units.map((unit) => ({ file, directory, unit }));
    });
    this.#units = { files: files.length, all };
    return all;
  }
}

/** What a unit declares for others. Of `init` and `_` there can be several. */
function namesOf({ kind, names, receiver }: CodeUnit): string[] {
  if (kind === 'import' || kind === 'package') return [];
  return names.filter((name) => name !== '_' && name !== 'init').map((name) => `${receiver}.${name}`);
}

/** Text without comments, empty lines and spaces that mean nothing. Go's comments are those of C and of `go.mod`. */
function codeLines(code: SourceCode | null): string | null {
  if (code === null) return null;
  const read = new SourceCode(code.text, true);
  return read.lines.flatMap((_, line) => read.codeOf(line) || []).join('\n');
}

/** Equal while the user types on in a declaration that has changed already. */
function keyOf(difference: UnitChanges | 'other' | undefined): string {
  if (difference === undefined || difference === 'other') return difference ?? '';
  const removed = difference.removed.map((unit) => unit.program);
  return [...removed, '+', ...difference.added.map(labelOf)].join('\n');
}

function labelOf({ kind, names, receiver }: CodeUnit): string {
  return `${kind} ${receiver}.${names.join()}`;
}
