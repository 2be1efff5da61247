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

const heatTint: Tint = (text, share) => {
  const code = heat.find(([atLeast]) => share >= atLeast)?.[1];
  return code === undefined ? text : `\x1b[${code}m${text}\x1b[0m`;
};

/** Colours for a terminal only. There, Node reads FORCE_COLOR, NO_COLOR and TERM=dumb, in this order. */
export function tintFor(stream: NodeJS.WriteStream): Tint {
  return stream.isTTY && stream.hasColors() ? heatTint : noTint;
}

/** A value's share of the total. For differences the sign does not matter. */
export function shareOf(value: Value, total: Value): number {
  return Number(total) === 0 ? 0 : Math.abs(Number(value) / Number(total));
}
