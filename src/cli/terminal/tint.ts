import { randomUUID } from 'node:crypto';
import type { Value } from '../../analysis/values/value.ts';

/** Colours a text by its share of the total, 0 to 1. Without colours, it returns the text as it is. */
export type Tint = (text: string, share: number) => string;

export const noTint: Tint = (text) => text;

/** Colours of the terminal's palette, the hottest first. A share below the last is not coloured. */
const heat: readonly (readonly [atLeast: number, code: string])[] = [
  [0.25, '1;31'],
  [0.1, '31'],
  [0.03, '33'],
];

/**
 * Stands for the escape character of our own colours until the text is written. Names in a profile may contain escape
 * characters, which must not reach the terminal. They cannot contain this: it is another one in each process.
 */
const mark = `<${randomUUID()}>`;
const marked = new RegExp(`${mark}(?=\\[[\\d;]+m)`, 'g');

const heatTint: Tint = (text, share) => {
  const code = heat.find(([atLeast]) => share >= atLeast)?.[1];
  return code === undefined ? text : `${mark}[${code}m${text}${mark}[0m`;
};

/** Colours for a terminal only. There, Node reads FORCE_COLOR, NO_COLOR and TERM=dumb, in this order. */
export function tintFor(stream: NodeJS.WriteStream): Tint {
  return stream.isTTY && stream.hasColors() ? heatTint : noTint;
}

/** What a `Tint` coloured, as a terminal takes it. All other text must be without escape characters. */
export function coloured(text: string): string {
  return text.replace(marked, '\x1b');
}

/** A value's share of the total. For differences the sign does not matter. */
export function shareOf(value: Value, total: Value): number {
  return Number(total) === 0 ? 0 : Math.abs(Number(value) / Number(total));
}
