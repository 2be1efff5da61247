import type { Value } from '../../analysis/values/value.ts';

/** Colours a text by the share of the total that it stands for, 0 to 1. Without colours, the text as it is. */
export type Tint = (text: string, share: number) => string;

export const noTint: Tint = (text) => text;

/** Colours of a terminal's own palette, from the hottest down; what is below the last is left alone. */
const heat: readonly (readonly [atLeast: number, code: string])[] = [
  [0.25, '1;31'],
  [0.1, '31'],
  [0.03, '33'],
];

const heatTint: Tint = (text, share) => {
  const code = heat.find(([atLeast]) => share >= atLeast)?.[1];
  return code === undefined ? text : `\x1b[${code}m${text}\x1b[0m`;
};

/**
 * Colours where a person reads them: on a terminal only. There, Node honours FORCE_COLOR, NO_COLOR and TERM=dumb, in
 * this order.
 */
export function tintFor(stream: NodeJS.WriteStream): Tint {
  return stream.isTTY && stream.hasColors() ? heatTint : noTint;
}

/** What share of the total a value is; of differences, the size counts. */
export function shareOf(value: Value, total: Value): number {
  return Number(total) === 0 ? 0 : Math.abs(Number(value) / Number(total));
}
