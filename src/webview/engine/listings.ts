import { costedEntries, type Entry } from '../../analysis/entries.ts';
import { functionLines, lineEntryOptions } from '../../analysis/functionLines.ts';
import { sumNodes } from '../../analysis/graph.ts';
import { type NodeOptions, nodeTable } from '../../analysis/nodes.ts';
import { weightsOf } from '../../analysis/weights.ts';
import type { Profile } from '../../pprof/profile.ts';
import type { Listing } from './questions.ts';

/** What the lines of functions cost, of one sample type, as pprof's `list` has it. */
export class Listings {
  readonly #ofFunction = new Map<string, Entry[]>();
  /** By name and file. Not the sums of the lines, which count a sample for each line of a recursive function on its stack. */
  readonly #whole = new Map<string, Entry>();

  constructor(profile: Profile, sampleType: number) {
    const costed = (options: NodeOptions) => {
      const table = nodeTable(profile, options);
      return costedEntries(table, sumNodes(profile, table, weightsOf(profile, sampleType)));
    };
    for (const entry of costed({ granularity: 'filefunctions' })) {
      this.#whole.set(`${entry.info.name}\0${entry.info.file}`, entry);
    }
    for (const entry of costed(lineEntryOptions)) {
      const known = this.#ofFunction.get(entry.info.name);
      if (known === undefined) this.#ofFunction.set(entry.info.name, [entry]);
      else known.push(entry);
    }
  }

  /** The function's listings, one for each file that it is in; none if it costs nothing. */
  of(functionName: string): Listing[] {
    return functionLines(this.#ofFunction.get(functionName) ?? []).map(({ file, start, end, lines }) => ({
      file,
      flat: Number(this.#whole.get(`${functionName}\0${file}`)?.flat ?? 0),
      cum: Number(this.#whole.get(`${functionName}\0${file}`)?.cum ?? 0),
      start,
      end,
      lines: [...lines].map(([line, { flat, cum }]) => ({ line, flat: Number(flat), cum: Number(cum) })),
    }));
  }
}
