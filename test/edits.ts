/** Changes of sources, as a developer makes them. */

/** Texts that are replaced in a file, one after the other. */
export type Edits = readonly (readonly [before: string, after: string])[];

export function edited(text: string, edits: Edits): string {
  return edits.reduce((before, [from, to]) => {
    if (!before.includes(from)) throw new Error(`there is no longer: ${from}`);
    return before.replace(from, () => to);
  }, text);
}
