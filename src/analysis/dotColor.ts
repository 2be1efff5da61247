/** How far colours move away from grey for small scores: 0 not at all. */
const shift = 0.7;

const looks = {
  line: { saturation: 1, value: 0.7 },
  fill: { saturation: 0.1, value: 0.93 },
} as const;

/**
 * The colour of a node or an edge by its share of the total, -1 to 1: green below 0, grey at 0, red above. The
 * numbers are pprof's, so that graphs look alike.
 */
export function dotColor(share: number, look: keyof typeof looks): string {
  const { value } = looks[look];
  const limited = Number.isNaN(share) ? share : Math.max(-1, Math.min(1, share));
  const fading = Math.abs(limited) < 0.2 ? Math.abs(limited) / 0.2 : 1;
  const saturation = looks[look].saturation * fading;
  const score = Math.sign(limited) * Math.abs(limited) ** (1 - shift);
  const faded = value * (1 - saturation * Math.abs(score));
  const [red, green] = score < 0 ? [faded, value] : [value, faded];
  return `#${[red, green, value * (1 - saturation)].map(hexByte).join('')}`;
}

function hexByte(part: number): string {
  const byte = Math.trunc(part * 255);
  return (Number.isNaN(byte) ? 0 : byte).toString(16).padStart(2, '0');
}
