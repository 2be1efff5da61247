import { costedEntries, type Entry } from '../../analysis/entries.ts';
import { functionLines, lineEntryOptions } from '../../analysis/functionLines.ts';
import { sumNodes } from '../../analysis/graph.ts';
import { nodeTable } from '../../analysis/nodes.ts';
import { weightsOf } from '../../analysis/weights.ts';
import type { Profile } from '../../pprof/profile.ts';
import type { Listing } from './questions.ts';

/** What the lines of functions cost, of one sample type, as pprof's `list` has it. */
export class Listings {
  readonly #ofFunction = new Map<string, Entry[]>();

  constructor(profile: Profile, sampleType: number) {
    const lines = nodeTable(profile, lineEntryOptions);
    for (const entry of costedEntries(lines, sumNodes(profile, lines, weightsOf(profile, sampleType)))) {
      const known = this.#ofFunction.get(entry.info.name);
      if (known === undefined) this.#ofFunction.set(entry.info.name, [entry]);
      else known.push(entry);
    }
  }

  /** The function's listings, one for each file that it is in; none if it costs nothing. */
  of(functionName: string): Listing[] {
    return functionLines(this.#ofFunction.get(functionName) ?? []).map(
      ({ file, flat, cum, start, end, lines }) => ({
        file,
        flat: Number(flat),
        cum: Number(cum),
        start,
        end,
        lines: [...lines].map(([line, { flat, cum }]) => ({ line, flat: Number(flat), cum: Number(cum) })),
      }),
    );
  }
}
