import type { Profile } from '../../pprof/profile.ts';

/** The files and lines where functions begin, by name. */
export class FunctionPlaces {
  readonly #profile: Profile;
  /** The first function of each name; made when it is first needed. */
  #functionOfName: Map<string, number> | null = null;

  constructor(profile: Profile) {
    this.#profile = profile;
  }

  /** File and 1-based line of the first function of a name; empty and 0 where unknown. */
  of(name: string): { file: string; line: number } {
    const { functions, strings } = this.#profile;
    if (this.#functionOfName === null) {
      this.#functionOfName = new Map();
      for (let i = functions.count - 1; i >= 0; i--) {
        this.#functionOfName.set(strings.get(functions.name[i]!), i);
      }
    }
    const index = this.#functionOfName.get(name);
    if (name === '' || index === undefined) return { file: '', line: 0 };
    return {
      file: strings.get(functions.filename[index]!),
      line: Math.max(0, functions.startLine.approximate[index]!),
    };
  }
}
