/** How much a store may answer, and what is said where it answers more. */
import { fail } from '../../base/result.ts';

/** `{0}` is the store, `{1}` the bound. A store of a large company has some thousands of each kind of name. */
const bounds = {
  /** `JSON.parse` takes some hundred bytes for each list and object, however short they are written. */
  values: {
    most: 1_000_000,
    sentence: '{0} answers with more than {1} values. Take a shorter range or fewer labels.',
  },
  depth: {
    most: 32,
    sentence:
      'The answer of {0} is nested deeper than {1} levels. Check the address and the kind of the store.',
  },
  types: {
    most: 10_000,
    sentence: '{0} has more than {1} types of profiles. Take a shorter range.',
  },
  /** Each is a request, and a profile of its own until they are joined. Profiles of Go have four at most. */
  sampleTypes: {
    most: 16,
    sentence:
      'Profiles of the type {0} have more than {1} sample types, which no profile has. Name one of them whole.',
  },
  /** They stand in questions. Each service of a company can have some of its own. */
  labelNames: {
    most: 10_000,
    sentence: '{0} has profiles with more than {1} labels. Take a shorter range.',
  },
  labelValues: {
    most: 200_000,
    sentence: '{0} has more than {1} values of this label. Take a shorter range or more labels.',
  },
  series: {
    most: 100_000,
    sentence: '{0} answers with more than {1} series. Take a shorter range or more labels.',
  },
} as const;

/** What is counted in answers of stores. */
export type StoreBound = keyof typeof bounds;

/** Whether a store has answered with more than is read: then the problem `too-many`. `null`: it has not. */
export function tooMany(bound: StoreBound, count: number, shown: string): ReturnType<typeof fail> | null {
  const { most, sentence } = bounds[bound];
  return count > most ? fail('too-many', sentence, [shown, most]) : null;
}

const [quote, backslash] = [0x22, 0x5c];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/** As `tooMany`, of a text in JSON that is not read yet. */
export function tooManyIn(json: Uint8Array, shown: string): ReturnType<typeof fail> | null {
  let depth = 0;
  let deepest = 0;
  let values = 0;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at];
    if (byte === quote) {
      for (at++; at < json.length && json[at] !== quote; at++) if (json[at] === backslash) at++;
    } else if (byte === openList || byte === openObject) {
      values++;
      depth++;
      if (depth > deepest) deepest = depth;
    } else if (byte === closeList || byte === closeObject) depth--;
  }
  return tooMany('depth', deepest, shown) ?? tooMany('values', values, shown);
}
