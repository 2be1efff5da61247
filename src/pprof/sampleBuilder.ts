import { Int64Builder } from './columns.ts';
import { pickInt64 } from './derive.ts';
import type { Int64Column, LabelTable, SampleTable } from './profile.ts';
import { Sequences } from './sequences.ts';

/** How many numbers a label is in a sequence of labels. */
const labelItems = 5;

/**
 * The samples of a profile that is made, not read: those with equal stacks and labels are one. Per sample: `location` for each
 * location from the leaf on, `label` for each label, then `end`.
 */
export class SampleBuilder {
  /** By sample: its locations, then the number of its labels' sequence. */
  readonly #stacks = new Sequences();
  /** Five numbers for each label: key, text, the halves of the number, unit. */
  readonly #labelSets = new Sequences();

  /** How many different samples there are. */
  get count(): number {
    return this.#stacks.count;
  }

  /** How many locations all different samples have: what takes most of the memory. */
  get locations(): number {
    return this.#stacks.start[this.count]! - this.count;
  }

  location(row: number): void {
    this.#stacks.push(row);
  }

  /** @param low @param high unsigned halves of the number */
  label(key: number, text: number, low: number, high = 0, unit = 0): void {
    const set = this.#labelSets;
    set.push(key);
    set.push(text);
    set.push(low);
    set.push(high);
    set.push(unit);
  }

  /** Ends a sample. Answers its number, which is that of an equal one before. */
  end(): number {
    this.#stacks.push(this.#labelSets.close());
    return this.#stacks.close();
  }

  /**
   * The different samples, but those whose values are all 0, as pprof leaves them out when it merges. The builder must not be
   * used afterwards.
   *
   * @param values of the different samples
   * @param types how many values each has
   */
  finish(values: Int64Column, types: number): { samples: SampleTable; labels: LabelTable } {
    this.#stacks.finish();
    this.#labelSets.finish();
    const { start, items } = this.#stacks;
    const sets = this.#labelSets;
    const rows = this.#rowsWithValues(values, types);
    const setOf = (row: number) => items[start[row + 1]! - 1]!;
    const count = rows.length;
    const locationStart = new Uint32Array(count + 1);
    const labelStart = new Uint32Array(count + 1);
    for (let sample = 0; sample < count; sample++) {
      const row = rows[sample]!;
      locationStart[sample + 1] = locationStart[sample]! + start[row + 1]! - start[row]! - 1;
      const labels = (sets.start[setOf(row) + 1]! - sets.start[setOf(row)]!) / labelItems;
      labelStart[sample + 1] = labelStart[sample]! + labels;
    }
    const locations = new Uint32Array(locationStart[count]!);
    const [key, text, numberUnit] = [0, 0, 0].map(() => new Uint32Array(labelStart[count]!));
    const number = new Int64Builder('signed', labelStart[count]!);
    for (let sample = 0, label = 0; sample < count; sample++) {
      const row = rows[sample]!;
      locations.set(items.subarray(start[row]!, start[row + 1]! - 1), locationStart[sample]!);
      const set = setOf(row);
      for (let i = sets.start[set]!; i < sets.start[set + 1]!; i += labelItems, label++) {
        key![label] = sets.items[i]!;
        text![label] = sets.items[i + 1]!;
        number.push(sets.items[i + 2]!, sets.items[i + 3]!);
        numberUnit![label] = sets.items[i + 4]!;
      }
    }
    const kept = count === this.count ? values : pickInt64(values, indexesOf(rows, types));
    return {
      samples: { count, locationStart, locations, values: kept, labelStart, selection: null },
      labels: { key: key!, text: text!, number: number.finish(), numberUnit: numberUnit! },
    };
  }

  #rowsWithValues({ approximate }: Int64Column, types: number): Uint32Array {
    const rows = new Uint32Array(this.count);
    let kept = 0;
    for (let row = 0; row < this.count; row++) {
      let at = row * types;
      while (at < (row + 1) * types && approximate[at] === 0) at++;
      if (at < (row + 1) * types) rows[kept++] = row;
    }
    return rows.subarray(0, kept);
  }
}

/** Where the values of some rows are, row by row. */
function indexesOf(rows: Uint32Array, types: number): Uint32Array {
  return Uint32Array.from(
    { length: rows.length * types },
    (_, i) => rows[Math.floor(i / types)]! * types + (i % types),
  );
}
