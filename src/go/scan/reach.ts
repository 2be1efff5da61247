import { listAt } from '../../base/maps.ts';
import type { CodeUnit } from './codeUnits.ts';
import { isPredeclared } from './syntax.ts';

/** A unit and the file that it is in. */
export interface PlacedUnit {
  /** Absolute path. */
  readonly file: string;
  /** Of its file. */
  readonly directory: string;
  readonly unit: CodeUnit;
}

/** Methods that the standard library calls through interfaces, without the source naming them. */
const calledByLibraries = new Set(
  (
    'Len Less Swap Push Pop String GoString Format Error Unwrap Is As Read Write Close Seek ReadAt WriteAt ReadFrom WriteTo ' +
    'ReadByte UnreadByte WriteByte ReadRune UnreadRune WriteString MarshalJSON UnmarshalJSON MarshalText UnmarshalText AppendText ' +
    'MarshalBinary UnmarshalBinary AppendBinary GobEncode GobDecode MarshalXML UnmarshalXML MarshalXMLAttr UnmarshalXMLAttr ' +
    'Scan Value Sum Sum32 Sum64 Reset Size BlockSize ServeHTTP RoundTrip Header WriteHeader Flush Handle Enabled WithAttrs ' +
    'WithGroup LogValue Open Stat ReadDir ReadFile Name Mode ModTime IsDir Sys Info Type Int63 Uint64 Seed Done Err Deadline ' +
    'Lock Unlock Set Get At Bounds ColorModel RGBA Encrypt Decrypt XORKeyStream'
  ).split(' '),
);

/**
 * The declarations that a benchmark can reach, by the names in the source alone: from the benchmark, from functions that
 * its profiles have, and from what runs before any benchmark (`init`, `TestMain`, `var _`).
 *
 *   a word             reaches what its own package declares under this name
 *   a word after `.`   reaches what any package declares under this name, and methods of this name of reached types
 *   a reached type     reaches those of its methods that reached code names, that the standard library calls through
 *                      interfaces, or that no source names at all: then only a library can be meant to call them
 *
 * Names are not resolved, so it finds too much rather than too little: an edit of anything that it finds makes a result
 * old. It does not follow names that are made at run time (reflection), and does not see files that a program reads.
 */
export class Reach {
  readonly #byName = new Map<string, PlacedUnit[]>();
  /** By the type of their receiver, and by their name. */
  readonly #methods = new Map<string, PlacedUnit[]>();
  readonly #methodsNamed = new Map<string, PlacedUnit[]>();
  readonly #namedAnywhere = new Set<string>();
  /** By file and program: a text that is read again has other objects. */
  readonly #reached = new Set<string>();
  readonly #selectors = new Set<string>();
  readonly #types = new Set<string>();
  readonly #files = new Map<string, CodeUnit[]>();
  readonly #directories = new Set<string>();
  #waiting: PlacedUnit[] = [];

  /**
   * @param units all that were compiled
   * @param isRoot whether it is certain to run
   */
  constructor(units: readonly PlacedUnit[], isRoot: (placed: PlacedUnit) => boolean) {
    for (const placed of units) {
      const { unit } = placed;
      for (const selector of unit.selectors) this.#namedAnywhere.add(selector);
      if (unit.kind === 'import' || unit.kind === 'package') continue;
      if (unit.receiver === '') for (const name of unit.names) listAt(this.#byName, name).push(placed);
      else {
        listAt(this.#methods, unit.receiver).push(placed);
        listAt(this.#methodsNamed, unit.names[0] ?? '').push(placed);
      }
    }
    for (const placed of units) if (runsAlways(placed.unit) || isRoot(placed)) this.#reach(placed);
    for (let next = this.#waiting.pop(); next !== undefined; next = this.#waiting.pop()) this.#follow(next);
  }

  /** Whether code that is no longer there was part of what ran. */
  hasReached({ file, directory, unit }: PlacedUnit): boolean {
    if (unit.kind === 'package') return this.#files.has(file);
    if (unit.kind !== 'import') return this.#reached.has(`${file}\n${unit.program}`);
    const [alias] = unit.names;
    if (alias === '_' || alias === '.') return this.#directories.has(directory);
    // The name of a package is nearly always a part of its path: of `example.com/go-x/v2` x.
    const names = alias === undefined ? unit.program.split(/[^\p{L}\p{Nd}_]+/u).slice(1) : [alias];
    const users = this.#files.get(file) ?? [];
    return users.some(({ words }) => names.some((name) => words.has(name)));
  }

  /** Whether new code can be called by what ran, or change what the names in it mean. */
  canReach({ directory, unit }: PlacedUnit): boolean {
    if (!this.#directories.has(directory)) return false;
    if (unit.kind === 'package') return false;
    if (unit.kind === 'import') return unit.names.some((name) => name === '_' || name === '.');
    if (unit.receiver !== '') return this.#types.has(unit.receiver) && this.#isCalled(unit);
    return runsAlways(unit) || unit.names.some((name) => isPredeclared(name));
  }

  /** Whether anything in this folder can be reached. */
  hasDirectory(directory: string): boolean {
    return this.#directories.has(directory);
  }

  #isCalled({ names: [name = ''] }: CodeUnit): boolean {
    return this.#selectors.has(name) || calledByLibraries.has(name) || !this.#namedAnywhere.has(name);
  }

  #reach(placed: PlacedUnit): void {
    const key = `${placed.file}\n${placed.unit.program}`;
    if (this.#reached.has(key)) return;
    this.#reached.add(key);
    listAt(this.#files, placed.file).push(placed.unit);
    this.#directories.add(placed.directory);
    this.#waiting.push(placed);
  }

  #follow({ directory, unit }: PlacedUnit): void {
    if (unit.kind === 'type') for (const name of unit.names) this.#reachType(name);
    if (unit.receiver !== '') this.#reachType(unit.receiver);
    for (const word of unit.words) {
      for (const placed of this.#byName.get(word) ?? [])
        if (placed.directory === directory) this.#reach(placed);
    }
    for (const selector of unit.selectors) {
      for (const placed of this.#byName.get(selector) ?? []) this.#reach(placed);
      if (this.#selectors.has(selector)) continue;
      this.#selectors.add(selector);
      for (const method of this.#methodsNamed.get(selector) ?? []) {
        if (this.#types.has(method.unit.receiver)) this.#reach(method);
      }
    }
  }

  #reachType(name: string): void {
    if (this.#types.has(name)) return;
    this.#types.add(name);
    for (const method of this.#methods.get(name) ?? []) if (this.#isCalled(method.unit)) this.#reach(method);
  }
}

/** Before any benchmark runs, `init`, `TestMain` and variables without a name do. */
function runsAlways({ kind, names, receiver }: CodeUnit): boolean {
  if (receiver !== '') return false;
  return kind === 'func'
    ? names[0] === 'init' || names[0] === 'TestMain'
    : kind === 'var' && names.every((name) => name === '_');
}
