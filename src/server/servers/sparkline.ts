const bars = '▁▂▃▄▅▆▇█';

/** A small chart of one line of text: a bar for each value, from 0 to the largest one. */
export function sparkline(values: readonly number[]): string {
  const most = values.reduce((largest, value) => Math.max(largest, value), 0);
  return values
    .map((value) => bars[most <= 0 ? 0 : Math.min(7, Math.floor((Math.max(0, value) / most) * 7.999))] ?? '')
    .join('');
}
